import { nodeHash, type TreeHash } from './tree-hash.ts';

/** The root of the leaves from `start` to before `end`: complete subtrees at least, and never none. */
export type RangeHash = (start: number, end: number) => TreeHash;

/** Where a tree of more than one leaf divides: the largest power of two below its size. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** A step down a tree: whether it goes to the left, and the leaves on the other side. */
interface Step {
  readonly isLeft: boolean;
  readonly start: number;
  readonly end: number;
}

/** The steps from a leaf up to the root of a tree of `size` leaves. */
function stepsUp(index: number, size: number): readonly Step[] {
  const steps: Step[] = [];
  for (let [start, end] = [0, size]; end - start > 1;) {
    const middle = start + splitOf(end - start);
    const isLeft = index < middle;
    steps.push(isLeft ? { isLeft, start: middle, end } : { isLeft, start, end: middle });
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  return steps.toReversed();
}

/** The proof that leaf `index` is in the tree of `size` leaves: RFC 6962 §2.1.1, from its sibling to the child of the root. */
export function inclusionProof(index: number, size: number, rangeHash: RangeHash): readonly TreeHash[] {
  return stepsUp(index, size).map(({ start, end }) => rangeHash(start, end));
}

/** The root that a leaf and its proof make; `null`: the proof is not one of such a tree. */
export function rootByInclusion(
  { index, size, leaf }: { readonly index: number; readonly size: number; readonly leaf: TreeHash },
  proof: readonly TreeHash[],
): TreeHash | null {
  if (!(index >= 0 && index < size)) return null;
  const steps = stepsUp(index, size);
  if (steps.length !== proof.length) return null;
  return steps.reduce((node, { isLeft }, at) => {
    const sibling = proof[at] ?? node; // as many as steps
    return isLeft ? nodeHash(node, sibling) : nodeHash(sibling, node);
  }, leaf);
}
