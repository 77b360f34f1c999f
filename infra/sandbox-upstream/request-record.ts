// The last requests as they came, for tests that must know what arrived and what did not.
import type { IncomingMessage } from 'node:http';

const REQUESTS_MAX = 100;
const BODY_BYTES_MAX = 64 * 1024 * 1024;

/** One request as it is told over HTTP. */
export interface RecordedRequest {
  readonly n: number;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: IncomingMessage['headers'];
  /** Name, value, name, value: spelling and order as on the wire. */
  readonly raw_headers: readonly string[];
  readonly body_base64: string;
  /** The same bytes read as UTF-8. */
  readonly body_text: string;
}

interface Kept {
  readonly n: number;
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

/** Keeps the last 100 requests, fewer when their bodies exceed 64 MiB together; always the last one. */
export class RequestRecord {
  #kept: Kept[] = [];
  #bytes = 0;
  #count = 0;

  add(request: IncomingMessage, body: Buffer): void {
    this.#count += 1;
    this.#kept.push({ n: this.#count, request, body });
    this.#bytes += body.length;
    while (this.#kept.length > REQUESTS_MAX || (this.#bytes > BODY_BYTES_MAX && this.#kept.length > 1)) {
      this.#bytes -= this.#kept.shift()?.body.length ?? 0;
    }
  }

  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
  }

  /** Oldest first. */
  report(): readonly RecordedRequest[] {
    return this.#kept.map(({ n, request, body }) => ({
      n,
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      raw_headers: request.rawHeaders,
      body_base64: body.toString('base64'),
      body_text: body.toString(),
    }));
  }
}
