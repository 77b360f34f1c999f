import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { GatewayError } from './errors.ts';
import { dialectOf, errorIn, type MountedDialect } from './middleware/error-dialect.ts';
import { mintRequestId, requestIdHeaders } from './middleware/request-id.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { unreadDialect } from './middleware/unread-dialect.ts';
import type { Telemetry } from './ports/telemetry.ts';
import type { ErrorDialect } from './protocols/answers/error-dialect.ts';
import { openaiErrors } from './protocols/answers/openai-error.ts';

type RefusalTelemetry = Pick<Telemetry, 'requestEnded'>;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const current = Symbol('current');

/** The request that a connection is about, until it is over: whoever holds on to it longer, the collector takes for alive. */
interface KnownSocket extends Duplex {
  [current]?: Exchange | undefined;
}

/** Told of every request, so that what comes of its connection is known to belong to it. */
export interface RequestWatch {
  begun(request: IncomingMessage, response: ServerResponse): void;
  /** Its answer was handed over, or its connection is gone. */
  closed(request: IncomingMessage, response: ServerResponse): void;
}

/** How long a sender may take to read a refusal before its connection is cut, milliseconds. */
const lingerMs = 1_000;

/**
 * Gives the error record, with a request id, to what Node refuses by itself with an empty answer: heads that cannot be
 * parsed or are too large, requests that do not arrive in time, and CONNECT. A request whose head has been read is
 * answered in its own dialect, one of which the beginning can be seen in that of its path, any other in the dialect of OpenAI.
 */
export function refuseAtHttp(
  server: Server,
  telemetry: RefusalTelemetry,
  mounted: readonly MountedDialect[] = [],
): RequestWatch {
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: Error & { readonly rawPacket?: Buffer }, socket: Socket & KnownSocket) => {
    // One fault raises another with each piece that still comes.
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
    // An answer that is under way is not this one's, and a request that was answered gets no second answer.
    else if (exchange.request.complete || exchange.response.headersSent) socket.destroySoon();
    else refuseExchange(exchange, refusal);
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
      // The rest of a request that was answered early is still this one's.
      if (exchange?.response === response && isOver(exchange)) socket[current] = undefined;
    },
  };
}

function isOver({ request, response }: Exchange): boolean {
  return request.complete && response.writableFinished;
}

/** `null` for a connection that broke: nobody is there to read anything. */
function refusalOf(error: Error): GatewayError | null {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new GatewayError('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW') return new GatewayError('headers_too_large');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new GatewayError('body_too_large', { detail: 'The extensions of its chunks are too long.' });
  }
  // The sender has hung up in the middle.
  if (code === 'HPE_INVALID_EOF_STATE') return null;
  // The rest of the grammar is told by its name alone: what was sent is nobody's business.
  return code.startsWith('HPE_') ? new GatewayError('malformed_request', { detail: `The parser says ${code}.` }) : null;
}

/**
 * Its stages wait for a body that does not come: they end with the connection, and find the answer given. Node would
 * forget the request as soon as it is answered, and tell nobody of the end.
 */
function refuseExchange({ request, response }: Exchange, refusal: GatewayError): void {
  const requestId = String(response.getHeader('x-request-id') ?? mintRequestId());
  const { status, headers, text } = recordOf(refusal, dialectOf(request), requestId);
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
  const requestId = mintRequestId();
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

/** What still comes is dropped: a connection that is cut over unread bytes takes the answer with it. */
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
