import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { lineLengthMax, readEventLine, type ArchivedEvent } from '../domain/archive/archived-event.ts';
import { ArchiveDamaged } from '../ports/archive-store.ts';
import type { EventsPage, ObjectDigest, PackedRange, RangeFiles, UnpackOptions } from '../ports/range-files.ts';
import { ThreadPool } from './thread-pool.ts';

/** Memory of the thread, MiB: the rows of a group of each table, and what they are packed to. */
const heapMibMax = 1_024;
/** Longest time that a range takes, milliseconds. */
const packMsMax = 1_800_000;
const sharer = { tenantId: '-', keyId: '-' };
const lineEnd = 0x0a;

/** Packs ranges in a thread, one at a time. {@link AsyncDisposable} ends the thread. */
export function createThreadRangeFiles(): RangeFiles & AsyncDisposable {
  let asked: { readonly pages: AsyncIterator<EventsPage>; failure: unknown } | null = null;
  const nextPage = async (): Promise<EventsPage | null> => {
    if (asked === null) return null;
    try {
      const { done, value } = await asked.pages.next();
      return done === true ? null : value;
    } catch (error) {
      // The thread ends its file as if there were no more, and the failure is raised in its place.
      asked.failure = error;
      return null;
    }
  };
  const pool = new ThreadPool({
    program: new URL('./thread-range-files/worker.ts', import.meta.url),
    name: 'archive',
    data: null,
    threadsMax: 1,
    heapMibMax,
    taskMsMax: packMsMax,
    waitMs: packMsMax,
    heard: nextPage,
  });
  return {
    async pack(start, pages) {
      const asking = { pages, failure: null };
      asked = asking;
      const outcome = await pool.run({ task: start, transfer: [] }, sharer);
      if (asking.failure !== null) throw asking.failure;
      if (outcome.kind === 'failed') throw new RangeError(String(outcome.error));
      return outcome.result as PackedRange; // its own script answers nothing else
    },
    unpack,
    digest,
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

async function* unpack(
  bytes: AsyncIterable<Uint8Array>,
  { bytesMax, onEnd }: UnpackOptions,
): AsyncGenerator<readonly ArchivedEvent[], void> {
  const [sha256, counted] = [createHash('sha256'), { bytes: 0 }];
  const zstd = createZstdDecompress();
  // Its failure destroys `zstd`, which the loop below raises.
  pipeline(Readable.from(hashed(bytes, sha256, counted)), zstd).catch(() => undefined);
  const text = new TextDecoder('utf-8', { fatal: true });
  let rest: Buffer = Buffer.alloc(0);
  let read = 0;
  try {
    for await (const chunk of zstd as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > bytesMax) throw new ArchiveDamaged(`the file holds more than ${bytesMax} bytes of events`);
      const joined: Buffer = Buffer.concat([rest, chunk]);
      const end = joined.lastIndexOf(lineEnd) + 1;
      rest = joined.subarray(end);
      if (rest.length > lineLengthMax) throw new ArchiveDamaged('the file has a line that is longer than an event');
      if (end > 0) yield eventsIn(text.decode(joined.subarray(0, end - 1)));
    }
  } catch (error) {
    throw damage(error);
  }
  if (rest.length > 0) throw new ArchiveDamaged('the file ends within a line');
  onEnd({ bytes: counted.bytes, sha256: sha256.digest('hex') });
}

function eventsIn(lines: string): readonly ArchivedEvent[] {
  return lines.split('\n').map((line) => {
    const event = line.length > lineLengthMax ? null : readEventLine(line);
    if (event === null) throw new ArchiveDamaged('the file has a line that is no event');
    return event;
  });
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  sha256: Hash,
  counted: { bytes: number },
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of bytes) {
    sha256.update(chunk);
    counted.bytes += chunk.length;
    yield chunk;
  }
}

/** What zstd and the decoder of text raise says that the file is damaged; others have their own errors. */
function damage(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^(ZSTD_|Z_|ERR_ENCODING_INVALID_ENCODED_DATA)/.test(code)) return error;
  return new ArchiveDamaged('the file is not what was compressed', { cause: error });
}

async function digest(bytes: AsyncIterable<Uint8Array>): Promise<ObjectDigest> {
  const [sha256, counted] = [createHash('sha256'), { bytes: 0 }];
  for await (const _ of hashed(bytes, sha256, counted));
  return { bytes: counted.bytes, sha256: sha256.digest('hex') };
}
