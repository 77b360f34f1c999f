import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { refuseAtHttp, type RequestWatch } from './refuse-at-http.ts';
import type { MountedDialect } from './middleware/error-dialect.ts';
import { markUnmetExpectation } from './middleware/well-formed.ts';
import type { Telemetry } from './ports/telemetry.ts';
import { expectContinue } from './surfaces/http-exchange.ts';

export interface HttpListenerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Time for a request with its body to arrive, milliseconds. */
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** Time for the head of a request to arrive, milliseconds; absent: that of the whole request. */
  readonly headersTimeoutMs?: number;
  /** Most connections at once: one more is closed as it comes. Absent: no limit. */
  readonly connectionsMax?: number;
  /** Is told of what HTTP itself refuses. Absent: nobody is. */
  readonly telemetry?: Pick<Telemetry, 'requestEnded'>;
  /** Surfaces whose refusals by HTTP itself are told in words of their own. Absent: none. */
  readonly dialects?: readonly MountedDialect[];
  /** What sets host and port, for the message where they cannot be had. */
  readonly hostVariable?: string;
  readonly portVariable?: string;
}

export interface HttpListener {
  /** `http://host:port`, with the port that was really taken. */
  readonly origin: string;
  /** Takes no new connections; those that are there go on. */
  shut(): void;
  /** Lets answers that are on their way arrive, for at most so many milliseconds, then ends every connection. */
  close(answersMsMax: number): Promise<void>;
}

/** Requests that take too long to arrive are looked for so often at least; by itself Node looks every 30 s. */
const checkIntervalMsMax = 5_000;

const silent: Pick<Telemetry, 'requestEnded'> = { requestEnded: () => undefined };

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Nothing can listen at the configured address. The message says what to set instead. */
export class AddressUnusable extends Error {
  override readonly name = 'AddressUnusable';
}

/** Listens. Raises {@link AddressUnusable}. */
export function listen(handle: Handle, options: HttpListenerOptions): Promise<HttpListener> {
  const { host, port, requestTimeoutMs, keepAliveTimeoutMs, connectionsMax, telemetry = silent } = options;
  // Node takes no longer one than the whole request may take.
  const headersTimeoutMs = Math.min(options.headersTimeoutMs ?? requestTimeoutMs, requestTimeoutMs);
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(Math.ceil(headersTimeoutMs / 4), checkIntervalMsMax),
      // Told with the error record, like everything else that is missing.
      requireHostHeader: false,
    },
    (request, response) => void handle(request, response),
  );
  if (connectionsMax !== undefined) server.maxConnections = connectionsMax;
  // `Expect: 100-continue` is answered when the request is known to be welcome, not before.
  server.on('checkContinue', (request, response) => {
    expectContinue(request);
    void handle(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    markUnmetExpectation(request);
    void handle(request, response);
  });
  // Bounded by their bytes. Node would drop the rest without a word.
  server.maxHeadersCount = 0;
  const closing = closingOf(server, refuseAtHttp(server, telemetry, options.dialects));
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(addressUnusable(error, options)));
    server.listen(port, host, () => {
      // A server that listens on a host and port has an address record, never a pipe name.
      const { port: taken } = server.address() as AddressInfo;
      resolve({ ...closing, origin: `http://${host.includes(':') ? `[${host}]` : host}:${taken}` });
    });
  });
}

/**
 * Node's own close takes a connection for idle as soon as its answer was ended, sent or not: a slow reader would get only
 * the beginning of what was charged.
 */
function closingOf(server: Server, watch: RequestWatch): Pick<HttpListener, 'shut' | 'close'> {
  const { promise: closed, resolve: wasClosed } = Promise.withResolvers<void>();
  let unsent = 0;
  let allSent = (): void => undefined;
  const count = (request: IncomingMessage, response: ServerResponse): void => {
    unsent += 1;
    watch.begun(request, response);
    response.once('close', () => {
      unsent -= 1;
      watch.closed(request, response);
      if (unsent === 0) allSent();
    });
  };
  server.on('request', count).on('checkContinue', count).on('checkExpectation', count);
  return {
    shut: () => void NetServer.prototype.close.call(server, () => wasClosed()),
    close: async (answersMsMax) => {
      if (unsent > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, answersMsMax);
          allSent = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      server.closeAllConnections();
      await closed;
      // By now only its own timers are left to be ended.
      server.close();
    },
  };
}

function addressUnusable(error: Error, options: HttpListenerOptions): AddressUnusable {
  const { host, port, hostVariable = 'WAYBILL_HOST', portVariable = 'WAYBILL_PORT' } = options;
  const code = 'code' in error ? error.code : error.name;
  const problem =
    code === 'EADDRINUSE'
      ? `${host}:${port} is taken by another process; set ${portVariable} to another port, or to 0 for any free one`
      : `${host}:${port} cannot be listened on (${String(code)}); set ${hostVariable} and ${portVariable} to an address of this machine`;
  return new AddressUnusable(problem, { cause: error });
}
