import type { ExecutionContext } from 'ava';

/** Whether the long run was asked for. */
export const isNightly = process.env['WAYBILL_TEST_NIGHTLY'] === '1';

const nightlyTimeoutMs = 3_600_000;

/** How many rounds a test plays, and the time it needs for the many of the nightly run. */
export function roundsOf(t: ExecutionContext, rounds: { readonly ordinary: number; readonly nightly: number }): number {
  if (isNightly) t.timeout(nightlyTimeoutMs);
  return isNightly ? rounds.nightly : rounds.ordinary;
}
