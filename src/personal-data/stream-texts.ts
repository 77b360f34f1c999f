import type { ByteEdit } from '../wire/byte-edits.ts';
import type { JsonObjectText, JsonSpan } from '../wire/json-object-text.ts';
import { citedEdits } from './cited-edits.ts';
import { restoredLeaf } from './restored-body.ts';
import { RestoredPlaces } from './restored-places.ts';
import { channelUseSpansOf, endedBy, textKey, type ChannelUse } from './channel-uses.ts';
import { isText, textEdits } from './text-edits.ts';
import { declaredLeaves } from './text-leaf.ts';
import type { TextMap } from './text-map.ts';
import type { TextLane, TextRestorer } from './text-restorer.ts';

/** The most texts followed at a time: more than a stream has at once. */
const lanesMax = 1_024;

/**
 * Restores the caller's words in the texts of a stream, record by record. The caller of this class scans the records.
 *
 * A record whose piece leaves something held back waits until its text goes on or ends; anything still held back then
 * is put at the end of that piece. So the number, kinds and order of records do not change.
 */
export class StreamTexts {
  readonly #texts: TextMap;
  readonly #restorer: TextRestorer;
  readonly #lanes = new Map<string, Lane>();
  /** Channels whose texts are cited by place. */
  readonly #cited: ReadonlySet<string>;
  /** The moved places of those texts, also after they have ended. */
  readonly #places = new Map<string, RestoredPlaces>();

  constructor(texts: TextMap, restorer: TextRestorer) {
    this.#texts = texts;
    this.#restorer = restorer;
    this.#cited = new Set(texts.citations?.record.channels.map(({ name }) => name));
  }

  /**
   * Takes in the texts of the next record. `passed`: the restored text of its only piece, if {@link pass} has returned
   * it.
   */
  read(object: JsonObjectText, passed: string | null = null): RecordTexts {
    const uses = channelUseSpansOf(this.#texts, object);
    const isEnded = endedBy(uses);
    const pieces = uses.filter(({ use, kind }) => use === 'piece' && (kind === 'text' || kind === 'json_text'));
    const goOn = new Set(pieces.map((piece) => textKey(piece)));
    for (const [key, lane] of this.#lanes) {
      if (!goOn.has(key) && isEnded(lane)) this.#end(key);
    }
    const record = new RecordTexts(object, uses.length === 1 ? (pieces[0] ?? null) : null);
    for (const piece of pieces) this.#write(record, piece, passed);
    // Some servers end a text in the record that still contains a piece of it.
    for (const piece of pieces) if (isEnded(piece)) this.#end(textKey(piece));
    return record;
  }

  /**
   * What can be passed on of a text that goes on in a record like a known one. `isWhole`: all of the piece, unchanged.
   */
  pass(piece: ChannelUse, text: string): { readonly passed: string; readonly isWhole: boolean } {
    const lane = this.#laneOf(piece);
    const passed = lane.text.push(text);
    return { passed, isWhole: passed === text && !lane.text.isHolding };
  }

  /** Ends every text: nothing waits any longer. */
  end(): void {
    for (const key of this.#lanes.keys()) this.#end(key);
  }

  /** Ends the texts that a record waits for. */
  release(record: RecordTexts): void {
    for (const [key, { holder }] of this.#lanes) if (holder?.record === record) this.#end(key);
  }

  /** The edits of a record that waits for nothing. */
  editsOf(record: RecordTexts): readonly ByteEdit[] {
    const inTexts = textEdits(declaredLeaves(this.#texts.record ?? {}, record.object), (leaf) => {
      if (!isText(leaf)) return leaf.text;
      return record.pieceAt(leaf.span) ?? restoredLeaf(leaf, this.#restorer);
    });
    const { citations } = this.#texts;
    if (citations === undefined) return inTexts;
    const restorer = this.#restorer;
    const placesOf = (key: string): RestoredPlaces | undefined => this.#places.get(key);
    return [...inTexts, ...citedEdits(citations.record, record.object, { restorer, direction: 'after', placesOf })];
  }

  #write(record: RecordTexts, piece: ChannelUse, passed: string | null): void {
    const { span } = piece;
    if (span === null) return;
    const lane = this.#laneOf(piece);
    const { holder } = lane;
    record.write(span, passed ?? lane.text.push(piece.text));
    lane.holder = lane.text.isHolding ? { record, span } : null;
    if (lane.holder !== null) record.waitsFor++;
    if (holder !== null) holder.record.waitsFor--;
  }

  #laneOf(piece: ChannelUse): Lane {
    const key = textKey(piece);
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const [eldest] = this.#lanes.keys();
    if (this.#lanes.size >= lanesMax && eldest !== undefined) this.#end(eldest);
    const { channel, bindings } = piece;
    const lane: Lane = { channel, bindings, text: this.#restorer.openLane(this.#placesOf(channel, key)), holder: null };
    this.#lanes.set(key, lane);
    return lane;
  }

  /** The places of a text that begins; absent: nothing cites it, or it has ended before. */
  #placesOf(channel: string, key: string): RestoredPlaces | undefined {
    if (!this.#cited.has(channel) || this.#places.has(key) || this.#places.size >= lanesMax) return undefined;
    const places = new RestoredPlaces();
    this.#places.set(key, places);
    return places;
  }

  /** Ends a text: what is held back of it is put where it stood. */
  #end(key: string): void {
    const lane = this.#lanes.get(key);
    if (lane === undefined) return;
    this.#lanes.delete(key);
    const rest = lane.text.flush();
    if (lane.holder === null) return;
    lane.holder.record.add(lane.holder.span, rest);
    lane.holder.record.waitsFor--;
  }
}

interface Lane extends Pick<ChannelUse, 'channel' | 'bindings'> {
  readonly text: TextLane;
  /** The piece after which something is held back. */
  holder: { readonly record: RecordTexts; readonly span: JsonSpan } | null;
}

/** The texts of one record. */
export class RecordTexts {
  readonly object: JsonObjectText;
  /** Its only piece, if the record does nothing else to the texts of its stream. */
  readonly onlyPiece: ChannelUse | null;
  /** How many texts have to go on or end before this record is complete. */
  waitsFor = 0;
  /** The new text of its pieces, by their place. */
  readonly #pieces = new Map<number, string>();

  constructor(object: JsonObjectText, onlyPiece: ChannelUse | null) {
    this.object = object;
    this.onlyPiece = onlyPiece;
  }

  pieceAt(span: JsonSpan | null): string | undefined {
    return span === null ? undefined : this.#pieces.get(span.valueStart);
  }

  write({ valueStart }: JsonSpan, text: string): void {
    this.#pieces.set(valueStart, text);
  }

  add({ valueStart }: JsonSpan, text: string): void {
    this.#pieces.set(valueStart, (this.#pieces.get(valueStart) ?? '') + text);
  }
}
