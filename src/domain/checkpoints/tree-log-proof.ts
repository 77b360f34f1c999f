import type { TreeHash } from './tree-hash.ts';

/** That an entry is in a tree: C2SP `tlog-proof`. */
export interface TreeLogProof {
  readonly index: number;
  readonly hashes: readonly TreeHash[];
  /** The signed checkpoint, as it was written. */
  readonly checkpoint: string;
}

const mark = 'c2sp.org/tlog-proof@v1';

/** A proof as text, for a file with the ending `.tlog-proof`. */
export function treeLogProofText({ index, hashes, checkpoint }: TreeLogProof): string {
  return `${mark}\nindex ${index}\n${hashes.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${checkpoint}`;
}
