import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { Channel, ChannelError, type ChannelHandlers } from '../../src/shared/channel';
import { settled } from './support';

/** One end of a channel with everything that it posted and complained about. */
class End {
  readonly posted: unknown[] = [];
  readonly faults: string[] = [];
  readonly notified: string[] = [];
  readonly channel: Channel;
  deliver: (message: unknown) => void = () => undefined;

  constructor(request: ChannelHandlers['request'] = (method) => Promise.resolve(`${method} done`)) {
    const post = (message: unknown): void => {
      this.posted.push(message);
      this.deliver(message);
    };
    this.channel = new Channel(post, {
      request,
      notify: (method, params) => {
        if (method === 'bad') throw new Error('handler broke');
        this.notified.push(`${method} ${JSON.stringify(params)}`);
      },
      fault: (reason) => void this.faults.push(reason),
    });
  }
}

/** Two ends that hear each other, a turn of the event loop later and as JSON. */
function connected(host: End, view = new End()): { readonly host: End; readonly view: End } {
  const carry = (to: End) => (message: unknown) => {
    const copy = JSON.parse(JSON.stringify(message)) as unknown;
    setImmediate(() => to.channel.receive(copy));
  };
  host.deliver = carry(view);
  view.deliver = carry(host);
  return { host, view };
}

async function errorOf(promise: Promise<unknown>): Promise<ChannelError> {
  const reason: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (reason instanceof ChannelError) return reason;
  throw new Error('did not reject with a ChannelError', { cause: reason });
}

describe('channel', () => {
  it('settles a request with the reply, each with its own, in any order', async () => {
    const release: (() => void)[] = [];
    const slowFirst = new End(async (method) => {
      if (method === 'slow') await new Promise<void>((resolve) => release.push(resolve));
      else release.shift()?.();
      return `${method} done`;
    });
    const { view } = connected(slowFirst);
    const requests = [view.channel.request('slow', {}), view.channel.request('quick', {})];
    deepStrictEqual(await Promise.all(requests), ['slow done', 'quick done']);
  });

  it('settles a request with an error reply when the handler throws or rejects', async () => {
    for (const handler of [
      () => Promise.reject(new Error('no luck')),
      () => {
        throw new Error('no luck');
      },
    ]) {
      const { view } = connected(new End(handler));
      match((await errorOf(view.channel.request('x', {}))).message, /no luck/);
    }
    const { view } = connected(new End(() => Promise.reject(JSON.parse('"just text"') as Error)));
    strictEqual((await errorOf(view.channel.request('x', {}))).message, 'just text');
  });

  it('settles everything with the reason when it is closed, and later requests at once', async () => {
    const { view } = connected(new End(() => new Promise(() => undefined)));
    const open = [errorOf(view.channel.request('a', {})), errorOf(view.channel.request('b', {}))];
    view.channel.close('the view went away');
    view.channel.close('again');
    const reasons = [...(await Promise.all(open)), await errorOf(view.channel.request('c', {}))];
    deepStrictEqual(
      reasons.map(({ message }) => message),
      Array.from({ length: 3 }, () => 'the view went away'),
    );
    strictEqual(view.posted.length, 2);
  });

  it('rejects a request that cannot be posted', async () => {
    const end = new End();
    end.deliver = () => {
      throw new Error('Webview is disposed');
    };
    match((await errorOf(end.channel.request('a', {}))).message, /Webview is disposed/);
  });

  it('tells the other side when an answer cannot be posted, and survives that it cannot', async () => {
    const end = new End(() => Promise.resolve('an answer'));
    end.deliver = (message) => {
      if ((message as { readonly kind: string }).kind === 'reply') throw new Error('cannot be cloned');
    };
    end.channel.receive({ kind: 'request', id: 1, method: 'x', params: {} });
    await settled();
    deepStrictEqual(end.posted[1], { kind: 'failure', id: 1, message: 'cannot be cloned' });
    end.deliver = () => {
      throw new Error('Webview is disposed');
    };
    end.channel.receive({ kind: 'request', id: 2, method: 'x', params: {} });
    await settled();
    match(end.faults.join(), /Webview is disposed/);
  });

  it('carries notifications in order, both ways', async () => {
    const { host, view } = connected(new End());
    for (let count = 0; count < 3; count++) view.channel.notify('n', { count });
    host.channel.notify('focus', {});
    await settled();
    await settled();
    deepStrictEqual(host.notified, ['n {"count":0}', 'n {"count":1}', 'n {"count":2}']);
    deepStrictEqual(view.notified, ['focus {}']);
  });

  it('reports garbage and handlers that throw, and goes on', () => {
    const end = new End();
    for (const garbage of [null, 7, 'x', [], {}, { kind: 'constructor' }]) end.channel.receive(garbage);
    end.channel.receive({ kind: 'notify', method: 'bad', params: {} });
    end.channel.receive({ kind: 'notify', method: 'good', params: {} });
    strictEqual(end.faults.length, 7);
    strictEqual(end.faults.at(-1), 'bad: handler broke');
    deepStrictEqual(end.notified, ['good {}']);
  });

  it('ignores answers to nothing and second answers', async () => {
    const end = new End();
    const asked = end.channel.request('x', {});
    end.channel.receive({ kind: 'reply', id: 99, result: 'stranger' });
    end.channel.receive({ kind: 'reply', id: 1, result: 'first' });
    end.channel.receive({ kind: 'failure', id: 1, message: 'second' });
    strictEqual(await asked, 'first');
    deepStrictEqual(end.faults, []);
  });

  it('neither hears nor says anything after it was closed', async () => {
    let finish: (value: string) => void = () => undefined;
    const end = new End(() => new Promise((resolve) => (finish = resolve)));
    end.channel.receive({ kind: 'request', id: 1, method: 'x', params: {} });
    end.channel.close('bye');
    finish('late');
    end.channel.notify('n', {});
    end.channel.receive({ kind: 'notify', method: 'n', params: {} });
    end.channel.receive('garbage');
    await settled();
    deepStrictEqual([end.posted, end.notified, end.faults], [[], [], []]);
  });
});
