import { request as httpRequest } from 'node:http';
import type { HttpCall, HttpReply } from '../_support/http-call.ts';

const brokenOff = Buffer.from('<broken off>');

/** One request on a connection of its own. An answer whose end is missing says so behind its last byte. */
export function goldenCall(url: string, { method = 'GET', headers, body, isChunked }: HttpCall): Promise<HttpReply> {
  const length = body === undefined || isChunked === true ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: { ...length, ...headers }, agent: false });
    request.once('error', reject);
    request.once('response', (response) => {
      const pieces: Buffer[] = [];
      const end = (): void => {
        const bytes = Buffer.concat(pieces);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
      };
      response.on('data', (piece: Buffer) => pieces.push(piece)).once('end', end);
      response.once('error', () => {
        pieces.push(brokenOff);
        end();
      });
    });
    if (body !== undefined && isChunked === true) {
      const middle = Math.floor(body.length / 2);
      request.write(body.slice(0, middle));
      request.end(body.slice(middle));
    } else request.end(body);
  });
}
