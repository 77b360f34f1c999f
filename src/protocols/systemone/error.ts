import type { ErrorCode, GatewayError } from '../../errors.ts';
import type { ErrorDialect } from '../answers/error-dialect.ts';
import { openaiErrorBody } from '../answers/openai-error.ts';

/** In this protocol a fault of the body itself is 422. */
const faultsOfTheBody: ReadonlySet<ErrorCode> = new Set([
  'malformed_json',
  'duplicate_key',
  'json_too_deep',
  'invalid_utf8',
  'invalid_value',
]);

/** The status that an error has in the dialect of System One. */
export function systemOneStatus({ code, status }: GatewayError): number {
  return faultsOfTheBody.has(code) ? 422 : status;
}

/** The error record of the other surfaces, with the `detail` of this protocol: a list for 422, else a text. */
function systemOneErrorBody(error: GatewayError): object {
  const { message, code, place } = error;
  const detail = systemOneStatus(error) === 422 ? [{ loc: ['body', ...place], msg: message, type: code }] : message;
  return { ...openaiErrorBody(error), detail };
}

export const systemOneErrors: ErrorDialect = { status: systemOneStatus, body: systemOneErrorBody };
