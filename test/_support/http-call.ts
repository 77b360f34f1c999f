import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { withoutCost } from './without-cost.ts';

export interface HttpCall {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Sends the body in chunks, without telling its length first. */
  readonly isChunked?: boolean;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** Without the comment that tells the cost of a stream. */
  readonly text: string;
  /** The connection broke before the end of the answer. */
  readonly isCut: boolean;
}

/** One request on a connection of its own, with exactly the headers given: nothing is added but `host`. */
export function httpCall(url: string, call: HttpCall = {}): Promise<HttpReply> {
  const { method = 'GET', headers = {}, body, isChunked = false } = call;
  const length = body === undefined || isChunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: { ...length, ...headers }, agent: false });
    request.once('error', reject);
    request.once('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      const end = (isCut: boolean): void => {
        const bytes = Buffer.concat(pieces);
        const text = withoutCost(bytes.toString());
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, isCut });
      };
      response.once('error', () => end(true));
      response.once('end', () => end(false));
    });
    if (body !== undefined && isChunked) request.write(body.slice(0, 1));
    request.end(body !== undefined && isChunked ? body.slice(1) : body);
  });
}

/** A bare connection: what it is told is sent as it is, and everything that comes back is kept. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far. */
  readonly received: () => string;
  /** Resolves when what was received satisfies `isEnough`; raises when the connection ends before. */
  until(isEnough: (received: string) => boolean): Promise<string>;
  /** Resolves with everything once the other side has closed. */
  readonly closed: Promise<string>;
}

export async function rawConnection(baseUrl: string): Promise<RawConnection> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  let text = '';
  const { promise: closed, resolve: close } = Promise.withResolvers<string>();
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
  // A reset is an ending like another: what matters is what was received before it.
  socket.on('error', () => undefined).on('close', () => close(text));
  return {
    socket,
    closed,
    received: () => text,
    until: (isEnough) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (isEnough(text)) resolve(text);
        };
        socket.on('data', look);
        socket.once('close', () => reject(new Error(`the connection ended after ${JSON.stringify(text)}`)));
        look();
      }),
  };
}
