/** A piece at least this long is held where it lies; what holds on to it is small beside it. */
const largePieceBytes = 16_384;
/** Length of the longest block that small pieces are copied into. */
const blockBytesMax = 65_536;

/**
 * Bytes that come in pieces, until all are there. Small pieces are copied into blocks that grow with what has come, so
 * that the memory stays below three times the bytes, however small the pieces are that the sender cuts them into.
 */
export class GatheredBytes {
  readonly #pieces: Buffer[] = [];
  #length = 0;
  /** Small pieces are copied here: `#from` to `#to` is not among the pieces yet. */
  #block: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;

  /** Of all pieces, bytes. */
  get length(): number {
    return this.#length;
  }

  push(piece: Buffer): void {
    this.#length += piece.length;
    if (piece.length >= largePieceBytes) {
      this.#endSmall();
      this.#pieces.push(piece);
      return;
    }
    for (let from = 0; from < piece.length;) {
      if (this.#to === this.#block.length) this.#openBlock(piece.length - from);
      const copied = piece.copy(this.#block, this.#to, from);
      from += copied;
      this.#to += copied;
    }
  }

  /** All of them in order. A single large piece is not copied. */
  joined(): Buffer {
    this.#endSmall();
    const [only] = this.#pieces;
    return this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces, this.#length);
  }

  #openBlock(bytes: number): void {
    this.#endSmall();
    this.#block = Buffer.allocUnsafe(Math.max(bytes, Math.min(this.#length, blockBytesMax)));
    this.#from = this.#to = 0;
  }

  #endSmall(): void {
    if (this.#to > this.#from) this.#pieces.push(this.#block.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
