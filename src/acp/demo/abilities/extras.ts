import { pathToFileURL } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { absolutePath } from '../arguments';
import type { Ability } from '../turn';
import { DEMO_PICTURE } from './picture';

export const image: Ability = async (turn) => {
  const file = absolutePath(turn.context.cwd, 'README.md');
  await turn.say('A small picture, and a link to a file:\n\n');
  await turn.sayBlock({ type: 'image', mimeType: 'image/png', data: DEMO_PICTURE });
  await turn.sayBlock({
    type: 'resource_link',
    uri: pathToFileURL(file).href,
    name: 'README.md',
    mimeType: 'text/markdown',
    description: 'The read-me of this folder, if it has one',
  });
  return 'end_turn';
};

export const notice: Ability = async (turn) => {
  if (!turn.context.capabilities.session?.notices) {
    await turn.say('I cannot send notices here: this client does not offer `session.notices`.');
    return 'end_turn';
  }
  await turn.update({
    sessionUpdate: 'notice',
    severity: 'info',
    title: 'A notice',
    description: 'All is well.',
  });
  await turn.update({
    sessionUpdate: 'notice',
    severity: 'warning',
    title: 'A warning',
    description: 'The demo quota is almost used up (it is not real).',
  });
  await turn.update({ sessionUpdate: 'notice', severity: 'error', title: 'An error without a description' });
  await turn.say('I sent three notices: information, a warning and an error.');
  return 'end_turn';
};

export const usage: Ability = async (turn) => {
  await turn.update({ sessionUpdate: 'usage_update', used: 12_000, size: 200_000 });
  await turn.pace();
  const cost = { amount: 0.42, currency: 'USD' };
  await turn.update({ sessionUpdate: 'usage_update', used: 53_000, size: 200_000, cost });
  await turn.say('I pretend to have used 53,000 of 200,000 tokens, for 0.42 USD.');
  return 'end_turn';
};

/** Lists the content blocks of the prompt. */
export const attachments: Ability = async (turn) => {
  const blocks = turn.context.prompt;
  const lines = blocks.map((block, index) => `${index + 1}. ${describeBlock(block)}`);
  const count = `${blocks.length} content ${blocks.length === 1 ? 'block' : 'blocks'}`;
  await turn.say(`I received ${count}:\n\n${lines.join('\n')}\n`);
  return 'end_turn';
};

function describeBlock(block: ContentBlock): string {
  const uri = block.type === 'resource' ? block.resource.uri : 'uri' in block ? block.uri : undefined;
  if (block.type === 'image' || block.type === 'audio') {
    const bytes = Buffer.from(block.data, 'base64').length;
    return [block.type, ...(uri ? [uri] : []), block.mimeType, `${bytes} bytes`].join(' · ');
  }
  const begin = contentOf(block).slice(0, 40).replace(/\s+/g, ' ');
  return [block.type, ...(uri ? [uri] : []), ...(begin === '' ? [] : [`"${begin}"`])].join(' · ');
}

function contentOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return block.data;
    case 'resource_link':
      return block.name;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : block.resource.blob;
  }
}
