import { archiveFolders, manifestName, planName, rangeFileName } from '../../domain/archive/archive-names.ts';
import {
  archivedAccounts,
  type ArchivedAccount,
  type ArchivedFile,
  type ArchiveManifest,
} from '../../domain/archive/archive-manifest.ts';
import type { ArchivedEvent } from '../../domain/archive/archived-event.ts';
import type { RangeTotals } from '../../domain/archive/range-tally.ts';
import { noteVerdict, readNote, type VerifierKey, type VerifyEd25519 } from '../../domain/checkpoints/signed-note.ts';
import type { TreeHead } from '../../domain/checkpoints/tree-head.ts';
import { eurFromNano, nanoFromSum } from '../../domain/money.ts';
import { ArchiveDamaged, type ArchiveStore } from '../../ports/archive-store.ts';
import type { ObjectDigest, RangeFiles } from '../../ports/range-files.ts';
import { ArchiveCheck, type RangeCheck } from './archive-check.ts';
import { ArchiveDiffers, type ArchiveDifference } from './archive-difference.ts';
import { storedManifest, storedPlan, type StoredManifest } from './stored-manifest.ts';

export interface VerifyArchiveOptions {
  readonly store: ArchiveStore;
  readonly files: Pick<RangeFiles, 'unpack' | 'digest'>;
  /** Checks the signatures of checkpoints. */
  readonly verifySignature: VerifyEd25519;
  /** Keys that have to have signed the last checkpoint. */
  readonly signedBy: readonly VerifierKey[];
  /** Checkpoints that were kept elsewhere, with which the archive has to agree. */
  readonly checkpoints: readonly TreeHead[];
  /** Takes events that were found right, in their order; what is wrong with the end of their range is found later. */
  readonly take?: (events: readonly ArchivedEvent[]) => void;
  /** Called with the number of events checked so far. */
  readonly onProgress?: (events: number) => void;
}

export type ArchiveVerdict =
  | {
      readonly ok: true;
      readonly ranges: number;
      readonly events: number;
      /** Events that were left out: contents that were not asked for. */
      readonly left_out: number;
      readonly first_recorded_at: string;
      readonly last_recorded_at: string;
      /** The position of the last event. */
      readonly last: string;
      readonly tree: TreeHead | null;
      readonly checkpoint: ArchiveManifest['checkpoint'];
      /** Kept events behind the last checkpoint: no signature covers them. */
      readonly uncovered_events: number;
      /** What each account holds, euro. */
      readonly sums: Readonly<Record<ArchivedAccount, string>>;
      readonly charged_eur: string;
      /** Fingerprints of the secrets that the ledger depends on, by name. */
      readonly secrets: Readonly<Record<string, string>>;
    }
  | { readonly ok: false; readonly ranges: number; readonly difference: ArchiveDifference };

/**
 * Verifies an archive by itself, without the ledger that it was made of: the manifests follow one another, every file has
 * the bytes that its manifest names, events follow one another and come to the counts and sums, checkpoints agree with them
 * and are signed, and there is no file beside. Reads every object once, and keeps the manifests and about 100 bytes for
 * each stream. Raises what the store raises.
 */
export async function verifyArchive(options: VerifyArchiveOptions): Promise<ArchiveVerdict> {
  const verifying = new Verifying(options);
  try {
    return await verifying.verdict();
  } catch (error) {
    if (!(error instanceof ArchiveDiffers)) throw error;
    return { ok: false, ranges: verifying.ranges, difference: error.difference };
  }
}

class Verifying {
  readonly #options: VerifyArchiveOptions;
  readonly #sums = new Map<ArchivedAccount, bigint>();
  #charged = 0n;
  /** Ranges found correct. */
  ranges = 0;

  constructor(options: VerifyArchiveOptions) {
    this.#options = options;
  }

  async verdict(): Promise<ArchiveVerdict> {
    const { verifySignature: verify, checkpoints: kept } = this.#options;
    const manifests = await this.#manifests();
    const [first, last] = [manifests[0], manifests.at(-1)];
    if (first === undefined || last === undefined) throw differs('missing', manifestName(1), 'a manifest', 'none');
    const sizes = manifests.flatMap(({ checkpoint_sizes }) => checkpoint_sizes);
    const check = new ArchiveCheck({ sizes, events: Number.POSITIVE_INFINITY, kept, verify });
    for (const [index, manifest] of manifests.entries()) {
      await this.#range(check, manifest, manifests[index - 1] ?? null);
      this.ranges += 1;
    }
    const end = check.end();
    if (end !== null) throw new ArchiveDiffers({ ...end, object: manifestName(last.number) });
    this.#assertSigned(last);
    await this.#assertNoStrays(manifests);
    return {
      ok: true,
      ranges: this.ranges,
      events: check.events,
      left_out: manifests.reduce((sum, { left_out }) => sum + left_out, 0),
      first_recorded_at: first.first_recorded_at,
      last_recorded_at: last.last_recorded_at,
      last: last.last,
      tree: check.tree,
      checkpoint: last.checkpoint,
      uncovered_events: check.uncovered,
      sums: this.#sumsInEuro(),
      charged_eur: eurFromNano(this.#charged),
      secrets: last.secrets,
    };
  }

  /** All manifests, each of which names the one before it. */
  async #manifests(): Promise<readonly ArchiveManifest[]> {
    const { store } = this.#options;
    const manifests: ArchiveManifest[] = [];
    for (let last: StoredManifest | null = null; ;) {
      const number = manifests.length + 1;
      const next: StoredManifest | null = await inArchive(manifestName(number), () => storedManifest(store, number));
      if (next === null) return manifests;
      const previous = last?.sha256 ?? null;
      if (next.manifest.previous !== previous) {
        throw differs('manifest', manifestName(number), `previous ${previous}`, String(next.manifest.previous));
      }
      manifests.push(next.manifest);
      last = next;
    }
  }

  async #range(check: ArchiveCheck, manifest: ArchiveManifest, before: ArchiveManifest | null): Promise<void> {
    const { files, sums, charged } = manifest;
    const object = manifestName(manifest.number);
    const expectedName = rangeFileName('events', manifest);
    if (files.events.name !== expectedName) throw differs('manifest', object, expectedName, files.events.name);
    const range = rangeOf(check, manifest, before);
    await this.#events(files.events, manifest.events_bytes, (events) => {
      for (const event of events) range.add(event);
      this.#options.take?.(events);
      this.#options.onProgress?.(check.events);
    });
    if (range.rows !== files.events.rows) {
      throw differs('totals', object, `${files.events.rows} events`, String(range.rows));
    }
    assertTotals(object, manifest, range.totals);
    for (const account of archivedAccounts) {
      this.#sums.set(account, (this.#sums.get(account) ?? 0n) + nanoFromSum(sums[account]));
    }
    this.#charged += nanoFromSum(charged);
    for (const table of ['charges', 'postings'] as const) {
      const file = files[table];
      if (file === null) continue;
      const name = rangeFileName(table, manifest);
      if (file.name !== name) throw differs('manifest', object, name, file.name);
      const bytes = await this.#bytes(file.name);
      assertDigest(file, await this.#options.files.digest(bytes));
    }
  }

  async #events(file: ArchivedFile, bytesMax: number, take: (events: readonly ArchivedEvent[]) => void): Promise<void> {
    const bytes = await this.#bytes(file.name);
    const onEnd = (digest: ObjectDigest): void => assertDigest(file, digest);
    await inArchive(file.name, async () => {
      for await (const events of this.#options.files.unpack(bytes, { bytesMax, onEnd })) take(events);
    });
  }

  async #bytes(name: string): Promise<AsyncIterable<Uint8Array>> {
    const bytes = await this.#options.store.get(name);
    if (bytes === null) throw differs('missing', name, 'the object', 'none');
    return bytes;
  }

  #assertSigned({ number, checkpoint }: ArchiveManifest): void {
    const note = checkpoint === null ? null : readNote(checkpoint.checkpoint);
    for (const key of this.#options.signedBy) {
      const verdict = note === null ? 'absent' : noteVerdict(note, key, this.#options.verifySignature);
      if (typeof verdict === 'object') continue;
      const expected = `the last checkpoint to be signed by ${key.name}`;
      throw differs(
        'checkpoint',
        manifestName(number),
        expected,
        `${verdict === 'absent' ? 'no' : 'a false'} signature`,
      );
    }
  }

  /** Files of the range that is being written are named by its plan. */
  async #assertNoStrays(manifests: readonly ArchiveManifest[]): Promise<void> {
    const { store } = this.#options;
    const names = new Set<string>();
    for (const { number, files } of manifests) {
      names.add(planName(number)).add(manifestName(number));
      for (const file of Object.values(files)) if (file !== null) names.add(file.name);
    }
    const next = manifests.length + 1;
    const plan = await inArchive(planName(next), () => storedPlan(store, next));
    if (plan !== null) {
      names.add(planName(next)).add(manifestName(next));
      for (const file of ['events', 'charges', 'postings'] as const) names.add(rangeFileName(file, plan));
    }
    for (const folder of archiveFolders) {
      for await (const name of store.list(folder)) {
        // A folder that somebody made in a browser is an object of nothing, which no reader of files reads.
        if (!names.has(name) && !name.endsWith('/'))
          throw differs('stray', name, 'no object that no manifest names', 'one');
      }
    }
  }

  #sumsInEuro(): Readonly<Record<ArchivedAccount, string>> {
    // `as`: one member for each of them.
    return Object.fromEntries(
      archivedAccounts.map((account) => [account, eurFromNano(this.#sums.get(account) ?? 0n)]),
    ) as Record<ArchivedAccount, string>;
  }
}

/** Raises {@link ArchiveDiffers} for a manifest whose tree is none: the range after it cannot go on from there. */
function rangeOf(check: ArchiveCheck, manifest: ArchiveManifest, before: ArchiveManifest | null): RangeCheck {
  try {
    return check.range(manifest.files.events.name, manifest, before);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw differs('manifest', manifestName((before ?? manifest).number), 'the edge of a tree', error.message);
  }
}

function assertDigest({ name, bytes, sha256 }: ArchivedFile, found: ObjectDigest): void {
  if (found.bytes === bytes && found.sha256 === sha256) return;
  throw differs('digest', name, `${sha256} of ${bytes} bytes`, `${found.sha256} of ${found.bytes} bytes`);
}

function assertTotals(object: string, manifest: ArchiveManifest, totals: RangeTotals): void {
  for (const [member, found] of Object.entries(totals)) {
    const expected: unknown = Reflect.get(manifest, member);
    if (inOneForm(expected) === inOneForm(found)) continue;
    throw differs('totals', object, `${member} ${inOneForm(expected)}`, inOneForm(found));
  }
}

/** Members in one order: that of a parsed document is another one. */
function inOneForm(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Raises {@link ArchiveDiffers} in place of `ArchiveDamaged`. */
async function inArchive<Value>(object: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ArchiveDamaged)) throw error;
    throw differs('damaged', object, 'a file of an archive', error.message);
  }
}

function differs(kind: ArchiveDifference['kind'], object: string, expected: string, found: string): ArchiveDiffers {
  return new ArchiveDiffers({ kind, object, position: null, expected, found });
}
