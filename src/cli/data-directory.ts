import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadLedgerConfig, processEnvironment, readEnvironment } from '../config.ts';
import { DataDirectoryIdentity } from '../composition/data-directory-identity.ts';
import type { LedgerConfig } from '../config/ledger-section.ts';
import { notUsable } from './cli-error.ts';

/** What a command needs of the environment to find the ledger. */
export interface DataDirectory {
  readonly path: string;
  /** The ledger's section of `waybill.yaml`, when `WAYBILL_CONFIG` names one; else an embedded ledger. */
  readonly ledger: LedgerConfig;
  /** Of the embedded ledger. */
  readonly ledgerPath: string;
  /** `WAYBILL_KEY_PEPPER`; `null`: a file of the directory has it. */
  readonly keyPepper: string | null;
}

/** The data directory with a ledger in it. Nothing is made where there is none: that is the first start's to do. */
export function dataDirectory({ mayContradict = false } = {}): DataDirectory {
  const environment = readEnvironment(processEnvironment());
  const path = resolve(environment.WAYBILL_DATA_DIR);
  const ledgerPath = join(path, 'ledger.db');
  if (!existsSync(path)) {
    throw notUsable('no_data_directory', `${path} does not exist: set WAYBILL_DATA_DIR, or start the gateway first`);
  }
  const ledger = loadLedgerConfig(processEnvironment());
  if (ledger.engine !== 'eventstoredb' && !existsSync(ledgerPath)) {
    // There was one, when the directory says so: then that is told.
    if (!mayContradict) new DataDirectoryIdentity(path).assertLedgerThere();
    throw notUsable('no_ledger', `${path} holds no ledger: set WAYBILL_DATA_DIR, or start the gateway first`);
  }
  return {
    path,
    ledger,
    ledgerPath,
    keyPepper: environment.WAYBILL_KEY_PEPPER ?? null,
  };
}
