import type { ByteEdit } from '../wire/byte-edits.ts';
import type { JsonObjectText } from '../wire/json-object-text.ts';
import { citedEdits } from './cited-edits.ts';
import { JoinedPlaces, restoredLeaf } from './restored-body.ts';
import { RestoredPlaces } from './restored-places.ts';
import { channelUseSpansOf, endedBy, textKey, type ChannelUse } from './channel-uses.ts';
import { ElementNames } from './element-names.ts';
import { pathMax } from './piece-places.ts';
import { flushed, moved, RecordTexts, type Held } from './record-texts.ts';
import { isText, textEdits, type JsonValue } from './text-edits.ts';
import { everyLeaf, type TextLeaf } from './text-leaf.ts';
import type { TextMap } from './text-map.ts';
import type { TextRestorer } from './text-restorer.ts';
import { UndeclaredTexts } from './undeclared-texts.ts';

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
  readonly #inOtherStrings: TextRestorer;
  readonly #lanes = new Map<string, Lane>();
  readonly #names = new ElementNames();
  readonly #joined: JoinedPlaces;
  /** Texts of no channel, which may come in pieces too. */
  readonly #undeclared: UndeclaredTexts;
  /** Channels whose texts are cited by place. */
  readonly #cited: ReadonlySet<string>;
  /** The moved places of those texts, also after they have ended. */
  readonly #places = new Map<string, RestoredPlaces>();

  constructor(texts: TextMap, restorer: TextRestorer) {
    this.#texts = texts;
    this.#restorer = restorer;
    this.#joined = new JoinedPlaces(restorer);
    this.#inOtherStrings = restorer.inOtherStrings ?? restorer;
    this.#undeclared = new UndeclaredTexts(this.#inOtherStrings, this.#joined);
    this.#cited = new Set(texts.citations?.record.channels.map(({ name }) => name));
  }

  /**
   * Takes in the texts of the next record. `passed`: the restored text of its only piece, if {@link pass} has returned
   * it.
   */
  read(object: JsonObjectText, passed: string | null = null): RecordTexts {
    const uses = channelUseSpansOf(this.#texts, object, this.#names);
    const isEnded = endedBy(uses);
    const pieces = uses.filter(({ use, kind }) => use === 'piece' && (kind === 'text' || kind === 'json_text'));
    const goOn = new Set(pieces.map((piece) => textKey(piece)));
    for (const [key, lane] of this.#lanes) {
      if (!goOn.has(key) && isEnded(lane)) this.#end(key);
    }
    const record = new RecordTexts(object, {
      leaves: everyLeaf(this.#texts.record ?? {}, object),
      onlyPiece: uses.length === 1 ? (pieces[0] ?? null) : null,
    });
    for (const piece of pieces) this.#write(record, piece, passed);
    // Some servers end a text in the record that still contains a piece of it.
    for (const piece of pieces) if (isEnded(piece)) this.#end(textKey(piece));
    this.#readOthers(record, uses);
    return record;
  }

  /** Takes in the strings that are no piece and no repetition of a declared text. */
  #readOthers(record: RecordTexts, uses: readonly ChannelUse[]): void {
    const used = new Set(uses.map(({ span }) => span?.valueStart));
    this.#undeclared.read(
      record,
      record.leaves.filter((leaf) => mayGoOn(leaf) && !used.has(leaf.span?.valueStart)),
    );
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
    this.#undeclared.end();
  }

  /** Ends the texts that a record waits for. */
  release(record: RecordTexts): void {
    for (const [key, { holder }] of this.#lanes) if (holder?.record === record) this.#end(key);
    this.#undeclared.release(record);
  }

  /** The edits of a record that waits for nothing. */
  editsOf(record: RecordTexts): readonly ByteEdit[] {
    const inTexts = textEdits(record.leaves, (leaf) => record.pieceAt(leaf.span) ?? this.#whole(leaf, record.object));
    const { citations } = this.#texts;
    if (citations === undefined) return inTexts;
    const restorer = this.#restorer;
    const placesOf = (key: string): RestoredPlaces | undefined => this.#places.get(key);
    return [...inTexts, ...citedEdits(citations.record, record.object, { restorer, direction: 'after', placesOf })];
  }

  /** The edits of a record that is written after the stream. */
  editsOfLast(object: JsonObjectText): readonly ByteEdit[] {
    return textEdits(everyLeaf(this.#texts.record ?? {}, object), (leaf) => this.#whole(leaf, object));
  }

  /** The edits of a record whose data is no JSON object. */
  editsOfText(data: Buffer | null): readonly ByteEdit[] {
    const text = data?.toString() ?? '';
    const restored = this.#inOtherStrings.restore(text);
    return data === null || restored === text ? [] : [{ start: 0, end: data.length, replacement: restored }];
  }

  #whole(leaf: TextLeaf, object: JsonObjectText): string | JsonValue {
    const restorer = isText(leaf) ? this.#restorer : this.#inOtherStrings;
    return restoredLeaf(leaf, restorer, this.#joined.of(leaf, object));
  }

  #write(record: RecordTexts, piece: ChannelUse, passed: string | null): void {
    const { span } = piece;
    if (span === null) return;
    const lane = this.#laneOf(piece);
    record.write(span, passed ?? lane.text.push(piece.text));
    lane.holder = moved(lane, { record, span });
  }

  #laneOf(piece: ChannelUse): Lane {
    const key = textKey(piece);
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const [eldest] = this.#lanes.keys();
    if (this.#lanes.size >= lanesMax && eldest !== undefined) this.#end(eldest);
    const { channel, bindings } = piece;
    const text = this.#restorer.openLane(this.#placesOf(channel, key), this.#joined.named(joinedChannel(piece)));
    const lane: Lane = { channel, bindings, text, holder: null };
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
    flushed(lane);
  }
}

/** A client joins the texts of one channel, except those of different choices. */
function joinedChannel({ channel, bindings }: ChannelUse): string {
  return JSON.stringify([channel, bindings['choice']]);
}

/** Whether a string may be continued by another record though no channel declares it. */
function mayGoOn(leaf: TextLeaf): boolean {
  return leaf.kind === 'undeclared' && !leaf.isName && leaf.path.length <= pathMax;
}

interface Lane extends Held, Pick<ChannelUse, 'channel' | 'bindings'> {}
