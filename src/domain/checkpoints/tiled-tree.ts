import { tileLeaves } from './checkpoint-events.ts';
import { TreeEdge, rootOf } from './tree-edge.ts';
import type { TreeHash } from './tree-hash.ts';

/** A complete subtree of {@link tileLeaves} leaves. */
export interface Tile {
  readonly root: TreeHash;
  /** The position before its first leaf; `null`: it begins with the log. */
  readonly after: string | null;
}

/** Where a tree goes on: behind its last complete tile. */
export interface TreePlace {
  /** Number of complete tiles. */
  readonly tiles: number;
  /** Their right edge: the roots of complete subtrees of tiles. */
  readonly edge: readonly TreeHash[];
  /** The position of the last leaf of the last tile; `null`: there is none. */
  readonly openAfter: string | null;
}

/** A tree that only grows: the tiles behind it, and the tile that is being filled. Its memory is a few hashes. */
export class TiledTree {
  readonly #tiles: TreeEdge;
  #open = new TreeEdge();
  #openAfter: string | null;

  /** `place`: where an earlier tree had come to. */
  constructor({ tiles, edge, openAfter }: TreePlace = { tiles: 0, edge: [], openAfter: null }) {
    this.#tiles = new TreeEdge(tiles, edge);
    this.#openAfter = openAfter;
  }

  get size(): number {
    return this.#tiles.size * tileLeaves + this.#open.size;
  }

  get root(): TreeHash {
    return rootOf([...this.#tiles.peaks, ...this.#open.peaks]);
  }

  get place(): TreePlace {
    return { tiles: this.#tiles.size, edge: this.#tiles.peaks, openAfter: this.#openAfter };
  }

  /** Adds the leaf of the event at a position. Returns the tile that it completes. */
  add(leaf: TreeHash, position: string): Tile | null {
    this.#open.add(leaf);
    if (this.#open.size < tileLeaves) return null;
    const tile = { root: this.#open.root, after: this.#openAfter };
    this.#tiles.add(tile.root);
    this.#open = new TreeEdge();
    this.#openAfter = position;
    return tile;
  }
}
