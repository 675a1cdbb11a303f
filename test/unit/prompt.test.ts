import { deepStrictEqual } from 'node:assert/strict';
import { buildPrompt, type PromptAttachment } from '../../src/extension/chat/prompt';

const file: PromptAttachment = {
  id: 'a1',
  label: 'a b#1.ts',
  detail: '/ws/a b#1.ts',
  uri: 'file:///ws/a%20b%231.ts',
  text: undefined,
  languageId: undefined,
  heading: 'a b#1.ts',
};
const selection: PromptAttachment = {
  ...file,
  id: 'a2',
  text: 'x = 1',
  languageId: 'python',
  heading: 'a.py lines 3-9',
};
const blocks = (text: string, attachments: readonly PromptAttachment[], embedded = false): unknown =>
  buildPrompt(text, attachments, embedded).blocks;

describe('content of a prompt', () => {
  it('sends the text as it was typed', () => {
    deepStrictEqual(buildPrompt(' /cmd\n 🚀 ', [], false), {
      text: ' /cmd\n 🚀 ',
      attachments: [],
      blocks: [{ type: 'text', text: ' /cmd\n 🚀 ' }],
    });
  });

  it('names a whole file by a link, for every agent', () => {
    const link = { type: 'resource_link', uri: file.uri, name: file.label };
    for (const embedded of [false, true])
      deepStrictEqual(blocks('go', [file], embedded), [{ type: 'text', text: 'go' }, link]);
  });

  it('embeds a selection only for an agent that takes embedded resources (B52)', () => {
    deepStrictEqual(blocks('go', [selection], true), [
      { type: 'text', text: 'go' },
      { type: 'resource', resource: { uri: selection.uri, text: 'x = 1', mimeType: 'text/plain' } },
    ]);
    deepStrictEqual(blocks('go', [selection]), [
      { type: 'text', text: 'go' },
      { type: 'text', text: 'a.py lines 3-9:\n```python\nx = 1\n```' },
    ]);
  });

  it('quotes text that has fences of its own in a longer one (B108)', () => {
    const quoted = (text: string): unknown => blocks('', [{ ...selection, text, languageId: undefined }]);
    const block = (text: string): unknown => [{ type: 'text', text: `a.py lines 3-9:\n${text}` }];
    deepStrictEqual(quoted('a ``` b\n````\n'), block('`````\na ``` b\n````\n`````'));
    deepStrictEqual(quoted('no ticks'), block('```\nno ticks\n```'));
    deepStrictEqual(quoted(''), block('```\n\n```'));
  });

  it('sends attachments without any text', () => {
    deepStrictEqual(blocks('', [file]), [{ type: 'resource_link', uri: file.uri, name: file.label }]);
  });

  it('sends an image as it is, with or without text (B52)', () => {
    const image = { mimeType: 'image/png', data: 'AAAA', thumbnail: 'data:image/webp;base64,AAAA', size: 3 };
    const block = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    const prompt = buildPrompt('look', [{ ...file, uri: '', image }], false);
    deepStrictEqual(prompt.blocks, [{ type: 'text', text: 'look' }, block]);
    deepStrictEqual(prompt.attachments, [{ id: 'a1', label: file.label, detail: file.detail, image }]);
    deepStrictEqual(blocks('', [{ ...file, uri: '', image }]), [block]);
  });

  it('keeps attachments in order and shows no more of them than label and detail', () => {
    deepStrictEqual(buildPrompt('go', [selection, file], true).attachments, [
      { id: 'a2', label: file.label, detail: file.detail },
      { id: 'a1', label: file.label, detail: file.detail },
    ]);
  });
});
