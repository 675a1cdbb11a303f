import type { Ability } from './turn';

export interface Keyword {
  /** Lower-case words or phrases that trigger the ability; a blank also stands for `-` or `_`. */
  readonly phrases: readonly string[];
  readonly ability: Ability;
  /** Slash command that is announced to the client; its name must contain one of the phrases. */
  readonly command?: { readonly name: string; readonly description: string; readonly hint?: string };
}

export interface Match {
  readonly keyword: Keyword;
  readonly phrase: string;
  /** What follows the phrase, trimmed, without one leading colon. */
  readonly rest: string;
}

/** The keyword that comes first in the text wins; at the same place the longest phrase does. */
export function matchKeyword(text: string, keywords: readonly Keyword[]): Match | undefined {
  let best: { readonly start: number; readonly match: Match } | undefined;
  for (const keyword of keywords) {
    for (const phrase of keyword.phrases) {
      const found = phrasePattern(phrase).exec(text);
      if (!found || !wins(found.index, phrase, best)) continue;
      const rest = text.slice(found.index + found[0].length).replace(/^[ \t]*:?\s*/, '');
      best = { start: found.index, match: { keyword, phrase, rest: rest.trimEnd() } };
    }
  }
  return best?.match;
}

function wins(start: number, phrase: string, best: { start: number; match: Match } | undefined): boolean {
  if (!best || start < best.start) return true;
  return start === best.start && phrase.length > best.match.phrase.length;
}

// Whole words only, and no part of a path or file name: "src/plan.md" does not ask for a plan.
function phrasePattern(phrase: string): RegExp {
  const words = phrase.split(' ').join('[\\s_-]+');
  const before = '(?<![\\p{L}\\p{N}_.\\\\-])(?<![\\p{L}\\p{N}_.~:/]/)';
  const after = '(?![\\p{L}\\p{N}_/\\\\]|[.-][\\p{L}\\p{N}])';
  return new RegExp(`${before}${words}${after}`, 'iu');
}
