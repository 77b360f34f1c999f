import { growthOf, type ByteEdit } from './byte-edits.ts';
import { firstNotBelow } from './first-not-below.ts';

/** The ends of long values and long white space in a text, so that a later walk can jump over them. */
export class LongSpans {
  /** Shorter spans are not recorded: walking over them is as fast as looking them up. */
  static readonly bytesMin = 64;

  /** Ascending. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Records a span if it is long. Spans must come in the order of their starts. */
  add(start: number, end: number): void {
    if (end - start < LongSpans.bytesMin) return;
    this.#starts.push(start);
    this.#ends.push(end);
  }

  /** Records the start of a container with an unknown end. Returns the argument for {@link close}. */
  open(start: number): number {
    this.#ends.push(start);
    return this.#starts.push(start) - 1;
  }

  /** Records the end of a container. A short one is dropped; it contains nothing long. */
  close(place: number, end: number): void {
    if (end - (this.#starts[place] ?? 0) >= LongSpans.bytesMin) {
      this.#ends[place] = end;
      return;
    }
    this.#starts.length = place;
    this.#ends.length = place;
  }

  /** The end of the span that starts at `start`; `undefined` when it is not long. */
  endAt(start: number): number | undefined {
    const place = firstNotBelow(this.#starts, start);
    return this.#starts[place] === start ? this.#ends[place] : undefined;
  }

  /**
   * The long spans of the text that edits have made of this one. The edits are ordered; each inserts a string in place
   * of a value or a name, or anything short at any place.
   */
  edited(edits: readonly ByteEdit[]): LongSpans {
    const after = new LongSpans();
    const places = new EditedPlaces(edits);
    let next = 0;
    const write = (upTo: number): void => {
      for (let edit = edits[next]; edit !== undefined && edit.start <= upTo; edit = edits[next]) {
        const start = places.ofEdit(next++);
        after.add(start, start + Buffer.byteLength(edit.replacement));
      }
    };
    for (const [place, start] of this.#starts.entries()) {
      write(start);
      const isReplaced = start < (edits[next - 1]?.end ?? 0);
      const end = isReplaced ? null : places.ofEnd(this.#ends[place] ?? start);
      if (end !== null) after.#note(places.ofStart(start), end);
    }
    write(Number.POSITIVE_INFINITY);
    return after;
  }

  /** Also records spans that have become short, which no walk asks for. */
  #note(start: number, end: number): void {
    this.#starts.push(start);
    this.#ends.push(end);
  }
}

/** The places of a text after edits. Edits are ordered and do not overlap. */
export class EditedPlaces {
  readonly #edits: readonly ByteEdit[];
  /** How many bytes the text has grown before each edit, and after all of them. */
  readonly #growth: readonly number[];

  constructor(edits: readonly ByteEdit[]) {
    this.#edits = edits;
    let sum = 0;
    this.#growth = [0, ...edits.map((edit) => (sum += growthOf(edit)))];
  }

  /** Where the replacement of an edit begins. */
  ofEdit(place: number): number {
    return (this.#edits[place]?.start ?? 0) + (this.#growth[place] ?? 0);
  }

  /** The new place of the start of a value: after what is inserted there. */
  ofStart(at: number): number {
    return at + (this.#growth[this.#countWhile((edit) => edit.end <= at)] ?? 0);
  }

  /** The new place of the end of a value: before what is inserted there. `null` when an edit extends beyond it. */
  ofEnd(at: number): number | null {
    const count = this.#countWhile((edit) => edit.start < at);
    return (this.#edits[count - 1]?.end ?? 0) > at ? null : at + (this.#growth[count] ?? 0);
  }

  /** How many of the first edits satisfy the condition. */
  #countWhile(isSo: (edit: ByteEdit) => boolean): number {
    let low = 0;
    let high = this.#edits.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const edit = this.#edits[middle];
      if (edit !== undefined && isSo(edit)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
