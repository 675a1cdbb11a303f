import type { AvailableCommand } from '@agentclientprotocol/sdk';
import { choices, permission, question } from './abilities/ask';
import { edit, newFile } from './abilities/edit';
import { crash, fail, maxTokens, nothing, refuse } from './abilities/endings';
import { attachments, image, notice, usage } from './abilities/extras';
import { login } from './abilities/login';
import { noise, unknown } from './abilities/oddities';
import { ignoreCancel, long, silent, slow } from './abilities/pace';
import { plan } from './abilities/plan';
import { read } from './abilities/read';
import { run } from './abilities/run';
import { severalEdits } from './abilities/severalEdits';
import { tour } from './abilities/tour';
import { echo, markdown, think } from './abilities/writing';
import type { Keyword } from './match';

/** Every word that steers the agent. Of two that match, the one that stands first in the prompt wins. */
export const keywords: readonly Keyword[] = [
  {
    phrases: ['tour', 'show me what you can do'],
    ability: tour,
    command: { name: 'tour', description: 'A short tour: thoughts, a plan, a file, a permission' },
  },
  {
    phrases: ['plan'],
    ability: plan,
    command: { name: 'plan', description: 'Make a plan and work through it' },
  },
  { phrases: ['think'], ability: think, command: { name: 'think', description: 'Think, then answer' } },
  {
    phrases: ['markdown'],
    ability: markdown,
    command: { name: 'markdown', description: 'Stream headings, lists, a table and code' },
  },
  {
    phrases: ['read'],
    ability: read,
    command: { name: 'read', description: 'Read a file through the editor', hint: 'file, line N, limit N' },
  },
  {
    phrases: ['edit', 'propose an edit'],
    ability: edit,
    command: { name: 'edit', description: 'Propose a small change to a file', hint: 'file' },
  },
  {
    phrases: ['new file'],
    ability: newFile,
    command: { name: 'new-file', description: 'Create a file', hint: 'file' },
  },
  {
    phrases: ['several edits'],
    ability: severalEdits,
    command: { name: 'several-edits', description: 'Three changes in two files', hint: 'at once' },
  },
  {
    phrases: ['run', 'run a command'],
    ability: run,
    command: { name: 'run', description: 'Run a command in a terminal', hint: 'command line' },
  },
  {
    phrases: ['permission'],
    ability: permission,
    command: { name: 'permission', description: 'Ask for a permission' },
  },
  {
    phrases: ['choices'],
    ability: choices,
    command: { name: 'choices', description: 'Ask to choose one of four' },
  },
  {
    phrases: ['question', 'form'],
    ability: question,
    command: { name: 'question', description: 'Ask with a form' },
  },
  {
    phrases: ['long'],
    ability: long,
    command: { name: 'long', description: 'A long answer at full speed', hint: 'number of paragraphs' },
  },
  {
    phrases: ['slow'],
    ability: slow,
    command: { name: 'slow', description: 'A slow answer, to be stopped', hint: 'number of pieces' },
  },
  { phrases: ['ignore cancel'], ability: ignoreCancel },
  { phrases: ['silent'], ability: silent },
  { phrases: ['image'], ability: image, command: { name: 'image', description: 'A picture and a link' } },
  { phrases: ['notice'], ability: notice },
  { phrases: ['usage'], ability: usage },
  {
    phrases: ['attachments'],
    ability: attachments,
    command: { name: 'attachments', description: 'List what came with the prompt' },
  },
  {
    phrases: ['echo'],
    ability: echo,
    command: { name: 'echo', description: 'Repeat a text', hint: 'text' },
  },
  {
    phrases: ['login', 'log in'],
    ability: login,
    command: { name: 'login', description: 'Something that needs a login' },
  },
  { phrases: ['fail'], ability: fail },
  { phrases: ['crash'], ability: crash },
  { phrases: ['refuse'], ability: refuse },
  { phrases: ['max tokens'], ability: maxTokens },
  { phrases: ['nothing'], ability: nothing },
  { phrases: ['noise'], ability: noise },
  { phrases: ['unknown'], ability: unknown },
];

export const availableCommands: AvailableCommand[] = keywords.flatMap(({ command }) =>
  command ? [toAvailable(command)] : [],
);

function toAvailable(command: NonNullable<Keyword['command']>): AvailableCommand {
  const { name, description, hint } = command;
  return hint === undefined ? { name, description } : { name, description, input: { hint } };
}
