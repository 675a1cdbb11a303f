import assert from 'node:assert/strict';
import { connectHost, type ViewHandlers } from '../../src/webview/host';
import { Channel } from '../../src/shared/channel';

function handlers(over: Partial<ViewHandlers> = {}): ViewHandlers {
  return { deltas: () => undefined, reset: () => undefined, focusComposer: () => undefined, ...over };
}

describe('host link', () => {
  it('resolves with the reply to its own request, whatever the order', async () => {
    const posted: { readonly id: number; readonly method: string }[] = [];
    const link = connectHost((message) => posted.push(message as (typeof posted)[0]), handlers());
    const first = link.request('prompt', { text: 'a' });
    const second = link.request('prompt', { text: 'b' });
    link.receive({ kind: 'reply', id: posted[1]?.id, result: { queued: true } });
    link.receive({ kind: 'reply', id: posted[0]?.id, result: { queued: false } });
    assert.deepEqual(await Promise.all([first, second]), [{ queued: false }, { queued: true }]);
  });

  it('rejects with the words of a failure', async () => {
    let id = 0;
    const link = connectHost((message) => (id = (message as { readonly id: number }).id), handlers());
    const asked = link.request('snapshot', {});
    link.receive({ kind: 'failure', id, message: 'not yet' });
    await assert.rejects(asked, { name: 'ChannelError', message: 'not yet' });
  });

  it('rejects everything that is open when it is closed', async () => {
    const link = connectHost(() => undefined, handlers());
    const asked = link.request('snapshot', {});
    link.close('gone');
    await assert.rejects(asked, { message: 'gone' });
    await assert.rejects(link.request('snapshot', {}), { message: 'gone' });
  });

  it('passes on the notifications that it knows and ignores the rest', () => {
    const heard: string[] = [];
    const link = connectHost(
      () => undefined,
      handlers({
        deltas: ({ seq }) => heard.push(`deltas ${seq}`),
        reset: () => heard.push('reset'),
        focusComposer: () => heard.push('focus'),
      }),
    );
    for (const message of [
      { kind: 'notify', method: 'deltas', params: { seq: 1, deltas: [] } },
      { kind: 'notify', method: 'deltas', params: { seq: 'x', deltas: [] } },
      { kind: 'notify', method: 'deltas' },
      { kind: 'notify', method: 'reset' },
      { kind: 'notify', method: 'focusComposer', params: {} },
      { kind: 'notify', method: 'unheard-of', params: {} },
      { source: 'react-devtools' },
      'text',
      null,
    ]) {
      link.receive(message);
    }
    assert.deepEqual(heard, ['deltas 1', 'reset', 'focus']);
  });

  it('answers a request from the other side instead of leaving it open', async () => {
    const link = connectHost((message) => other.receive(message), handlers());
    const other = new Channel((message) => link.receive(message), {
      request: () => Promise.resolve(undefined),
      notify: () => undefined,
      fault: () => undefined,
    });
    await assert.rejects(other.request('surprise', {}), { name: 'ChannelError' });
  });
});
