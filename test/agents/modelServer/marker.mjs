// What the model says is written in the prompt itself, so that tests need no state in the server:
//
//   [[script steps=read,edit,report dir=/abs/dir file=notes.txt cmd=echo_hi delay=20 chunks=5 ask=1]]
//
// One step is played per model request.
//
//   read write edit shell   a short text and one call of the best matching tool that the agent offers
//   report                  the last tool result, repeated as text (ends the turn)
//   text                    a short text (ends the turn)
//   slow                    a text of `chunks` pieces, `delay` ms apart (ends the turn)
//
// `_` in cmd is a blank. ask=1 makes a codex command ask for escalation, which brings a permission request.
// After the last step the text is "All done."; a prompt without a marker is answered "ok".

const pattern = /\[\[script\s+([^\]]*)\]\]/g;
const defaults = { steps: ['text'], dir: '/', file: 'notes.txt', cmd: 'echo hi', delay: 20, chunks: 5 };

const readers = {
  steps: (value) => value.split(',').filter(Boolean),
  cmd: (value) => value.replaceAll('_', ' '),
  delay: Number,
  chunks: Number,
};

/** The script in the last marker of a text, if there is one. */
export function parseMarker(text) {
  const found = [...text.matchAll(pattern)].at(-1);
  if (found === undefined) return undefined;
  const given = found[1]
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
    .map(([key, value]) => [key, Object.hasOwn(readers, key) ? readers[key](value) : value]);
  return { ...defaults, ...Object.fromEntries(given) };
}
