/** Rounds a figure to the six digits that a table stores, so that it is read back unchanged. */
export function sixDigits(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}
