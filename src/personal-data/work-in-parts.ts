/**
 * Work on texts, done in parts so that other requests run between them. Before or after each part it yields the size of
 * the part, in characters: how many characters of plain prose take about as long.
 */
export type WorkInParts<Result = void> = Generator<number, Result, void>;
