/** The one in the middle, or half way between the two that are. Not a number for no figures. */
export function median(figures: readonly number[]): number {
  const [sorted, half] = [figures.toSorted((a, b) => a - b), figures.length / 2];
  return ((sorted[Math.ceil(half - 0.5)] ?? Number.NaN) + (sorted[Math.floor(half - 0.5)] ?? Number.NaN)) / 2;
}
