import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadLedgerConfig, processEnvironment, readEnvironment } from '../config.ts';
import { DataDirectoryIdentity } from '../composition/data-directory-identity.ts';
import type { LedgerConfig } from '../config/ledger-section.ts';
import { notUsable } from './cli-error.ts';

/** What a command needs from the environment to find the ledger. */
export interface DataDirectory {
  readonly path: string;
  /** The section `ledger` of the file in `WAYBILL_CONFIG`; without one, an embedded ledger. */
  readonly ledger: LedgerConfig;
  /** Path of the embedded ledger. */
  readonly ledgerPath: string;
  /** `WAYBILL_KEY_PEPPER`; `null`: it is in a file of the directory. */
  readonly keyPepper: string | null;
  /** `WAYBILL_CHECKPOINT_KEY`; `null`: it is in a file of the directory. */
  readonly checkpointKey: string | null;
}

/** The data directory, which must contain a ledger. Only the first start of a gateway creates one. */
export function dataDirectory({ mayContradict = false } = {}): DataDirectory {
  const environment = readEnvironment(processEnvironment());
  const path = resolve(environment.WAYBILL_DATA_DIR);
  const ledgerPath = join(path, 'ledger.db');
  if (!existsSync(path)) {
    throw notUsable('no_data_directory', `${path} does not exist: set WAYBILL_DATA_DIR, or start the gateway first`);
  }
  const ledger = loadLedgerConfig(processEnvironment());
  if (ledger.engine !== 'eventstoredb' && !existsSync(ledgerPath)) {
    // If the directory records an earlier ledger, report that one instead.
    if (!mayContradict) new DataDirectoryIdentity(path).assertLedgerThere();
    throw notUsable('no_ledger', `${path} contains no ledger: set WAYBILL_DATA_DIR, or start the gateway first`);
  }
  return {
    path,
    ledger,
    ledgerPath,
    keyPepper: environment.WAYBILL_KEY_PEPPER ?? null,
    checkpointKey: environment.WAYBILL_CHECKPOINT_KEY ?? null,
  };
}
