import type { GatewayError } from '../../errors.ts';
import type { ErrorDialect } from '../answers/error-dialect.ts';
import { openaiRepeatedTypes, type RepeatedTypes } from '../answers/unrepeated-edits.ts';

/** Anthropic's error types by status; 400 and every other fault of the request is `invalid_request_error`. */
const typeOfStatus = new Map<number, string>([
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [409, 'conflict_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [500, 'api_error'],
  [503, 'api_error'],
  [504, 'timeout_error'],
]);

/**
 * The error record of the Anthropic dialect, with the gateway's own code, and the code of an upstream's refusal where
 * the protocol has one.
 */
function anthropicErrorBody(
  error: GatewayError,
  requestId: string | null,
  type = typeOfStatus.get(error.status) ?? 'invalid_request_error',
): object {
  const { message, code, param, upstreamCode, creditHint, budget } = error;
  const details = upstreamCode === null ? {} : { details: { error_code: upstreamCode } };
  const hint = creditHint === null ? {} : { credit_hint: creditHint };
  const exceeded = budget === null ? {} : { budget };
  return {
    type: 'error',
    error: { type, message, code, param, ...details, ...hint, ...exceeded },
    ...(requestId === null ? {} : { request_id: requestId }),
  };
}

/**
 * Claude Code repeats some of these in the middle of a stream, other agents the others that servers write here too, and
 * none says anything of it. Once a content block has ended, it stops at
 * a type that it does not know, with the message.
 */
export const anthropicRepeatedTypes: RepeatedTypes = {
  repeated: ['api_error', ...openaiRepeatedTypes.repeated],
  instead: 'stream_error',
};

/** The error record of a stream. After a charge its type is none that is repeated. */
export function anthropicStreamErrorBody(error: GatewayError, requestId: string | null): object {
  return error.shouldRetry === false
    ? anthropicErrorBody(error, requestId, anthropicRepeatedTypes.instead)
    : anthropicErrorBody(error, requestId);
}

export const anthropicErrors: ErrorDialect = { status: ({ status }) => status, body: anthropicErrorBody };
