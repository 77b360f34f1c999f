/** The output for one received chunk. Adjacent bytes that pass unchanged become one piece, a view of the chunk. */
export class ChunkOutput {
  readonly #chunk: Buffer;
  readonly #pieces: Buffer[] = [];
  /** A span of the chunk that is not yet a piece. */
  #start = 0;
  #end = 0;

  constructor(chunk: Buffer) {
    this.#chunk = chunk;
  }

  /** Passes on a span of the chunk unchanged. */
  pass(start: number, end: number): void {
    if (this.#end !== start) {
      this.#cut();
      this.#start = start;
    }
    this.#end = end;
  }

  /** Adds bytes; a view of the chunk is recognised as a span of it. */
  add(bytes: Buffer): void {
    const start = bytes.byteOffset - this.#chunk.byteOffset;
    if (bytes.buffer === this.#chunk.buffer && start >= 0 && start + bytes.length <= this.#chunk.length) {
      this.pass(start, start + bytes.length);
    } else {
      this.#cut();
      this.#pieces.push(bytes);
    }
  }

  /** Adds a span of the chunk between two other pieces. */
  addBetween(head: Buffer, start: number, end: number, tail: Buffer): void {
    this.#cut();
    this.#pieces.push(head, this.#chunk.subarray(start, end), tail);
  }

  /** Everything in order; `null` when nothing was added. */
  finish(): Buffer | null {
    if (this.#pieces.length === 0 && this.#start === 0 && this.#end === this.#chunk.length) {
      return this.#end === 0 ? null : this.#chunk;
    }
    this.#cut();
    const [first = null, ...others] = this.#pieces;
    return others.length === 0 ? first : Buffer.concat(this.#pieces);
  }

  #cut(): void {
    if (this.#end > this.#start) this.#pieces.push(this.#chunk.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }
}
