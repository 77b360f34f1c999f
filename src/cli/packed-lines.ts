import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

const gzipMark = [0x1f, 0x8b];

/** A line is longer than allowed. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

/**
 * The lines of a file, optionally gzipped, without line breaks. Memory is bounded by one line and one chunk, whatever the
 * unpacked size of the file. Raises {@link LineTooLong}, and the errors of the file system and of zlib.
 */
export async function* packedLines(path: string, lineBytesMax: number): AsyncGenerator<string> {
  const isGzip = await isPacked(path);
  // Opened only now: a stream that fails while nobody reads it ends the process.
  const source = createReadStream(path);
  // `pipeline` passes an error of the source on to its result, where it is handled.
  const bytes = isGzip ? pipeline(source, createGunzip(), () => undefined) : source;
  let pieces: Buffer[] = [];
  let size = 0;
  let line = 1;
  const add = (piece: Buffer): void => {
    size += piece.length;
    if (size > lineBytesMax) throw new LineTooLong(`line ${line} has more than ${lineBytesMax} bytes`);
    pieces.push(piece);
  };
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    let begin = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, begin)) {
      add(chunk.subarray(begin, end));
      yield Buffer.concat(pieces).toString('utf8');
      [pieces, size, line] = [[], 0, line + 1];
      begin = end + 1;
    }
    add(chunk.subarray(begin));
  }
  if (size > 0) yield Buffer.concat(pieces).toString('utf8');
}

async function isPacked(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && gzipMark.every((byte, index) => buffer[index] === byte);
}

/** What is wrong with a file whose reading raised this, in words; `null`: something else. */
export function unreadableFile(error: unknown): string | null {
  if (error instanceof LineTooLong) return error.message;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!/^(Z_|ENOENT|EISDIR|EACCES|ENOTDIR)/.test(code)) return null;
  return `${code.startsWith('Z_') ? 'it cannot be unpacked' : 'it cannot be read'} (${code})`;
}
