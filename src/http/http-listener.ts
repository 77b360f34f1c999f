import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { GatheringRequest } from './gathering-request.ts';
import { OpenExchanges } from './open-exchanges.ts';
import { refuseAtHttp } from './refuse-at-http.ts';
import type { MountedDialect } from './error-dialect.ts';
import { markUnmetExpectation, readTarget } from './well-formed.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { expectContinue } from '../surfaces/http-exchange.ts';

export interface HttpListenerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Time for a request with its body to arrive, milliseconds. */
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** Time for the head of a request to arrive, milliseconds; absent: `requestTimeoutMs`. */
  readonly headersTimeoutMs?: number;
  /** Maximum number of connections; further ones are closed at once. Absent: no limit. */
  readonly connectionsMax?: number;
  /** Is notified of requests that are refused below the application. Absent: they are not reported. */
  readonly telemetry?: Pick<Telemetry, 'requestEnded'>;
  /** Paths with their own error dialect, for requests that are refused below the application. Absent: none. */
  readonly dialects?: readonly MountedDialect[];
  /** Names of the variables that set host and port, for the error message. */
  readonly hostVariable?: string;
  readonly portVariable?: string;
}

export interface HttpListener {
  /** `http://host:port`, with the actual port. */
  readonly origin: string;
  /** Accepts no new connections; existing ones continue until their next answer. */
  shut(): void;
  /**
   * Waits up to `answersMsMax` milliseconds for running answers to be sent. Requests that have not arrived whole by then are
   * refused; the others, which may have been carried out, only with an `unanswered` that says so. Then closes every
   * connection.
   */
  close(answersMsMax: number, unanswered?: 'shutdown_cut'): Promise<void>;
}

/** Longest interval between checks for requests that take too long to arrive; Node's default is 30 s. */
const checkIntervalMsMax = 5_000;

/** How long refusals of the last moment may take to be sent, milliseconds. */
const refusalsMsMax = 200;

const silent: Pick<Telemetry, 'requestEnded'> = { requestEnded: () => undefined };

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The configured address cannot be listened on. The message says what to set instead. */
export class AddressUnusable extends Error {
  override readonly name = 'AddressUnusable';
}

/** Listens. Raises {@link AddressUnusable}. */
export function listen(handle: Handle, options: HttpListenerOptions): Promise<HttpListener> {
  const { host, port, requestTimeoutMs, keepAliveTimeoutMs, connectionsMax, telemetry = silent } = options;
  // Node rejects a `headersTimeout` above `requestTimeout`.
  const headersTimeoutMs = Math.min(options.headersTimeoutMs ?? requestTimeoutMs, requestTimeoutMs);
  const server = createServer({
    IncomingMessage: GatheringRequest,
    requestTimeout: requestTimeoutMs,
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(Math.ceil(headersTimeoutMs / 4), checkIntervalMsMax),
    // `wellFormed` answers a missing `Host` header with an error record.
    requireHostHeader: false,
  });
  if (connectionsMax !== undefined) server.maxConnections = connectionsMax;
  const exchanges = new OpenExchanges(refuseAtHttp(server, telemetry, options.dialects));
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    if (!exchanges.begin(response)) return;
    if (!server.listening) response.shouldKeepAlive = false;
    readTarget(request);
    void handle(request, response);
  };
  server.on('request', serve);
  // `Expect: 100-continue` is answered only after the request was admitted.
  server.on('checkContinue', (request, response) => {
    expectContinue(request);
    serve(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    markUnmetExpectation(request);
    serve(request, response);
  });
  // The size of the headers is limited in bytes. With a count limit Node would silently drop the rest.
  server.maxHeadersCount = 0;
  const closing = closingOf(server, exchanges);
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(addressUnusable(error, options)));
    server.listen(port, host, () => {
      // `as`: a server that listens on a host and port has an address record, never a pipe name.
      const { port: taken } = server.address() as AddressInfo;
      resolve({ ...closing, origin: `http://${host.includes(':') ? `[${host}]` : host}:${taken}` });
    });
  });
}

/**
 * Node's own `close` treats a connection as idle once its answer has ended, even if it is not sent yet: a slow reader
 * would get only the beginning of an answer that was charged.
 */
function closingOf(server: Server, exchanges: OpenExchanges): Pick<HttpListener, 'shut' | 'close'> {
  const { promise: closed, resolve: wasClosed } = Promise.withResolvers<void>();
  return {
    shut: () => void NetServer.prototype.close.call(server, () => wasClosed()),
    close: async (answersMsMax, unanswered) => {
      await exchanges.ended(answersMsMax);
      exchanges.refuse(unanswered);
      await exchanges.ended(refusalsMsMax);
      server.closeAllConnections();
      await closed;
      // Stops the server's own timers.
      server.close();
    },
  };
}

function addressUnusable(error: Error, options: HttpListenerOptions): AddressUnusable {
  const { host, port, hostVariable = 'WAYBILL_HOST', portVariable = 'WAYBILL_PORT' } = options;
  const code = 'code' in error ? String(error.code) : error.name;
  const place = `${host}:${port}`;
  const problems: Readonly<Record<string, string>> = {
    EADDRINUSE: `${place} is taken by another process; set ${portVariable} to another port, or to 0 for any free one`,
    EACCES: `this user may not listen on ${place} (EACCES); set ${portVariable} to a port from 1024 on`,
  };
  const unknown = `cannot listen on ${place} (${code}); set ${hostVariable} and ${portVariable} to an address of this machine`;
  return new AddressUnusable(problems[code] ?? unknown, { cause: error });
}
