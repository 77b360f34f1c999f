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
 * Why an upstream refused, where that is no fault of the request; `null`: it is one, and every other upstream would refuse
 * it, too.
 *
 * What an upstream says may quote the caller: words count only from their beginning, and only beside the status they belong to.
 */
export function refusalFailure(answer: RefusedAnswer): AttemptFailure | null {
  const failureClass = classOf(answer);
  if (failureClass === null) return null;
  const ran = notBegun.has(failureClass) ? 'no' : 'unknown';
  return { class: failureClass, retryAfterMs: askedWaitMs(answer.headers), ran };
}

function classOf({ status, body }: RefusedAnswer): FailureClass | null {
  switch (status) {
    case 400:
      return faultOf400(wordsOf(body));
    case 401:
      return 'credential_rejected';
    case 402:
      return 'account_exhausted';
    case 403:
      return isRefusedWhole(wordsOf(body)) ? 'credential_rejected' : null;
    case 404:
    case 410:
      return isWithoutModel(wordsOf(body)) ? 'model_gone' : null;
    case 429:
      return isExhausted(wordsOf(body)) ? 'account_exhausted' : 'rate_limited';
    case 425:
    case 503:
    case 529:
      return 'overloaded';
    case 501:
    case 505:
      return null;
    default:
      return status >= 500 || status === 408 ? 'server_error' : null;
  }
}

interface Words {
  /** A word for machines, as the code or the kind of the error; small letters; empty: none. */
  readonly codes: readonly string[];
  /** Its beginning, in small letters. */
  readonly message: string;
}

function faultOf400(words: Words | null): FailureClass | null {
  if (isExhausted(words)) return 'account_exhausted';
  if (isTooLong(words)) return 'context_too_long';
  return null;
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
const refusedWords = ['your api key', 'your organization', 'your account', 'this organization', 'country, region'];

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

/** What is flagged in a content is refused with 403, too: that is the request's own. */
function isRefusedWhole(words: Words | null): boolean {
  return says(words, refusedCodes, refusedWords);
}

function says(words: Words | null, codes: ReadonlySet<string>, beginnings: readonly string[]): boolean {
  if (words === null) return false;
  return (
    words.codes.some((code) => codes.has(code)) || beginnings.some((beginning) => words.message.startsWith(beginning))
  );
}

function wordsOf(body: Buffer): Words | null {
  const bytes = body.length > wordsBytesMax ? body.subarray(0, wordsBytesMax) : body;
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault') return null;
  const refusal = readUpstreamRefusal(bytes);
  const error = object.nested('error') ?? object;
  const codes = [error.string('code'), error.string('type'), error.nested('details')?.string('error_code')];
  const message = (refusal?.message ?? '').slice(0, 100).toLowerCase();
  return { codes: codes.flatMap((code) => (code === undefined ? [] : [code.toLowerCase()])), message };
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
