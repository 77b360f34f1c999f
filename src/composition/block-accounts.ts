import { join } from 'node:path';
import { createMemoryBlockAccounts } from '../adapters/memory-block-accounts.ts';
import { openSqliteBlockAccounts } from '../adapters/sqlite-block-accounts.ts';
import type { BlockAccounts } from '../ports/block-accounts.ts';
import type { AgeClock } from '../ports/clock.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Timer } from '../ports/timer.ts';

/** In the data directory, mode 0600. No string can be read from it, and nothing depends on its being there. */
const blockAccountsFile = 'opaque-blocks.db';

export interface BlockAccountsDeps {
  readonly clock: AgeClock;
  readonly telemetry: Pick<Telemetry, 'warn'>;
  /** Default: the time that passes in this process. */
  readonly timer?: Timer;
}

/** What is known of opaque blocks, and how it ends: `close` writes what has not been written yet. Neither raises. */
export interface OpenBlockAccounts {
  readonly blockAccounts: BlockAccounts;
  close(): void;
}

/**
 * Opens what the gateways of a data directory know of who made which opaque blocks; `null`: nothing outlives this process, as
 * with a ledger in memory. Raises nothing: where the file cannot be used that is told, and this process knows what it met.
 */
export function openBlockAccounts(dataDir: string | null, deps: BlockAccountsDeps): OpenBlockAccounts {
  if (dataDir === null) return { blockAccounts: createMemoryBlockAccounts(), close: () => undefined };
  const blockAccounts = openSqliteBlockAccounts({ path: join(dataDir, blockAccountsFile), ...deps });
  return { blockAccounts, close: () => blockAccounts[Symbol.dispose]() };
}
