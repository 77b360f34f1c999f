import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createHmacKeyHasher } from '../adapters/hmac-key-hasher.ts';
import { keyPepper } from '../adapters/secret-file.ts';
import type { Config } from '../config.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import { apiKeyPrefix } from '../ledger/stream-names.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';

/** Hashes under the pepper that the ledger's keys were made with. Raises what {@link configuredPepper} raises. */
export async function configuredKeyHasher(config: PepperConfig, ledger: OpenedLedger): Promise<KeyHasher> {
  return createHmacKeyHasher(await configuredPepper(config, ledger));
}

type PepperConfig = Pick<Config, 'dataDir' | 'keyPepper'>;

/**
 * The pepper that the ledger's keys were made with: none is made where there are keys. Raises `SecretFileUnusable` for one that
 * is missing, and `DirectoryContradicted` for another one.
 */
export async function configuredPepper(
  { dataDir, keyPepper: configured }: PepperConfig,
  ledger: OpenedLedger,
): Promise<Buffer> {
  const isThere = configured !== null || existsSync(join(dataDir, 'key-pepper'));
  const isNeeded = !isThere && (await ledger.log.readAll({ streamPrefixes: [apiKeyPrefix], limit: 1 })).length > 0;
  return await ledger.secret('key-pepper', (mayMake) => keyPepper(dataDir, configured, mayMake && !isNeeded));
}
