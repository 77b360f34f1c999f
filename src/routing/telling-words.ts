/** What a word may tell by itself. Bits, for one look-up a word. */
export const wordMarks = { function: 1, negates: 2, asksWhy: 4, supposes: 8 } as const;

const listed: readonly (readonly [mark: number, words: string])[] = [
  [wordMarks.function, 'the a an of in to and is are was were that which by for on with as at from it be this or'],
  [wordMarks.negates, 'not except least never neither incorrect false'],
  [wordMarks.asksWhy, 'why how explain prove derive compare'],
  [wordMarks.supposes, 'if then given suppose assume let'],
];

/** Words in small letters → their marks. */
export const tellingWords: ReadonlyMap<string, number> = new Map(
  listed.flatMap(([mark, words]) => words.split(' ').map((word) => [word, mark] as const)),
);
