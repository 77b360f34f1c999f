/** What a UTF-16 unit is to a scan of features. */
export const characterKinds = { space: 0, letter: 1, digit: 2, symbol: 3 } as const;

const { space, letter, digit, symbol } = characterKinds;

const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code <= 0x20 || code === 0x7f) return space;
  if (/[a-z]/i.test(character)) return letter;
  return /\d/.test(character) ? digit : symbol;
});

/** Blocks beyond ASCII that are no letters, from first to last unit. Whatever is in none of them is taken for a letter. */
const otherBlocks: readonly (readonly [first: number, last: number, kind: number])[] = [
  [0x80, 0xa0, space],
  [0xa1, 0xa9, symbol],
  [0xab, 0xb4, symbol],
  [0xb6, 0xb9, symbol],
  [0xbb, 0xbf, symbol],
  [0xd7, 0xd7, symbol],
  [0xf7, 0xf7, symbol],
  [0x2000, 0x200f, space],
  [0x2010, 0x2027, symbol],
  [0x2028, 0x202f, space],
  [0x2030, 0x2bff, symbol],
  [0x3000, 0x3000, space],
  [0x3001, 0x303f, symbol],
  [0xfe00, 0xfeff, space],
  [0xff01, 0xff20, symbol],
];

export function characterKindOf(code: number): number {
  if (code < 128) return ascii[code] ?? space;
  for (const [first, last, kind] of otherBlocks) {
    if (code < first) return letter;
    if (code <= last) return kind;
  }
  return letter;
}
