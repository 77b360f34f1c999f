import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { gzipSync } from 'node:zlib';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';

/** Whether answers are compressed: as the call asks, whatever it asks, or never. */
export const compressions = ['on request', 'always', 'never'] as const;
export type Compression = (typeof compressions)[number];

const channel = 'http2.server.stream.created';
/** A gRPC message: a byte that tells whether it is compressed, and its length in four. */
const prefixBytes = 5;

interface Created {
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
}

/** What calls ask of their answers, and answers packed message by message, below grpc-js, whose server compresses nothing. */
export class PeerCompression {
  readonly #port: number;
  readonly #compression: Compression;
  readonly #listener: (message: unknown) => void;
  /** What calls accept, by the paths of their methods. */
  readonly accepted = new Map<string, Set<string>>();
  /** Messages that were sent compressed. */
  compressed = 0;

  constructor(port: number, compression: Compression) {
    this.#port = port;
    this.#compression = compression;
    this.#listener = (message) => this.#begin(message as Created); // what this channel publishes
    subscribe(channel, this.#listener);
  }

  [Symbol.dispose](): void {
    unsubscribe(channel, this.#listener);
  }

  #begin({ stream, headers }: Created): void {
    if (stream.session?.socket.localPort !== this.#port) return;
    const accepted = String(headers['grpc-accept-encoding'] ?? 'identity');
    const path = String(headers[':path']);
    this.accepted.set(path, (this.accepted.get(path) ?? new Set()).add(accepted));
    const isAsked = this.#compression === 'on request' && accepted.split(',').includes('gzip');
    if (isAsked || this.#compression === 'always') this.#compress(stream);
  }

  #compress(stream: ServerHttp2Stream): void {
    const respond = stream.respond.bind(stream);
    const write = stream.write.bind(stream) as (frame: Buffer, ...written: readonly never[]) => boolean;
    // What grpc-js gives is a record, and never the list that the type admits too.
    stream.respond = (headers, options) => respond(Object.assign({}, headers, { 'grpc-encoding': 'gzip' }), options);
    stream.write = (frame: Buffer, ...written: readonly never[]) => {
      this.compressed += 1;
      return write(compressedFrame(frame), ...written);
    };
  }
}

function compressedFrame(frame: Buffer): Buffer {
  const packed = gzipSync(frame.subarray(prefixBytes));
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt8(1, 0);
  prefix.writeUInt32BE(packed.length, 1);
  return Buffer.concat([prefix, packed]);
}
