import type { AttemptFailure } from '../../catalogue/failure-class.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { refusalFailure } from './refusal-failure.ts';

/** The status that each kind or code of error would have had if the head of the answer were not out yet. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  invalid_prompt: 400,
  context_length_exceeded: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  request_too_large: 413,
  insufficient_quota: 429,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  tokens: 429,
  requests: 429,
  api_error: 500,
  server_error: 500,
  service_unavailable: 503,
  timeout_error: 504,
  overloaded_error: 529,
};

/** The status for an error of unknown kind. */
const unknownStatus = 500;

/**
 * Why an error came instead of an answer, by the error or the first record of a stream: `{"error": …}` as OpenAI and
 * OpenRouter have it, `{"type": "error", "error": …}` as Anthropic, or a record `error` of responses. `null`: the request is at
 * fault.
 *
 * The upstream had accepted the request (200) before the error, so it may have done the work.
 */
export function recordFailure(data: Buffer): AttemptFailure | null {
  const failure = refusalFailure({ status: recordStatus(data), headers: {}, body: data });
  return failure === null ? null : { ...failure, ran: 'unknown' };
}

/** The status that an error would have had if the head of the answer were not out yet, 400 to 599. */
export function recordStatus(data: Buffer): number {
  const object = scanJsonObject(data);
  if (object.kind === 'json_fault') return unknownStatus;
  const error = object.nested('error') ?? object;
  const code = error.member('code');
  const statusCode = code?.kind === 'number' ? Number(error.value(code)) : Number.NaN;
  if (Number.isInteger(statusCode) && statusCode >= 400 && statusCode <= 599) return statusCode;
  for (const word of [error.string('code'), error.string('type')]) {
    const status = word === undefined || !Object.hasOwn(statuses, word) ? undefined : statuses[word];
    if (status !== undefined) return status;
  }
  return unknownStatus;
}
