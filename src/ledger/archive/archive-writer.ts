import { rangeFileName, manifestName, planName, type RangeFile } from '../../domain/archive/archive-names.ts';
import {
  archiveText,
  type ArchivedFile,
  type ArchiveManifest,
  type ArchivePlan,
} from '../../domain/archive/archive-manifest.ts';
import { objectDigest } from '../../domain/event-digest.ts';
import { ArchiveDamaged, type ArchiveStore } from '../../ports/archive-store.ts';
import type { EventLog, Position } from '../../ports/event-log.ts';
import type { LogEndReader } from '../../ports/log-end.ts';
import type { EventsPage, ObjectDigest, PackedFile, PackedRange, RangeFiles } from '../../ports/range-files.ts';
import { takeCheckpoint, type TakeCheckpointDeps } from '../checkpoints/take-checkpoint.ts';
import { isThinned } from '../stream-names.ts';
import { reachedDifference } from '../verify/reached-event.ts';
import { archivePageEvents, isArchived, OpenRange } from './open-range.ts';
import { lastManifest, storedManifest, storedPlan, type StoredManifest } from './stored-manifest.ts';

export interface ArchiveWriterDeps extends Pick<TakeCheckpointDeps, 'signer' | 'createId'> {
  readonly log: EventLog;
  readonly logEnd: LogEndReader;
  readonly store: ArchiveStore;
  readonly files: RangeFiles;
  /** Fingerprints of the secrets that the ledger depends on, by name. */
  readonly secrets: () => Promise<Readonly<Record<string, string>>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly limits: ArchiveLimits;
}

export interface ArchiveLimits {
  /** Bytes of events after which a range is closed. */
  readonly rangeBytesMax: number;
  /** Age of the oldest event that is not archived at which a range is closed, milliseconds. */
  readonly rangeMs: number;
  /** How long another process has for a range that it has begun, milliseconds. */
  readonly othersMs: number;
  readonly sealedContents: boolean;
}

/** The archive is of another ledger, or of this one when it had gone further. */
export class ArchiveContradicted extends Error {
  override readonly name = 'ArchiveContradicted';
}

/**
 * Writes the log into an archive, range after range. A range is written in three steps, each of which any process can take
 * or repeat: a plan says where it ends, its files are written, and a manifest closes it. No object is ever written twice,
 * so of several processes each step has one outcome, and a process that was killed has left nothing that does not belong
 * there.
 */
export class ArchiveWriter {
  readonly #deps: ArchiveWriterDeps;
  /** `undefined`: not looked for yet. */
  #last: StoredManifest | null | undefined;
  #open: OpenRange | null = null;
  /** The plan of another process that was found, and when. */
  #foreign: { readonly number: number; readonly since: number } | null = null;

  constructor(deps: ArchiveWriterDeps) {
    this.#deps = deps;
  }

  /** The last closed range that is known here; `null`: none. */
  get last(): ArchiveManifest | null {
    return this.#last?.manifest ?? null;
  }

  /** When the oldest event was recorded that is known not to be archived, milliseconds; `null`: none is known. */
  get oldestMs(): number | null {
    return this.#open?.oldestMs ?? null;
  }

  /**
   * Archives the next range, if it can be closed. Returns whether it was. Raises what the store and the log raise,
   * {@link ArchiveContradicted}, and `ArchiveDamaged` for objects that nobody here wrote.
   */
  async step(signal: AbortSignal): Promise<boolean> {
    this.#last ??= await this.#lastOfThisLedger();
    const plan = await this.#closedRange(this.#last, signal);
    if (plan === null || signal.aborted) return false;
    const closed = (await storedManifest(this.#deps.store, plan.number)) ?? (await this.#archive(plan, this.#last));
    this.#last = closed;
    this.#open = null;
    this.#foreign = null;
    return true;
  }

  async #lastOfThisLedger(): Promise<StoredManifest | null> {
    const { store, log } = this.#deps;
    const last = await lastManifest(store);
    const reached = last?.manifest.reached ?? null;
    if (reached !== null && (await reachedDifference(log, reached)) !== null) {
      throw new ArchiveContradicted(
        `${store.place} holds the archive of another ledger, or of this one before it lost its end: set archive.prefix to a name of its own`,
      );
    }
    return last;
  }

  /** The next range, as it was decided or is now; `null`: it is still open, or another process is writing it. */
  async #closedRange(last: StoredManifest | null, signal: AbortSignal): Promise<ArchivePlan | null> {
    const { log, store, limits, now, signer, createId } = this.#deps;
    const number = (last?.manifest.number ?? 0) + 1;
    // `as`: a position that a log itself gave.
    this.#open ??= new OpenRange(log, (last?.manifest.last ?? null) as Position | null, limits.sealedContents);
    const open = this.#open;
    if (!(await open.readOn(limits.rangeBytesMax, signal))) {
      if (open.oldestMs === null || now() - open.oldestMs < limits.rangeMs) return null;
      // So that a signature covers the range to its end.
      await takeCheckpoint({ log, signer, createId, signal });
      await open.readOn(limits.rangeBytesMax, signal);
    }
    if (open.ends === null || signal.aborted) return null;
    const plan: ArchivePlan = { format: 1, number, ...open.ends };
    const bytes = Buffer.from(archiveText(plan));
    if ((await store.put(planName(number), bytes, objectDigest(bytes))) === 'written') return plan;
    return await this.#othersPlan(number);
  }

  async #othersPlan(number: number): Promise<ArchivePlan | null> {
    const { store, now, limits, log, logEnd } = this.#deps;
    const plan = await storedPlan(store, number);
    if (plan === null) throw new ArchiveDamaged(`${planName(number)} is there, and is not`);
    if (this.#foreign?.number !== number) this.#foreign = { number, since: now() };
    const isClosed = await store.has(manifestName(number));
    if (!isClosed && now() - this.#foreign.since < limits.othersMs) return null;
    const { end } = await logEnd.end();
    if (end === null || log.comparePositions(end, plan.last as Position) < 0) {
      throw new ArchiveContradicted(
        `${store.place} has a plan up to position ${plan.last}, and the ledger ends before: it is an older copy, or another ledger`,
      );
    }
    return plan;
  }

  async #archive(plan: ArchivePlan, last: StoredManifest | null): Promise<StoredManifest> {
    const { store, files, limits, secrets } = this.#deps;
    const counts = { leftOut: 0 };
    const own = await files.pack(last?.manifest ?? null, this.#pages(plan, last, counts));
    const isThere = (await this.#put('events', plan, own)) === 'differs';
    const packed = isThere ? await this.#found(plan, last, own) : own;
    for (const file of ['charges', 'postings'] as const) {
      if ((await this.#put(file, plan, packed)) !== 'differs') continue;
      throw new ArchiveDamaged(
        `${rangeFileName(file, plan)} holds other bytes than this version writes: remove it, or finish the range with the version that began it`,
      );
    }
    const events = namedFile('events', plan, packed.files.events);
    if (events === null) throw new ArchiveDamaged(`the range from ${plan.first} to ${plan.last} has no events`);
    const manifest: ArchiveManifest = {
      ...plan,
      previous: last?.sha256 ?? null,
      files: {
        events,
        charges: namedFile('charges', plan, packed.files.charges),
        postings: namedFile('postings', plan, packed.files.postings),
      },
      events_bytes: packed.eventsBytes,
      sealed_contents: limits.sealedContents,
      left_out: counts.leftOut,
      ...packed.totals,
      secrets: { ...(await secrets()) },
    };
    const bytes = Buffer.from(archiveText(manifest));
    const sha256 = objectDigest(bytes);
    if ((await store.put(manifestName(plan.number), bytes, sha256)) === 'written') return { manifest, sha256 };
    const theirs = await storedManifest(store, plan.number);
    if (theirs === null) throw new ArchiveDamaged(`${manifestName(plan.number)} is there, and is not`);
    return theirs;
  }

  /** The events of a range, page by page. Counts those that are left out. */
  async *#pages(
    plan: ArchivePlan,
    last: StoredManifest | null,
    counts: { leftOut: number },
  ): AsyncGenerator<EventsPage> {
    const { log, limits } = this.#deps;
    const end = plan.last as Position; // a position that a log itself gave
    for (let after = (last?.manifest.last ?? null) as Position | null; ;) {
      const page = await log.readAll({ ...(after !== null && { after }), limit: archivePageEvents });
      const within = page.filter(({ position }) => log.comparePositions(position, end) <= 0);
      const events = within.filter(({ stream }) => isArchived(stream, limits.sealedContents));
      counts.leftOut += within.length - events.length;
      yield { events, areKept: events.map(({ stream }) => !isThinned(stream)) };
      if (within.length < archivePageEvents) return;
      after = within.at(-1)?.position ?? after;
    }
  }

  async #put(file: RangeFile, plan: ArchivePlan, { files }: PackedRange): Promise<'same' | 'differs'> {
    const packed = files[file];
    if (packed === null) return 'same';
    const name = rangeFileName(file, plan);
    if ((await this.#deps.store.put(name, packed.content, packed.sha256)) === 'written') return 'same';
    const { sha256 } = await this.#deps.files.digest(await this.#there(name));
    return sha256 === packed.sha256 ? 'same' : 'differs';
  }

  /**
   * The range as its events file has it, which an earlier attempt wrote: retention may have removed events since. The kept
   * events have to be the same.
   */
  async #found(plan: ArchivePlan, last: StoredManifest | null, own: PackedRange): Promise<PackedRange> {
    const { files, limits } = this.#deps;
    const name = rangeFileName('events', plan);
    let digest: ObjectDigest | null = null;
    const events = files.unpack(await this.#there(name), {
      bytesMax: own.eventsBytes * 2 + limits.rangeBytesMax,
      onEnd: (read) => (digest = read),
    });
    const found = await files.pack(last?.manifest ?? null, keptPages(events));
    if (digest === null || found.totals.tree.root !== own.totals.tree.root) {
      throw new ArchiveDamaged(`${name} holds other events than the ledger has there`);
    }
    const repacked = found.files.events;
    return { ...found, files: { ...found.files, events: repacked && { ...repacked, ...(digest as ObjectDigest) } } };
  }

  async #there(name: string): Promise<AsyncIterable<Uint8Array>> {
    const bytes = await this.#deps.store.get(name);
    if (bytes === null) throw new ArchiveDamaged(`${name} is there, and is not`);
    return bytes;
  }
}

async function* keptPages(pages: AsyncIterable<EventsPage['events']>): AsyncGenerator<EventsPage> {
  for await (const events of pages) yield { events, areKept: events.map(({ stream }) => !isThinned(stream)) };
}

function namedFile(file: RangeFile, plan: ArchivePlan, packed: PackedFile | null): ArchivedFile | null {
  if (packed === null) return null;
  const { bytes, sha256, rows } = packed;
  return { name: rangeFileName(file, plan), bytes, sha256, rows };
}
