import { ownDigest } from '../../domain/event-digest.ts';
import { leafHash, treeEntry, type TreeHash } from '../../domain/checkpoints/tree-hash.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';

/** The text of an event's leaf, by the digest that it carries. */
export function treeEntryOf({ position, revision, recordedAt, metadata }: RecordedEvent): string {
  return treeEntry({ position, revision, recordedAtMs: Date.parse(recordedAt), digest: ownDigest({ metadata }) });
}

/** The hash of an event's leaf. */
export function treeLeaf(recorded: RecordedEvent): TreeHash {
  return leafHash(treeEntryOf(recorded));
}
