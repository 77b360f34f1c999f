import type { CheckpointEvent, LedgerCheckpoint } from '../../domain/checkpoints/checkpoint-events.ts';
import { tileLeaves } from '../../domain/checkpoints/checkpoint-events.ts';
import type { TreePlace } from '../../domain/checkpoints/tiled-tree.ts';
import { readNote } from '../../domain/checkpoints/signed-note.ts';
import { originOf, readTreeHash, readTreeHead, type TreeHead } from '../../domain/checkpoints/tree-head.ts';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';
import { decodeEvent } from '../codec.ts';
import { logPages } from '../log-pages.ts';
import { checkpointStream, isThinned } from '../stream-names.ts';
import { treeLeaf } from './tree-leaf.ts';

/** A checkpoint as the log has it. */
export interface RecordedCheckpoint extends LedgerCheckpoint {
  readonly head: TreeHead;
  readonly revision: number;
  readonly recordedAt: string;
}

type Reading = Pick<EventLog, 'readStream'>;

/** The newest event of the stream of checkpoints; `null`: there is none. Raises the errors of the log. */
export async function newestOfCheckpoints(log: Reading): Promise<RecordedEvent | null> {
  const [newest] = await log.readStream(checkpointStream, { direction: 'backwards', limit: 1 });
  return newest ?? null;
}

/** How checkpoints name a log; `null`: it is empty. Raises the errors of the log. */
export async function originOfLog(log: Pick<EventLog, 'readAll'>): Promise<string | null> {
  for await (const page of logPages(log)) {
    const first = page.find(({ stream }) => !isThinned(stream));
    if (first !== undefined) return originOf(treeLeaf(first));
  }
  return null;
}

/** The last checkpoint of this tree; `null`: there is none yet. Raises the errors of the log. */
export async function lastCheckpoint(log: Reading): Promise<RecordedCheckpoint | null> {
  const newest = await newestOfCheckpoints(log);
  return newest === null ? null : checkpointIn(newest);
}

/** The checkpoint that an event records; `null`: it is another event. Raises `RangeError` for one that nobody here wrote. */
export function checkpointIn(recorded: RecordedEvent): RecordedCheckpoint | null {
  const { type, data } = decodeEvent(recorded) as CheckpointEvent; // of the stream of checkpoints
  if (type !== 'LedgerCheckpointed') return null;
  const note = readNote(data.checkpoint);
  const head = note === null ? null : readTreeHead(note.text);
  if (head?.size !== data.size) throw new RangeError(`${recorded.stream}@${recorded.revision} holds no checkpoint`);
  return { ...data, head, revision: recorded.revision, recordedAt: recorded.recordedAt };
}

/** Where the tree of a checkpoint goes on. Raises `RangeError` for an edge that is none. */
export function treePlaceOf({ size, edge, open_after: openAfter }: LedgerCheckpoint): TreePlace {
  const hashes = edge.map(readTreeHash);
  if (!hashes.every((hash) => hash !== null)) throw new RangeError('the edge of a checkpoint holds no hash');
  return { tiles: Math.floor(size / tileLeaves), edge: hashes, openAfter };
}

/** The first checkpoint that covers a position, and the one before it. */
export interface CoveringCheckpoint {
  readonly checkpoint: RecordedCheckpoint;
  readonly before: RecordedCheckpoint | null;
}

/** Finds the first checkpoint that covers a position, in a few reads; `null`: none does yet. Raises the errors of the log. */
export async function coveringCheckpoint(
  log: Pick<EventLog, 'readStream' | 'comparePositions'>,
  position: Position,
): Promise<CoveringCheckpoint | null> {
  const newest = await newestOfCheckpoints(log);
  if (newest === null) return null;
  const covers = (checkpoint: RecordedCheckpoint | null): boolean =>
    // `as`: the position of a recorded event.
    checkpoint !== null && log.comparePositions(checkpoint.position as Position, position) >= 0;
  if (!covers(checkpointIn(newest))) return null;
  let [first, last] = [0, newest.revision];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (covers(await checkpointAt(log, middle))) last = middle;
    else first = middle + 1;
  }
  const checkpoint = await checkpointAt(log, last);
  const before = last === 0 ? null : await checkpointAt(log, last - 1);
  return checkpoint === null ? null : { checkpoint, before };
}

async function checkpointAt(log: Reading, revision: number): Promise<RecordedCheckpoint | null> {
  const [recorded] = await log.readStream(checkpointStream, { fromRevision: revision, limit: 1 });
  return recorded === undefined ? null : checkpointIn(recorded);
}
