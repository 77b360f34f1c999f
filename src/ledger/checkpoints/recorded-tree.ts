import { tileLeaves } from '../../domain/checkpoints/checkpoint-events.ts';
import { consistencyProof } from '../../domain/checkpoints/consistency-proof.ts';
import { KnownNodes } from '../../domain/checkpoints/known-nodes.ts';
import type { TreeHash } from '../../domain/checkpoints/tree-hash.ts';
import type { EventLog, Position } from '../../ports/event-log.ts';
import { checkpointStream } from '../stream-names.ts';
import { leavesAfter, tileHash } from './leaves-after.ts';
import { checkpointIn, type RecordedCheckpoint } from './recorded-checkpoints.ts';
import { treeLeaf } from './tree-leaf.ts';

/** So few that other work does not wait for what they complete. */
const pageEvents = 100;

/** How a tree continues an earlier one: the root of that one, and the proof (RFC 6962 §2.1.2). */
export interface TreeContinuation {
  readonly root: TreeHash;
  readonly proof: readonly TreeHash[];
}

/**
 * The tree that the checkpoints of a log record, as far as they were read: each once. Keeps some 600 bytes for each 256
 * events.
 */
export class RecordedTree {
  readonly #log: Pick<EventLog, 'readStream' | 'readAll'>;
  readonly #nodes = new KnownNodes();
  /** The position before each complete tile. */
  readonly #begins: (Position | null)[] = [];
  #openAfter: Position | null = null;
  #nextRevision = 0;
  #last: RecordedCheckpoint | null = null;
  #reading: Promise<void> | null = null;

  constructor(log: Pick<EventLog, 'readStream' | 'readAll'>) {
    this.#log = log;
  }

  /** The last checkpoint that was read; `null`: there is none. */
  get last(): RecordedCheckpoint | null {
    return this.#last;
  }

  /** Reads the checkpoints that are new. Raises the errors of the log. */
  async readOn(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  /**
   * How the tree of so many leaves continues its first ones. Reads the tiles in which the two end. Raises `RangeError` where the
   * log has fewer, and the errors of the log.
   */
  async continuation(older: number, newer: number): Promise<TreeContinuation> {
    const nodes = new KnownNodes(this.#nodes);
    const last = Math.min(this.#begins.length, Math.floor(newer / tileLeaves));
    for (const tile of new Set([Math.min(Math.floor(older / tileLeaves), last), last])) {
      const start = tile * tileLeaves;
      const after = this.#begins[tile];
      const leaves = await leavesAfter(
        this.#log,
        after === undefined ? this.#openAfter : after,
        tile === last ? newer - start : tileLeaves,
      );
      for (const [offset, leaf] of leaves.entries()) nodes.add(start + offset, 1, treeLeaf(leaf));
    }
    const rangeHash = (start: number, end: number): TreeHash => nodes.rangeHash(start, end);
    return { root: rangeHash(0, older), proof: consistencyProof(older, newer, rangeHash) };
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const page = await this.#log.readStream(checkpointStream, {
        fromRevision: this.#nextRevision,
        limit: pageEvents,
      });
      for (const checkpoint of page.flatMap((recorded) => checkpointIn(recorded) ?? [])) this.#add(checkpoint);
      this.#nextRevision += page.length;
      if (page.length < pageEvents) return;
    }
  }

  #add(checkpoint: RecordedCheckpoint): void {
    for (const { root, after } of checkpoint.tiles) {
      this.#nodes.addNext(this.#begins.length * tileLeaves, tileLeaves, tileHash(root));
      this.#begins.push(after as Position | null); // the position of a recorded event
    }
    this.#openAfter = checkpoint.open_after as Position | null;
    this.#last = checkpoint;
  }
}
