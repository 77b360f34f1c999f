import { splitOf, type RangeHash } from './inclusion-proof.ts';
import type { SizedRoot } from './tree-head.ts';
import { nodeHash, type TreeHash } from './tree-hash.ts';

/** The proof that a tree of `size` leaves continues the one of its first `from`: RFC 6962 §2.1.2. */
export function consistencyProof(from: number, size: number, rangeHash: RangeHash): readonly TreeHash[] {
  if (from <= 0 || from >= size) return [];
  const proof: TreeHash[] = [];
  let [start, end] = [0, size];
  while (from !== end) {
    const middle = start + splitOf(end - start);
    const isLeft = from <= middle;
    proof.push(isLeft ? rangeHash(middle, end) : rangeHash(start, middle));
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  // The verifier knows the root of a first part that is a complete subtree.
  if (start > 0) proof.push(rangeHash(start, end));
  return proof.toReversed();
}

/** Whether a proof shows that the later tree continues the earlier one. */
export function isConsistent(earlier: SizedRoot, later: SizedRoot, proof: readonly TreeHash[]): boolean {
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root);
  if (earlier.size > later.size) return false;
  if (earlier.size === 0) return proof.length === 0;
  const steps: boolean[] = [];
  let [start, end] = [0, later.size];
  while (earlier.size !== end) {
    const middle = start + splitOf(end - start);
    const isLeft = earlier.size <= middle;
    steps.push(isLeft);
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  const rest = [...proof];
  const begin = start === 0 ? earlier.root : rest.shift();
  if (begin === undefined || rest.length !== steps.length) return false;
  let [before, after] = [begin, begin];
  for (const isLeft of steps.toReversed()) {
    const sibling = rest.shift() ?? begin; // as many as steps
    if (isLeft) after = nodeHash(after, sibling);
    else [before, after] = [nodeHash(sibling, before), nodeHash(sibling, after)];
  }
  return before.equals(earlier.root) && after.equals(later.root);
}
