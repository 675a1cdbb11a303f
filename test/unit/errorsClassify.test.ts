import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { english, type AgentErrorTag } from '../../src/acp/errors';
import type { AuthMethod } from '../../src/acp/login';
import { classifyRequestError } from '../../src/acp/errors/classify';
import { installTrouble } from '../../src/acp/errors/install';

type Case = readonly [message: string, code?: number, data?: unknown, method?: string];

/** Answers as agents, and the services behind them, give them. */
const answers: Partial<Record<AgentErrorTag, readonly Case[]>> = {
  'auth-required': [
    ['Authentication required', -32000],
    ['anything', -32000],
    ['Invalid API key · Please run /login', -32603],
    [
      'Internal error: API Error: 401 {"type":"error","error":{"type":"authentication_error","message":"OAuth token has expired. Please obtain a new token or refresh your existing token."}} · Please run /login',
    ],
    ['Internal error', -32603, { details: 'Invalid OAuth token. The provided token was not found' }],
    ['Incorrect API key provided: sk-****', -32603],
    ['Internal error', -32603, 'unexpected status 401 Unauthorized: Missing bearer'],
    ['Error code: 401 - {"error": {"code": "invalid_api_key"}}'],
    ['Your access token could not be refreshed. Please log out and sign in again.'],
    ['API key not valid. Please pass a valid API key.', 400],
    ['Request had invalid authentication credentials', 401],
    ['failed', -32603, { error: { code: 401, status: 'UNAUTHENTICATED' } }],
    ['Gemini API key is missing or not configured.', -32603],
    ['Please set an Auth method in your settings.json', -32603],
    ['Bad credentials', -32603],
    ['No authentication information found.', -32603],
    ['Not authenticated: NotSignedIn', -32603],
    ['You are not logged in.', -32603],
    ['Login required', -32603],
    ['x', -32603, { statusCode: 401 }],
    ['auggie does not currently support authenticating over ACP', -32000, undefined, 'session/new'],
  ],
  'usage-limit': [
    ['429 Too Many Requests', -32603],
    ['x', 429],
    ['Internal error', -32603, { details: 'exceeded retry limit, last status: 429 Too Many Requests' }],
    ['Claude AI usage limit reached|1760018400'],
    ['You’ve hit your limit · resets 3pm (Europe/Berlin)'],
    ['5-hour limit reached ∙ resets 3pm'],
    ["You've hit your usage limit. Upgrade to Pro or try again in 4 days 3 hours."],
    ['Rate limit reached for gpt-5 on tokens per min (TPM). Please try again in 35.883s. Visit x'],
    ['You exceeded your current quota, please check your plan and billing details.'],
    ['Resource has been exhausted (e.g. check quota).'],
    ['Your credit balance is too low to access the Anthropic API.'],
    ['x', -32603, { type: 'insufficient_quota' }],
    ['Overloaded', -32603],
    ['API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}'],
    ['The model is overloaded. Please try again later.', 503],
    ['rate limited', -32000],
  ],
  'session-not-found': [
    ['Resource not found', -32002, { sessionId: 'nope' }],
    ['Resource not found', -32002],
    ['Session 01a22900-9672-7292-9fa1-174fbb7f61b9 not found', -32602],
    ['Session nope not found', -32602, { sessionId: 'nope' }],
    ['Session not found: nope', -32602],
    ['Internal error', -32603, { details: 'Session not found: nope' }],
    ['Internal error', -32603, { details: 'unknown session: nope' }],
    ['Internal error', -32603, { details: 'Unknown ACP sessionId: nope' }],
    ['Invalid params', -32602, 'Unknown sessionId: nope'],
    ['Invalid params: Unknown session identifier', -32602, { sessionId: 'nope' }],
    ['Invalid params: session not found: ses_dd', -32602, { sessionId: 'ses_dd' }],
    ['Internal error', -32603, { details: 'no rollout found for thread id 0000' }, 'session/load'],
    ['Internal error', -32603, { details: 'Invalid session identifier "0".\n Searched' }, 'session/load'],
    ['Resource not found: session:0', -32002, { uri: 'session:0' }, 'session/load'],
    ['Internal error: OpenCode service failure', -32603, { service: 'session' }, 'session/load'],
    ['No conversation found with session ID: x', -32603, undefined, 'session/resume'],
  ],
  'session-busy': [
    ['Already processing a prompt'],
    ['Invalid request', -32600, { details: 'This session is still working on the previous prompt.' }],
    ['Session is busy'],
    ['A turn is already in progress'],
  ],
  'turn-inactive': [
    ['No active turn'],
    ['no prompt in progress'],
    ['The turn has no effect: turn is already finished'],
  ],
  'content-unsupported': [
    ['Image input is not supported by this model'],
    ['Invalid params', -32602, 'This agent does not support embedded images'],
    ['Unsupported content type: audio'],
  ],
  'method-not-found': [
    ['"Method not found": session/list', -32601, { method: 'session/list' }, 'session/list'],
    ['Method not found', -32601, 'session/set_model', 'session/set_model'],
  ],
  'capability-missing': [['Loading sessions is not supported', -32603, undefined, 'session/load']],
  cancelled: [['Request cancelled', -32800], ['cancelled by the user'], ['The request was canceled.']],
  'auth-failed': [
    ['Invalid params: Unsupported auth method: no-such', -32602, undefined, 'authenticate'],
    ['Authentication required', -32000, undefined, 'authenticate'],
  ],
  'request-failed': [
    ['Internal error'],
    ['terminated', 500],
    ['Internal error: The socket connection was closed unexpectedly.'],
    ['Internal error: Connection reset by server', -32603, { service: 'session', errorName: 'APIError' }],
    ['Invalid params: Invalid Mode: no-such-mode', -32602, undefined, 'session/set_mode'],
    ['Internal error', -32603, { details: 'Directory does not exist: /x' }, 'session/new'],
    ['Resource not found', -32002, undefined, 'session/new'],
    ['Resource not found: file:///a/b', -32002, { uri: 'file:///a/b' }],
    ['EDQUOT: disk quota exceeded'],
    ['Maximum context length reached'],
    ['Token limit reached'],
    ['The operation was aborted'],
    ['Error in line 401 of the file'],
    ['Invalid session mode'],
    ['partOrString cannot be an empty array', 500],
  ],
};

describe('what an error answer means', () => {
  for (const [tag, cases] of Object.entries(answers)) {
    for (const [message, code = -32603, data, method = 'session/prompt'] of cases) {
      it(`${tag}: ${String(code)} ${message.slice(0, 60)} ${JSON.stringify(data ?? '').slice(0, 50)}`, () => {
        strictEqual(classifyRequestError(method, code, message, data).tag, tag);
      });
    }
  }

  const limit = (message: string, data?: unknown): string | undefined =>
    classifyRequestError('session/prompt', 429, message, data).retryTime;

  for (const [message, time, data] of [
    ['You’ve hit your limit · resets 3pm (Europe/Berlin)', '3pm (Europe/Berlin)'],
    ["You've hit your usage limit. Try again in 4 days 3 hours.", 'in 4 days 3 hours'],
    ['usage limit. Please try again at Nov 9th, 2026 5:08 PM.', 'at Nov 9th, 2026 5:08 PM'],
    ['Rate limit. Please try again in 35.883s. Visit x', 'in 35.883s'],
    ['Claude AI usage limit reached|1760018400', '2025-10-09 14:00 UTC'],
    ['The usage limit has been reached', 'in 13872 s', { resets_at: 1777936568, resets_in_seconds: 13872 }],
    ['The usage limit has been reached', '2026-05-04 23:16 UTC', { resets_at: 1777936568 }],
    ['x', 'in 20 s', { headers: { 'retry-after': '20' } }],
    ['x', 'in 43s', { details: '{"retryDelay":"43s"}' }],
    ['Too many requests. Please try again later.', undefined],
  ] as const) {
    it(`keeps when to try again: ${time ?? 'no time'}`, () => {
      strictEqual(limit(message, data), time);
      if (time === undefined) return;
      const { remedy } = classifyRequestError('session/prompt', 429, message, data);
      ok(english(remedy).includes(time));
    });
  }

  it('shows the data in place of a message that says nothing', () => {
    const error = classifyRequestError('session/prompt', -32603, 'Internal error', {
      details: 'no luck\nat x',
    });
    strictEqual(error.message, 'The agent reported an error: no luck');
    strictEqual(
      error.details,
      'Request\nsession/prompt (code -32603)\n\nDetails\nInternal error\nno luck\nat x',
    );
  });

  it('shows message and data side by side, as text, as details or as they are', () => {
    for (const [data, shown] of [
      ['plain', /\nplain$/],
      [{ details: 'the details' }, /\nthe details$/],
      [{ kind: 'odd' }, /"kind": "odd"/],
      [null, /\(code 7\)$/],
      [{}, /\(code 7\)$/],
    ] as const) {
      const error = classifyRequestError('x', 7, 'No luck', data);
      strictEqual(error.message, 'The agent reported an error: No luck');
      match(error.details ?? '', shown);
    }
  });

  it('cuts a long message in the title and keeps it in the details', () => {
    const long = `${'word '.repeat(2000)}end`;
    const error = classifyRequestError('session/prompt', 1, long, undefined);
    ok(error.message.length < 400);
    ok((error.details ?? '').length > 7000);
  });

  it('is quick on whatever an agent sends', () => {
    const nasty = [
      'session '.repeat(100_000),
      'a'.repeat(1_000_000),
      '"retryDelay"'.repeat(50_000),
      'try again in '.repeat(50_000),
    ];
    // Of the processor: a computer under load takes longer, but does not work more.
    const begin = process.cpuUsage();
    for (const text of nasty) classifyRequestError('session/prompt', 429, text, { text });
    ok(process.cpuUsage(begin).user < 1_000_000);
  });

  it('offers every login of the agent, when one is needed and when one failed', () => {
    const logins: readonly AuthMethod[] = [
      { id: 'a', name: 'Browser', type: 'terminal', command: undefined, args: ['login'], env: {} },
      { id: 'b', name: 'Account', type: 'agent' },
      { id: 'c', name: 'Key', type: 'env_var', variables: [] },
    ];
    const answers = ['session/new', 'authenticate'].map((method) =>
      classifyRequestError(method, -32000, 'Log in', undefined, logins),
    );
    deepStrictEqual(
      answers.map(({ tag }) => tag),
      ['auth-required', 'auth-failed'],
    );
    for (const error of answers) deepStrictEqual(error.logins, logins);
  });
});

describe('what a package runner says', () => {
  for (const line of [
    'npm error code ETARGET',
    'npm ERR! code E404',
    'npm error network request to https://registry.npmjs.org/x failed',
    ' ERR_PNPM_FETCH_404  GET https://registry/x: Not Found',
    'error Couldn\'t find package "x" on the "npm" registry.',
    'error: GET https://registry.npmjs.org/x - 404',
    'ERROR: No matching distribution found for x',
  ]) {
    it(`is the reason of a failed installation: ${line}`, () => {
      strictEqual(installTrouble(`before\n${line}\nafter`), line.trim());
    });
  }

  it('is not mistaken in what a program says', () => {
    for (const text of [
      '',
      'fatal: no licence',
      'npm warn deprecated x',
      'npm error code ELIFECYCLE',
      'error: x',
    ])
      strictEqual(installTrouble(text), undefined);
  });
});
