import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { GatewayError } from '../errors.ts';
import { errorDialectOf, errorIn, type MountedDialect, dialectAt } from './error-dialect.ts';
import { createRequestId, requestIdHeaders } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { ErrorDialect } from '../protocols/answers/error-dialect.ts';
import { openaiErrors } from '../protocols/answers/openai-error.ts';
import { plainTarget } from './well-formed.ts';

type RefusalTelemetry = Pick<Telemetry, 'requestEnded'>;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const current = Symbol('current');

/**
 * A connection with its current request. The reference is cleared when the exchange ends, so that it can be collected.
 */
interface KnownSocket extends Duplex {
  [current]?: Exchange | undefined;
}

/** Is notified of every request, so that an error of a connection can be assigned to its request. */
export interface RequestWatch {
  begun(request: IncomingMessage, response: ServerResponse): void;
  /** The answer was handed over, or the connection is closed. */
  closed(request: IncomingMessage, response: ServerResponse): void;
  /** Answers a request whose answer has not begun, and closes its connection. */
  refuse(request: IncomingMessage, response: ServerResponse, refusal: GatewayError): void;
}

/** How long a client may take to read a refusal before its connection is closed, milliseconds. */
const lingerMs = 1_000;

/**
 * Answers with an error record and a request id where Node by itself refuses with an empty answer: heads that cannot be
 * parsed or are too large, requests that do not arrive in time, and CONNECT. If the head was parsed, the answer uses
 * the dialect of the request; otherwise the dialect of the path if the raw bytes show it, else that of OpenAI.
 */
export function refuseAtHttp(
  server: Server,
  telemetry: RefusalTelemetry,
  mounted: readonly MountedDialect[] = [],
): RequestWatch {
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: Error & { readonly rawPacket?: Buffer }, socket: Socket & KnownSocket) => {
    // After one parse error every further chunk raises another.
    if (refused.has(socket)) return;
    refused.add(socket);
    const refusal = refusalOf(error);
    const exchange = socket[current];
    if (refusal === null || !socket.writable) socket.destroy();
    else if (exchange === undefined || isOver(exchange)) {
      const { rawPacket } = error;
      const dialect = rawPacket === undefined ? null : unreadDialect(rawPacket, mounted);
      refuseBare(socket, { refusal, dialect: dialect ?? openaiErrors }, telemetry);
    }
    // The error is not about this request, or the request already has an answer: close without a second one.
    else if (exchange.request.complete || exchange.response.headersSent) socket.destroySoon();
    else refuseExchange(exchange, refusal, mounted);
  });
  server.on('connect', (_request, socket) => {
    refused.add(socket);
    refuseBare(socket, { refusal: new GatewayError('method_not_allowed'), dialect: openaiErrors }, telemetry);
  });
  return {
    begun: (request, response) => {
      const socket: KnownSocket = request.socket;
      socket[current] = { request, response };
    },
    closed: (request, response) => {
      const socket: KnownSocket = request.socket;
      const exchange = socket[current];
      // A request that was answered early keeps the connection until its body has ended.
      if (exchange?.response === response && isOver(exchange)) socket[current] = undefined;
    },
    refuse: (request, response, refusal) => refuseExchange({ request, response }, refusal, mounted),
  };
}

function isOver({ request, response }: Exchange): boolean {
  return request.complete && response.writableFinished;
}

/** `null`: the connection broke, so no answer can arrive. */
function refusalOf(error: Error): GatewayError | null {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new GatewayError('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW') return new GatewayError('headers_too_large');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new GatewayError('body_too_large', { detail: 'The chunk extensions of the body are too long.' });
  }
  // The client closed the connection in the middle of the request.
  if (code === 'HPE_INVALID_EOF_STATE') return null;
  // Other parse errors are reported by code only: the message must not quote what was sent.
  if (!code.startsWith('HPE_')) return null;
  return new GatewayError('malformed_request', { detail: `The request is not valid HTTP: ${code}.` });
}

/**
 * Answers a request whose stages still wait, for its body mostly. They end when the connection closes. Node drops the request
 * once it is answered and emits no further event, so this destroys it when the socket closes.
 */
function refuseExchange(
  { request, response }: Exchange,
  refusal: GatewayError,
  mounted: readonly MountedDialect[],
): void {
  const requestId = String(response.getHeader('x-request-id') ?? createRequestId());
  const { status, headers, text } = recordOf(refusal, errorDialectOf(request, mounted), requestId);
  response.writeHead(status, headers);
  response.end(text);
  request.socket.once('close', () => request.destroy());
  cutLater(request.socket);
}

interface BareRefusal {
  readonly refusal: GatewayError;
  readonly dialect: ErrorDialect;
}

function refuseBare(socket: Duplex, { refusal, dialect }: BareRefusal, telemetry: RefusalTelemetry): void {
  const requestId = createRequestId();
  const { status, headers, text } = recordOf(refusal, dialect, requestId);
  const head = Object.entries({ ...headers, date: new Date().toUTCString() }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('\r\n')}\r\n\r\n${text}`);
  cutLater(socket);
  telemetry.requestEnded({
    requestId,
    method: 'none',
    route: 'none',
    status,
    refusal: refusal.code,
    isComplete: true,
    reservationId: null,
    milliseconds: 0,
  });
}

/** Discards what still arrives, then closes: closing a connection with unread bytes would lose the answer. */
function cutLater(socket: Duplex): void {
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

function recordOf(refusal: GatewayError, dialect: ErrorDialect, requestId: string) {
  const { status, headers, body } = errorIn(dialect, refusal, requestId);
  const text = JSON.stringify(body);
  return {
    status,
    text,
    headers: {
      ...securityHeaders,
      ...requestIdHeaders(requestId),
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      connection: 'close',
    },
  };
}

/** How much of a head is examined: the whole head unless it exceeds the size limit. */
const headBytesMax = 16_384;

const requestLine = /^[A-Z]{1,20} (\/[^ ?\r\n]{0,1023})[ ?]/;

/**
 * The dialect of a request that Node could not parse, from the bytes with the error. They are the last chunk that
 * arrived, which may be the middle of a head. `null`: they do not begin with a request line.
 */
function unreadDialect(packet: Buffer, mounted: readonly MountedDialect[]): ErrorDialect | null {
  const text = packet.toString('latin1', 0, headBytesMax);
  const path = requestLine.exec(text)?.[1];
  if (path === undefined) return null;
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  return dialectAt(mounted, plainTarget(path), /\r\nanthropic-version:/i.test(head));
}
