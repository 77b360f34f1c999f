/**
 * The counters that a provider's report is compared by. `input` and `output` are totals; the others are parts of `input`,
 * or of neither.
 */
export const comparedCounters = [
  'requests',
  'input',
  'cached_input',
  'cache_write',
  'cache_write_1h',
  'output',
  'web_searches',
] as const;

/** The name of such a counter. */
export type ComparedCounter = (typeof comparedCounters)[number];

/** What a provider has counted on a day of UTC, of a model. Counters that it does not tell are absent. */
export interface ReportedUsage {
  readonly day: string;
  readonly model: string;
  readonly counters: Readonly<Partial<Record<ComparedCounter, number>>>;
}

/** A report: the days that it is of, also those without usage, and what it has counted. */
export interface UsageReport {
  readonly from: string;
  readonly to: string;
  readonly rows: readonly ReportedUsage[];
}

/** Size of the largest report that is read, bytes. */
export const reportBytesMax = 16_777_216;
/** Most rows of a report. */
export const reportRowsMax = 100_000;

/** The file is no usage report. The message says why, and quotes none of its contents. */
export class ReportUnreadable extends Error {
  override readonly name = 'ReportUnreadable';
}
