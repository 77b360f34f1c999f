import { tileLeaves } from '../../domain/checkpoints/checkpoint-events.ts';
import { inclusionProof, rootByInclusion } from '../../domain/checkpoints/inclusion-proof.ts';
import { leafHash } from '../../domain/checkpoints/tree-hash.ts';
import { treeLogProofText } from '../../domain/checkpoints/tree-log-proof.ts';
import { KnownNodes } from '../../domain/checkpoints/known-nodes.ts';
import type { ChargeRecord } from '../../domain/charges/charge-record.ts';
import { nanoFromSum } from '../../domain/money.ts';
import { chainedText, noDigest, ownDigest, splitMetadata } from '../../domain/event-digest.ts';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import { walletStream } from '../stream-names.ts';
import { firstRecordedFrom } from '../wallet-statement.ts';
import { coveringCheckpoint, treePlaceOf, type CoveringCheckpoint } from './recorded-checkpoints.ts';
import { treeEntryOf, treeLeaf } from './tree-leaf.ts';
import { leavesAfter, tileHash } from './leaves-after.ts';

/** What proves an event to whoever knows the key of the ledger, without the ledger. */
export interface EventReceipt {
  /** The bytes of the event: the digest of the leaf is their SHA-256, in base64url. */
  readonly event: string;
  /** The text of the leaf. */
  readonly entry: string;
  /** A C2SP `tlog-proof` of the leaf. */
  readonly proof: string;
  readonly verifier_key: string;
}

/** What proves a charge: of the event that ended it, and of the choice of its model, where that was charged too. */
export interface ChargeReceipt extends EventReceipt {
  readonly selection?: EventReceipt;
}

/** Why there is no receipt: the charge has not ended, a person decided it, or no checkpoint covers it yet. */
export type NoReceipt = 'not_ended' | 'decided_by_person' | 'not_covered';

/** The reservation of a charge, its wallet, when it was held and ended, how, and what choosing cost. */
type Charged = Pick<ChargeRecord, 'reservation_id' | 'wallet_id' | 'reserved_at' | 'ended_at' | 'state' | 'selection'>;

type Types = ReadonlySet<string>;
const [charges, releases, choices]: readonly [Types, Types, Types] = [
  new Set(['ReservationSettled', 'ReleasedReservationCharged']),
  new Set(['ReservationReleased']),
  new Set(['SelectionCharged']),
];
const pageEvents = 300;

/**
 * The receipt of a charge: reads a few events of its wallet, of the checkpoints, and at most two tiles of the log for each
 * event; those of the wallet between hold and end, where a model was chosen. An event that a person decided names that
 * person: with `isForCaller` there is no receipt of it. Raises the errors of the log, and an `Error` for a log that does not
 * agree with its checkpoint.
 */
export async function chargeReceipt(
  log: Pick<EventLog, 'readStream' | 'readAll' | 'comparePositions'>,
  charge: Charged,
  { isForCaller }: { readonly isForCaller: boolean },
): Promise<ChargeReceipt | NoReceipt> {
  const { ended_at: endedAt, reserved_at: reservedAt, state, selection } = charge;
  if (endedAt === null) return 'not_ended';
  const ending = await eventOf(log, charge, { types: state === 'released' ? releases : charges, from: endedAt });
  const wasChosen = selection !== undefined && nanoFromSum(selection.cost_eur) > 0n;
  const choice = wasChosen ? await eventOf(log, charge, { types: choices, from: reservedAt }) : null;
  if (ending === null || (wasChosen && choice === null)) return 'not_ended';
  const events = choice === null ? [ending] : [ending, choice];
  if (isForCaller && events.some(({ data }) => 'actor' in (JSON.parse(data) as object))) return 'decided_by_person';
  const [receipt, ofChoice] = await Promise.all(events.map((event) => eventReceipt(log, event)));
  if (receipt === undefined || receipt === null || ofChoice === null) return 'not_covered';
  return ofChoice === undefined ? receipt : { ...receipt, selection: ofChoice };
}

/** `null`: no checkpoint covers it yet. */
async function eventReceipt(
  log: Pick<EventLog, 'readStream' | 'readAll' | 'comparePositions'>,
  event: RecordedEvent,
): Promise<EventReceipt | null> {
  const covering = await coveringCheckpoint(log, event.position);
  if (covering === null) return null;
  const proof = await proofOf(log, event, covering);
  return { ...(await textOf(log, event)), proof, verifier_key: covering.checkpoint.verifier_key };
}

/** The first event of these types about a charge, from a time on; `null`: none until its end. */
async function eventOf(
  log: Pick<EventLog, 'readStream'>,
  { reservation_id: id, wallet_id: walletId, ended_at: endedAt }: Charged,
  { types, from: time }: { readonly types: Types; readonly from: string },
): Promise<RecordedEvent | null> {
  const stream = walletStream(walletId);
  const [newest] = await log.readStream(stream, { direction: 'backwards', limit: 1 });
  if (newest === undefined) return null;
  const read: Parameters<typeof firstRecordedFrom>[0] = (options) => log.readStream(stream, options);
  for (let from = await firstRecordedFrom(read, Date.parse(time), newest.revision + 1); from <= newest.revision;) {
    const page = await log.readStream(stream, { fromRevision: from, limit: pageEvents });
    const found = page.find(({ type, data }) => types.has(type) && data.includes(`"reservation_id":"${id}"`));
    if (found !== undefined) return found;
    const last = page.at(-1);
    if (last === undefined || last.recordedAt > (endedAt ?? '')) return null;
    from = last.revision + 1;
  }
  return null;
}

async function textOf(
  log: Pick<EventLog, 'readStream'>,
  event: RecordedEvent,
): Promise<Pick<EventReceipt, 'event' | 'entry'>> {
  const { stream, revision, metadata } = event;
  const before = await log.readStream(stream, { fromRevision: Math.max(revision - 1, 0), limit: 1 });
  const previous = revision === 0 ? noDigest : ownDigest(before[0] ?? event);
  const bare = splitMetadata(metadata)?.metadata ?? metadata;
  return { event: chainedText(previous, event, bare), entry: treeEntryOf(event) };
}

async function proofOf(
  log: Pick<EventLog, 'readAll' | 'comparePositions'>,
  event: RecordedEvent,
  { checkpoint, before }: CoveringCheckpoint,
): Promise<string> {
  const { size, head } = checkpoint;
  const nodes = new KnownNodes();
  const earlier = before === null ? null : treePlaceOf(before);
  nodes.addPeaks((earlier?.tiles ?? 0) * tileLeaves, earlier?.edge ?? []);
  const tiles = checkpoint.tiles.map((tile, index) => ({
    ...tile,
    start: ((earlier?.tiles ?? 0) + index) * tileLeaves,
  }));
  for (const { root, start } of tiles) nodes.add(start, tileLeaves, tileHash(root));
  const open = { after: checkpoint.open_after, start: size - (size % tileLeaves) };
  // `as`: the position of a recorded event.
  const isBefore = (after: string | null): boolean =>
    after === null || log.comparePositions(after as Position, event.position) < 0;
  const own = [...tiles, open].findLast(({ after }) => isBefore(after)) ?? open;
  let index = -1;
  for (const { after, start } of new Set([own, open])) {
    const leaves = await leavesAfter(log, after as Position | null, Math.min(tileLeaves, size - start));
    for (const [offset, leaf] of leaves.entries()) {
      nodes.add(start + offset, 1, treeLeaf(leaf));
      if (leaf.position === event.position) index = start + offset;
    }
  }
  const hashes = index < 0 ? [] : inclusionProof(index, size, (start, end) => nodes.rangeHash(start, end));
  const root = rootByInclusion({ index, size, leaf: leafHash(treeEntryOf(event)) }, hashes);
  if (root?.equals(head.root) !== true)
    throw new Error(`the ledger does not agree with its checkpoint of ${size} events`);
  return treeLogProofText({ index, hashes, checkpoint: checkpoint.checkpoint });
}
