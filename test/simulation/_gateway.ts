import type { LimitsBook } from '../../src/limits/caller-limits.ts';
import { CallerCounts } from '../../src/limits/caller-counts.ts';
import { OwnCounting } from '../../src/limits/own-counting.ts';
import { Semaphore } from '../../src/limits/semaphore.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { Outcome } from '../../src/domain/outcome.ts';
import type { PriceList } from '../../src/domain/price-list.ts';
import { RecordedAnswer } from '../../src/ledger/recorded-answer.ts';
import { IdempotentRequests, type BegunRequest } from '../../src/ledger/idempotent-requests.ts';
import { PendingEndings } from '../../src/ledger/pending-endings.ts';
import { ProjectionFeed } from '../../src/ledger/following/projection-feed.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { GatewayError } from '../../src/errors.ts';
import { chooseRoute } from '../../src/pipeline/stages/choose-route.ts';
import type { Exchange } from '../../src/pipeline/exchanges.ts';
import { failedAnswer } from '../../src/pipeline/delivery/failed-answer.ts';
import { recordAnswer, releaseClaim } from '../../src/pipeline/stages/record-answer.ts';
import type { FailOverDeps } from '../../src/pipeline/attempts/fail-over.ts';
import { makeAttempts, type AttemptSteps } from '../../src/pipeline/attempts/make-attempts.ts';
import { forward, type ForwardDeps } from '../../src/pipeline/stages/forward.ts';
import { noteBlocks } from '../../src/pipeline/stages/bind-blocks.ts';
import { restoreFileIds } from '../../src/pipeline/stages/restore-file-ids.ts';
import { restorePii } from '../../src/pipeline/stages/restore-pii.ts';
import { reserve } from '../../src/pipeline/stages/reserve.ts';
import { settle } from '../../src/pipeline/stages/settle.ts';
import type { Answered, Reserved, Restored } from '../../src/pipeline/records.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { EventLogRetention } from '../../src/ports/event-log-retention.ts';
import type { TargetPools } from '../../src/ports/target-pools.ts';
import { UpstreamFailure } from '../../src/ports/upstream.ts';
import { SteadyClock } from '../../src/time/steady-clock.ts';
import type { CastTelemetry, SelectionTelemetry, Telemetry } from '../../src/ports/telemetry.ts';
import { expireResponses } from '../../src/reactors/expire-responses.ts';
import { startReconcilingReservations } from '../../src/reactors/reconcile-reservations.ts';
import { startSweeps } from '../../src/reactors/sweeps.ts';
import { openReservations } from '../../projections/open-reservations.ts';
import type { Usage } from '../../src/domain/usage.ts';
import type { SimulatedProcess } from './_process.ts';
import type { ResponseShelf } from './_response-shelf.ts';
import { chooserOf, targetAt } from './_chooser.ts';
import { entryOf, recordOf } from './_records.ts';
import { limits } from './_settings.ts';
import { reachedBy, simulatedPools, type StatusesSeen } from './_pools.ts';
import type { SimulatedUpstream } from './_upstream.ts';
import type { World } from './_world.ts';

export interface GatewayPlace {
  readonly world: World;
  readonly process: SimulatedProcess;
  readonly upstreams: readonly SimulatedUpstream[];
  /** The log itself, without a network in between. */
  readonly engine: EventLog & EventLogRetention;
  readonly shelf: ResponseShelf;
  readonly statuses: StatusesSeen;
  readonly rule: 'release' | 'settle_hold' | 'keep';
}

/** What a caller asks, and who pays. */
export interface Call {
  readonly walletId: string;
  readonly key: string | null;
  /** Who answers is chosen. */
  readonly isChosen: boolean;
  /** What has come of an answer is passed on at once. */
  readonly isStreamed: boolean;
}

/** What a caller got of it. */
export type Reply =
  | { readonly kind: 'answered'; readonly reservationId: string; readonly cost: bigint }
  | { readonly kind: 'replayed'; readonly reservationId: string }
  | { readonly kind: 'refused'; readonly why: string };

/** What a request learned of its own outcome, and handed over to be recorded. */
export interface KnownOutcome {
  readonly reservationId: string;
  readonly process: SimulatedProcess;
  readonly outcome: Outcome;
  /** By which it is charged. */
  readonly priceList: PriceList;
}

const blockDeps = {
  keyHasher: { hash: (text: string) => text },
  blockAccounts: { made: () => undefined, madeBy: () => null },
};

/** A gateway in a simulated process: its real parts, and a request that goes through them as the pipeline does. */
export class SimulatedGateway {
  readonly process: SimulatedProcess;
  readonly known: KnownOutcome[] = [];
  readonly #place: GatewayPlace;
  readonly #wallets: Wallets;
  readonly #inHand = new Set<string>();
  readonly #endings: PendingEndings;
  readonly #keys: IdempotentRequests;
  readonly #steady: SteadyClock;
  readonly #chooser: ReturnType<typeof chooserOf>;
  readonly #pools: TargetPools;

  constructor(place: GatewayPlace) {
    const { world, process, engine, upstreams } = place;
    this.#pools = simulatedPools(
      {
        light: upstreams.flatMap((upstream) => [targetAt(upstream, 'small'), targetAt(upstream, 'light')]),
        advanced: upstreams.map((upstream) => targetAt(upstream, 'advanced')),
      },
      place,
    );
    this.#chooser = chooserOf({
      ...place,
      told: (reservationId, outcome, { priceList }) =>
        this.known.push({ reservationId, process: this.process, outcome, priceList }),
    });
    const { log, timer, liveness } = process;
    const { createId } = world;
    this.process = process;
    this.#place = place;
    this.#steady = new SteadyClock({ clock: process.clock, timer, settleMs: limits.clockSettleMs });
    const { closingTimes } = limits;
    this.#wallets = new Wallets({ log, createId, timer, closingTimes, clock: process.clock });
    const inHand = this.#inHand;
    this.#endings = new PendingEndings({
      wallets: this.#wallets,
      inHand,
      telemetry,
      timer,
      waitMsMax: limits.endingWaitMs,
      keptMax: 10_000,
      retryMs: 100,
    });
    this.#keys = new IdempotentRequests({
      log,
      retention: engine,
      contents: new SealedContents({ log: engine, retention: engine, cipher: openCipher, createId }),
      keyHasher: { hash: (text) => Buffer.from(text).toString('hex') },
      liveness,
      clock: process.clock,
      timer,
      telemetry,
      createId,
      keptMs: limits.keyTtlMs,
      requestMsMax: limits.ttlMs,
    });
    this.#startReactors();
  }

  /** One request, to its end. Never resolves when its process dies. */
  async handle(call: Call): Promise<Reply> {
    const begun = await this.#begin(call);
    if (begun !== null && 'kind' in begun) return begun;
    const claim = begun === null ? null : { request: begun, answer: new RecordedAnswer(1_000) };
    const claimed = recordOf(call, claim, this.#place.upstreams);
    const keeping = { idempotentRequests: this.#keys, recordedAnswerBytesMax: 1_000, recordWaitMs: 1_000 };
    const { timer } = this.process;
    try {
      const reserved = await reserve(claimed, this.#reserveDeps());
      const { reservationId } = reserved;
      if (reservationId === null) throw new Error('nothing was held');
      const answered = await this.#answered(reserved, call);
      const { outcome, target } = answered;
      this.known.push({ reservationId, process: this.process, outcome, priceList: target.priceList });
      const settled = await settle(answered, { pendingEndings: this.#endings, telemetry, selectionTelemetry });
      if (claim !== null) await recordAnswer({ ...settled, isStored: false, isCostTold: true }, { ...keeping, timer });
      if (settled.cost === null) return { kind: 'refused', why: outcome.kind };
      return { kind: 'answered', reservationId, cost: settled.cost.total };
    } catch (error) {
      if (claim !== null) await releaseClaim(claim, error, { ...keeping, timer });
      if (!(error instanceof GatewayError)) throw error;
      return { kind: 'refused', why: error.code };
    }
  }

  /** Chooses who answers, and asks one target after the other, as the pipeline does. */
  async #answered(reserved: Reserved, { key, isStreamed }: Call): Promise<Answered> {
    const exchange = simulatedExchange();
    const deps = { ...this.#reserveDeps(), selectionTelemetry, castTelemetry };
    let { turn } = reserved;
    try {
      const routed = await chooseRoute(reserved, exchange, deps);
      turn = routed.turn;
      const upstream = reachedBy(this.process, this.#place.upstreams, key);
      const steps: AttemptSteps<ForwardDeps & FailOverDeps> = {
        ask: async (attempt, asking) =>
          noteBlocks(restoreFileIds(restorePii(await forward(attempt, asking))), blockDeps),
        deliver: (restored) => deliver(restored, isStreamed),
      };
      return await makeAttempts(routed, steps, { ...deps, upstream });
    } catch (error) {
      const failed = failedAnswer(reserved, exchange, error);
      // A gateway flags a defect of its own, and goes on; a run does not hide it behind a rule that gives work away.
      if (failed.outcome.kind === 'flag' && failed.outcome.reason === 'gateway_fault') throw error;
      return failed;
    } finally {
      turn?.turns.close();
    }
  }

  async #begin({ walletId, key }: Call): Promise<BegunRequest | Reply | null> {
    if (key === null) return null;
    try {
      const status = await this.#keys.begin({ userId: 'u', tenantId: 't', walletId, key, content: key });
      if (status.kind === 'begun') return status.request;
      if (status.kind === 'answered') return { kind: 'replayed', reservationId: status.reservationId };
      return { kind: 'refused', why: status.kind };
    } catch (error) {
      return { kind: 'refused', why: (error as Error).name };
    }
  }

  #reserveDeps() {
    const { createId } = this.#place.world;
    return {
      wallets: this.#wallets,
      pendingEndings: this.#endings,
      reservationsInHand: this.#inHand,
      clock: this.process.clock,
      timer: this.process.timer,
      createId,
      ...this.#chooser,
      pools: this.#pools,
      keyHasher: { hash: (text: string) => text },
      directory: { findKey: entryOf },
      catalogue: {
        profiles: new Map([['light', { name: 'light' }]]),
        aliases: new Map(),
        defaultProfile: null,
      } as never,
      instanceId: this.process.instanceId,
      reservationTtlMs: limits.ttlMs,
      reserveWaitMs: limits.reserveWaitMs,
      counts: new OwnCounting(new Semaphore({ permits: Infinity }), new CallerCounts(performance)),
      limits: unlimited,
    };
  }

  #startReactors(): void {
    const { upstreams, shelf, rule } = this.#place;
    const { process } = this;
    const { log, timer } = process;
    const readModels = createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
    const deps = {
      readModels,
      openReservations,
      catchUp: catchUpOf(log, readModels),
      wallets: this.#wallets,
      inHand: this.#inHand,
      billingRecords: {
        lookUp: async (name: string, reference: string) =>
          (await upstreams.find((upstream) => upstream.name === name)?.lookUp(process, reference)) ?? null,
      },
      liveness: process.liveness,
      timer,
      telemetry,
      readUsage: (_: string, json: string) => JSON.parse(json) as Usage,
      rules: {
        processUnknownMs: limits.ttlMs,
        unknownOutcome: rule,
        unknownOutcomeGraceMs: limits.unknownOutcomeGraceMs,
        neverSeenGraceMs: limits.neverSeenGraceMs,
      },
    };
    startReconcilingReservations(deps, limits.sweepMs);
    const look = (): void => {
      this.#steady.now();
      timer.after(5_000, look);
    };
    look();
    const removing = { index: shelf, responses: shelf, clock: this.#steady, telemetry };
    startSweeps({
      intervalMs: limits.removalSweepMs,
      timer,
      sweep: async () => void (await expireResponses(removing)),
      failed: () => undefined,
    });
  }
}

function catchUpOf(log: EventLog, readModels: ReturnType<typeof createMemoryReadModels>): () => Promise<void> {
  const feed = new ProjectionFeed({
    comparePositions: (a, b) => log.comparePositions(a, b),
    readModels,
    projections: [openReservations],
    onStopped: (_, reason) => {
      throw reason;
    },
  });
  return async () => {
    for (;;) {
      const after = feed.begin();
      const limit = 1_000;
      const events = await log.readAll({
        limit,
        streamPrefixes: openReservations.streamPrefixes,
        ...(after && { after }),
      });
      feed.apply(events);
      if (events.length < limit) return;
    }
  };
}

const many = {
  requestsAtOnceMax: 1_000,
  requestsPerMinuteMax: 100_000,
  tokensPerMinuteMax: null,
  uploadsAtOnceMax: 1,
  uploadsPerMinuteMax: 1,
};
const unlimited: LimitsBook = { ofKey: () => many, ofTenant: () => ({ ...many, keptBytesMax: 1 }) };

/** Nobody cuts it but the upstream. */
function simulatedExchange(): Exchange {
  return {
    signal: new AbortController().signal,
    isCut: false,
    attemptBegan: () => undefined,
    cut: () => undefined,
    cutBy: (failure: unknown) => (failure instanceof UpstreamFailure ? 'upstream' : 'gateway'),
  } as unknown as Exchange;
}

/** Reads an answer to its counters: one that is streamed has been passed on when it breaks. */
async function deliver(restored: Restored, isStreamed: boolean): Promise<Answered> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of restored.answer.body) pieces.push(piece);
  } catch (error) {
    if (!isStreamed) throw error;
    return answeredWith(restored, { kind: 'flag', reason: 'stream_cut' });
  }
  const usage = JSON.parse(Buffer.concat(pieces).toString()) as Usage;
  return answeredWith(restored, { kind: 'settle', usage, serviceTier: null, source: 'upstream' });
}

function answeredWith(restored: Restored, outcome: Outcome): Answered {
  const whole = { kind: 'whole', status: 200, headers: {}, body: Buffer.from('{}') } as const;
  const cut = { kind: 'error', error: new GatewayError('upstream_cut') } as const;
  return { ...restored, toStore: null, outcome, conclusion: outcome.kind === 'settle' ? whole : cut };
}

/** Seals nothing: a cipher that is any good would make each run another. */
const openCipher = { seal: (plain: Buffer) => plain, open: (sealed: Buffer) => sealed };

const castTelemetry: CastTelemetry = {
  personalDataCast: () => undefined,
  personalDataLeft: () => undefined,
  personalDataKept: () => undefined,
};

const selectionTelemetry: SelectionTelemetry = { routeChosen: () => undefined, routeSaved: () => undefined };

const telemetry: Telemetry = {
  inferenceEnded: () => undefined,
  requestEnded: () => undefined,
  info: () => undefined,
  warn: () => undefined,
};
