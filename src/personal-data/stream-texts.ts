import type { ByteEdit } from '../wire/byte-edits.ts';
import type { JsonObjectText } from '../wire/json-object-text.ts';
import { wordedRecord, type SseRecord } from '../wire/server-sent-events.ts';
import { citedEdits } from './cited-edits.ts';
import { JoinedPlaces, restoredLeaf } from './restored-body.ts';
import { RestoredPlaces } from './restored-places.ts';
import { channelUseSpansOf, endedBy, textKey, type ChannelUse } from './channel-uses.ts';
import { ElementNames } from './element-names.ts';
import { otherData, type OtherData } from './other-data.ts';
import { pathMax } from './piece-places.ts';
import { flushed, moved, RecordTexts, type Held } from './record-texts.ts';
import { gatheredTexts } from './gathered-texts.ts';
import { isHeldIn, SeamedLane } from './seamed-lane.ts';
import { isText, textEdits, type JsonValue } from './text-edits.ts';
import { everyLeaf, type TextLeaf } from './text-leaf.ts';
import type { TextMap } from './text-map.ts';
import type { TextLane, TextRestorer } from './text-restorer.ts';
import { TokenTexts } from './token-texts.ts';
import { UndeclaredTexts } from './undeclared-texts.ts';

/** The most texts followed at a time: more than a stream has at once. */
const lanesMax = 1_024;

/** So many records may follow a text that ended within a placeholder before the next one of its kind. */
const seamRecordsMax = 64;

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
  readonly #tokens: TokenTexts;
  /** The texts that ended within what may be a placeholder, by what a client joins them with; and when they did. */
  readonly #seams = new Map<string, { readonly lane: Lane; readonly key: string; readonly since: number }>();
  /** By text, what was moved to its end from the next one, and how much was moved from its beginning. */
  readonly #moved = new Map<string, { readonly end: string; readonly from: number }>();
  readonly #others = new WeakMap<RecordTexts, OtherData>();
  #records = 0;

  constructor(texts: TextMap, restorer: TextRestorer) {
    this.#texts = texts;
    this.#restorer = restorer;
    this.#joined = new JoinedPlaces(restorer);
    this.#inOtherStrings = restorer.inOtherStrings ?? restorer;
    this.#undeclared = new UndeclaredTexts(this.#inOtherStrings, this.#joined);
    this.#tokens = new TokenTexts(this.#inOtherStrings, { isStreamed: true });
    this.#cited = new Set(texts.citations?.record.channels.map(({ name }) => name));
  }

  /**
   * Takes in the texts of the next record. `passed`: the restored text of its only piece, if {@link pass} has returned
   * it.
   */
  read(object: JsonObjectText, passed: string | null = null): RecordTexts {
    this.#records += 1;
    const uses = channelUseSpansOf(this.#texts, object, this.#names);
    const isEnded = endedBy(uses);
    const pieces = uses.filter(({ use, kind }) => use === 'piece' && (kind === 'text' || kind === 'json_text'));
    const goOn = new Set(pieces.map((piece) => textKey(piece)));
    for (const [key, lane] of this.#lanes) {
      if (!goOn.has(key) && (lane.isEnding || isEnded(lane))) this.#end(key, uses);
    }
    if (this.#seams.size > 0) this.#endSeams(uses);
    const record = new RecordTexts(object, {
      leaves: everyLeaf(this.#texts.record ?? {}, object),
      onlyPiece: uses.length === 1 ? (pieces[0] ?? null) : null,
    });
    for (const piece of pieces) this.#write(record, piece, passed);
    // Some servers end a text in the record that still contains a piece of it, some in every record.
    for (const piece of pieces) {
      const lane = this.#lanes.get(textKey(piece));
      if (lane !== undefined) lane.isEnding = isEnded(piece);
    }
    if (this.#seams.size + this.#moved.size > 0) {
      for (const use of uses)
        if (use.use === 'whole' && use.span !== null) record.wholes.set(use.span.valueStart, textKey(use));
    }
    this.#readOthers(record, uses);
    return record;
  }

  /** Takes in a record whose data is no JSON object; `null`: it has no text that may go on. */
  readOther(data: Buffer): RecordTexts | null {
    const other = otherData(data);
    if (other === null) return null;
    const record = new RecordTexts(other.object, { leaves: everyLeaf({}, other.object), onlyPiece: null });
    this.#others.set(record, other);
    this.#readOthers(record, []);
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
    for (const name of this.#seams.keys()) this.#endSeam(name);
    this.#undeclared.end();
  }

  /** Ends the texts that a record waits for. */
  release(record: RecordTexts): void {
    for (const [key, lane] of this.#lanes) if (isHeldIn(lane, record)) this.#end(key);
    for (const [name, { lane }] of this.#seams) if (isHeldIn(lane, record)) this.#endSeam(name);
    this.#undeclared.release(record);
  }

  /** The edits of a record that waits for nothing. */
  editsOf(record: RecordTexts): readonly ByteEdit[] {
    const { object } = record;
    const textOf = this.#ownText(record);
    const gathered = gatheredTexts(record.leaves, { object, restorer: this.#restorer, textOf });
    const isAsItCame = gathered.size + this.#moved.size === 0;
    const inTexts = textEdits(record.leaves, (leaf) => {
      const own = isAsItCame ? leaf.text : (gathered.get(leaf) ?? textOf(leaf));
      return record.pieceAt(leaf.span) ?? this.#whole(leaf, object, own);
    });
    const { citations } = this.#texts;
    if (citations === undefined) return inTexts;
    const restorer = this.#restorer;
    const placesOf = (key: string): RestoredPlaces | undefined => this.#places.get(key);
    return [...inTexts, ...citedEdits(citations.record, record.object, { restorer, direction: 'after', placesOf })];
  }

  /** The edits of a record that is written after the stream. */
  editsOfLast(object: JsonObjectText): readonly ByteEdit[] {
    const leaves = everyLeaf(this.#texts.record ?? {}, object);
    const gathered = gatheredTexts(leaves, { object, restorer: this.#restorer, textOf: ({ text }) => text });
    return textEdits(leaves, (leaf) => this.#whole(leaf, object, gathered.get(leaf) ?? leaf.text));
  }

  /** The edits of a record whose data is no JSON object. `record`: its texts, if they may go on. */
  editsOfText(data: Buffer | null, record: RecordTexts | null): readonly ByteEdit[] {
    if (record !== null) return this.#others.get(record)?.editsOf(this.editsOf(record)) ?? [];
    const text = data?.toString() ?? '';
    const restored = this.#inOtherStrings.restore(text);
    return data === null || restored === text ? [] : [{ start: 0, end: data.length, replacement: restored }];
  }

  /** A written record with the caller's words in its comments, the name of its event and fields that no protocol has. */
  wordedRecord(bytes: Buffer, record?: SseRecord): Buffer {
    const worded = (line: string): string => this.#inOtherStrings.restore(line);
    if (record !== undefined && record.plainEndBytes > 0) {
      const { event } = record;
      if (event === null || worded(event) === event) return bytes;
    }
    return wordedRecord(bytes, worded);
  }

  #whole(leaf: TextLeaf, object: JsonObjectText, own: string): string | JsonValue {
    const restorer = isText(leaf) ? this.#restorer : this.#inOtherStrings;
    const text = leaf.kind === 'token_text' ? this.#tokens.read(leaf, object) : own;
    return restoredLeaf(text === leaf.text ? leaf : { ...leaf, text }, restorer, this.#joined.of(leaf, object));
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
    const name = joinedChannel(piece);
    const own = this.#restorer.openLane(this.#placesOf(channel, key), this.#joined.named(name));
    const text = this.#seams.size === 0 ? own : this.#behindSeam(own, name, key);
    const lane: Lane = { channel, bindings, text, holder: null, isEnding: false };
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

  /** A text that begins, behind one of its kind that ended within what may be a placeholder. */
  #behindSeam(own: TextLane, name: string, key: string): TextLane {
    const { crossing } = this.#restorer;
    const seam = this.#seams.get(name);
    if (seam === undefined || crossing === undefined) return own;
    this.#seams.delete(name);
    return new SeamedLane(own, { before: seam.lane, crossing, moved: (text) => this.#noteMoved(text, seam.key, key) });
  }

  /** Remembers it for the records that repeat the two texts. */
  #noteMoved(text: string, to: string, from: string): void {
    if (this.#moved.size >= lanesMax) return;
    const [first, second] = [to, from].map((key) => this.#moved.get(key) ?? { end: '', from: 0 });
    if (first !== undefined) this.#moved.set(to, { ...first, end: first.end + text });
    if (second !== undefined) this.#moved.set(from, { ...second, from: second.from + text.length });
  }

  /** Ends a text: what is held back of it is put where it stood, unless the next one of its kind may go on with it. */
  #end(key: string, uses: readonly ChannelUse[] | null = null): void {
    const lane = this.#lanes.get(key);
    if (lane === undefined) return;
    this.#lanes.delete(key);
    if (uses === null || !this.#mayGoOn(lane, uses)) {
      flushed(lane);
      return;
    }
    const name = joinedChannel(lane);
    this.#endSeam(name);
    this.#seams.set(name, { lane, key, since: this.#records });
  }

  #mayGoOn({ text, holder, channel, bindings }: Lane, uses: readonly ChannelUse[]): boolean {
    if (holder === null || (text.held ?? '') === '' || isOnly(bindings)) return false;
    return !uses.some((use) => use.use === 'end' && use.channel === channel && isOnly(use.bindings));
  }

  #endSeams(uses: readonly ChannelUse[]): void {
    for (const [name, { lane, since }] of this.#seams) {
      if (since + seamRecordsMax < this.#records || !this.#mayGoOn(lane, uses)) this.#endSeam(name);
    }
  }

  #endSeam(name: string): void {
    const seam = this.#seams.get(name);
    this.#seams.delete(name);
    if (seam !== undefined) flushed(seam.lane);
  }

  /** The strings of a record that are no pieces; those that repeat a text are divided like it. */
  #ownText(record: RecordTexts): (leaf: TextLeaf) => string {
    return ({ span, text }) => {
      if (record.pieceAt(span) !== undefined) return '';
      const moved = this.#moved.get(record.wholes.get(span?.valueStart ?? -1) ?? '');
      return moved === undefined ? text : (text + moved.end).slice(moved.from);
    };
  }
}

/** Whether a channel has only one text of this name: in a choice, or at all. */
function isOnly(bindings: ChannelUse['bindings']): boolean {
  return Object.keys(bindings).every((name) => name === 'choice');
}

/** A client joins the texts of one channel, except those of different choices. */
function joinedChannel({ channel, bindings }: Pick<ChannelUse, 'channel' | 'bindings'>): string {
  return JSON.stringify([channel, bindings['choice']]);
}

/** Whether a string may be continued by another record though no channel declares it. */
function mayGoOn(leaf: TextLeaf): boolean {
  return leaf.kind === 'undeclared' && !leaf.isName && leaf.path.length <= pathMax;
}

interface Lane extends Held, Pick<ChannelUse, 'channel' | 'bindings'> {
  /** Its end was told: it ends with the next record, unless that goes on with it. */
  isEnding: boolean;
}
