import type { SeededRandom } from './seeded-random.ts';

/** How a text may be written again without asking anything else. */
export const noises = {
  /** One word in 25 has two letters swapped, one dropped or one doubled. */
  typos: (text, random) =>
    text.replaceAll(/\p{L}{4,}/gu, (word) => (random.whole(1, 25) === 1 ? misspelt(word, random) : word)),
  /** Blanks are doubled, or become line ends. */
  spacing: (text, random) => text.replaceAll(' ', () => random.oneOf([' ', ' ', '  ', '\n', '\t '])),
  /** All small, all capital, or every word with a capital. */
  case: (text, random) =>
    random.oneOf([
      text.toLowerCase(),
      text.toUpperCase(),
      text.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase()),
    ]),
  /** Names within a sentence, as far as capitals tell, are cast. */
  casting: (text, random) => text.replaceAll(/(?<=[a-z,] )\p{Lu}\p{Ll}{2,}/gu, () => `[PERSON-${symbolsOf(random)}]`),
} as const satisfies Readonly<Record<string, (text: string, random: SeededRandom) => string>>;

const symbols = 'bcdfghjkmnpqrstvwxz23456789';

function symbolsOf(random: SeededRandom): string {
  return Array.from({ length: 5 }, () => symbols[random.whole(0, symbols.length - 1)]).join('');
}

function misspelt(word: string, random: SeededRandom): string {
  const place = random.whole(1, word.length - 2);
  const [before, letter, next, after] = [word.slice(0, place), word[place], word[place + 1], word.slice(place + 2)];
  return random.oneOf([
    `${before}${next}${letter}${after}`,
    `${before}${next}${after}`,
    `${before}${letter}${letter}${next}${after}`,
  ]);
}
