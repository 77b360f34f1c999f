import type { ErrorCode } from '../../src/errors.ts';

const less = 'Lower `max_tokens` and `n`, or shorten the input';

/** What helps on chat completions, where that is not the same on all surfaces: the end of the message. */
export const nextOnChat: Partial<Record<ErrorCode, string>> = {
  unsupported_media_type: 'without `content-encoding`.',
  insufficient_credit: `${less}, wait for running requests to end, or top up the wallet.`,
  request_cap_exceeded: `${less}.`,
  key_budget_exceeded: `${less}, wait for running requests to end, or use a key with a larger budget.`,
};
