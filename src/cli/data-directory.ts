import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, environmentSchema, processEnvironment } from '../config.ts';
import { notUsable } from './cli-error.ts';

/** What a command needs of the environment to find the ledger; `waybill.yaml` is not among it. */
export interface DataDirectory {
  readonly path: string;
  readonly ledgerPath: string;
  readonly readModelsPath: string;
  /** `WAYBILL_KEY_PEPPER`; `null`: a file of the directory has it. */
  readonly keyPepper: string | null;
}

/** The data directory with a ledger in it. Nothing is made where there is none: that is the first start's to do. */
export function dataDirectory(): DataDirectory {
  const environment = environmentSchema.safeParse(processEnvironment());
  if (!environment.success) {
    const issue = environment.error.issues[0];
    throw new ConfigError(`the environment cannot be used: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const path = resolve(environment.data.WAYBILL_DATA_DIR);
  const ledgerPath = join(path, 'ledger.db');
  if (!existsSync(path)) {
    throw notUsable('no_data_directory', `${path} does not exist: set WAYBILL_DATA_DIR, or start the gateway first`);
  }
  if (!existsSync(ledgerPath)) {
    throw notUsable('no_ledger', `${path} holds no ledger: set WAYBILL_DATA_DIR, or start the gateway first`);
  }
  return {
    path,
    ledgerPath,
    readModelsPath: join(path, 'read-models.db'),
    keyPepper: environment.data.WAYBILL_KEY_PEPPER ?? null,
  };
}
