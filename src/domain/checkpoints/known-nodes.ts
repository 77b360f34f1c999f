import { splitOf } from './inclusion-proof.ts';
import { nodeHash, type TreeHash } from './tree-hash.ts';

/** Some nodes of a tree, of which others are computed. */
export class KnownNodes {
  readonly #nodes = new Map<string, TreeHash>();
  readonly #others: KnownNodes | null;

  /** `others`: nodes that are known besides, and stay as they are. */
  constructor(others: KnownNodes | null = null) {
    this.#others = others;
  }

  /** A complete subtree of so many leaves. */
  add(start: number, leaves: number, hash: TreeHash): void {
    this.#nodes.set(`${start} ${start + leaves}`, hash);
  }

  /** A complete subtree behind all of its size that were added, and those that it completes. */
  addNext(start: number, leaves: number, hash: TreeHash): void {
    this.add(start, leaves, hash);
    if ((start / leaves) % 2 === 0) return;
    this.addNext(start - leaves, 2 * leaves, nodeHash(this.rangeHash(start - leaves, start), hash));
  }

  /** The right edge of a tree with so many leaves: its complete subtrees, the largest first. */
  addPeaks(size: number, peaks: readonly TreeHash[]): void {
    let start = 0;
    for (const peak of peaks) {
      let leaves = 1;
      while (leaves * 2 <= size - start) leaves *= 2;
      this.add(start, leaves, peak);
      start += leaves;
    }
  }

  /** The root of the leaves from `start` to before `end`. Raises `RangeError` where too little is known. */
  rangeHash(start: number, end: number): TreeHash {
    const known = this.#known(`${start} ${end}`);
    if (known !== undefined) return known;
    if (end - start < 2) throw new RangeError(`leaf ${start} is not known`);
    const middle = start + splitOf(end - start);
    return nodeHash(this.rangeHash(start, middle), this.rangeHash(middle, end));
  }

  #known(place: string): TreeHash | undefined {
    const own = this.#nodes.get(place);
    return own !== undefined || this.#others === null ? own : this.#others.#known(place);
  }
}
