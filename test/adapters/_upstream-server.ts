import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import {
  createUndiciUpstreams,
  type UndiciUpstreams,
  type UndiciUpstreamOptions,
} from '../../src/adapters/undici-upstream.ts';
import type { UpstreamSettings } from '../../src/adapters/undici-upstream/endpoint.ts';
import { UpstreamFailure, type UpstreamAnswer, type UpstreamRequest } from '../../src/ports/upstream.ts';

/** An HTTP server on loopback that lives as long as the test. */
export async function serve(t: ExecutionContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

/** A TCP server on loopback that speaks whatever the test makes it speak. Returns its port. */
export async function serveSocket(t: ExecutionContext, onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listen(server);
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return (server.address() as AddressInfo).port; // listening on TCP: never a string
}

/** A port on which nothing listens: it was free a moment ago. */
export async function closedPort(): Promise<number> {
  const server = createSocketServer();
  const port = await listen(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  await promise;
  return port;
}

/** Calls back once per HTTP request whose whole body has arrived, on a raw socket. */
export function onEachRequest(socket: Socket, callback: (head: string) => void): void {
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const head = received.slice(0, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < headEnd + 4 + length) return;
      received = received.slice(headEnd + 4 + length);
      callback(head);
    }
  });
}

/** The adapter for one upstream called `one`, disposed with the test. */
export function connect(
  t: ExecutionContext,
  settings: Partial<UpstreamSettings> & { readonly baseUrl: string },
  options: UndiciUpstreamOptions = {},
): UndiciUpstreams {
  const upstreams = createUndiciUpstreams(
    {
      one: {
        apiKey: 'sk-own',
        auth: 'bearer',
        billingRecords: null,
        ...settings,
      },
    },
    { closeTimeoutMs: 0, ...options },
  );
  t.teardown(() => upstreams[Symbol.asyncDispose]());
  return upstreams;
}

let lastReservation = 0;

export function request(given: Partial<UpstreamRequest> = {}): UpstreamRequest {
  lastReservation += 1;
  return {
    upstream: 'one',
    path: '/chat/completions',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"model":"m"}'),
    reservationId: `reservation-${lastReservation}`,
    signal: new AbortController().signal,
    ...given,
  };
}

export async function textOf(answer: UpstreamAnswer): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** `reason, outcome` of the failure that the work ends with; anything else fails the test. */
export async function failureOf(t: ExecutionContext, work: Promise<unknown>): Promise<string> {
  const failure = await t.throwsAsync(work, { instanceOf: UpstreamFailure });
  return failure === undefined ? 'none' : `${failure.reason}, ${failure.outcome}`;
}

/** Waits for a condition by looking again and again; AVA's own time-out is the limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, 5);
    await promise;
  }
}
