/** Reads bytes of a recording at an offset into a buffer, and returns how many there were. */
export type ReadAt = (at: number, into: Uint8Array) => number;

const blockBytes = 65_536;
const matchBytesMax = 4;
/** Blocks that are kept: a container's tables and the packets that they name lie apart. */
const blocksKept = 16;

/**
 * The bytes of a recording, read in blocks: its size does not matter. Every read outside raises `RangeError`, so a
 * reader that follows a lie ends there.
 */
export class SoundBytes {
  readonly size: number;
  readonly #readAt: ReadAt;
  readonly #blocks = new Map<number, Uint8Array>();
  #block: Uint8Array = new Uint8Array(0);
  #start = 0;

  constructor(size: number, readAt: ReadAt) {
    this.size = size;
    this.#readAt = readAt;
  }

  u8(at: number): number {
    const byte = this.#block[at - this.#start];
    if (byte !== undefined) return byte;
    this.#open(at);
    return this.#block[at - this.#start] ?? outside(at);
  }

  u16(at: number): number {
    return this.u8(at) * 0x100 + this.u8(at + 1);
  }

  u24(at: number): number {
    return this.u16(at) * 0x100 + this.u8(at + 2);
  }

  u32(at: number): number {
    return this.u16(at) * 0x1_0000 + this.u16(at + 2);
  }

  /** Above 2⁵³ it is rounded: such a place is outside anyway. */
  u64(at: number): number {
    return this.u32(at) * 0x1_0000_0000 + this.u32(at + 4);
  }

  u16le(at: number): number {
    return this.u8(at) + this.u8(at + 1) * 0x100;
  }

  u32le(at: number): number {
    return this.u16le(at) + this.u16le(at + 2) * 0x1_0000;
  }

  /** As Latin-1. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.bytes(at, length));
  }

  bytes(at: number, length: number): Uint8Array {
    if (length < 0 || at < 0 || at + length > this.size) outside(at + length);
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      this.u8(at + done);
      const piece = this.#block.subarray(at + done - this.#start, at + length - this.#start);
      bytes.set(piece, done);
      done += piece.length;
    }
    return bytes;
  }

  /** Where a global pattern of up to {@link matchBytesMax} bytes, as Latin-1, is found from here on, overlaps included. */
  *matches(pattern: RegExp, from: number): Generator<number> {
    for (let start = from; start < this.size; start += blockBytes) {
      const text = Buffer.from(this.bytes(start, Math.min(blockBytes + matchBytesMax - 1, this.size - start))).toString(
        'latin1',
      );
      pattern.lastIndex = 0;
      for (let found = pattern.exec(text); found !== null && found.index < blockBytes; found = pattern.exec(text)) {
        pattern.lastIndex = found.index + 1;
        yield start + found.index;
        pattern.lastIndex = found.index + 1;
      }
    }
  }

  #open(at: number): void {
    if (!(at >= 0 && at < this.size)) outside(at);
    const index = Math.floor(at / blockBytes);
    this.#start = index * blockBytes;
    this.#block = this.#blocks.get(index) ?? this.#read(index);
  }

  #read(index: number): Uint8Array {
    const into = new Uint8Array(Math.min(blockBytes, this.size - this.#start));
    const block = into.subarray(0, this.#readAt(this.#start, into));
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size >= blocksKept && oldest !== undefined) this.#blocks.delete(oldest);
    this.#blocks.set(index, block);
    return block;
  }
}

/** Bytes that are there already. */
export function inMemory(content: Uint8Array): SoundBytes {
  return new SoundBytes(content.length, (at, into) => {
    const piece = content.subarray(at, at + into.length);
    into.set(piece);
    return piece.length;
  });
}

function outside(at: number): never {
  throw new RangeError(`byte ${at} is outside the recording`);
}
