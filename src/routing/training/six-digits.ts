/** What is written into a table has six digits after the point, so that it reads as it was. */
export function sixDigits(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}
