import type { ExecutionContext } from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import {
  followProjections,
  type FollowProjectionsOptions,
  type ProjectionFollower,
} from '../../../src/ledger/following/follow.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { LogEndReader } from '../../../src/ports/log-end.ts';
import type { ReadModels } from '../../../src/ports/read-models.ts';
import { tally } from '../../_support/tally-projection.ts';
import * as words from '../../_support/wallet-vocabulary.ts';

export const stream = walletStream(words.walletId);
export const oneEuro = words.credited('1');

export interface Followed {
  readonly log: EventLog & LogEndReader;
  readonly readModels: ReadModels;
  readonly follower: ProjectionFollower;
  /** What was reported, in order: the error and the name of the projection it stopped. */
  readonly errors: { readonly error: unknown; readonly stopped: string | null }[];
}

/** A follower of the tally over a log and read models in memory; it ends with the test. */
export function follow(
  t: ExecutionContext,
  options: Omit<Partial<FollowProjectionsOptions>, 'log' | 'logEnd' | 'readModels'> & {
    readonly log?: EventLog & LogEndReader;
    readonly readModels?: ReadModels;
  } = {},
): Followed {
  const log = options.log ?? createMemoryEventLog();
  const readModels = options.readModels ?? createMemoryReadModels(log);
  const errors: Followed['errors'] = [];
  const follower = followProjections({
    log,
    readModels,
    projections: [tally],
    onError: (error, projection) => errors.push({ error, stopped: projection?.name ?? null }),
    ...options,
    logEnd: log,
  });
  t.teardown(() => follower.stop());
  return { log, readModels, follower, errors };
}

export const tallied = ({ readModels }: Pick<Followed, 'readModels'>): number =>
  readModels.get(tally, stream)?.events ?? 0;

/** Resolves as soon as a condition that a follower brings about holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 2);
    });
  }
}
