import { noUsage, type TokenUsage } from '../../src/domain/usage.ts';

/** A usage of which only the named counters are above zero. */
export const usage = (counters: Partial<TokenUsage>): TokenUsage => ({ ...noUsage, ...counters });
