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
}
