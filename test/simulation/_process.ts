import {
  AppendOutcomeUnknown,
  EventLogUnavailable,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
} from '../../src/ports/event-log.ts';
import type { Clock } from '../../src/time/clock.ts';
import type { InstanceLiveness } from '../../src/ports/instance-liveness.ts';
import type { Timer } from '../../src/time/timer.ts';
import { logWith } from '../_support/recorded-log.ts';
import type { World } from './_world.ts';

/** A machine has a clock on its wall, which anybody may set. */
export interface Machine {
  readonly name: string;
  /** Wall time less true time, milliseconds. */
  clockErrorMs: number;
}

/** How the network between the processes and the log is, for all of them. */
export interface LogWeather {
  /** Until then nothing is taken and nothing answered. */
  awayUntil: number;
}

export interface ProcessPlace {
  readonly world: World;
  readonly machine: Machine;
  readonly log: EventLog;
  readonly weather: LogWeather;
  /** All that ever ran, this one included once it does. */
  readonly all: readonly SimulatedProcess[];
}

/**
 * A process of the gateway: it can be paused and killed. What comes for it while it is paused waits; what comes after its
 * death is lost. What it has sent goes on.
 */
export class SimulatedProcess {
  readonly instanceId: string;
  readonly machine: Machine;
  readonly timer: Timer;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly liveness: InstanceLiveness;
  #state: 'running' | 'paused' | 'dead' = 'running';
  readonly #world: World;
  readonly #weather: LogWeather;
  #delayed: (() => void)[] = [];

  constructor({ world, machine, log, weather, all }: ProcessPlace) {
    this.#world = world;
    this.#weather = weather;
    this.machine = machine;
    this.instanceId = world.createId();
    const startedAt = world.now;
    this.timer = {
      monotonic: () => world.now - startedAt,
      after: (milliseconds, run) => world.after(milliseconds, () => this.deliver(run)),
      chance: () => world.random.whole(0, 99) / 100,
    };
    this.clock = { now: () => world.trueTime + machine.clockErrorMs };
    this.log = logWith(log, {
      append: (stream, expected, events) => this.#append(log, stream, expected, events),
      readStream: (stream, options) => this.#ask(() => log.readStream(stream, options)),
      readAll: (options) => this.#ask(() => log.readAll(options)),
    });
    this.liveness = {
      instanceId: this.instanceId,
      // As by a lock on a file: the same machine sees it, and no other.
      check: async (id) => {
        const found = all.find((process) => process.instanceId === id);
        if (found === undefined || found.machine !== machine) return 'unknown';
        return found.isDead ? 'dead' : 'alive';
      },
      release: async () => undefined,
    };
  }

  get isDead(): boolean {
    return this.#state === 'dead';
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** Something comes for this process: at once, when it goes on, or never. */
  deliver(run: () => void): void {
    if (this.#state === 'running') run();
    else if (this.#state === 'paused') this.#delayed.push(run);
  }

  kill(): void {
    this.#state = 'dead';
    this.#delayed = [];
  }

  pause(milliseconds: number): void {
    if (this.#state !== 'running') return;
    this.#state = 'paused';
    this.#world.after(milliseconds, () => this.#goOn());
  }

  /** Waits for something outside. */
  network(least: number, most: number): Promise<void> {
    const { random } = this.#world;
    return new Promise((resolve) => {
      this.#world.after(random.whole(least, most), () => this.deliver(resolve));
    });
  }

  #goOn(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    const delayed = this.#delayed;
    this.#delayed = [];
    for (const run of delayed) this.#world.after(0, () => this.deliver(run));
  }

  async #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    await this.network(1, 5);
    this.#assertThere();
    const answer = await ask();
    await this.network(1, 5);
    return answer;
  }

  #assertThere(): void {
    if (this.#world.now < this.#weather.awayUntil) throw new EventLogUnavailable('the log is away');
  }

  /** What was sent arrives although its sender has died; what arrives may never be acknowledged; some of it is late. */
  #append(log: EventLog, stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]) {
    type Result = Awaited<ReturnType<EventLog['append']>>;
    const { random } = this.#world;
    return new Promise<Result>((resolve, reject) => {
      const answer = (run: () => void): void => {
        this.#world.after(random.whole(1, 10), () => this.deliver(run));
      };
      const doubt = (): void => answer(() => reject(new AppendOutcomeUnknown('a fault of the simulation')));
      const fate = random.whole(1, 100);
      const onItsWayMs = fate <= 3 ? random.whole(100, 4_000) : random.whole(1, 10);
      if (fate <= 2) this.#world.after(50, doubt);
      this.#world.after(onItsWayMs, () => {
        if (this.#world.now < this.#weather.awayUntil) {
          answer(() => reject(new EventLogUnavailable('the log is away')));
          return;
        }
        if (fate >= 99) return doubt();
        const written = log.append(stream, expected, events);
        written.then(
          (result) => (fate === 98 || fate === 97 ? doubt() : answer(() => resolve(result))),
          (error: unknown) => answer(() => reject(error)),
        );
      });
    });
  }
}
