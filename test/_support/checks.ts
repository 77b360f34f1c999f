/** What is checked of results: by a test, or by a run of hours that keeps what it finds and goes on. */
export interface Checks {
  is(actual: unknown, expected: unknown, message?: string): unknown;
  true(actual: unknown, message?: string): unknown;
  deepEqual(actual: unknown, expected: unknown, message?: string): unknown;
  notRegex(text: string, pattern: RegExp, message?: string): unknown;
}
