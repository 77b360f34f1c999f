/**
 * Series of a metric by their labels, looked up once. The labels come from configuration and routes, so there are few.
 */
export function remembered<Labels extends readonly string[], Series>(find: (...labels: Labels) => Series) {
  const known = new Map<string, Series>();
  return (...labels: Labels): Series => {
    const key = labels.join('\n');
    const series = known.get(key) ?? find(...labels);
    known.set(key, series);
    return series;
  };
}
