import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { SteadyClock } from '../../src/time/steady-clock.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { seededRandom } from '../_support/seeded-random.ts';
import { SimulatedGateway, type Call, type KnownOutcome, type Reply } from './_gateway.ts';
import { SimulatedProcess, type LogWeather, type Machine } from './_process.ts';
import { ResponseShelf } from './_response-shelf.ts';
import { calmMs, limits, stormMs } from './_settings.ts';
import type { StatusesSeen } from './_pools.ts';
import { illnesses, SimulatedUpstream, upstreamNames } from './_upstream.ts';
import { World } from './_world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Everything that a run leaves behind. */
export interface Run {
  readonly seed: number;
  readonly rule: 'release' | 'settle_hold' | 'keep';
  readonly engine: ReturnType<typeof createMemoryEventLog>;
  readonly upstreams: readonly SimulatedUpstream[];
  /** Whether upstreams can be asked what they have charged. */
  readonly hasBillingRecords: boolean;
  readonly shelf: ResponseShelf;
  readonly walletIds: readonly string[];
  readonly replies: readonly Reply[];
  readonly known: readonly KnownOutcome[];
  readonly statuses: StatusesSeen;
  /** What was done to the processes and the clocks, in words. */
  readonly faults: readonly string[];
  /** Defects that were thrown where nothing may be. */
  readonly thrown: readonly unknown[];
}

/** Four minutes of traffic and faults, and seven in which nothing new comes. The same seed is the same run. */
export async function run(seed: number): Promise<Run> {
  const scene = new Scene(seed);
  await scene.open();
  scene.plan();
  await scene.world.runUntil(stormMs);
  scene.calm();
  await scene.world.runUntil(stormMs + calmMs);
  return scene.run();
}

class Scene {
  readonly world: World;
  readonly #seed: number;
  readonly #machines: readonly Machine[];
  readonly #weather: LogWeather = { awayUntil: 0 };
  readonly #processes: SimulatedProcess[] = [];
  readonly #gateways: SimulatedGateway[] = [];
  readonly #engine: ReturnType<typeof createMemoryEventLog>;
  readonly #upstreams: readonly SimulatedUpstream[];
  readonly #hasBillingRecords: boolean;
  readonly #shelf: ResponseShelf;
  readonly #rule: Run['rule'];
  readonly #walletIds: readonly string[];
  readonly #replies: Reply[] = [];
  readonly #faults: string[] = [];
  readonly #thrown: unknown[] = [];
  readonly #statuses: StatusesSeen = { outs: 0, backs: 0 };
  #isCalm = false;

  constructor(seed: number) {
    const random = seededRandom(seed);
    const world = new World(random);
    this.#seed = seed;
    this.world = world;
    const machines = random.oneOf([['one'], ['one'], ['one', 'other']]);
    this.#machines = machines.map((name) => ({ name, clockErrorMs: 0 }));
    this.#engine = createMemoryEventLog({ clock: this.#logClock() });
    this.#hasBillingRecords = !world.happens(25);
    const names = upstreamNames.slice(0, world.happens(80) ? 2 : 1);
    this.#upstreams = names.map((name) => new SimulatedUpstream(world, name, this.#hasBillingRecords));
    this.#shelf = new ResponseShelf(world);
    this.#rule = random.oneOf(['release', 'settle_hold', 'keep']);
    this.#walletIds = [world.createId(), world.createId(), world.createId()];
  }

  /** Wallets with credit, one of them with little, and a gateway or two on each machine. */
  async open(): Promise<void> {
    const wallets = new Wallets({ log: this.#engine, createId: this.world.createId });
    for (const [index, walletId] of this.#walletIds.entries()) {
      await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId: walletId });
      const amount = index === 0 ? 10_000_000n : 10n ** 12n;
      await wallets.execute(walletId, {
        type: 'credit_wallet',
        creditId: this.world.createId(),
        amount,
        reason: 'start',
      });
    }
    for (const machine of this.#machines) {
      const count = this.#machines.length === 1 ? 2 : this.world.random.whole(1, 2);
      for (let started = 0; started < count; started += 1) this.#start(machine);
    }
  }

  /** Everything that will be done to the run. */
  plan(): void {
    const { random } = this.world;
    const at = (run: () => void): void => void this.world.after(random.whole(0, stormMs), run);
    for (let calls = random.whole(5, 20); calls > 0; calls -= 1) at(() => this.#callOften());
    for (let kills = random.whole(0, 3); kills > 0; kills -= 1) at(() => this.#kill());
    for (let pauses = random.whole(0, 4); pauses > 0; pauses -= 1) at(() => this.#pause());
    for (let jumps = random.whole(0, 3); jumps > 0; jumps -= 1) at(() => this.#jump());
    for (let absences = random.whole(0, 2); absences > 0; absences -= 1) at(() => this.#takeLogAway());
    for (const upstream of this.#upstreams) {
      if (this.world.happens(40)) at(() => upstream.silenceRecords(random.whole(1_000, 90_000)));
      for (let ill = random.whole(0, 3); ill > 0; ill -= 1) at(() => this.#fallIll(upstream));
    }
    for (let kept = 0; kept < 2; kept += 1) at(() => this.#shelf.keep(this.world.trueTime));
  }

  /** No new faults. Each machine runs a process again, so that everything has somebody who looks after it. */
  calm(): void {
    this.#isCalm = true;
    // A machine may be gone for good: nobody is left there who knows what has died.
    const [first, other] = this.#machines;
    if (other !== undefined && this.world.happens(40)) {
      this.#note(`${other.name} is gone`);
      for (const process of this.#processes) if (process.machine === other) process.kill();
    }
    for (const machine of this.#machines) {
      if (machine !== first && this.#faults.includes(`${this.world.now} ms: ${machine.name} is gone`)) continue;
      if (!this.#processes.some((process) => process.machine === machine && process.isRunning)) this.#start(machine);
    }
  }

  run(): Run {
    return {
      seed: this.#seed,
      rule: this.#rule,
      engine: this.#engine,
      upstreams: this.#upstreams,
      hasBillingRecords: this.#hasBillingRecords,
      shelf: this.#shelf,
      walletIds: this.#walletIds,
      replies: this.#replies,
      known: this.#gateways.flatMap(({ known }) => known),
      faults: this.#faults,
      thrown: this.#thrown,
      statuses: this.#statuses,
    };
  }

  /** The log of one machine dates by its wall, as far as it is believed. */
  #logClock(): SteadyClock {
    const { world } = this;
    const [first] = this.#machines;
    const clock = new SteadyClock({
      clock: { now: () => world.trueTime + (first?.clockErrorMs ?? 0) },
      timer: { monotonic: () => world.now },
      settleMs: limits.clockSettleMs,
    });
    const look = (): void => {
      clock.now();
      world.after(5_000, look);
    };
    look();
    return clock;
  }

  #start(machine: Machine): void {
    const { world } = this;
    const place = { world, machine, log: this.#engine, weather: this.#weather, all: this.#processes };
    const process = new SimulatedProcess(place);
    this.#processes.push(process);
    const gateway = new SimulatedGateway({
      world,
      process,
      upstreams: this.#upstreams,
      engine: this.#engine,
      shelf: this.#shelf,
      statuses: this.#statuses,
      rule: this.#rule,
    });
    this.#gateways.push(gateway);
  }

  /** Mostly one caller; sometimes several at about the same time. */
  #callOften(): void {
    for (let calls = this.world.happens(20) ? 4 : 1; calls > 0; calls -= 1) {
      this.world.after(this.world.random.whole(0, 3_000), () => this.#call());
    }
  }

  #fallIll(upstream: SimulatedUpstream): void {
    const [illness, forMs] = [this.world.random.oneOf(illnesses), this.world.random.whole(2_000, 60_000)];
    this.#note(`${upstream.name} is ${illness} for ${forMs} ms`);
    upstream.fallIll(illness, forMs);
    // An outage is met by more than one.
    for (let calls = 3; calls > 0; calls -= 1) {
      this.world.after(this.world.random.whole(0, forMs), () => this.#call());
    }
  }

  /** A caller, who asks again under the same key, at any gateway, until there is an answer or no more patience. */
  #call(): void {
    const { random } = this.world;
    const walletId = random.oneOf(this.#walletIds as [string, ...string[]]);
    const key = this.world.happens(60) ? this.world.createId() : null;
    const [isChosen, isStreamed] = [this.world.happens(40), this.world.happens(50)];
    this.#ask({ walletId, key, isChosen, isStreamed }, key === null ? 1 : random.whole(1, 5));
    // Another one that asks the same at about the same time, or long after it was answered.
    if (key !== null && this.world.happens(40)) {
      const laterMs = random.oneOf([0, 3, 2_000, 90_000]);
      this.world.after(laterMs, () => this.#ask({ walletId, key, isChosen, isStreamed }, 1));
    }
  }

  #ask(call: Call, attempts: number): void {
    const running = this.#gateways.filter(({ process }) => process.isRunning);
    const again = (): void => {
      if (attempts <= 1) return;
      this.world.after(this.world.random.whole(1, 100_000), () => this.#ask(call, attempts - 1));
    };
    const [first, ...others] = running;
    if (first === undefined) return again();
    let isOver = false;
    const gateway = this.world.random.oneOf([first, ...others]);
    this.#disturb(gateway.process);
    gateway.handle(call).then(
      (reply) => {
        this.#replies.push(reply);
        if (reply.kind === 'refused' && !isOver) again();
        isOver = true;
      },
      (error: unknown) => this.#thrown.push(error),
    );
    // Callers do not wait for ever.
    this.world.after(30_000, () => {
      if (!isOver) again();
      isOver = true;
    });
  }

  /** Whatever is done to a process is worst in the middle of a request. */
  #disturb(process: SimulatedProcess): void {
    if (this.#isCalm || !this.world.happens(12)) return;
    const inMs = this.world.random.whole(0, 120);
    const isKilled = this.world.happens(30);
    this.world.after(inMs, () => {
      if (!process.isRunning || this.#isCalm) return;
      if (isKilled) this.#killOne(process);
      else this.#pauseOne(process);
    });
  }

  #kill(): void {
    const process = this.#oneRunning();
    if (process !== null && !this.#isCalm) this.#killOne(process);
  }

  #killOne(process: SimulatedProcess): void {
    this.#note(`kill of ${process.instanceId}`);
    process.kill();
    if (this.world.happens(80))
      this.world.after(this.world.random.whole(10, 30_000), () => this.#start(process.machine));
  }

  #pause(): void {
    const process = this.#oneRunning();
    if (process !== null) this.#pauseOne(process);
  }

  #pauseOne(process: SimulatedProcess): void {
    const forMs = this.world.random.oneOf([500, 5_000, 40_000, 130_000, 250_000]);
    this.#note(`pause of ${process.instanceId} for ${forMs} ms`);
    process.pause(forMs);
  }

  /** By two hours for good, or by a month until somebody notices. */
  #jump(): void {
    const machine = this.world.random.oneOf(this.#machines as [Machine, ...Machine[]]);
    const jumpMs = this.world.random.oneOf([2 * hourMs, -2 * hourMs, 31 * dayMs, -31 * dayMs]);
    this.#note(`clock of ${machine.name} set by ${jumpMs} ms`);
    machine.clockErrorMs += jumpMs;
    if (Math.abs(jumpMs) < dayMs) return;
    this.world.after(this.world.random.whole(1_000, limits.clockSettleMs / 2), () => {
      this.#note(`clock of ${machine.name} set back by ${jumpMs} ms`);
      machine.clockErrorMs -= jumpMs;
    });
  }

  #takeLogAway(): void {
    const forMs = this.world.random.whole(100, 20_000);
    this.#note(`log away for ${forMs} ms`);
    this.#weather.awayUntil = this.world.now + forMs;
  }

  #oneRunning(): SimulatedProcess | null {
    const [first, ...others] = this.#processes.filter((process) => process.isRunning);
    return first === undefined ? null : this.world.random.oneOf([first, ...others]);
  }

  #note(what: string): void {
    this.#faults.push(`${this.world.now} ms: ${what}`);
  }
}

/** All that the wallets of a run recorded, in order. */
export async function historyOf({ engine, walletIds }: Pick<Run, 'engine' | 'walletIds'>) {
  return engine.readAll({ streamPrefixes: walletIds.map(walletStream), limit: 10_000 });
}
