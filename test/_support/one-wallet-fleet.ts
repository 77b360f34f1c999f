// Several gateways on one wallet in simulated time: each with a processor of its own, an engine that writes to its disk in
// turns, a network between them. So what gateways do to each other is counted, whatever machine the run is on.
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import type { HoldBudget } from '../../src/domain/budgets/hold-budget.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import {
  AppendOutcomeUnknown,
  RevisionConflict,
  type EventLog,
  type RecordedEvent,
} from '../../src/ports/event-log.ts';
import { World } from '../simulation/_world.ts';
import { logWith } from './recorded-log.ts';
import { seededRandom } from './seeded-random.ts';
import { credit, id, open, reserve, settle, walletId } from './wallet-vocabulary.ts';

export interface FleetScene {
  readonly seed: number;
  readonly gateways: number;
  /** Calls under way at once, at all gateways together. */
  readonly calls: number;
  /** What a write of the engine to its disk takes, milliseconds. */
  readonly flushMs: number;
  /** How long the engine takes to tell followers, milliseconds, at most. */
  readonly tellMsMax: number;
  readonly upstreamMs: number;
  /** How long a piece of work waits for its processor at most, milliseconds: on a machine that others use too. Absent: 0. */
  readonly lateMsMax?: number;
  readonly ms: number;
  /** Whether gateways observe the events of others; else they read them. `badly`: some are lost, some come twice. */
  readonly hears: boolean | 'badly';
  /** Of a hundred appends so many are written and not answered. */
  readonly unansweredOf100?: number;
}

export interface FleetFigures {
  readonly calls: number;
  readonly refused: number;
  /** Commands that ended with an error. */
  readonly failed: number;
  /** Of calls, from beginning to end, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly appends: number;
  readonly conflicts: number;
  readonly reads: number;
  /** What the processors of the gateways have done, milliseconds for each call. */
  readonly cpuMs: number;
}

interface Fleet {
  readonly world: World;
  readonly engine: Engine;
  readonly gateways: readonly [Gateway, ...Gateway[]];
}

/** A wallet with so much credit, and gateways that have not seen it but for the first. */
async function startFleet(scene: FleetScene, creditEur: string): Promise<Fleet> {
  const world = new World(seededRandom(scene.seed));
  const engine = new Engine(world, scene);
  const first = new Gateway(world, engine, scene);
  const others = Array.from({ length: scene.gateways - 1 }, () => new Gateway(world, engine, scene));
  const prepared = first.prepare(creditEur);
  await new Promise((resolve) => setImmediate(resolve));
  await world.runUntil(1_000);
  await prepared;
  return { world, engine, gateways: [first, ...others] };
}

/** So many calls at once, each for a hold of one euro. */
export async function raceForCredit(
  scene: FleetScene,
  creditEur: string,
): Promise<{ readonly accepted: number; readonly refused: number; readonly failed: number; readonly log: EventLog }> {
  const { world, engine, gateways } = await startFleet(scene, creditEur);
  const calls = Array.from({ length: scene.calls }, async (_, call) => {
    await passed(world, world.random.whole(0, 600) / 10);
    return gateways[call % gateways.length]?.hold(id('e', call + 1));
  });
  await world.runUntil(world.now + 60_000);
  const ended = await Promise.allSettled(calls);
  const count = (value: boolean): number =>
    ended.filter((end) => end.status === 'fulfilled' && end.value === value).length;
  const [accepted, refused] = [count(true), count(false)];
  return { accepted, refused, failed: ended.length - accepted - refused, log: engine.log };
}

/** A call for a hold of one euro. */
export interface BudgetedCall {
  readonly afterMs: number;
  readonly gateway: number;
  /** As the clock of the gateway says. */
  readonly budgets: readonly HoldBudget[];
}

/** Whether each call was accepted, in their order; `failed`: how many ended with an error. */
export async function holdInBudgets(
  scene: FleetScene,
  calls: readonly BudgetedCall[],
): Promise<{ readonly accepted: readonly boolean[]; readonly failed: number; readonly log: EventLog }> {
  const { world, engine, gateways } = await startFleet(scene, '1000000');
  const holding = calls.map(async ({ afterMs, gateway, budgets }, call) => {
    await passed(world, afterMs);
    return await (gateways[gateway % gateways.length] ?? gateways[0]).hold(id('e', call + 1), budgets);
  });
  await world.runUntil(world.now + 60_000);
  const ended = await Promise.allSettled(holding);
  const failed = ended.filter(({ status }) => status === 'rejected').length;
  return { accepted: ended.map((end) => end.status === 'fulfilled' && end.value), failed, log: engine.log };
}

/** What work takes on a processor, milliseconds: of a call, of an append, of each event of it, of each event that comes in. */
const cpu = { call: 0.35, append: 0.1, encoded: 0.02, decoded: 0.008 };
const netMs = 0.2;
/** Between the first event of an append and the others. */
const partMs = 0.5;

/** Calls hold credit, ask an upstream and settle, again and again, until the time is over. */
export async function playFleet(scene: FleetScene): Promise<FleetFigures> {
  const { world, engine, gateways } = await startFleet(scene, '1000000');
  const tally = { refused: 0, failed: 0, ms: [] as number[] };
  let made = 0;
  const begin = world.now;
  const workBefore = gateways.reduce((sum, { worked }) => sum + worked, 0);
  const before = { ...engine.counts };
  const lanes = Array.from({ length: scene.calls }, async (_, lane) => {
    await passed(world, (lane * 7) % 40);
    while (world.now < begin + scene.ms) {
      const beganAt = world.now;
      try {
        made += 1;
        const isServed = await (gateways[lane % gateways.length] ?? gateways[0]).call(id('e', made));
        if (isServed) tally.ms.push(world.now - beganAt);
        else tally.refused += 1;
        if (!isServed) await passed(world, 5);
      } catch {
        tally.failed += 1;
      }
    }
  });
  await world.runUntil(begin + scene.ms + 60_000);
  await Promise.all(lanes);
  const sorted = tally.ms.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const worked = gateways.reduce((sum, gateway) => sum + gateway.worked, 0) - workBefore;
  return {
    calls: sorted.length,
    refused: tally.refused,
    failed: tally.failed,
    p50: at(0.5),
    p99: at(0.99),
    appends: engine.counts.appends - before.appends,
    conflicts: engine.counts.conflicts - before.conflicts,
    reads: engine.counts.reads - before.reads,
    cpuMs: worked / sorted.length,
  };
}

function passed(world: World, ms: number): Promise<void> {
  return new Promise((resolve) => {
    world.after(ms, resolve);
  });
}

/** One writer: what comes while it writes is judged and written together next. */
class Engine {
  readonly log = createMemoryEventLog();
  readonly counts = { appends: 0, conflicts: 0, reads: 0 };
  readonly #world: World;
  readonly #scene: FleetScene;
  readonly #followers: ((events: readonly RecordedEvent[]) => void)[] = [];
  #unflushed: (() => void)[] = [];

  constructor(world: World, scene: FleetScene) {
    this.#world = world;
    this.#scene = scene;
  }

  follow(tell: (events: readonly RecordedEvent[]) => void): void {
    this.#followers.push(tell);
  }

  async append(...append: Parameters<EventLog['append']>): ReturnType<EventLog['append']> {
    await new Promise<void>((resolve) => {
      this.#unflushed.push(resolve);
      if (this.#unflushed.length === 1) this.#flushLater();
    });
    try {
      const result = await this.log.append(...append);
      this.counts.appends += 1;
      const fromRevision = result.revision - append[2].length + 1;
      const events = await this.log.readStream(append[0], { fromRevision, limit: append[2].length });
      for (const tell of this.#followers) tell(events);
      if (!this.#world.happens(this.#scene.unansweredOf100 ?? 0)) return result;
    } catch (error) {
      if (error instanceof RevisionConflict) this.counts.conflicts += 1;
      throw error;
    }
    throw new AppendOutcomeUnknown('the answer was lost');
  }

  async readStream(...reading: Parameters<EventLog['readStream']>): ReturnType<EventLog['readStream']> {
    this.counts.reads += 1;
    await passed(this.#world, 0.3);
    return this.log.readStream(...reading);
  }

  #flushLater(): void {
    const { length } = this.#unflushed;
    this.#world.after(this.#scene.flushMs, () => {
      for (const write of this.#unflushed.splice(0, length)) write();
      if (this.#unflushed.length > 0) this.#flushLater();
    });
  }
}

class Gateway {
  readonly #world: World;
  readonly #scene: FleetScene;
  readonly #wallets: Wallets;
  #freeAt = 0;
  /** When what was told last arrives: nothing overtakes. */
  #toldAt = 0;
  worked = 0;

  constructor(world: World, engine: Engine, scene: FleetScene) {
    this.#world = world;
    this.#scene = scene;
    const log = logWith(engine.log, {
      append: async (stream, expected, events) => {
        await this.#work(cpu.append + cpu.encoded * events.length);
        await passed(world, netMs);
        try {
          return await engine.append(stream, expected, events);
        } finally {
          await passed(world, netMs);
        }
      },
      readStream: async (...reading) => {
        await passed(world, netMs);
        const events = await engine.readStream(...reading);
        await passed(world, netMs);
        await this.#work(cpu.append + cpu.decoded * events.length);
        return events;
      },
    });
    const timer = {
      monotonic: () => world.now,
      after: (milliseconds: number, run: () => void) => world.after(milliseconds, run),
      chance: () => world.random.whole(0, 99) / 100,
    };
    this.#wallets = new Wallets({ log, createId: world.createId, timer });
    if (scene.hears !== false) engine.follow((events) => void this.#told(events));
  }

  async prepare(creditEur: string): Promise<void> {
    await this.#wallets.execute(walletId, open);
    await this.#wallets.execute(walletId, credit(creditEur));
  }

  /** Whether there was credit for it. */
  async hold(reservationId: string, budgets: readonly HoldBudget[] = []): Promise<boolean> {
    await this.#work(cpu.call);
    return (await this.#wallets.execute(walletId, { ...reserve('1'), reservationId, budgets })).accepted;
  }

  async call(reservationId: string): Promise<boolean> {
    if (!(await this.hold(reservationId))) return false;
    await passed(this.#world, this.#scene.upstreamMs);
    await this.#wallets.execute(walletId, { ...settle('0.25'), reservationId });
    return true;
  }

  async #told(events: readonly RecordedEvent[]): Promise<void> {
    const isBadly = this.#scene.hears === 'badly';
    if (isBadly && this.#world.happens(20)) return;
    if (isBadly && this.#world.happens(20)) this.#wallets.observe(events.slice(0, this.#world.random.whole(1, 3)));
    const { tellMsMax } = this.#scene;
    this.#toldAt = Math.max(this.#toldAt, this.#world.now + netMs + this.#world.random.whole(0, tellMsMax * 10) / 10);
    await passed(this.#world, this.#toldAt - this.#world.now);
    await this.#work(cpu.decoded * events.length);
    // An engine sends event by event: the first may come by itself.
    this.#wallets.observe(events.slice(0, 1));
    await passed(this.#world, partMs);
    this.#wallets.observe(events.slice(1));
  }

  async #work(ms: number): Promise<void> {
    this.worked += ms;
    const lateMs = this.#world.random.whole(0, (this.#scene.lateMsMax ?? 0) * 10) / 10;
    this.#freeAt = Math.max(this.#freeAt, this.#world.now + lateMs) + ms;
    await passed(this.#world, this.#freeAt - this.#world.now);
  }
}
