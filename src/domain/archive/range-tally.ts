import { leafHash, treeEntry } from '../checkpoints/tree-hash.ts';
import { readTreeHash, originOf } from '../checkpoints/tree-head.ts';
import { TreeEdge } from '../checkpoints/tree-edge.ts';
import { eventCatalogue, type DomainEvent } from '../event-catalogue.ts';
import { ownDigest } from '../event-digest.ts';
import { eurFromNano, nanoFromEur } from '../money.ts';
import { archivedAccounts, type ArchivedAccount, type ArchiveManifest } from './archive-manifest.ts';
import type { ArchivedEvent } from './archived-event.ts';

/** What a manifest says of its events. */
export type RangeTotals = Pick<
  ArchiveManifest,
  'first_recorded_at' | 'last_recorded_at' | 'sums' | 'charged' | 'tree' | 'reached' | 'checkpoint_sizes' | 'checkpoint'
>;

/** What a range goes on from: the manifest before it; `null`: it is the first. */
export type RangeStart = Pick<ArchiveManifest, 'tree' | 'reached' | 'checkpoint'> | null;

/** Counts and sums of the events of a range, in their order. Raises `RangeError` for a start that is none. */
export class RangeTally {
  readonly #edge: TreeEdge;
  #origin: string | null;
  #reached: ArchiveManifest['reached'];
  #checkpoint: ArchiveManifest['checkpoint'];
  readonly #sizes: number[] = [];
  readonly #sums = new Map<ArchivedAccount, bigint>();
  #charged = 0n;
  #firstAt = '';
  #lastAt = '';

  constructor(start: RangeStart) {
    const peaks = start?.tree.edge.map(readTreeHash) ?? [];
    if (!peaks.every((peak) => peak !== null)) throw new RangeError('the edge of a manifest holds no hash');
    this.#edge = new TreeEdge(start?.tree.size ?? 0, peaks);
    this.#origin = start?.tree.origin ?? null;
    this.#reached = start?.reached ?? null;
    this.#checkpoint = start?.checkpoint ?? null;
  }

  get totals(): RangeTotals {
    const { size, root, peaks } = this.#edge;
    const tree = { origin: this.#origin, size, root: root.toString('base64'), edge: peaks.map(base64) };
    // `as`: one member for each of them.
    const sums = Object.fromEntries(
      archivedAccounts.map((account) => [account, eurFromNano(this.#sums.get(account) ?? 0n)]),
    ) as RangeTotals['sums'];
    return {
      first_recorded_at: this.#firstAt,
      last_recorded_at: this.#lastAt,
      sums,
      charged: eurFromNano(this.#charged),
      tree,
      reached: this.#reached,
      checkpoint_sizes: this.#sizes,
      checkpoint: this.#checkpoint,
    };
  }

  /** Takes the next event. `isKept`: no retention removes it, so it is a leaf of the tree. */
  add(event: ArchivedEvent, isKept: boolean): void {
    if (this.#firstAt === '') this.#firstAt = event.recordedAt;
    this.#lastAt = event.recordedAt;
    if (!isKept) return;
    const { position, stream, revision, recordedAt, metadata } = event;
    const digest = ownDigest({ metadata });
    const leaf = leafHash(treeEntry({ position, revision, recordedAtMs: Date.parse(recordedAt), digest }));
    this.#origin ??= originOf(leaf);
    this.#edge.add(leaf);
    this.#reached = { stream, revision, position, digest };
  }

  /** Takes what an event says, if it is one that sums are made of. */
  count({ type, data }: DomainEvent, charged: bigint): void {
    this.#charged += charged;
    if ('postings' in data) {
      for (const { debit_account, credit_account, amount_eur } of data.postings) {
        const amount = nanoFromEur(amount_eur);
        this.#post(debit_account, -amount);
        this.#post(credit_account, amount);
      }
    }
    if (type !== 'LedgerCheckpointed') return;
    const { checkpoint, verifier_key, size } = data;
    this.#checkpoint = { checkpoint, verifier_key, size };
    this.#sizes.push(size);
  }

  #post(account: string, amount: bigint): void {
    const sum = summedAccount(account);
    if (sum !== null) this.#sums.set(sum, (this.#sums.get(sum) ?? 0n) + amount);
  }
}

const countedTypes: ReadonlySet<string> = new Set([
  ...Object.keys(eventCatalogue).filter((type) => /^(Wallet|Credit|Reservation|Released|Selection|Attempt)/.test(type)),
  'MarginRecorded',
  'LedgerCheckpointed',
]);

/** What an event says, where sums and tables are made of it; `null`: of others nothing is. Raises what JSON raises. */
export function countedEvent({ type, data }: ArchivedEvent): DomainEvent | null {
  // The catalogue pairs each type with its data; `as` applies that where text becomes typed again.
  return countedTypes.has(type) ? ({ type, data: JSON.parse(data) } as DomainEvent) : null;
}

/** The sum that an account counts in; `null`: in none. */
function summedAccount(account: string): ArchivedAccount | null {
  const [kind, name, part] = account.split(':');
  const sum = kind === 'platform' ? name : part;
  return archivedAccounts.find((known) => known === sum) ?? null;
}

function base64(hash: Buffer): string {
  return hash.toString('base64');
}
