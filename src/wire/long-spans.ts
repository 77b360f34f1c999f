import { growthOf, type ByteEdit } from './byte-edits.ts';

/** Where the long values and the long white space of a text end: whoever walks the text again jumps over them. */
export class LongSpans {
  /** Shorter spans are not noted: walking over them costs no more than looking them up. */
  static readonly bytesMin = 64;

  /** Ascending. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Notes a span, where it is long. Spans come in the order of their starts. */
  add(start: number, end: number): void {
    if (end - start < LongSpans.bytesMin) return;
    this.#starts.push(start);
    this.#ends.push(end);
  }

  /** Notes the start of a container whose end is not known yet. Answers what {@link close} wants to know. */
  open(start: number): number {
    this.#ends.push(start);
    return this.#starts.push(start) - 1;
  }

  /** A short container is forgotten; it holds nothing long. */
  close(place: number, end: number): void {
    if (end - (this.#starts[place] ?? 0) >= LongSpans.bytesMin) {
      this.#ends[place] = end;
      return;
    }
    this.#starts.length = place;
    this.#ends.length = place;
  }

  /** Where the span ends that starts at `start`; `undefined` when none that is long does. */
  endAt(start: number): number | undefined {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return starts[low] === start ? this.#ends[low] : undefined;
  }

  /**
   * The long spans of the text that edits have made of this one. The edits are ordered; each puts a string in the place of a
   * value or a name, or anything short in any place.
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

  /** Also what has become short: nobody asks for it. */
  #note(start: number, end: number): void {
    this.#starts.push(start);
    this.#ends.push(end);
  }
}

/** Where the places of a text are once it is edited. Edits are ordered and do not overlap. */
export class EditedPlaces {
  readonly #edits: readonly ByteEdit[];
  /** By how many bytes the text has grown before each edit, and behind all of them. */
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

  /** Of the start of a value: behind what is put in there. */
  ofStart(at: number): number {
    return at + (this.#growth[this.#countWhile((edit) => edit.end <= at)] ?? 0);
  }

  /** Of the end of a value: before what is put in there. `null` where an edit goes beyond it. */
  ofEnd(at: number): number | null {
    const count = this.#countWhile((edit) => edit.start < at);
    return (this.#edits[count - 1]?.end ?? 0) > at ? null : at + (this.#growth[count] ?? 0);
  }

  /** How many edits are so, of which the first are. */
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
