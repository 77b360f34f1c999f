/** What a word may indicate by itself. Bits, for one look-up per word. */
export const wordMarks = { function: 1, negates: 2, asksWhy: 4, supposes: 8, demands: 16 } as const;

const listed: readonly (readonly [mark: number, words: string])[] = [
  [wordMarks.function, 'the a an of in to and is are was were that which by for on with as at from it be this or'],
  [wordMarks.negates, 'not except least never neither incorrect false'],
  [wordMarks.asksWhy, 'why how explain compare'],
  [wordMarks.supposes, 'if then given suppose assume let'],
  [
    wordMarks.demands,
    'prove proof theorem lemma derive derivation induction integral equation formal rigorous rigorously',
  ],
  [
    wordMarks.demands,
    'algorithm complexity asymptotic optimise optimize implement implementation refactor debug deadlock',
  ],
  [
    wordMarks.demands,
    'concurrent concurrency compiler architecture analyse analyze rust typescript python java kubernetes sql',
  ],
  [
    wordMarks.demands,
    'dimostra dimostrare algoritmo complessità implementa analizza beweise beweis algorithmus komplexität',
  ],
  [wordMarks.demands, 'démontre démontrer prouver algorithme complexité demuestra demostrar complejidad analiza'],
];

/** Words in small letters → their marks. */
export const tellingWords: ReadonlyMap<string, number> = new Map(
  listed.flatMap(([mark, words]) => words.split(' ').map((word) => [word, mark] as const)),
);
