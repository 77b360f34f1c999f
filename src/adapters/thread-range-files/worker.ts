import { createHash } from 'node:crypto';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { constants, createZstdCompress } from 'node:zlib';
import {
  archivedChargeColumns,
  chargedBy,
  archivedCharge,
  archivedPostingColumns,
  archivedPostings,
} from '../../domain/archive/archive-tables.ts';
import { eventLine } from '../../domain/archive/archived-event.ts';
import { countedEvent, RangeTally, type RangeStart } from '../../domain/archive/range-tally.ts';
import type { EventsPage, PackedFile, PackedRange } from '../../ports/range-files.ts';
import type { FromThread, ToThread } from '../thread-pool.ts';
import { ParquetTable } from './parquet-table.ts';

/** A thread that packs ranges of the log, so that requests do not wait for it. It asks for the events page by page. */

const zstdLevel = 9;

/** Packs one range. */
async function packed(start: RangeStart, nextPage: () => Promise<EventsPage | null>): Promise<PackedRange> {
  const tally = new RangeTally(start);
  const lines = new PackedLines();
  const [charges, postings] = [new ParquetTable(archivedChargeColumns), new ParquetTable(archivedPostingColumns)];
  for (let page = await nextPage(); page !== null; page = await nextPage()) {
    for (const [index, event] of page.events.entries()) {
      tally.add(event, page.areKept[index] ?? false);
      lines.add(eventLine(event));
      const counted = countedEvent(event);
      if (counted === null) continue;
      tally.count(counted, chargedBy(counted));
      const row = archivedCharge(event, counted);
      if (row !== null) charges.add(row);
      if (!('postings' in counted.data)) continue;
      for (const posted of archivedPostings(event, counted.data)) postings.add(posted);
    }
    await lines.flush();
  }
  const files = {
    events: fileOf(await lines.end(), lines.lines),
    charges: fileOf(charges.end(), charges.rows),
    postings: fileOf(postings.end(), postings.rows),
  };
  return { files, eventsBytes: lines.bytes, totals: tally.totals };
}

function fileOf(content: Uint8Array | null, rows: number): PackedFile | null {
  if (content === null) return null;
  return { content, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex'), rows };
}

/** Lines in one frame of zstd, which ends with a checksum of what it holds. */
class PackedLines {
  readonly #zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: zstdLevel, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  readonly #packed: Buffer[] = [];
  #waiting: string[] = [];
  lines = 0;
  bytes = 0;

  constructor() {
    this.#zstd.on('data', (chunk: Buffer) => this.#packed.push(chunk));
  }

  /** Raises `RangeError` for an event whose text has a line end, which nothing here has written. */
  add(line: string): void {
    if (line.includes('\n'))
      throw new RangeError('an event has a line end between its members: no archive can hold it');
    this.#waiting.push(line, '\n');
    this.lines += 1;
  }

  async flush(): Promise<void> {
    const text = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    this.bytes += text.length;
    await new Promise<void>((resolve, reject) => {
      this.#zstd.write(text, (error) => (error instanceof Error ? reject(error) : resolve()));
    });
  }

  async end(): Promise<Uint8Array> {
    await new Promise<void>((resolve) => {
      this.#zstd.once('end', resolve);
      this.#zstd.end();
    });
    return Buffer.concat(this.#packed);
  }
}

/** The conversation with the process, as `ThreadPool` holds it. */
function answering(port: MessagePort): void {
  let answered: (answer: unknown) => void = () => undefined;
  let id = 0;
  const say = (message: FromThread): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    port.postMessage(message);
  };
  const nextPage = async (): Promise<EventsPage | null> => {
    id += 1;
    const answer = new Promise((resolve) => (answered = resolve));
    say({ kind: 'said', id, words: 'next' });
    // What the process answers is a page, or none.
    return (await answer) as EventsPage | null;
  };
  port.on('message', (message: ToThread) => {
    if (message.kind === 'answer') return answered(message.answer);
    packed(message.task as RangeStart, nextPage).then(
      (result) => say({ kind: 'done', result }),
      (error: unknown) => say({ kind: 'failed', error: error instanceof Error ? error.message : String(error) }),
    );
  });
}

if (parentPort !== null) answering(parentPort);
