/** Every leaf of a JSON value with its path, e.g. `lines.0.amount_eur`. */
export function* pathsOf(value: unknown, path = ''): Generator<readonly [path: string, leaf: unknown]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, value];
    return;
  }
  for (const [key, inner] of Object.entries(value)) yield* pathsOf(inner, path === '' ? key : `${path}.${key}`);
}

/** Every number in a JSON value. */
export function numbersIn(value: unknown): readonly number[] {
  return [...pathsOf(value)].map(([, leaf]) => leaf).filter((leaf) => typeof leaf === 'number');
}
