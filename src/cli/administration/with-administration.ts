import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminDeps } from '../../admin/operation.ts';
import type { BookEntry } from '../../ports/billing-records.ts';
import { notUsable } from '../cli-error.ts';
import { withLedger } from '../open-ledger.ts';

/** Lends what operations of administration use: the ledger, the read models that they list from, the pepper. */
export async function withAdministration<Result>(work: (deps: AdminDeps) => Promise<Result>): Promise<Result> {
  const { createHmacKeyHasher } = await import('../../adapters/hmac-key-hasher.ts');
  const { keyPepper } = await import('../../adapters/secret-file.ts');
  const { adminDeps } = await import('../../composition/management.ts');
  const { administeredProjections } = await import('../../composition/administered-projections.ts');
  const { targetStatuses } = await import('../../composition/target-statuses.ts');
  const { profileNames } = await import('../profile-names.ts');
  return await withLedger(administeredProjections, async (ledger, { path, keyPepper: configured }) => {
    if (configured === null && !existsSync(join(path, 'key-pepper'))) {
      throw notUsable(
        'no_key_pepper',
        `${path} has no key-pepper: set WAYBILL_KEY_PEPPER as for the gateway, or start the gateway once`,
      );
    }
    const pepper = await ledger.secret('key-pepper', (mayMake) => keyPepper(path, configured, mayMake));
    return await work(
      adminDeps(ledger, createHmacKeyHasher(pepper), {
        profileNames: () => profileNames(undefined),
        targets: () => targetStatuses(path),
        billingRecords: { lookUp: askedOnce },
      }),
    );
  });
}

/** Reads the configuration when an upstream is to be asked: nothing else needs it. Raises `ConfigError`. */
async function askedOnce(upstream: string, billingReference: string): Promise<BookEntry | null> {
  const { createHttpBillingRecords } = await import('../../adapters/http-billing-records.ts');
  const { configuredUpstreams } = await import('../../composition/upstreams.ts');
  const { configurationOfNow } = await import('../profile-names.ts');
  await using records = createHttpBillingRecords(configuredUpstreams(configurationOfNow()));
  return await records.lookUp(upstream, billingReference);
}
