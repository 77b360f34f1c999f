import { LooksApart, type LooksApartOptions } from '../../src/ledger/following/looks-apart.ts';
import type { LogEndReader } from '../../src/ports/log-end.ts';
import type { Projection } from '../../src/ports/read-models.ts';

/** Brings some projections up to date with a log, in one look. */
export async function catchUpApart(
  options: Omit<LooksApartOptions, 'logEnd' | 'projections'> & { readonly log: LogEndReader },
  projections: readonly Projection<object>[],
): Promise<void> {
  await new LooksApart({ ...options, logEnd: options.log, projections }).caughtUp(projections);
}
