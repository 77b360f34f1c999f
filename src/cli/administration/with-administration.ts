import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminDeps } from '../../admin/operation.ts';
import { commandParts, KeyPepperMissing } from '../../composition/command-parts.ts';
import type { OpenedLedger } from '../../composition/opened-ledger.ts';
import { loadContentKeys, processEnvironment } from '../../config.ts';
import type { BillingRecord } from '../../ports/billing-records.ts';
import type { ContentCipher } from '../../ports/content-cipher.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import { refused } from '../cli-error.ts';
import { consoleOrigin } from '../console-origin.ts';
import type { DataDirectory } from '../data-directory.ts';
import { withLedger } from '../open-ledger.ts';

/**
 * Provides management operations with the ledger, the read models they list from, and the key hasher. `isReading`: the
 * work writes nothing, so that it can also be done on a copy of the ledger without its secrets.
 */
export async function withAdministration<Result>(
  work: (deps: AdminDeps) => Promise<Result>,
  { isReading = false }: { readonly isReading?: boolean } = {},
): Promise<Result> {
  const { adminDeps, administeredProjections } = await import('../../composition/admin-deps.ts');
  const { targetStatuses } = await import('../../composition/target-statuses.ts');
  const { bankAccount, knownNames, pricedProfilesIfAny, protectsPeople, publicProfilesOfConfiguration } =
    await import('../profile-names.ts');
  return await withLedger(administeredProjections, async (ledger, directory) => {
    return await work(
      adminDeps(ledger, await (isReading ? keyHasherIfAny : commandParts.keyHasher)(ledger, directory), {
        publicProfiles: () => publicProfilesOfConfiguration('--allowed-profiles'),
        knownNames,
        pricedProfiles: pricedProfilesIfAny,
        protectsPeople,
        bankAccount,
        consoleOrigin: () => consoleOrigin(directory),
        sealSecret: async (plain, associated) => {
          return (await contentCipher(ledger, directory)).seal(plain, associated);
        },
        targets: async () => {
          const isAlone = (await commandParts.runningInstances(directory.path)).length === 0;
          if (isAlone) throw refused('no_gateway', `no gateway runs on ${directory.path}: start one`);
          return targetStatuses(directory.path);
        },
        billingRecords: { lookUp: askedOnce },
      }),
    );
  });
}

/** Raises where neither the configuration nor the directory has a content key: only a gateway makes one. */
async function contentCipher(ledger: OpenedLedger, { path }: DataDirectory): Promise<ContentCipher> {
  const content_keys = loadContentKeys(processEnvironment());
  if (content_keys === undefined && !existsSync(join(path, 'content-key'))) {
    const next = 'set WAYBILL_CONFIG to the file of the gateway, or start the gateway once';
    throw refused('no_content_key', `${path} has no content-key: ${next}`);
  }
  return await commandParts.contentCipher({ content_keys, dataDir: path }, ledger);
}

/** The key hasher, or one that raises `KeyPepperMissing` when it is used. */
async function keyHasherIfAny(...of: Parameters<typeof commandParts.keyHasher>): Promise<KeyHasher> {
  try {
    return await commandParts.keyHasher(...of);
  } catch (error) {
    if (!(error instanceof KeyPepperMissing)) throw error;
    const hash = (): never => {
      throw error;
    };
    return { hash };
  }
}

/** Reads the configuration only when an upstream has to be asked. Raises `ConfigError`. */
async function askedOnce(upstream: string, billingReference: string): Promise<BillingRecord | null> {
  const { configuredUpstreams } = await import('../../composition/upstreams.ts');
  const { configurationOfNow } = await import('../profile-names.ts');
  await using records = await commandParts.billingRecords(configuredUpstreams(configurationOfNow()));
  return await records.lookUp(upstream, billingReference);
}
