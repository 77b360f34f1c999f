// The error body of the Anthropic surfaces.
import type { Fault } from './surface.ts';

const TYPES = new Map([
  [401, 'authentication_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [529, 'overloaded_error'],
]);

const typeOf = (status: number): string =>
  TYPES.get(status) ?? (status >= 500 || status === 200 ? 'api_error' : 'invalid_request_error');

export function anthropicError({ status, message }: Fault): string {
  return JSON.stringify({ type: 'error', error: { type: typeOf(status), message }, request_id: 'req_sandbox' });
}
