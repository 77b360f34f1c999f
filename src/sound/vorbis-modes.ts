/**
 * Which modes of a Vorbis stream have long blocks, from its setup packet (Vorbis I §4.2.4). Everything before the modes
 * must be read, as it has no size. Raises `RangeError` for a packet that is none.
 */
export function vorbisModes(setup: Uint8Array, channels: number): readonly boolean[] {
  const bits = new VorbisBits(setup, 7);
  repeat(bits.read(8) + 1, () => skipCodebook(bits));
  repeat(bits.read(6) + 1, () => bits.skip(16));
  repeat(bits.read(6) + 1, () => skipFloor(bits));
  repeat(bits.read(6) + 1, () => skipResidue(bits));
  repeat(bits.read(6) + 1, () => skipMapping(bits, channels));
  return Array.from({ length: bits.read(6) + 1 }, () => {
    const isLong = bits.read(1) === 1;
    bits.skip(40);
    return isLong;
  });
}

/** Bits from the lowest of each byte. */
class VorbisBits {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, startByte: number) {
    this.#bytes = bytes;
    this.#at = startByte * 8;
  }

  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, this.#at += 1) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new RangeError('the setup of the stream is cut');
      value += ((byte >> (this.#at & 7)) & 1) * 2 ** bit;
    }
    return value;
  }

  skip(count: number): void {
    this.#at += count;
    if (this.#at > this.#bytes.length * 8) throw new RangeError('the setup of the stream is cut');
  }
}

function repeat(times: number, act: (index: number) => void): void {
  for (let index = 0; index < times; index += 1) act(index);
}

/** How many bits a number up to this one takes. */
const bitsOf = (value: number): number => 32 - Math.clz32(value);

function skipCodebook(bits: VorbisBits): void {
  if (bits.read(24) !== 0x564342) throw new RangeError('no codebook begins here');
  const [dimensions, entries, isOrdered] = [bits.read(16), bits.read(24), bits.read(1) === 1];
  if (isOrdered) {
    bits.skip(5);
    for (let entry = 0; entry < entries;) entry += bits.read(bitsOf(entries - entry));
  } else if (bits.read(1) === 1) repeat(entries, () => bits.skip(bits.read(1) * 5));
  else bits.skip(entries * 5);
  const lookup = bits.read(4);
  if (lookup === 0) return;
  bits.skip(64);
  const valueBits = bits.read(4) + 1;
  bits.skip(1);
  bits.skip(valueBits * (lookup === 1 ? rootOf(entries, dimensions) : entries * dimensions));
}

/** The greatest whole number whose power does not exceed the value. */
function rootOf(value: number, power: number): number {
  let root = Math.floor(value ** (1 / power));
  while ((root + 1) ** power <= value) root += 1;
  while (root ** power > value) root -= 1;
  return root;
}

function skipFloor(bits: VorbisBits): void {
  if (bits.read(16) === 0) {
    bits.skip(54);
    return bits.skip((bits.read(4) + 1) * 8);
  }
  const classes = Array.from({ length: bits.read(5) }, () => bits.read(4));
  const dimensions = Array.from({ length: Math.max(-1, ...classes) + 1 }, () => {
    const [dimension, subclassBits] = [bits.read(3) + 1, bits.read(2)];
    bits.skip((subclassBits > 0 ? 8 : 0) + 8 * 2 ** subclassBits);
    return dimension;
  });
  bits.skip(2);
  const rangeBits = bits.read(4);
  for (const each of classes) bits.skip((dimensions[each] ?? 0) * rangeBits);
}

function skipResidue(bits: VorbisBits): void {
  bits.skip(88);
  const classifications = bits.read(6) + 1;
  bits.skip(8);
  let books = 0;
  repeat(classifications, () => {
    const low = bits.read(3);
    const cascade = low + (bits.read(1) === 1 ? bits.read(5) * 8 : 0);
    repeat(8, (bit) => (books += (cascade >> bit) & 1));
  });
  bits.skip(books * 8);
}

function skipMapping(bits: VorbisBits, channels: number): void {
  bits.skip(16);
  const submaps = bits.read(1) === 1 ? bits.read(4) + 1 : 1;
  if (bits.read(1) === 1) bits.skip((bits.read(8) + 1) * 2 * bitsOf(channels - 1));
  bits.skip(2);
  if (submaps > 1) bits.skip(channels * 4);
  bits.skip(submaps * 24);
}
