import { apiKeys } from '../../../projections/api-keys.ts';
import { formerSecrets } from '../../../projections/former-secrets.ts';
import { policies } from '../../../projections/policies.ts';
import { principals } from '../../../projections/principals.ts';
import { scopes } from '../../../projections/scopes.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import type { DomainEvent } from '../../../src/domain/event-catalogue.ts';
import { createReadModelDirectory } from '../../../src/ledger/read-models/read-model-directory.ts';
import { apiKeyStream, principalStream } from '../../../src/ledger/stream-names.ts';
import type { ReadModels } from '../../../src/ports/read-models.ts';
import type { Timer } from '../../../src/time/timer.ts';
import * as words from '../../_support/directory-vocabulary.ts';
import { feedAll } from '../../_support/feed-all.ts';
import { record } from '../../_support/recorded-log.ts';
import { keyA, userId } from '../../_support/wallet-vocabulary.ts';

export interface SetUp {
  readonly entriesMax?: number;
  readonly catchUpIntervalMs?: number;
  readonly staleMsMax?: number;
  readonly catchUp?: () => Promise<void>;
  readonly timer?: Timer;
}

/** A directory over a log, whose read models are fed by its own catch-ups only. */
export function directoryOver(setUp: SetUp = {}) {
  const log = createMemoryEventLog();
  const readModels = createMemoryReadModels(log);
  const counts = { catchUps: 0, reads: 0 };
  const watched: ReadModels = Object.assign(Object.create(readModels) as ReadModels, {
    find: (...args: Parameters<ReadModels['find']>) => {
      counts.reads += 1;
      return readModels.find(...args);
    },
    get: (...args: Parameters<ReadModels['get']>) => readModels.get(...args),
    waiting: (...args: Parameters<ReadModels['waiting']>) => readModels.waiting(...args),
  });
  const catchUp = async (): Promise<void> => {
    counts.catchUps += 1;
    await feedAll(log, readModels, [apiKeys, principals, policies, scopes, formerSecrets]);
  };
  const directory = createReadModelDirectory({
    readModels: watched,
    projections: { apiKeys, principals, policies, scopes, formerSecrets },
    catchUp,
    catchUpIntervalMs: 0,
    staleMsMax: 3_600_000,
    ...setUp,
  });
  return { log, directory, counts, catchUp };
}

export type Directory = ReturnType<typeof directoryOver>;

export async function recordKey({ log }: Directory, ...more: readonly DomainEvent[]): Promise<void> {
  await record(log, principalStream(userId), words.personRegistered());
  await record(log, apiKeyStream(keyA), words.keyCreated(), ...more);
}
