import { join } from 'node:path';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import type { LogIdentity, LogStatus } from '../ports/log-identity.ts';
import { ReadModelsUnavailable, type KeptReadModels, type ReadModelsOrigin } from '../ports/read-models.ts';
import { DirectoryContradicted, readModelsFile } from './data-directory-identity.ts';

/**
 * Raises {@link DirectoryContradicted} for read models that were not folded from this ledger: from another, from another
 * history, or up to a position beyond its end. Empty ones are noted as folded from it.
 */
export async function assertFoldedFrom(dataDir: string, readModels: KeptReadModels, log: LogIdentity): Promise<void> {
  try {
    const origin = readModels.origin();
    const checkpoints = projectionCatalogue.map((projection) => Number(readModels.checkpoint(projection)));
    // Read last: other processes go on.
    const status = await log.status();
    const reached = Math.max(origin?.position ?? 0, ...checkpoints);
    const problem =
      reached > status.position
        ? `have reached position ${reached}, and the ledger ends at ${status.position}`
        : await otherOrigin(origin, reached, { log, status });
    if (problem !== null) throw new DirectoryContradicted(inWords(dataDir, problem));
    if (origin === null) readModels.setOrigin(status);
  } catch (error) {
    if (!(error instanceof ReadModelsUnavailable) || !(error.cause instanceof Error)) throw error;
    throw new DirectoryContradicted(inWords(dataDir, `cannot be trusted: ${error.cause.message}`), { cause: error });
  }
}

async function otherOrigin(
  origin: ReadModelsOrigin | null,
  reached: number,
  { log, status }: { readonly log: LogIdentity; readonly status: LogStatus },
): Promise<string | null> {
  if (origin === null) return reached === 0 ? null : 'do not say which ledger they were folded from';
  if (origin.logId !== status.logId) return `were folded from ledger ${origin.logId}, not from ${status.logId}`;
  const digest = await log.digestAt(origin.position);
  if (digest === null || digest === origin.digest) return null;
  return `were folded from a ledger with another history up to position ${origin.position}`;
}

function inWords(dataDir: string, problem: string): string {
  const path = join(dataDir, readModelsFile(null));
  return `the read models ${path} ${problem}. Look why; then, with all gateways stopped, delete ${path}*: they are folded again from the ledger`;
}
