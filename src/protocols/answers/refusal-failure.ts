import type { AttemptFailure, FailureClass } from '../../catalogue/failure-class.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { askedWaitMs } from './asked-wait.ts';
import { readUpstreamRefusal } from './upstream-refusal.ts';

/** An answer that is none: its head, and what was read of its body. */
export interface RefusedAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** More of an error is not looked at, bytes. */
const wordsBytesMax = 65_536;

/** What an upstream says without having begun to work. */
const notBegun: ReadonlySet<FailureClass> = new Set([
  'rate_limited',
  'overloaded',
  'account_exhausted',
  'credential_rejected',
  'model_gone',
  'context_too_long',
]);

/**
 * Why an upstream refused, where another may not; `null`: the request is at fault, and every other upstream would refuse it,
 * too.
 *
 * What an upstream says may quote the caller: words count only from their beginning, and only beside the status they belong to.
 * And it may depend on what was asked: on how much of an account's credit that takes, on a tool or a file that it names, on the
 * endpoint. Such a refusal is `isOfRequest`: whoever sends it on purpose takes the target from nobody else.
 */
export function refusalFailure(answer: RefusedAnswer): AttemptFailure | null {
  const refusal = refusalOf(answer);
  if (refusal === null) return null;
  const ran = notBegun.has(refusal.class) ? 'no' : 'unknown';
  return { ...refusal, retryAfterMs: askedWaitMs(answer.headers), ran };
}

type Refusal = Pick<AttemptFailure, 'class' | 'isOfRequest'>;

function refusalOf({ status, body }: RefusedAnswer): Refusal | null {
  switch (status) {
    case 400:
      return faultOf400(wordsOf(body));
    case 401:
      return unless(dependsOnEndpoint(wordsOf(body)), 'credential_rejected');
    case 402:
      return unless(dependsOnAmount(wordsOf(body)), 'account_exhausted');
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

function unless(isCaused: boolean, of: FailureClass): Refusal {
  return isCaused ? ofRequest(of) : { class: of };
}

interface Words {
  /** A word for machines, as the code or the kind of the error; small letters; empty: none. */
  readonly codes: readonly string[];
  /** Its beginning, in small letters. */
  readonly message: string;
  /** It names the member of the request that it is about. */
  readonly isOfMember: boolean;
  /** It is told as Anthropic tells errors. */
  readonly isOfAnthropic: boolean;
}

/** Of all that say so by a sentence alone only Anthropic is known never to begin one with what the caller wrote. */
function faultOf400(words: Words | null): Refusal | null {
  if (words === null) return null;
  if (isExhausted(words)) {
    const isSure = words.isOfAnthropic || hasCode(words, exhaustedCodes);
    return unless(words.isOfMember || !isSure, 'account_exhausted');
  }
  return isTooLong(words) ? { class: 'context_too_long' } : null;
}

/** A sentence may be about a tool, a file or a feature that the request names; what is flagged in a content is its own fault. */
function faultOf403(words: Words | null): Refusal | null {
  if (hasCode(words, refusedCodes) || begins(words, refusedWholly)) {
    return unless(words?.isOfMember === true, 'credential_rejected');
  }
  return begins(words, refusedWords) ? ofRequest('credential_rejected') : null;
}

/** One request that is larger than all that the account may send says nothing of those that are not. */
function faultOf429(words: Words | null): Refusal {
  if (isExhausted(words)) return { class: 'account_exhausted' };
  return unless(begins(words, tooLargeWords), 'rate_limited');
}

/** Keys may be good for some endpoints only, and tools may have credentials of their own. */
function dependsOnEndpoint(words: Words | null): boolean {
  return words !== null && (words.isOfMember || hasCode(words, scopeCodes) || begins(words, scopeWords));
}

/** OpenRouter compares what is left with the most that this one request may cost. */
function dependsOnAmount(words: Words | null): boolean {
  return words !== null && (words.isOfMember || /\btokens\b|\bafford\b|this request/.test(words.message));
}

/** OpenAI, Azure and who speak like them; the kinds of Anthropic; what OpenRouter says of a model. */
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

/** Beginnings. Anthropic says so with 400 and the kind of a faulty request; others beside any status of a refusal. */
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

/** Nothing that can be read is what a proxy says that knows no such server. */
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

/** An exchange that came to no answer, in the words of the port. */
interface FailedExchange {
  readonly reason: string;
  readonly outcome: 'not_sent' | 'unknown';
}

/** What a failed exchange says of the target; `null`: nothing, as it was ended here. */
export function exchangeFailure({ reason, outcome }: FailedExchange): AttemptFailure | null {
  const failureClass = classOfReason(reason);
  if (failureClass === null) return null;
  return { class: failureClass, retryAfterMs: null, ran: outcome === 'not_sent' ? 'no' : 'unknown' };
}

function classOfReason(reason: string): FailureClass | null {
  switch (reason) {
    case 'connect':
    case 'circuit_open':
      return 'refused';
    // Our own connections have had their share: that is no word on how well it is.
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
