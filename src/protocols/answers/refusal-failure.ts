import type { AttemptFailure, FailureClass } from '../../catalogue/failure-class.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { readUpstreamRefusal } from './upstream-refusal.ts';

/** A refusal: its head, and as much of its body as was read. */
export interface RefusedAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How much of a refusal is parsed, bytes. */
const wordsBytesMax = 65_536;

/** Failures that an upstream reports before it has begun to work. */
const notBegun: ReadonlySet<FailureClass> = new Set([
  'rate_limited',
  'overloaded',
  'account_exhausted',
  'credential_rejected',
  'model_gone',
  'context_too_long',
]);

/**
 * Why an upstream refused a request that another upstream may accept. `null`: the request is at fault, and every other
 * upstream would refuse it too.
 *
 * The text of a refusal may quote the caller: it counts only by its beginning, and only with the status it belongs to.
 * A refusal may also depend on the request: on how much of the account's credit it needs, on a tool or file that it
 * names, on the endpoint. Such a refusal is `isOfRequest`: a caller who provokes it on purpose does not take the target
 * away from others. Without a code that is known to be about the credential or the account, it may be such a refusal in
 * words that are not known here: `isInWordsOnly`.
 */
export function refusalFailure(answer: RefusedAnswer): AttemptFailure | null {
  const refusal = refusalOf(answer);
  if (refusal === null) return null;
  const ran = notBegun.has(refusal.class) ? 'no' : 'unknown';
  return { ...refusal, retryAfterMs: askedWaitMs(answer.headers), ran };
}

type Refusal = Pick<AttemptFailure, 'class' | 'isOfRequest' | 'isInWordsOnly'>;

function refusalOf({ status, body }: RefusedAnswer): Refusal | null {
  switch (status) {
    case 400:
      return faultOf400(wordsOf(body));
    case 401:
      return faultOf401(wordsOf(body));
    case 402:
      return faultOf402(wordsOf(body));
    case 403:
      return faultOf403(wordsOf(body));
    case 404:
    case 410:
      return isWithoutModel(wordsOf(body)) ? { class: 'model_gone' } : null;
    case 429:
      return faultOf429(wordsOf(body));
    case 425:
    case 503:
    case 529:
      return { class: 'overloaded' };
    case 501:
    case 505:
      return null;
    default:
      return status >= 500 || status === 408 ? { class: 'server_error' } : null;
  }
}

function ofRequest(of: FailureClass): Refusal {
  return { class: of, isOfRequest: true };
}

/** About the credential or the account: surely only by a code. */
function byCode(words: Words | null, of: FailureClass, codes: ReadonlySet<string>): Refusal {
  return hasCode(words, codes) ? { class: of } : { class: of, isInWordsOnly: true };
}

interface Words {
  /** Codes or kinds of the error, for programs, in small letters; empty: none. */
  readonly codes: readonly string[];
  /** The beginning of its message, in small letters. */
  readonly message: string;
  /** It names the member of the request that is at fault. */
  readonly isOfMember: boolean;
  /** It has the shape of Anthropic's errors. */
  readonly isOfAnthropic: boolean;
}

function exhausted(words: Words | null): Refusal {
  return byCode(words, 'account_exhausted', exhaustedCodes);
}

function rejected(words: Words | null): Refusal {
  return byCode(words, 'credential_rejected', refusedCodes);
}

/** Among upstreams that report this only in prose, only Anthropic never starts the message with caller text. */
function faultOf400(words: Words | null): Refusal | null {
  if (words === null) return null;
  if (isExhausted(words)) {
    const isSure = words.isOfAnthropic || hasCode(words, exhaustedCodes);
    return words.isOfMember || !isSure ? ofRequest('account_exhausted') : exhausted(words);
  }
  return isTooLong(words) ? { class: 'context_too_long' } : null;
}

function faultOf401(words: Words | null): Refusal {
  return dependsOnEndpoint(words) ? ofRequest('credential_rejected') : rejected(words);
}

function faultOf402(words: Words | null): Refusal {
  return dependsOnAmount(words) ? ofRequest('account_exhausted') : exhausted(words);
}

/**
 * A message may be about a tool, a file or a feature that the request names. Flagged content is the fault of the
 * request itself.
 */
function faultOf403(words: Words | null): Refusal | null {
  if (hasCode(words, refusedCodes) || begins(words, refusedWholly)) {
    return words?.isOfMember === true ? ofRequest('credential_rejected') : rejected(words);
  }
  return begins(words, refusedWords) ? ofRequest('credential_rejected') : null;
}

/** A single request that is larger than the account's whole limit says nothing about smaller ones. */
function faultOf429(words: Words | null): Refusal {
  if (isExhausted(words)) return exhausted(words);
  return begins(words, tooLargeWords) ? ofRequest('rate_limited') : { class: 'rate_limited' };
}

/** Keys may be valid for some endpoints only, and tools may have credentials of their own. */
function dependsOnEndpoint(words: Words | null): boolean {
  return words !== null && (words.isOfMember || hasCode(words, scopeCodes) || begins(words, scopeWords));
}

/** OpenRouter compares the remaining credit with the most that this one request may cost. */
function dependsOnAmount(words: Words | null): boolean {
  return words !== null && (words.isOfMember || /\btokens\b|\bafford\b|this request/.test(words.message));
}

/** Codes of OpenAI, Azure and compatible servers; kinds of Anthropic; codes of OpenRouter about a model. */
const exhaustedCodes: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'insufficient_credits',
  'billing_error',
]);
const tooLongCodes: ReadonlySet<string> = new Set(['context_length_exceeded', 'exceed_context_size_error']);
const withoutModelCodes: ReadonlySet<string> = new Set([
  'model_not_found',
  'deploymentnotfound',
  'model_not_available',
]);
const refusedCodes: ReadonlySet<string> = new Set([
  'unsupported_country_region_territory',
  'account_deactivated',
  'invalid_api_key',
  'organization_restricted',
]);

/**
 * Beginnings of messages. Anthropic sends them with 400 and the kind of a faulty request; others with any status of a
 * refusal.
 */
const exhaustedWords = [
  'your credit balance is too low',
  'you exceeded your current quota',
  'insufficient credits',
  'insufficient balance',
];
const tooLongWords = [
  'prompt is too long',
  'input is too long',
  'input length and `max_tokens` exceed context limit',
  "this model's maximum context length is",
  "this endpoint's maximum context length is",
  'the request exceeds the available context size',
  'requested token count exceeds',
];
const withoutModelWords = [
  'model ',
  'model: ',
  'the model ',
  'no endpoints found',
  'no allowed providers are available',
];
const refusedWholly = ['this organization has been disabled', 'country, region'];
const refusedWords = ['your api key', 'your organization', 'your account', 'this organization'];
const scopeCodes: ReadonlySet<string> = new Set(['missing_scope', 'insufficient_permissions']);
const scopeWords = ['you have insufficient permissions', 'missing scopes'];
const tooLargeWords = ['request too large', 'extra usage is required for long context'];

function isExhausted(words: Words | null): boolean {
  return says(words, exhaustedCodes, exhaustedWords);
}

function isTooLong(words: Words | null): boolean {
  return says(words, tooLongCodes, tooLongWords);
}

/** Whether the upstream lacks the model. An unreadable body usually comes from a proxy that has no server for it. */
function isWithoutModel(words: Words | null): boolean {
  return words === null || says(words, withoutModelCodes, withoutModelWords);
}

function says(words: Words | null, codes: ReadonlySet<string>, beginnings: readonly string[]): boolean {
  return hasCode(words, codes) || begins(words, beginnings);
}

function hasCode(words: Words | null, codes: ReadonlySet<string>): boolean {
  return words !== null && words.codes.some((code) => codes.has(code));
}

function begins(words: Words | null, beginnings: readonly string[]): boolean {
  return words !== null && beginnings.some((beginning) => words.message.startsWith(beginning));
}

function wordsOf(body: Buffer): Words | null {
  const bytes = body.length > wordsBytesMax ? body.subarray(0, wordsBytesMax) : body;
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault') return null;
  const refusal = readUpstreamRefusal(bytes);
  const error = object.nested('error') ?? object;
  const codes = [error.string('code'), error.string('type'), error.nested('details')?.string('error_code')];
  return {
    codes: codes.flatMap((code) => (code === undefined ? [] : [code.toLowerCase()])),
    message: (refusal?.message ?? '').slice(0, 200).toLowerCase(),
    isOfMember: typeof error.string('param') === 'string',
    isOfAnthropic: object.string('type') === 'error' && object.nested('error') !== undefined,
  };
}

/** An exchange that ended without an answer, with the reasons of the port. */
interface FailedExchange {
  readonly reason: string;
  readonly outcome: 'not_sent' | 'unknown';
}

/** What a failed exchange says about the target; `null`: nothing, because this side ended it. */
export function exchangeFailure({ reason, outcome }: FailedExchange): AttemptFailure | null {
  const failureClass = classOfReason(reason);
  if (failureClass === null) return null;
  return { class: failureClass, retryAfterMs: null, ran: outcome === 'not_sent' ? 'no' : 'unknown' };
}

function classOfReason(reason: string): FailureClass | null {
  switch (reason) {
    case 'connect':
      return 'refused';
    // This gateway's own connections are used up, which says nothing about the health of the target.
    case 'crowded':
      return 'rate_limited';
    case 'first_byte_timeout':
      return 'timed_out';
    case 'reset':
    case 'idle_timeout':
      return 'cut';
    case 'too_large':
      return 'server_error';
    default:
      return null;
  }
}

type Headers = Readonly<Record<string, string>>;

/** Longer waits are shortened to this, milliseconds. */
const waitMsMax = 86_400_000;

/**
 * How long an upstream asks the caller to wait, milliseconds: `retry-after-ms`, else `retry-after` in seconds or as a
 * date, which is compared with the upstream's own clock (RFC 9110 §10.2.3). `null`: it does not say.
 */
export function askedWaitMs(headers: Headers): number | null {
  const exact = figure(headers['retry-after-ms']);
  if (exact !== null) return bounded(exact);
  const asked = headers['retry-after'];
  const seconds = figure(asked);
  if (seconds !== null) return bounded(seconds * 1_000);
  const untilMs = instant(asked) - instant(headers['date']);
  return Number.isNaN(untilMs) ? null : bounded(untilMs);
}

function bounded(milliseconds: number): number {
  return Math.min(Math.max(0, milliseconds), waitMsMax);
}

function figure(text: string | undefined): number | null {
  return text !== undefined && /^\s{0,8}\d{1,12}(\.\d{1,9})?\s{0,8}$/.test(text) ? Number(text) : null;
}

/** A date of HTTP has 29 characters. */
function instant(text: string | undefined): number {
  return text === undefined || text.length > 64 ? Number.NaN : Date.parse(text);
}
