import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { openSqliteReadModels } from '../../src/adapters/sqlite-read-models.ts';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { followProjections } from '../../src/ledger/following/follow.ts';
import type { ProjectedBatch } from '../../src/ledger/following/projection-feed.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';

/** What is asked of a follower: a line cut so often, and so many events meanwhile. */
const cutsPerMinute = 100;
const eventsPerSecond = 2_000;
const groupEvents = 20;
const lanes = 16;
const waysToEnd = ['end', 'error', 'too slow'] as const;

export interface CutRates {
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly cuts: number;
  /** From an append's answer to its fold in the read models, milliseconds. */
  readonly lagP50Ms: number;
  readonly lagP99Ms: number;
  readonly lagMaxMs: number;
}

/** How far all read models lag while a peer's subscriptions are cut and events are written, for so many seconds. */
export async function lagUnderCuts(peer: ChildProcess, connectionString: string, seconds: number): Promise<CutRates> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  const lags = new FoldLags();
  try {
    await using log = await openEventStoreDbEventLog({ connectionString, awayMs: 20_000 });
    using readModels = openSqliteReadModels({
      path: join(folder, 'read-models.db'),
      comparePositions: (a, b) => log.comparePositions(a, b),
    });
    const follower = followProjections({
      log,
      logEnd: log,
      readModels,
      projections: projectionCatalogue,
      onError: () => undefined,
      onBatch: (batch) => lags.folded(batch),
    });
    await follower.caughtUp();
    const done = new AbortController();
    const cutting = cutAgainAndAgain(peer, done.signal);
    const begunAt = performance.now();
    const wallets = Array.from({ length: lanes }, () => randomUUID());
    const rounds = Math.ceil((seconds * eventsPerSecond) / (groupEvents * lanes));
    for (let round = 0; round < rounds; round += 1) {
      await sleepUntil(begunAt + (round * groupEvents * lanes * 1_000) / eventsPerSecond);
      await Promise.all(wallets.map(async (wallet) => lags.written(await credit(log, wallet))));
    }
    const tookMs = performance.now() - begunAt;
    await follower.caughtUp();
    done.abort();
    const cuts = await cutting;
    await follower.stop();
    return { ...lags.figures(), cuts, eventsPerSecond: (rounds * groupEvents * lanes * 1_000) / tookMs };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function cutAgainAndAgain(peer: ChildProcess, signal: AbortSignal): Promise<number> {
  for (let cuts = 0; ; cuts += 1) {
    await sleep(60_000 / cutsPerMinute, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return cuts;
    peer.send({ end_subscriptions: waysToEnd[cuts % waysToEnd.length] });
  }
}

async function sleepUntil(atMs: number): Promise<void> {
  await sleep(Math.max(0, atMs - performance.now()));
}

/** The ids of the credits, when they are durable. */
async function credit(
  log: Awaited<ReturnType<typeof openEventStoreDbEventLog>>,
  wallet: string,
): Promise<readonly string[]> {
  const ids = Array.from({ length: groupEvents }, () => randomUUID());
  const events = ids.map((credit_id): DomainEvent => ({
    type: 'WalletCredited',
    data: { credit_id, amount_eur: '1.000000000', reason: 'bench', postings: [] },
  }));
  await log.append(
    walletStream(wallet),
    'any',
    events.map((event) => encodeEvent(event, randomUUID())),
  );
  return ids;
}

/** When each credit was durable, and when its wallet's balance had it. */
class FoldLags {
  readonly #writtenAt = new Map<string, number>();
  readonly #foldedAt = new Map<string, number>();

  written(ids: readonly string[]): void {
    const now = performance.now();
    for (const id of ids) this.#writtenAt.set(id, now);
  }

  folded({ projection, events }: ProjectedBatch): void {
    if (projection.name !== walletBalances.name) return;
    const now = performance.now();
    for (const { event } of events) {
      if (event.type === 'WalletCredited') this.#foldedAt.set(event.data.credit_id, now);
    }
  }

  /** An event that was never folded counts as a lag without end. */
  figures(): Pick<CutRates, 'events' | 'lagP50Ms' | 'lagP99Ms' | 'lagMaxMs'> {
    const lags = [...this.#writtenAt]
      .map(([id, at]) => Math.max(0, (this.#foldedAt.get(id) ?? Infinity) - at))
      .sort((a, b) => a - b);
    const at = (share: number): number => lags[Math.min(lags.length - 1, Math.floor(lags.length * share))] ?? 0;
    return { events: lags.length, lagP50Ms: at(0.5), lagP99Ms: at(0.99), lagMaxMs: at(1) };
  }
}
