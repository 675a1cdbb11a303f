// Keys and passwords in texts that people get to see, send to others or leave in a log.

const GONE = '…';
/** What is in the name of a variable, parameter or option whose value is nobody's business. */
const WORD =
  '(?:api[_-]?key|access[_-]?key|private[_-]?key|secret|token|passw(?:or)?d|passphrase|credentials?|_key|_pat)';
/** Everything has a bound: an agent may write anything, and it is searched on every line. */
const NAME = String.raw`[\w.-]{0,60}?${WORD}(?![a-z])[\w.-]{0,60}`;
const START = String.raw`(?<![\w.-])`;
const QUOTED = String.raw`"(?:[^"\\]|\\.){0,4000}"`;
/** In quotes, or up to the next space. */
const VALUE = String.raw`(?:${QUOTED}|'[^']{0,4000}'|[^\s"'&,;)}\]]+)`;

const RULES: readonly (readonly [RegExp, string])[] = [
  // Authorization: Bearer xyz, "Cookie": "a=b", -H 'x-api-key: xyz'
  [
    /\b((?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]{0,40}(?:key|token|auth)|api-key)("?'?\s?[:=]\s?"?'?)(?:(?:basic|bearer|token|digest) )?[^\s"',;]+/gi,
    `$1$2${GONE}`,
  ],
  [/\b(bearer|basic) [\w.~+/-]{8,}=*/gi, `$1 ${GONE}`],
  // https://user:password@host
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:"']{0,200}:[^\s/@"']{1,500}@/gi, `$1${GONE}@`],
  // ?token=xyz
  [/([?&](?:[\w.-]{0,40}(?:key|token|secret|password|auth|code|sig|signature))=)[^\s&#"']+/gi, `$1${GONE}`],
  // NAME_KEY=xyz, --api-key=xyz, "apiKey": "xyz", --api-key xyz
  [new RegExp(`${START}(${NAME}=)${VALUE}`, 'gi'), `$1${GONE}`],
  [new RegExp(String.raw`("${NAME}"\s?:\s?)${QUOTED}`, 'gi'), `$1"${GONE}"`],
  [new RegExp(String.raw`${START}(--${NAME} )(?!-)${VALUE}`, 'gi'), `$1${GONE}`],
  // What is a key by its looks: OpenAI, Anthropic, GitHub, Google, Slack, AWS, JSON web tokens
  [
    /\b(?:sk-[\w-]{12,}|gh[opsu]_\w{20,}|github_pat_\w{20,}|AIza[\w-]{30,}|xox[abprs]-[\w-]{10,}|AKIA[A-Z0-9]{16}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g,
    GONE,
  ],
];

/** Characters; shorter ones are words that stand in texts by chance. */
const SHORTEST = 8;

/**
 * Values that are known to be secret, longest first. One list for the whole program: whoever writes a line must not
 * have to be handed it.
 */
let known: readonly string[] = [];

/** From now on this value is hidden wherever it turns up, whatever stands before it. */
export function keepSecret(value: string): void {
  if (value.length < SHORTEST || known.includes(value)) return;
  known = [...known, value].sort((a, b) => b.length - a.length);
}

/** The text without the keys, passwords and tokens in it. */
export function redact(text: string): string {
  let result = text;
  for (const value of known) result = result.replaceAll(value, GONE);
  for (const [pattern, replacement] of RULES) result = result.replace(pattern, replacement);
  return result;
}
