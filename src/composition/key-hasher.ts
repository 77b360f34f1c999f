import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createHmacKeyHasher } from '../adapters/hmac-key-hasher.ts';
import { keyPepper } from '../adapters/secret-file.ts';
import type { Config } from '../config.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import { apiKeyPrefix } from '../ledger/stream-names.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';

/** The key hasher with the pepper of the ledger. Raises the errors of {@link configuredPepper}. */
export async function configuredKeyHasher(config: PepperConfig, ledger: OpenedLedger): Promise<KeyHasher> {
  return createHmacKeyHasher(await configuredPepper(config, ledger));
}

type PepperConfig = Pick<Config, 'dataDir' | 'keyPepper'>;

/**
 * The pepper that the keys of the ledger were hashed with. A new one is created only if there are no keys. Raises
 * `SecretFileUnusable` if it is missing, and `DirectoryContradicted` if it is another one.
 */
export async function configuredPepper(
  { dataDir, keyPepper: configured }: PepperConfig,
  ledger: OpenedLedger,
): Promise<Buffer> {
  const isThere = configured !== null || existsSync(join(dataDir, 'key-pepper'));
  const isNeeded = !isThere && (await ledger.log.readAll({ streamPrefixes: [apiKeyPrefix], limit: 1 })).length > 0;
  return await ledger.secret('key-pepper', (mayMake) => keyPepper(dataDir, configured, mayMake && !isNeeded));
}
