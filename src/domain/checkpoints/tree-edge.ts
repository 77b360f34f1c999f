import { emptyRoot, nodeHash, type TreeHash } from './tree-hash.ts';

/**
 * The right edge of an RFC 6962 tree: the roots of its complete subtrees, the largest first. It is all that is needed to
 * add leaves and to know the root, and grows with the logarithm of their number.
 */
export class TreeEdge {
  readonly #peaks: TreeHash[];
  #size: number;

  /** `peaks`: those of a tree with `size` leaves. */
  constructor(size = 0, peaks: readonly TreeHash[] = []) {
    if (peakCount(size) !== peaks.length) throw new RangeError(`${size} leaves have no edge of ${peaks.length}`);
    this.#size = size;
    this.#peaks = [...peaks];
  }

  /** Number of leaves. */
  get size(): number {
    return this.#size;
  }

  get peaks(): readonly TreeHash[] {
    return [...this.#peaks];
  }

  get root(): TreeHash {
    return rootOf(this.#peaks);
  }

  add(leaf: TreeHash): void {
    let node = leaf;
    // Division, because a bit shift has 32 bits.
    for (let before = this.#size; before % 2 === 1; before = (before - 1) / 2) {
      const left = this.#peaks.pop();
      if (left !== undefined) node = nodeHash(left, node);
    }
    this.#peaks.push(node);
    this.#size += 1;
  }
}

/** The root of a tree with these complete subtrees, the largest first. */
export function rootOf(peaks: readonly TreeHash[]): TreeHash {
  const [last = emptyRoot, ...larger] = peaks.toReversed();
  return larger.reduce((right, left) => nodeHash(left, right), last);
}

/** How many complete subtrees a tree with so many leaves has: the ones of its binary form. */
function peakCount(size: number): number {
  let count = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
