import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectContinue } from './surfaces/http-exchange.ts';

export interface HttpListenerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Time for a request with its body to arrive, milliseconds. */
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

export interface HttpListener {
  readonly server: Server;
  /** `http://host:port`, with the port that was really taken. */
  readonly origin: string;
}

/** Requests that take too long to arrive are looked for so often at least; by itself Node looks every 30 s. */
const checkIntervalMsMax = 5_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens. Raises what the operating system says, e.g. that the port is taken. */
export function listen(handle: Handle, options: HttpListenerOptions): Promise<HttpListener> {
  const { host, port, requestTimeoutMs, keepAliveTimeoutMs } = options;
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(Math.ceil(requestTimeoutMs / 4), checkIntervalMsMax),
    },
    (request, response) => void handle(request, response),
  );
  // `Expect: 100-continue` is answered when the request is known to be welcome, not before.
  server.on('checkContinue', (request, response) => {
    expectContinue(request);
    void handle(request, response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      // A server that listens on a host and port has an address record, never a pipe name.
      const { port: taken } = server.address() as AddressInfo;
      resolve({ server, origin: `http://${host.includes(':') ? `[${host}]` : host}:${taken}` });
    });
  });
}
