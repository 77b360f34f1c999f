// The error body of the OpenAI surfaces: all four keys present, null allowed.
import type { Fault } from './surface.ts';

const typeOf = (status: number): string => {
  if (status === 429) return 'requests';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
};

export function openaiError(fault: Fault): string {
  const { status, message, code, param } = fault;
  return JSON.stringify({ error: { message, type: typeOf(status), param, code } });
}
