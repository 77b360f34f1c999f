import { randomBytes, randomUUID } from 'node:crypto';
import { files } from '../../projections/files.ts';
import { responseExpiries } from '../../projections/response-expiries.ts';
import { responseIndex, responseKey } from '../../projections/response-index.ts';
import { idempotencyPrefix } from '../ledger/stream-names.ts';
import { createReadModelResponseIndex } from '../ledger/read-models/read-model-response-index.ts';
import type { Config } from '../config.ts';
import { responseId } from '../domain/responses/response-id.ts';
import type { OpenedLedger } from './opened-ledger.ts';
import type { SealedContents } from '../ledger/sealed-contents.ts';
import { StoredResponses } from '../ledger/stored-responses.ts';
import type { AgeClock } from '../time/clock.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import type { ResponseIndex } from '../ports/response-index.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { startCompacting } from '../reactors/compact-log.ts';
import { expireResponses } from '../reactors/expire-responses.ts';
import { startSweeps, type Sweeps } from '../reactors/sweeps.ts';

export interface ConfiguredResponses {
  readonly stored: StoredResponses;
  readonly index: ResponseIndex;
  /** Creates the id of a response. */
  readonly createResponseId: () => string;
}

/** What storing contents needs in addition to the ledger. */
export interface ContentsDeps {
  readonly contents: SealedContents;
  readonly hasher: KeyHasher;
  readonly clock: AgeClock;
}

/** Stored responses of this ledger. */
export function configuredResponses(
  ledger: OpenedLedger,
  { contents, hasher, clock }: ContentsDeps,
): ConfiguredResponses {
  const index = createReadModelResponseIndex({
    readModels: ledger.readModels,
    index: responseIndex,
    expiries: responseExpiries,
    ownerKey: (userId) => responseKey(userId, ''),
    catchUp: () => ledger.follower.caughtUp([responseIndex, responseExpiries]),
  });
  return {
    stored: new StoredResponses({ log: ledger.log, contents, index, clock, hasher, createId: randomUUID }),
    index,
    createResponseId: () => responseId(clock.now(), randomBytes(16).toString('hex')),
  };
}

/** Removes expired responses, and frees the disk space of removed ones, each at its interval. */
export function startResponseRemovals(
  { stored, index }: ConfiguredResponses,
  { ledger, clock, telemetry, settings }: RemovalOptions,
): Sweeps {
  const deps = { index, responses: stored, clock, telemetry };
  const expiring = startSweeps({
    intervalMs: settings.sweep_interval_ms,
    sweep: async (signal) => {
      await expireResponses(deps, signal);
    },
    failed: (error) => telemetry.warn('expire_responses_failed', {}, error),
  });
  let isChanged = false;
  ledger.onBatch(({ projection }) => {
    isChanged ||= projection.name === responseIndex.name || projection.name === files.name;
  });
  const compacting = startCompacting({
    retention: ledger.retention,
    telemetry,
    intervalMs: settings.compact_interval_ms,
    wasRemoved: async () => {
      const wasChanged = isChanged;
      isChanged = false;
      // Keys expire by age.
      return wasChanged || (await ledger.log.readAll({ streamPrefixes: [idempotencyPrefix], limit: 1 })).length > 0;
    },
  });
  return {
    stop: async () => {
      await Promise.all([expiring.stop(), compacting.stop()]);
    },
  };
}

interface RemovalOptions {
  readonly clock: AgeClock;
  readonly ledger: OpenedLedger;
  readonly telemetry: Telemetry;
  readonly settings: Config['responses'];
}
