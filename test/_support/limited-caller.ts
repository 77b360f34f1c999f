import type { Limited } from '../../src/limits/caller-limits.ts';

/** Somebody without limits, but for those that are given. */
export const limited = (what: string, more: Partial<Limited> = {}): Limited => ({
  what,
  id: 'id',
  requestsPerMinute: null,
  tokensPerMinute: null,
  uploadsPerMinute: null,
  requestsAtOnce: null,
  ...more,
});
