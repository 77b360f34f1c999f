import { PiecePlaces, type PiecePlace } from './piece-places.ts';
import { flushed, moved, type Held, type RecordTexts } from './record-texts.ts';
import type { JoinedPlaces } from './restored-body.ts';
import type { TextLeaf } from './text-leaf.ts';
import { isHeldIn, SeamedLane } from './seamed-lane.ts';
import type { TextLane, TextRestorer } from './text-restorer.ts';

/** The most texts followed at a time: more than a stream has at once. */
const textsMax = 256;

/** So many records may follow a piece before its text is taken to have ended: nothing declares its end. */
const recordsMax = 64;

/** A shorter piece may be followed by one that only begins alike. Characters. */
const repeatedMin = 32;

/** Of so much text it is remembered what a record contained, characters. */
const rememberedMax = 1_048_576;

interface Text extends Held {
  /** The texts over which a placeholder may be spread; `null`: it stands alone. */
  readonly crossing: string | null;
  /**
   * Its last piece, as the upstream sent it, if each piece so far repeated the one before it; else, or when it is not
   * remembered, empty.
   */
  grown: string;
  /** The number of the record that contained it. */
  at: number;
}

/**
 * Follows the strings of a stream that no channel declares. Each may come in pieces, be repeated, or grow: what a record
 * contains is compared with what stood in the same place before.
 */
export class UndeclaredTexts {
  readonly #restorer: TextRestorer;
  readonly #joined: JoinedPlaces;
  readonly #places = new PiecePlaces();
  /** The one that went on last is at the end. */
  readonly #texts = new Map<string, Text>();
  #remembered = 0;
  #records = 0;

  constructor(restorer: TextRestorer, joined: JoinedPlaces) {
    this.#restorer = restorer;
    this.#joined = joined;
  }

  read(record: RecordTexts, leaves: readonly TextLeaf[]): void {
    this.#records += 1;
    for (const leaf of leaves) this.#write(record, leaf);
    for (const [key, text] of this.#texts) {
      if (text.at > this.#records - recordsMax) break;
      this.#end(key);
    }
  }

  end(): void {
    for (const key of this.#texts.keys()) this.#end(key);
  }

  release(record: RecordTexts): void {
    for (const [key, text] of this.#texts) if (isHeldIn(text, record)) this.#end(key);
  }

  #write(record: RecordTexts, leaf: TextLeaf): void {
    const { span } = leaf;
    if (span === null || leaf.text === '') return;
    // A number stands alone: it is restored when its record is written.
    if (leaf.isData && this.#restorer.numberOf(leaf.text) !== null) return;
    const place = this.#places.placeOf(leaf, record.object);
    const { key } = place;
    const text = this.#going(key, leaf.text) ?? this.#begun(place, leaf.text);
    record.write(span, text.text.push(leaf.text));
    text.holder = moved(text, { record, span });
    this.#goOn(key, text, leaf.text);
  }

  /** The text that goes on with a piece; `null`: another one begins in its place. */
  #going(key: string, piece: string): Text | null {
    const text = this.#texts.get(key);
    if (text === undefined) return null;
    const { grown } = text;
    const isLong = grown.length >= repeatedMin;
    if (grown === '' || !(isLong || text.text.isHolding) || !piece.startsWith(grown)) return text;
    this.#end(key, { isGrowing: isLong && piece.length > grown.length });
    return null;
  }

  #begun({ joined, crossing }: PiecePlace, piece: string): Text {
    const [eldest] = this.#texts.keys();
    if (this.#texts.size >= textsMax && eldest !== undefined) this.#end(eldest);
    const beside = joined === null ? undefined : this.#joined.named(joined);
    const own = this.#restorer.openLane(undefined, beside);
    const text = crossing === null ? own : this.#behind(own, crossing, piece);
    return { text, crossing, holder: null, grown: '', at: 0 };
  }

  /** A text that begins with this piece, behind the last one of its place if that holds back what may end here. */
  #behind(own: TextLane, place: string, piece: string): TextLane {
    const { crossing } = this.#restorer;
    const [key, before] = [...this.#texts].findLast(([, each]) => each.crossing === place) ?? [];
    if (key === undefined || before === undefined || before.holder === null || crossing === undefined) return own;
    if (crossing(before.text.held ?? '', piece, false) === 0) return own;
    this.#texts.delete(key);
    this.#remembered -= before.grown.length;
    return new SeamedLane(own, { before, crossing });
  }

  #goOn(key: string, text: Text, piece: string): void {
    const mayGrow = !this.#texts.has(key) || (text.grown !== '' && piece.startsWith(text.grown));
    this.#remembered -= text.grown.length;
    text.grown = mayGrow && piece.length <= rememberedMax - this.#remembered ? piece : '';
    this.#remembered += text.grown.length;
    text.at = this.#records;
    this.#texts.delete(key);
    this.#texts.set(key, text);
  }

  #end(key: string, { isGrowing = false } = {}): void {
    const text = this.#texts.get(key);
    if (text === undefined) return;
    this.#texts.delete(key);
    this.#remembered -= text.grown.length;
    flushed(text, { isRepeated: isGrowing });
  }
}
