/** First code, how many, and the first of the characters that they show. */
const rows: readonly (readonly [first: number, count: number, shown: string])[] = [
  // Superscripts and subscripts.
  [0xb2, 2, '2'],
  [0xb9, 1, '1'],
  [0x2070, 1, '0'],
  [0x2074, 6, '4'],
  [0x2080, 10, '0'],
  // In circles, in brackets, and with a full stop or a comma.
  [0x2460, 9, '1'],
  [0x2474, 9, '1'],
  [0x2488, 9, '1'],
  [0x249c, 26, 'a'],
  [0x24b6, 26, 'A'],
  [0x24d0, 26, 'a'],
  [0x24ea, 1, '0'],
  [0x24f5, 9, '1'],
  [0x24ff, 1, '0'],
  [0x2776, 9, '1'],
  [0x2780, 9, '1'],
  [0x278a, 9, '1'],
  [0x1f100, 1, '0'],
  [0x1f101, 10, '0'],
  // In brackets, squares and circles, and the letters that flags are made of.
  [0x1f110, 26, 'A'],
  [0x1f130, 26, 'A'],
  [0x1f150, 26, 'A'],
  [0x1f170, 26, 'A'],
  [0x1f1e6, 26, 'A'],
  // Of a display with seven segments.
  [0x1fbf0, 10, '0'],
];

const shownBy: ReadonlyMap<string, string> = new Map(
  rows.flatMap(([first, count, shown]) =>
    Array.from(
      { length: count },
      (_, place) => [String.fromCodePoint(first + place), String.fromCharCode(shown.charCodeAt(0) + place)] as const,
    ),
  ),
);

/** Letters of other forms, as small ones above the line and those of mathematics; some of the codes are something else. */
const letters = '\\u02b0-\\u02b8\\u1d2c-\\u1d6a\\u2071\\u207f\\u2090-\\u209c\\u2102-\\u2134';

/** Characters that may show a letter or digit, for a regular expression without the flag `u`. */
export const enclosedPattern =
  `[\\u00b2\\u00b3\\u00b9\\u2070-\\u2079\\u2080-\\u2089\\u2460-\\u24ff\\u2776-\\u2792${letters}]` +
  '|\\ud83c[\\udd00-\\udd89\\udde6-\\uddff]|\\ud83e[\\udff0-\\udff9]';

/** The Latin letter or the digit that a character shows in another form; `null`: it shows none. */
export function shownByEnclosed(character: string): string | null {
  const shown = shownBy.get(character) ?? character.normalize('NFKC');
  return /^[A-Za-z\d]$/.test(shown) ? shown : null;
}
