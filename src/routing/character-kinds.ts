/** The kinds of UTF-16 units in a scan of features. */
export const characterKinds = {
  space: 0,
  letter: 1,
  digit: 2,
  operator: 3,
  bracket: 4,
  question: 5,
  comma: 6,
  quote: 7,
  otherMark: 8,
} as const;

const { space, letter, digit, otherMark } = characterKinds;

/** Blocks of units that are no letters, from first to last. All other units count as letters. */
const blocks: readonly (readonly [first: number, last: number, kind: number])[] = [
  [0, 0x20, space],
  [0x21, 0x2f, otherMark],
  [0x30, 0x39, digit],
  [0x3a, 0x40, otherMark],
  [0x5b, 0x60, otherMark],
  [0x7b, 0x7e, otherMark],
  [0x7f, 0xa0, space],
  [0xa1, 0xa9, otherMark],
  [0xab, 0xb4, otherMark],
  [0xb6, 0xb9, otherMark],
  [0xbb, 0xbf, otherMark],
  [0xd7, 0xd7, otherMark],
  [0xf7, 0xf7, otherMark],
  [0x2000, 0x200f, space],
  [0x2010, 0x2027, otherMark],
  [0x2028, 0x202f, space],
  [0x2030, 0x2bff, otherMark],
  [0x3000, 0x3000, space],
  [0x3001, 0x303f, otherMark],
  [0xfe00, 0xfeff, space],
  [0xff01, 0xff20, otherMark],
];

const marks: readonly (readonly [kind: number, characters: string])[] = [
  [characterKinds.operator, '+-*/=<>^%$|\\_'],
  [characterKinds.bracket, '()[]{}'],
  [characterKinds.question, '?'],
  [characterKinds.comma, ',;'],
  [characterKinds.quote, '\'"'],
];

/** The kind of each unit. */
const kinds = new Uint8Array(0x1_0000).fill(letter);
for (const [first, last, kind] of blocks) kinds.fill(kind, first, last + 1);
for (const [kind, characters] of marks) for (const code of Buffer.from(characters)) kinds[code] = kind;

export function characterKindOf(code: number): number {
  return kinds[code] ?? letter;
}
