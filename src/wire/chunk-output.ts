/**
 * What becomes of one received chunk. Neighbouring bytes that pass unchanged are one piece; when there is only one piece
 * in the end it is handed out as a view, without a copy.
 */
export class ChunkOutput {
  readonly #chunk: Buffer;
  #out: Buffer | null = null;
  #length = 0;
  /** The piece that has not been copied yet: a span of the chunk, or of bytes made elsewhere. */
  #source: Buffer;
  #start = 0;
  #end = 0;

  constructor(chunk: Buffer) {
    this.#chunk = chunk;
    this.#source = chunk;
  }

  /** Passes on a span of the chunk as it is. */
  pass(start: number, end: number): void {
    if (this.#source === this.#chunk && this.#end === start && this.#end > this.#start) {
      this.#end = end;
      return;
    }
    this.#hold(this.#chunk, start, end);
  }

  /** Adds bytes; a view of the chunk is recognised as a span of it. */
  add(bytes: Buffer): void {
    const start = bytes.byteOffset - this.#chunk.byteOffset;
    if (bytes.buffer === this.#chunk.buffer && start >= 0 && start + bytes.length <= this.#chunk.length) {
      this.pass(start, start + bytes.length);
    } else {
      this.#hold(bytes, 0, bytes.length);
    }
  }

  /** Adds a span of the chunk between two other pieces. */
  addBetween(head: Buffer, start: number, end: number, tail: Buffer): void {
    this.#flush();
    const out = this.#reserve(head.length + end - start + tail.length);
    this.#length += head.copy(out, this.#length);
    this.#length += this.#chunk.copy(out, this.#length, start, end);
    this.#length += tail.copy(out, this.#length);
  }

  /** Everything in order; `null` when nothing was added. */
  finish(): Buffer | null {
    if (this.#out !== null) {
      this.#flush();
      return this.#out.subarray(0, this.#length);
    }
    if (this.#end === this.#start) return null;
    const isWhole = this.#start === 0 && this.#end === this.#source.length;
    return isWhole ? this.#source : this.#source.subarray(this.#start, this.#end);
  }

  #hold(source: Buffer, start: number, end: number): void {
    this.#flush();
    this.#source = source;
    this.#start = start;
    this.#end = end;
  }

  #flush(): void {
    if (this.#end === this.#start) return;
    const out = this.#reserve(this.#end - this.#start);
    this.#length += this.#source.copy(out, this.#length, this.#start, this.#end);
    this.#start = this.#end;
  }

  #reserve(bytes: number): Buffer {
    const needed = this.#length + bytes;
    if (this.#out !== null && needed <= this.#out.length) return this.#out;
    const grown = Buffer.allocUnsafe(this.#out === null ? Math.max(needed, this.#chunk.length) : needed * 2);
    this.#out?.copy(grown, 0, 0, this.#length);
    this.#out = grown;
    return grown;
  }
}
