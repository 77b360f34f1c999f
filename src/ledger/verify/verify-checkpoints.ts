import type { CheckpointEvent, LedgerCheckpoint } from '../../domain/checkpoints/checkpoint-events.ts';
import { tileLeaves } from '../../domain/checkpoints/checkpoint-events.ts';
import { noteVerdict, readNote, readVerifierKey, type VerifyEd25519 } from '../../domain/checkpoints/signed-note.ts';
import { TiledTree, type Tile, type TreePlace } from '../../domain/checkpoints/tiled-tree.ts';
import { originOf, readTreeHead, treeHeadText, type TreeHead } from '../../domain/checkpoints/tree-head.ts';
import type { TreeHash } from '../../domain/checkpoints/tree-hash.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import { treeLeaf } from '../checkpoints/tree-leaf.ts';
import { mismatch, type LedgerDifference, type Mismatch } from './ledger-difference.ts';

export interface CheckpointsAsked {
  /** The sizes of the checkpoints that the log records: the tree is remembered there. */
  readonly sizes: readonly number[];
  /** How many events their stream had when the sizes were read. What comes later is not compared. */
  readonly events: number;
  /** Checkpoints kept outside the ledger, which must agree with it. */
  readonly kept: readonly TreeHead[];
  /** Absent: signatures are not checked. */
  readonly verify?: VerifyEd25519;
}

/** The tree as it was at the size of a checkpoint. */
interface Remembered {
  readonly root: TreeHash;
  readonly place: TreePlace;
  readonly position: string;
}

/**
 * Computes the tree of a log event by event, from digests that were computed anew: every checkpoint that the log records,
 * and every one that was kept outside, must be of its first leaves. Keeps a few hashes for each of them, and the tiles
 * since the last.
 */
export class CheckpointsCheck {
  readonly #asked: CheckpointsAsked;
  readonly #sizes: ReadonlySet<number>;
  readonly #remembered = new Map<number, Remembered>();
  readonly #tree = new TiledTree();
  #origin: string | null = null;
  #tiles: Tile[] = [];
  #last: LedgerCheckpoint | null = null;
  readonly #continued: TreeHead[] = [];

  constructor(asked: CheckpointsAsked) {
    this.#asked = asked;
    this.#sizes = new Set(asked.sizes);
  }

  /** The tree of all events so far; `null`: there were none. */
  get head(): TreeHead | null {
    return this.#origin === null ? null : { origin: this.#origin, size: this.#tree.size, root: this.#tree.root };
  }

  /** The last checkpoint that the log records; `null`: none. */
  get last(): LedgerCheckpoint | null {
    return this.#last;
  }

  /** The last checkpoints of the ledgers that this one was copied from. */
  get continued(): readonly TreeHead[] {
    return this.#continued;
  }

  /** Takes the next kept event, whose digest is right. Returns how the log up to it differs from a kept checkpoint. */
  add(recorded: RecordedEvent): LedgerDifference | null {
    const { position } = recorded;
    const leaf = treeLeaf(recorded);
    this.#origin ??= originOf(leaf);
    const tile = this.#tree.add(leaf, position);
    if (tile !== null) this.#tiles.push(tile);
    const { size } = this.#tree;
    if (this.#sizes.has(size)) this.#remembered.set(size, { root: this.#tree.root, place: this.#tree.place, position });
    for (const kept of this.#asked.kept) {
      if (kept.size !== size || this.#isOfSource(kept)) continue;
      const [expected, found] = [
        treeHeadText(kept),
        treeHeadText({ origin: this.#origin, size, root: this.#tree.root }),
      ];
      if (expected === found) continue;
      return {
        ...mismatch('checkpoint', onOneLine(expected), onOneLine(found)),
        stream: null,
        revision: null,
        position,
      };
    }
    return null;
  }

  /** What is wrong with a checkpoint that the log records. To be called before its event is added. */
  check({ type, data }: CheckpointEvent, revision: number): Mismatch | null {
    const unsigned = this.#signature(data);
    if (unsigned !== null) return unsigned;
    if (type === 'LedgerContinued') {
      const head = readTreeHead(readNote(data.checkpoint)?.text ?? '');
      if (head === null) return mismatch('checkpoint', 'the checkpoint of another ledger', 'other text');
      this.#continued.push(head);
      return null;
    }
    const { size } = data;
    const covered = this.#last?.size ?? 0;
    const tree = this.#remembered.get(size);
    if (tree === undefined && revision >= this.#asked.events) return null;
    if (size <= covered || tree === undefined) {
      return mismatch(
        'checkpoint',
        `one of more than ${covered} and at most ${this.#tree.size} events`,
        `one of ${size}`,
      );
    }
    const tiles = Math.floor(size / tileLeaves) - Math.floor(covered / tileLeaves);
    const expected = told({ ...tree, origin: this.#origin ?? '', size, tiles: this.#tiles.slice(0, tiles) });
    const found = recordedWords(data);
    if (expected !== found) return mismatch('checkpoint', expected, found);
    this.#tiles = this.#tiles.slice(tiles);
    this.#remembered.delete(size);
    this.#last = data;
    return null;
  }

  /** To be called after the last event: the log must have as many events as a kept checkpoint. */
  end(): LedgerDifference | null {
    const { size } = this.#tree;
    const nowhere = { stream: null, revision: null, position: null };
    for (const kept of this.#asked.kept) {
      if (this.#isOfSource(kept)) {
        const continued = this.#continued.map(({ size: of }) => of);
        // Positions and times of a copy are others: an earlier one cannot be made again.
        if (this.#continued.some((head) => treeHeadText(head) === treeHeadText(kept))) continue;
        const last = `the checkpoint of ${continued.join(' or ')} events of ${kept.origin} that this copy continues, which \`ledger prove\` compares with others where that ledger is`;
        return { ...mismatch('checkpoint', last, `one of ${kept.size}`), ...nowhere };
      }
      if (kept.size <= size) continue;
      return { ...mismatch('checkpoint', `at least ${kept.size} kept events, as in the checkpoint`, size), ...nowhere };
    }
    return null;
  }

  /** Whether a checkpoint is of a ledger that this one was copied from. */
  #isOfSource({ origin }: TreeHead): boolean {
    return origin !== this.#origin && this.#continued.some((head) => head.origin === origin);
  }

  #signature({ checkpoint, verifier_key: word }: CheckpointEvent['data']): Mismatch | null {
    const [note, key] = [readNote(checkpoint), readVerifierKey(word)];
    if (note === null || key === null) return mismatch('checkpoint', 'a signed note and its key', 'other text');
    const { verify } = this.#asked;
    if (verify === undefined) return null;
    const verdict = noteVerdict(note, key, verify);
    return typeof verdict === 'object' ? null : mismatch('checkpoint', `a signature by ${word}`, `${verdict} one`);
  }
}

/** All that a checkpoint says of the tree, to be compared. */
function told(tree: Remembered & Omit<TreeHead, 'root'> & { readonly tiles: readonly Tile[] }): string {
  const { place, position, tiles } = tree;
  return wordsOf({
    head: treeHeadText(tree),
    position,
    tiles: tiles.map(({ root, after }) => ({ root: root.toString('base64'), after })),
    edge: place.edge.map((hash) => hash.toString('base64')),
    openAfter: place.openAfter,
  });
}

function recordedWords({ checkpoint, size, position, tiles, edge, open_after: openAfter }: LedgerCheckpoint): string {
  const head = readTreeHead(readNote(checkpoint)?.text ?? '');
  const text = head?.size === size ? treeHeadText(head) : 'another size\n';
  return wordsOf({ head: text, position, tiles, edge, openAfter });
}

interface Words extends Pick<LedgerCheckpoint, 'position' | 'tiles' | 'edge'> {
  readonly head: string;
  readonly openAfter: string | null;
}

function wordsOf({ head, position, tiles, edge, openAfter }: Words): string {
  const tileWords = tiles.map(({ root, after }) => `${root} after ${after ?? 'nothing'}`);
  return [
    onOneLine(head),
    `up to ${position}`,
    `tiles ${tileWords.join(', ') || 'none'}`,
    `edge ${edge.join(', ') || 'none'}`,
    `open after ${openAfter ?? 'nothing'}`,
  ].join('; ');
}

function onOneLine(text: string): string {
  return text.trimEnd().replaceAll('\n', ' ');
}
