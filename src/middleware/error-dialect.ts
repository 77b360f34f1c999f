import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayError } from '../errors.ts';
import { anthropicErrorBody } from '../surfaces/anthropic-error.ts';
import { openaiErrorBody, retryHeaders } from '../surfaces/openai-error.ts';
import { systemOneErrorBody, systemOneStatus } from '../surfaces/systemone-error.ts';

/** What tells the dialect of a request. */
export interface SpokenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
}

/** An error as an answer in the words of the protocol that was spoken. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

export function errorInDialect(error: GatewayError, request: SpokenRequest): ErrorAnswer {
  const headers = {
    ...retryHeaders(error),
    // RFC 9110, section 15.5.2: a 401 names a scheme.
    ...(error.status === 401 ? { 'www-authenticate': 'Bearer realm="waybill"' } : {}),
  };
  if (isSystemOne(request)) return { status: systemOneStatus(error), headers, body: systemOneErrorBody(error) };
  const body = isAnthropic(request) ? anthropicErrorBody(error, request.requestId) : openaiErrorBody(error);
  return { status: error.status, headers, body };
}

/** Read the same by every client of its surface, whatever headers it sends; paths are routed in any case. */
function isSystemOne({ path }: SpokenRequest): boolean {
  return /^\/v1\/systemone\/?$/i.test(path);
}

/** All clients of that dialect name its version, and no others do; its own surface speaks it to everybody. */
function isAnthropic({ path, headers }: SpokenRequest): boolean {
  return headers['anthropic-version'] !== undefined || /^\/v1\/messages(\/|$)/i.test(path);
}
