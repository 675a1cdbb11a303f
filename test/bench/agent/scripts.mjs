// What the agent does when it is prompted. A mark `zz<id>zz` ends what the webview waits for; `t<time>t`
// tells it when a piece was written, `r<time>r` when the prompt arrived.
import { setTimeout as delay } from 'node:timers/promises';
import { oneLine, piece } from './text.mjs';

/** Updates in one round of the mixed stream: a tool call, its result, and a message in the rest. */
const ROUND = 10;

function markOf(id) {
  return `\n\nzz${id}zz\n\n`;
}

/** The n-th update of a stream. */
function step(voice, kind, id, n) {
  if (kind === 'message' || n % ROUND > 1) voice.say(piece(n));
  else if (n % ROUND === 0) {
    voice.tool(`${id}-${n}`, `Read src/part-${n}.ts`, `Read **${n}** lines of \`src/part-${n}.ts\`.`);
  }
}

export const scripts = {
  /** Answers at once with the time at which the prompt arrived. */
  ping({ say, received }, { id }) {
    say(`r${received}r ${markOf(id)}`);
  },

  /** Pieces that carry the time at which they were written; gaps of many lengths, so that they meet every phase of a frame. */
  async stamps({ say }, { id, count }) {
    for (let n = 0; n < count; n++) {
      await delay(30 + ((n * 7) % 23));
      say(`t${Date.now()}t `);
    }
    say(markOf(id));
  },

  /** `count` updates as fast as the reader takes them, or one every `every` milliseconds. */
  async stream(voice, { id, kind, count, from = 0, every }) {
    const begun = performance.now();
    for (let n = 0; n < count; n++) {
      if (every !== undefined) {
        const early = begun + n * every - performance.now();
        if (early > 0) await delay(early);
      }
      step(voice, kind, id, from + n);
    }
    voice.say(markOf(id));
  },

  /** One message of so many bytes, in one chunk. */
  large({ say }, { id, bytes }) {
    say(oneLine(bytes) + markOf(id));
  },
};
