import './support/dom';
import assert from 'node:assert/strict';
import { snapshot, status } from './support/builders';
import { UnfitImage, type Fit } from '../../src/webview/imageFit';
import { openPanel, press, type, type Panel } from './support/panel';
import { until } from './support/wait';

const thumbnail = 'data:image/webp;base64,AAAA';
const png = (name = 'image.png'): File => new File(['bytes'], name, { type: 'image/png' });
const fitted: Fit = async (file) => ({ data: btoa(await file.text()), thumbnail });

const attached = (id: string, label: string) => ({
  id,
  label,
  detail: label,
  image: { thumbnail, size: 123 * 1024 },
});

/** What a paste or a drop brings. */
function carrying(name: 'paste' | 'drop' | 'dragover', files: readonly File[], text = ''): Event {
  const event = new Event(name, { bubbles: true, cancelable: true });
  const data = { files, types: files.length > 0 ? ['Files'] : ['text/plain'], getData: () => text };
  Object.defineProperty(event, name === 'paste' ? 'clipboardData' : 'dataTransfer', { value: data });
  return event;
}

describe('images in the composer', () => {
  let panel: Panel;
  const box = (): HTMLTextAreaElement => panel.find('composer') as HTMLTextAreaElement;
  const uploads = (): Panel['requests'] => panel.requests.filter(({ method }) => method === 'attachImage');
  const prompts = (): unknown[] =>
    panel.requests.filter(({ method }) => method === 'prompt').map(({ params }) => params);
  const notice = (): string => panel.all('image-notice')[0]?.textContent ?? '';
  const notified = (): unknown[] => panel.sent.map(({ method, params }) => [method, params]);

  async function open(over: Parameters<typeof status>[0] = {}, fit: Fit = fitted): Promise<void> {
    panel = await openPanel(snapshot({ status: status(over) }), 0, fit);
  }
  function paste(files: readonly File[], text = ''): Event {
    const event = carrying('paste', files, text);
    box().dispatchEvent(event);
    return event;
  }
  async function taken(count: number): Promise<void> {
    await until(() => uploads().length === count, `${count} uploads`);
    const { id } = uploads().at(-1) ?? { id: -1 };
    panel.receive({ kind: 'reply', id, result: {} });
  }

  afterEach(() => panel.close());

  it('sends a pasted image to the host once, and says that it is being added (B52)', async () => {
    await open();
    assert.equal(paste([png()]).defaultPrevented, true);
    await until(() => panel.all('adding-image')[0], 'the sign that it is being added');
    await taken(1);
    await until(() => panel.all('adding-image').length === 0, 'the end of adding');
    assert.deepEqual(
      uploads().map(({ params }) => params),
      [{ name: 'image.png', data: btoa('bytes'), thumbnail, asFile: false }],
    );
  });

  it('takes several dropped images, in order (B52)', async () => {
    await open();
    const over = carrying('dragover', [png()]);
    box().dispatchEvent(over);
    assert.equal(over.defaultPrevented, true);
    await until(() => panel.root.querySelector('.dropping'), 'the place to drop');
    const drop = carrying('drop', [png('a.png'), png('b.png')]);
    box().dispatchEvent(drop);
    assert.equal(drop.defaultPrevented, true);
    await taken(1);
    await taken(2);
    assert.deepEqual(
      uploads().map(({ params }) => (params as { name: string }).name),
      ['a.png', 'b.png'],
    );
    assert.equal(panel.root.querySelector('.dropping'), null);
  });

  it('leaves text to the text box, also where a picture of it comes along', async () => {
    await open();
    assert.equal(paste([], 'hello').defaultPrevented, false);
    assert.equal(paste([png()], 'a\tb\nc\td').defaultPrevented, false);
    const drop = carrying('drop', []);
    box().dispatchEvent(drop);
    assert.equal(drop.defaultPrevented, false);
    assert.equal(paste([png('shot.png')], 'shot.png').defaultPrevented, true);
    await taken(1);
  });

  it('shows name, size and thumbnail, and removes with a named button', async () => {
    await open({ attachments: [attached('a1', 'shot.png')] });
    const chip = panel.find('attachment');
    assert.equal(chip.textContent, 'shot.png123 KB');
    assert.equal(chip.querySelector('img')?.src, thumbnail);
    const remove = chip.querySelector('button');
    assert.ok(remove !== null);
    assert.equal(remove.getAttribute('aria-label'), 'Remove attachment shot.png');
    remove.click();
    assert.deepEqual(notified(), [['removeAttachment', { id: 'a1' }]]);
  });

  it('draws nothing but a small image as a thumbnail', async () => {
    const odd = { thumbnail: 'https://elsewhere.test/x.png', size: 1 };
    await open({ attachments: [{ ...attached('a1', 'x.png'), image: odd }] });
    assert.equal(panel.find('attachment').querySelector('img'), null);
  });

  it('sends an image without any text, with Enter and with the button (B52)', async () => {
    await open({ attachments: [attached('a1', 'shot.png')] });
    assert.equal(panel.find('send').hasAttribute('disabled'), false);
    press(box(), 'Enter');
    assert.deepEqual(prompts(), [{ text: '' }]);
  });

  it('sends no prompt without text for a file alone', async () => {
    await open({ attachments: [{ id: 'a', label: 'x.ts', detail: '/x.ts' }] });
    press(box(), 'Enter');
    assert.deepEqual(prompts(), []);
  });

  it('waits with Enter until what was just pasted is with the host', async () => {
    await open();
    type(box(), 'look');
    await panel.drawn();
    paste([png()]);
    press(box(), 'Enter');
    await until(() => uploads().length === 1, 'the upload');
    assert.deepEqual(prompts(), []);
    await taken(1);
    await until(() => prompts().length === 1, 'the prompt');
  });

  it('does not send without the image that was just refused', async () => {
    await open({}, () => Promise.reject(new UnfitImage('kind')));
    type(box(), 'look');
    await panel.drawn();
    paste([png('drawing.svg')]);
    press(box(), 'Enter');
    await until(() => notice() !== '', 'the notice');
    await panel.drawn();
    assert.match(notice(), /drawing\.svg is not a PNG, JPEG, GIF or WebP image\./);
    assert.deepEqual([prompts(), uploads()], [[], []]);
    panel.find('image-notice').querySelector<HTMLElement>('.small-button')?.click();
    await until(() => notice() === '', 'its end');
  });

  it('refuses at once where the agent takes none, and offers files (B52)', async () => {
    await open({ takesImages: false, agent: { id: 'x', name: 'Blind', state: 'ready' } });
    paste([png('a.png'), png('b.png')]);
    await until(() => notice() !== '', 'the notice');
    await panel.drawn();
    assert.match(notice(), /Blind does not take images\./);
    assert.equal(panel.find('image-notice').getAttribute('role'), 'alert');
    assert.deepEqual(uploads(), []);
    panel.find('image-as-file').click();
    await taken(1);
    await taken(2);
    await until(() => notice() === '', 'the end of the notice');
    assert.deepEqual(
      uploads().map(({ params }) => (params as { asFile: boolean }).asFile),
      [true, true],
    );
  });

  it('forgets what was refused when the notice is closed', async () => {
    await open({ takesImages: false });
    paste([png()]);
    await until(() => notice() !== '', 'the notice');
    panel.find('image-notice').querySelector<HTMLElement>('.small-button')?.click();
    await until(() => notice() === '', 'its end');
    assert.deepEqual(uploads(), []);
  });

  it('offers files for images that were attached before the agent said no (B52)', async () => {
    await open({ attachments: [attached('a1', 'shot.png')] });
    assert.equal(notice(), '');
    panel.deltas({
      kind: 'status',
      status: status({ attachments: [attached('a1', 'shot.png')], takesImages: false }),
    });
    await until(() => notice() !== '', 'the notice');
    panel.find('image-as-file').click();
    assert.deepEqual(notified(), [['imagesToFiles', {}]]);
  });

  it('says why the host refused an image', async () => {
    await open();
    paste([png()]);
    await until(() => uploads().length === 1, 'the upload');
    panel.receive({ kind: 'failure', id: uploads()[0]?.id ?? -1, message: 'No space left.' });
    await until(() => notice() !== '', 'the notice');
    assert.match(notice(), /image\.png could not be attached: No space left\./);
  });

  it('opens a sent image with a click on its thumbnail', async () => {
    panel = await openPanel(
      snapshot({
        entries: [{ kind: 'user', id: 'e1', text: '', attachments: [attached('a7', 'shot.png')] }],
      }),
    );
    const button = panel.find('sent-image');
    assert.equal(button.getAttribute('aria-label'), 'Open image shot.png');
    button.click();
    assert.deepEqual(notified(), [['openImage', { id: 'a7' }]]);
  });

  it('shows a queued image, and names it where there is no text', async () => {
    await open({ busy: true, queue: [{ id: 'q', text: '', attachments: [attached('a1', 'shot.png')] }] });
    assert.match(panel.find('queued').textContent, /shot\.png/);
    assert.equal(panel.find('queued').querySelector('img')?.src, thumbnail);
  });
});
