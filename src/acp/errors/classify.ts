import type { AgentError } from '../errors';
import type { AuthMethod } from '../login';
import { rpcCode } from '../rpcError';
import { readAnswer, retryTimeOf, type ReadAnswer } from './answer';
import * as made from './requests';

type Make = (answer: ReadAnswer, methods: readonly AuthMethod[]) => AgentError;

/** Applies when the method, if one is named, and any of codes, HTTP statuses and words fit. */
interface Rule {
  readonly make: Make;
  readonly method?: RegExp;
  readonly codes?: readonly number[];
  readonly statuses?: readonly number[];
  readonly words?: readonly RegExp[];
  /** Words with which the rule does not apply after all. */
  readonly unless?: RegExp;
}

/** Requests about a session that exists. */
const IN_SESSION = /^session\/(?!new$|list$)/;
const BRINGS_BACK = /^session\/(load|resume)$/;

/** The first rule that applies counts. Words were seen in agents and in the services behind them. */
const RULES: readonly Rule[] = [
  {
    make: made.requestCancelled,
    codes: [rpcCode.cancelled],
    words: [
      /^(?:the )?(?:request|prompt|turn|operation)?(?: was| has been)? ?cancell?ed(?: by (?:the )?user)?\.?$/i,
    ],
  },
  { make: made.authFailed, method: /^authenticate$/, words: [/^/] },
  {
    make: made.authRequired,
    statuses: [401],
    words: [
      // Anthropic
      /\bplease run \/login\b/i,
      /\b(?:invalid|incorrect|expired|revoked) (?:x-)?api[ _-]?key\b/i,
      /\boauth (?:access )?token (?:has |is |was )?(?:been )?(?:expired|invalid|revoked)/i,
      /\binvalid (?:oauth|bearer|access|auth(?:entication|orization)?) (?:token|header|credentials?)\b/i,
      /\bauthentication_error\b/,
      // OpenAI
      /\binvalid_api_key\b/,
      /\bcodex login\b/i,
      /\b(?:access|refresh|session|id) ?token (?:could not be refreshed|(?:has |is |was )?(?:been )?(?:expired|invalid|revoked))/i,
      // Google
      /\bAPI key (?:not valid|expired)/i,
      /\bAPI_KEY_INVALID\b/,
      /\bUNAUTHENTICATED\b/,
      /\bset an auth method\b/i,
      // GitHub
      /\bbad credentials\b/i,
      /\bno authentication information found\b/i,
      /\bnot ?(?:authenticated|signed ?in|logged ?in|authori[sz]ed to use)\b/i,
      // Anyone
      /\bno longer (?:logged|signed) in\b/i,
      /\b(?:authentication|authorization|login|log-in|sign-in) (?:is )?(?:required|needed)\b/i,
      /\b(?:please|must|need to|have to|to) (?:log|sign) ?in\b/i,
      /\b(?:log|sign) in again\b/i,
      /\b(?:missing|no) (?:valid )?(?:api key|credentials|access token)\b/i,
      /\b(?:api[ _-]?key|credentials|access token) (?:is |are )?(?:missing|required|not (?:set|found|provided|configured))\b/i,
    ],
  },
  {
    make: (answer) => made.overloaded(answer, retryTimeOf(answer)),
    statuses: [503, 529],
    words: [/\boverloaded(?:_error)?\b/i, /\b(?:no|at|over|out of) capacity\b/i],
    unless: /\bquota\b|\busage limit\b/i,
  },
  {
    make: (answer) => made.usageLimit(answer, retryTimeOf(answer)),
    statuses: [402, 429],
    words: [
      /\brate[ _-]?limit/i,
      /\btoo many requests\b/i,
      /\b(?:insufficient_|exceeded (?:your|the) (?:current )?)?quota\b/i,
      /\busage[ _]limit/i,
      /\b(?:hour|daily|weekly|monthly|session|spending|message|request|credit|account|plan)s? limit (?:has been |was )?(?:reached|exceeded|hit)\b/i,
      /\b(?:hit|reached|exceeded) your (?:\w+ ){0,2}limit\b/i,
      /\bRESOURCE_EXHAUSTED\b|\bresource (?:has been )?exhausted\b/i,
      /\bcredit balance is too low\b|\b(?:insufficient|out of|no (?:more|remaining)) (?:credits?|funds|balance)\b/i,
      /\bpayment required\b/i,
    ],
    unless: /\bdisk quota\b/i,
  },
  {
    make: made.turnInactive,
    words: [
      /\bno (?:active|running|current) (?:turn|prompt|request|generation)\b/i,
      /\bno (?:turn|prompt) (?:is )?(?:in progress|running|active)\b/i,
      /\b(?:turn|prompt) (?:is )?(?:not active|inactive|already (?:over|ended|finished|completed?))\b/i,
      /\bnot (?:currently )?(?:processing|running) (?:a|any) (?:turn|prompt)\b/i,
    ],
  },
  {
    make: made.sessionBusy,
    words: [
      /\balready (?:processing|running|working|handling|in progress|has an active (?:turn|prompt))\b/i,
      /\bsession (?:is )?(?:currently )?(?:busy|locked|in use)\b/i,
      /\b(?:prompt|turn) (?:is )?(?:already |still )?(?:in progress|running)\b/i,
      /\bstill (?:working on|processing|running|busy)\b/i,
      /\banother (?:prompt|turn|request) is\b/i,
    ],
  },
  {
    make: (answer) => made.contentUnsupported(answer.message, answer.details),
    method: /^session\/prompt$/,
    words: [
      /\b(?:image|audio|video|resource|content|attachment|media|file)s?(?: \w+){0,3} (?:is|are)(?: currently)? (?:not supported|unsupported)\b/i,
      /\b(?:not|n['’]t) (?:currently )?(?:support|accept|process|handle) (?:\w+ ){0,3}(?:image|audio|video|resource|attachment|media)s?\b/i,
      /\bunsupported (?:content|media|image|audio|mime|attachment|file)[ _-]?(?:block|type|format|kind)\b/i,
    ],
  },
  {
    make: made.sessionNotFound,
    method: IN_SESSION,
    words: [
      /\bsession(?:[ _]?id(?:entifier)?)?:? ?["'“]?[\w.:-]{0,100}["'”]? ?(?:was |is |could )?not (?:be )?found\b/i,
      /\b(?:unknown|invalid|no such|expired) (?:acp )?session(?:[ _]?id(?:entifier)?)?\b(?! (?:token|cookie|key|mode|config))/i,
      /\bsession .{0,100}(?:does not|doesn['’]t|no longer) exists?\b/i,
      /\bno (?:rollout|conversation|session|thread) found (?:for|with)\b/i,
      /\b(?:thread|conversation) .{0,100}not found\b/i,
    ],
  },
  // opencode and kilo say no more than this of a session that they do not have.
  { make: made.sessionNotFound, method: BRINGS_BACK, words: [/\bOpenCode service failure\b/] },
  {
    make: made.sessionNotFound,
    method: IN_SESSION,
    codes: [rpcCode.notFound],
    unless: /file:\/\/|no such file/i,
  },
  { make: made.methodNotFound, codes: [rpcCode.methodNotFound] },
  {
    make: (answer) => made.capabilityMissing(answer.method, answer.text),
    method: /^session\/(?!new$|prompt$)/,
    words: [/\b(?:not supported|unsupported|not implemented|(?:does not|doesn['’]t) support)\b/i],
  },
  // Last, because -32000 is also what JSON-RPC libraries use for any failure of a server.
  { make: made.authRequired, codes: [rpcCode.authRequired] },
  { make: made.requestFailed, words: [/^/] },
];

/**
 * What an error answer of an agent means. Codes are not enough: agents pass on the words of the service behind them
 * under a code for everything.
 * @param data `error.data`
 */
export function classifyRequestError(
  method: string,
  code: number,
  message: string,
  data: unknown,
  authMethods: readonly AuthMethod[] = [],
): AgentError {
  const answer = readAnswer(method, code, message, data);
  const rule = RULES.find((candidate) => applies(candidate, answer));
  return (rule?.make ?? made.requestFailed)(answer, authMethods);
}

function applies({ method, codes, statuses, words, unless }: Rule, answer: ReadAnswer): boolean {
  if (method?.test(answer.method) === false || unless?.test(answer.text) === true) return false;
  return (
    codes?.includes(answer.code) === true ||
    (answer.status !== undefined && statuses?.includes(answer.status) === true) ||
    words?.some((pattern) => pattern.test(answer.text)) === true
  );
}
