import { join } from 'node:path';
import { createMemoryBlockAccounts } from '../adapters/memory-block-accounts.ts';
import { openSqliteBlockAccounts } from '../adapters/sqlite-block-accounts.ts';
import type { BlockAccounts } from '../ports/block-accounts.ts';
import type { AgeClock } from '../time/clock.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Timer } from '../time/timer.ts';

/** File in the data directory, mode 0600. It contains no readable text, and nothing depends on its existence. */
const blockAccountsFile = 'opaque-blocks.db';

export interface BlockAccountsDeps {
  readonly clock: AgeClock;
  readonly telemetry: Pick<Telemetry, 'warn'>;
  /** Default: the monotonic clock of this process. */
  readonly timer?: Timer;
}

/** The known accounts of opaque blocks. `close` writes pending entries. Nothing raises. */
export interface OpenBlockAccounts {
  readonly blockAccounts: BlockAccounts;
  close(): void;
}

/**
 * Opens the file in which the gateways of a data directory note which account made which opaque block; `null`: memory
 * only, as for a ledger in memory. Never raises: if the file cannot be used, this is logged and only memory is used.
 */
export function openBlockAccounts(dataDir: string | null, deps: BlockAccountsDeps): OpenBlockAccounts {
  if (dataDir === null) return { blockAccounts: createMemoryBlockAccounts(), close: () => undefined };
  const blockAccounts = openSqliteBlockAccounts({ path: join(dataDir, blockAccountsFile), ...deps });
  return { blockAccounts, close: () => blockAccounts[Symbol.dispose]() };
}
