/**
 * Which test files each script runs. What starts whole processes costs most of the time, so that `npm test` leaves it to
 * `npm run test:processes`: the gateway as a process, the command `waybill`, the examples. The nightly run takes both.
 */
const suites: Readonly<Record<string, readonly string[]>> = {
  rooms: ['test/!(cli|examples|gateway|kafka|agents|install|time)/**/*.test.ts', 'test/!(main).test.ts'],
  processes: ['test/{cli,examples,gateway}/**/*.test.ts', 'test/main.test.ts'],
};

/** The globs of a suite by its name; all of them for `all`. */
export function suiteGlobs(name: string): readonly string[] {
  if (name === 'all') return Object.values(suites).flat();
  const globs = suites[name];
  if (globs === undefined) throw new RangeError(`no suite is called ${name}: ${Object.keys(suites).join(', ')}, all`);
  return globs;
}

/** Arguments for AVA: those that were given, and the suite's globs unless they name files. */
export function suiteFiles(name: string, given: readonly string[]): readonly string[] {
  return given.some((argument) => argument.startsWith('test/')) ? given : [...suiteGlobs(name), ...given];
}
