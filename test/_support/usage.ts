import { noUsage, type Usage } from '../../src/domain/usage.ts';

/** A usage of which only the named counters are above zero. */
export const usage = (counters: Partial<Usage>): Usage => ({ ...noUsage, ...counters });
