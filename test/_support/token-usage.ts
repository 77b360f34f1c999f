import type { TokenUsage } from '../../src/domain/usage.ts';

const nothing: TokenUsage = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  audio_input_tokens: 0,
  image_input_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  audio_output_tokens: 0,
  accepted_prediction_tokens: 0,
  rejected_prediction_tokens: 0,
};

/** A usage of which only the named counters are above zero. */
export const usage = (counters: Partial<TokenUsage>): TokenUsage => ({ ...nothing, ...counters });
