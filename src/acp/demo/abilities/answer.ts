import type { Ability } from '../turn';

const ANSWER = `Hi! I am the demo agent of ACP Workbench. I am a small program on your machine: no account, no key, \
no network. I cannot reason about your code, but I use every part of the protocol, so you can see what a real \
agent will look like here.

Put one of these words in your message:

- **tour** - a short tour of the most useful things
- **plan**, **think**, **markdown** - a plan, thoughts, rich text
- **read** \`FILE\`, **edit** \`FILE\`, **new file** \`NAME\`, **several edits** - files, with your review
- **run** \`COMMAND\` - a command in a terminal
- **permission**, **choices**, **question** - things I have to ask you
- **image**, **notice**, **usage**, **attachments**, **echo** \`TEXT\` - small extras
- **long**, **slow** - long answers; stop them whenever you like
- **fail**, **refuse**, **crash**, **max tokens**, **nothing**, **noise**, **unknown** - how trouble looks

Try **tour** first.
`;

export const answer: Ability = async (turn) => {
  await turn.stream(ANSWER);
  return 'end_turn';
};
