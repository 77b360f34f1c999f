import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { csvText } from '../../admin/csv-text.ts';
import { eurFromNano, nanoFromSum, type NanoEur } from '../../domain/money.ts';
import type { Sheet, SheetColumn, SheetRow } from '../../ports/workbook.ts';

/** Most rows that are kept for a workbook: those of a longer sheet are in its file alone, and take no memory. */
export const keptRowsMax = 20_000;

/** Text that is gathered before it is written. Characters. */
const gatheredMax = 262_144;

/** A finished file: its size and the SHA-256 of its bytes, hex. */
export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** A file that is written piece by piece, and never over another one. Raises the errors of the file system. */
export class PackFile {
  readonly #head: PassThrough | ReturnType<typeof createGzip>;
  readonly #done: Promise<void>;
  readonly #hash = createHash('sha256');
  #gathered = '';
  #bytes = 0;

  constructor(path: string, { isPacked = false } = {}) {
    // The lowest level: a ledger shrinks to a fifth, in another thread.
    this.#head = isPacked ? createGzip({ level: 1 }) : new PassThrough();
    const counting = new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.#hash.update(chunk);
        this.#bytes += chunk.length;
        done(null, chunk);
      },
    });
    this.#done = pipeline(this.#head, counting, createWriteStream(path, { flags: 'wx', flush: true }));
    // It is raised by the next write, or by the end.
    this.#done.catch(() => undefined);
  }

  add(text: string): void {
    this.#gathered += text;
  }

  /** Writes what is gathered once that is enough; `null`: nothing waits. */
  written(): Promise<void> | null {
    return this.#gathered.length < gatheredMax ? null : this.#write();
  }

  async end(): Promise<FileDigest> {
    await this.#write();
    this.#head.end();
    await this.#done;
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  async #write(): Promise<void> {
    const gathered = this.#gathered;
    this.#gathered = '';
    if (gathered === '' || this.#head.write(gathered)) return;
    // A failure ends all streams of the pipeline, and none drains then.
    await Promise.race([once(this.#head, 'drain'), this.#done]);
  }
}

/** A sheet as comma-separated values, with its control totals. */
export class SheetFile {
  readonly #file: PackFile;
  readonly #columns: readonly SheetColumn[];
  readonly #names: readonly string[];
  readonly #totals: Map<string, NanoEur>;
  /** For a workbook; `null`: they are too many. */
  #kept: SheetRow[] | null = [];
  rows = 0;

  constructor(path: string, columns: readonly SheetColumn[]) {
    this.#file = new PackFile(path);
    this.#columns = columns;
    this.#names = columns.map(({ name }) => name);
    this.#totals = new Map(columns.filter(({ kind }) => kind === 'amount').map(({ name }) => [name, 0n]));
    this.#file.add(csvText(this.#names, []));
  }

  add(rows: readonly SheetRow[]): void {
    if (rows.length === 0) return;
    this.rows += rows.length;
    for (const row of rows) {
      for (const [name, total] of this.#totals) this.#totals.set(name, total + nanoFromSum(String(row[name] ?? '0')));
    }
    if (this.#kept !== null && this.rows <= keptRowsMax) this.#kept.push(...rows);
    else this.#kept = null;
    this.#file.add(csvText(this.#names, rows, false));
  }

  written(): Promise<void> | null {
    return this.#file.written();
  }

  end(): Promise<FileDigest> {
    return this.#file.end();
  }

  /** The sums of its columns of amounts, euro. */
  get totals(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#totals].map(([name, total]) => [name, eurFromNano(total)]));
  }

  /** The sheet for a workbook; `null`: it has too many rows. */
  sheet(name: string): Sheet | null {
    return this.#kept === null ? null : { name, columns: this.#columns, rows: this.#kept };
  }
}
