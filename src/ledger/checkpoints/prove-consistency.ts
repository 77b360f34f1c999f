import { isConsistent } from '../../domain/checkpoints/consistency-proof.ts';
import type { TreeHead } from '../../domain/checkpoints/tree-head.ts';
import type { TreeHash } from '../../domain/checkpoints/tree-hash.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { RecordedCheckpoint } from './recorded-checkpoints.ts';
import { RecordedTree, type TreeContinuation } from './recorded-tree.ts';

/**
 * The proof that the later of two checkpoints continues the earlier one: RFC 6962 §2.1.2. Reads the checkpoints of the log,
 * the tile in which the earlier one ends, and what came behind the last complete tile. `null`: this log does not prove it,
 * because they are of other ledgers or of one that was changed. Raises the errors of the log.
 */
export async function proveConsistency(
  log: Pick<EventLog, 'readStream' | 'readAll'>,
  older: TreeHead,
  newer: TreeHead,
): Promise<readonly TreeHash[] | null> {
  if (older.origin !== newer.origin || older.size < 1 || older.size > newer.size) return null;
  const tree = new RecordedTree(log);
  await tree.readOn();
  try {
    const { proof } = await tree.continuation(older.size, newer.size);
    return isConsistent(older, newer, proof) ? proof : null;
  } catch (error) {
    // The log has fewer events.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * How the last checkpoint continues the tree of its first events; `null`: there is no checkpoint of so many. Raises the
 * errors of the log, and an `Error` for one that does not agree with its checkpoint.
 */
export async function continuedFrom(
  tree: RecordedTree,
  size: number,
): Promise<(TreeContinuation & { readonly last: RecordedCheckpoint }) | null> {
  await tree.readOn();
  const { last } = tree;
  if (last === null || size > last.size) return null;
  const found = await tree.continuation(size, last.size);
  if (isConsistent({ size, root: found.root }, last.head, found.proof)) return { ...found, last };
  throw new Error(`the ledger does not agree with its checkpoint of ${last.size} events`);
}
