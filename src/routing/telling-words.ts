/** What a word may indicate by itself. Bits, for one look-up per word. */
export const tellingMarks = { function: 1, negates: 2, asksWhy: 4, supposes: 8, demands: 16 } as const;

const listed: readonly (readonly [mark: number, words: string])[] = [
  [tellingMarks.function, 'the a an of in to and is are was were that which by for on with as at from it be this or'],
  [tellingMarks.negates, 'not except least never neither incorrect false'],
  [tellingMarks.asksWhy, 'why how explain compare'],
  [tellingMarks.supposes, 'if then given suppose assume let'],
  [
    tellingMarks.demands,
    'prove proof theorem lemma derive derivation induction integral equation formal rigorous rigorously',
  ],
  [
    tellingMarks.demands,
    'algorithm complexity asymptotic optimise optimize implement implementation refactor debug deadlock',
  ],
  [
    tellingMarks.demands,
    'concurrent concurrency compiler architecture analyse analyze rust typescript python java kubernetes sql',
  ],
  [
    tellingMarks.demands,
    'dimostra dimostrare algoritmo complessità implementa analizza beweise beweis algorithmus komplexität',
  ],
  [tellingMarks.demands, 'démontre démontrer prouver algorithme complexité demuestra demostrar complejidad analiza'],
];

/** Words in small letters → their marks. */
export const tellingWords: ReadonlyMap<string, number> = new Map(
  listed.flatMap(([mark, words]) => words.split(' ').map((word) => [word, mark] as const)),
);
