import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerCheckpoint } from '../../domain/checkpoints/checkpoint-events.ts';
import { newTilesMax } from '../../domain/checkpoints/checkpoint-events.ts';
import { signedNoteText, verifierKeyText, type VerifierKey } from '../../domain/checkpoints/signed-note.ts';
import { TiledTree, type Tile } from '../../domain/checkpoints/tiled-tree.ts';
import { originOf, treeHeadText } from '../../domain/checkpoints/tree-head.ts';
import { noteKeyId } from '../../domain/checkpoints/tree-hash.ts';
import { RevisionConflict, type EventLog, type Position, type RecordedEvent } from '../../ports/event-log.ts';
import type { NoteSigner } from '../../ports/note-signer.ts';
import { encodeEvent } from '../codec.ts';
import { checkpointStream, isThinned } from '../stream-names.ts';
import { untilKnown } from '../until-known.ts';
import { treeLeaf } from './tree-leaf.ts';
import {
  checkpointIn,
  lastCheckpoint,
  newestOfCheckpoints,
  treePlaceOf,
  type RecordedCheckpoint,
} from './recorded-checkpoints.ts';

export interface TakeCheckpointDeps {
  readonly log: EventLog;
  readonly signer: NoteSigner;
  readonly createId: () => string;
  /** Ends the work between two pages. Absent: it goes on to the end. */
  readonly signal?: AbortSignal;
}

/** So few that requests do not wait for it: some 5 ms of work. */
const pageEvents = 500;

/**
 * Records checkpoints of everything that was recorded since the last one: one at the end of each month that has passed, one
 * where a checkpoint would complete too many tiles, and one at the end, unless nothing but checkpoints came. Reads the log
 * from the last checkpoint on, and less than two tiles before it. Returns the last checkpoint; `null`: the log is empty.
 *
 * Of two processes that do this at once, one records first, and the other goes on behind it: what was recorded before the
 * call is covered when it ends. Raises what the log raises.
 */
export async function takeCheckpoint(deps: TakeCheckpointDeps): Promise<RecordedCheckpoint | null> {
  for (;;) {
    const taking = await Taking.begin(deps);
    try {
      await taking.readOn();
      return await lastCheckpoint(deps.log);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
}

/** One walk along the log. */
class Taking {
  readonly #deps: TakeCheckpointDeps;
  readonly #tree: TiledTree;
  /** Revision of the newest event of the stream of checkpoints; `null`: it has none. */
  #revision: number | null;
  #origin: string | null;
  /** Leaves that the last checkpoint covers. */
  #covered: number;
  #newTiles: Tile[] = [];
  /** Whether there is anything new but checkpoints. */
  #hasNews = false;
  #last: RecordedEvent | null = null;

  private constructor(deps: TakeCheckpointDeps, newest: RecordedEvent | null) {
    const checkpoint = newest === null ? null : checkpointIn(newest);
    this.#deps = deps;
    this.#revision = newest?.revision ?? null;
    this.#tree = new TiledTree(checkpoint === null ? undefined : treePlaceOf(checkpoint));
    this.#origin = checkpoint?.head.origin ?? null;
    this.#covered = checkpoint?.size ?? 0;
  }

  static async begin(deps: TakeCheckpointDeps): Promise<Taking> {
    return new Taking(deps, await newestOfCheckpoints(deps.log));
  }

  async readOn(): Promise<void> {
    const { log, signal } = this.#deps;
    // `as`: the position of a recorded event.
    let after = this.#tree.place.openAfter as Position | null;
    for (;;) {
      const page = await log.readAll({ ...(after !== null && { after }), limit: pageEvents });
      for (const event of page) if (!isThinned(event.stream)) await this.#take(event);
      if (page.length < pageEvents) break;
      if (signal?.aborted === true) return;
      after = page.at(-1)?.position ?? after;
      await nextTurn();
    }
    if (this.#hasNews) await this.#record();
  }

  async #take(event: RecordedEvent): Promise<void> {
    const isNew = this.#tree.size >= this.#covered;
    if (isNew && this.#isDue(event)) await this.#record();
    const leaf = treeLeaf(event);
    this.#origin ??= originOf(leaf);
    const tile = this.#tree.add(leaf, event.position);
    this.#last = event;
    if (tile !== null && this.#tree.size > this.#covered) this.#newTiles.push(tile);
    if (isNew && event.stream !== checkpointStream) this.#hasNews = true;
  }

  /** Whether a checkpoint ends before an event: with the month, or because it has become too large. */
  #isDue({ recordedAt }: RecordedEvent): boolean {
    if (this.#last === null || this.#tree.size === this.#covered) return false;
    return monthOf(recordedAt) > monthOf(this.#last.recordedAt) || this.#newTiles.length === newTilesMax;
  }

  async #record(): Promise<void> {
    const { log, createId } = this.#deps;
    const data = this.#checkpoint();
    const event = encodeEvent({ type: 'LedgerCheckpointed', data }, createId());
    const { revision } = await untilKnown(() => log.append(checkpointStream, this.#revision ?? 'no_stream', [event]));
    this.#revision = revision;
    this.#covered = data.size;
    this.#newTiles = [];
    this.#hasNews = false;
  }

  #checkpoint(): LedgerCheckpoint {
    const { signer } = this.#deps;
    const { size, root, place } = this.#tree;
    const [origin, last] = [this.#origin, this.#last];
    if (origin === null || last === null) throw new Error('a checkpoint of nothing');
    const key: VerifierKey = { name: origin, type: 1, publicKey: signer.publicKey };
    const text = treeHeadText({ origin, size, root });
    const signature = { name: origin, keyId: noteKeyId(origin, 1, signer.publicKey), bytes: signer.sign(text) };
    return {
      checkpoint: signedNoteText({ text, signatures: [signature] }),
      verifier_key: verifierKeyText(key),
      size,
      position: last.position,
      tiles: this.#newTiles.map((tile) => ({ root: tile.root.toString('base64'), after: tile.after })),
      edge: place.edge.map((hash) => hash.toString('base64')),
      open_after: place.openAfter,
    };
  }
}

/** Months of UTC, by the clock of the log. */
function monthOf(recordedAt: string): string {
  return recordedAt.slice(0, 7);
}
