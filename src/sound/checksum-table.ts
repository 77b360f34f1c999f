/** The table of a cyclic redundancy check of 8, 16 or 32 bits, highest bit first, by byte. */
export function checksumTable(bits: 8 | 16 | 32, polynomial: number): readonly number[] {
  const top = 2 ** (bits - 1);
  const all = bits === 32 ? -1 : 2 ** bits - 1;
  return Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) value = ((value << 1) ^ ((value & top) === 0 ? 0 : polynomial)) & all;
    return value;
  });
}
