import { tileLeaves } from '../../domain/checkpoints/checkpoint-events.ts';
import { consistencyProof, isConsistent } from '../../domain/checkpoints/consistency-proof.ts';
import { KnownNodes } from '../../domain/checkpoints/known-nodes.ts';
import type { TreeHead } from '../../domain/checkpoints/tree-head.ts';
import type { TreeHash } from '../../domain/checkpoints/tree-hash.ts';
import type { EventLog, Position } from '../../ports/event-log.ts';
import { checkpointStream } from '../stream-names.ts';
import { checkpointIn } from './recorded-checkpoints.ts';
import { treeLeaf } from './tree-leaf.ts';
import { leavesAfter, tileHash } from './leaves-after.ts';

const pageEvents = 500;

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
  const { nodes, ends } = await recordedTiles(log);
  const known = Math.min(ends.length - 1, Math.floor(newer.size / tileLeaves));
  for (const tile of new Set([Math.min(Math.floor(older.size / tileLeaves), known), known])) {
    const start = tile * tileLeaves;
    const isLast = tile === known;
    const leaves = await leavesAfter(log, ends[tile] ?? null, isLast ? newer.size - start : tileLeaves);
    for (const [offset, leaf] of leaves.entries()) nodes.add(start + offset, 1, treeLeaf(leaf));
  }
  try {
    const proof = consistencyProof(older.size, newer.size, (start, end) => nodes.rangeHash(start, end));
    return isConsistent(older, newer, proof) ? proof : null;
  } catch (error) {
    // The log has fewer events.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The tiles that the checkpoints record, and the position at which each begins; last that behind them. */
async function recordedTiles(
  log: Pick<EventLog, 'readStream'>,
): Promise<{ readonly nodes: KnownNodes; readonly ends: readonly (Position | null)[] }> {
  const nodes = new KnownNodes();
  const begins: (Position | null)[] = [];
  let end: Position | null = null;
  for (let from = 0; ; from += pageEvents) {
    const page = await log.readStream(checkpointStream, { fromRevision: from, limit: pageEvents });
    for (const checkpoint of page.flatMap((recorded) => checkpointIn(recorded) ?? [])) {
      for (const { root, after } of checkpoint.tiles) {
        nodes.add(begins.length * tileLeaves, tileLeaves, tileHash(root));
        begins.push(after as Position | null); // the position of a recorded event
      }
      end = checkpoint.open_after as Position | null;
    }
    if (page.length < pageEvents) return { nodes, ends: [...begins, end] };
  }
}
