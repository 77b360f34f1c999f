import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import type { Config, Environment } from '../../config.ts';
import type { PinoTelemetry } from '../../adapters/pino-telemetry.ts';
import type { OperationsDeps } from '../../http/operations-server.ts';
import type { OwnCounting } from '../../limits/own-counting.ts';
import { systemTimer } from '../../time/timer.ts';
import { GatewayProcess, type ProcessEnd } from './gateway-process.ts';
import { metricsOfAll } from './metrics-of-all.ts';
import type { ReadyLine } from './process-report.ts';

/** How many processes serve. */
export function processesOf({ server }: Pick<Config, 'server'>): number {
  return server.processes === 'auto' ? availableParallelism() : server.processes;
}

interface Options {
  readonly processes: number;
  /** The file that each process runs. */
  readonly script: string;
  readonly environment: Environment;
  readonly role: Config['role'];
  readonly counting: OwnCounting;
  readonly telemetry: Pick<PinoTelemetry, 'warn' | 'info'>;
  /** How long a process may take to end, milliseconds. */
  readonly stopMsMax: number;
}

/** Pauses before a process that ended by itself is started again, milliseconds. */
const firstPauseMs = 1_000;
const pauseMsMax = 30_000;

/** A process ended before it served. Its own words are on stderr. */
export class ProcessNotStarted extends Error {
  override readonly name = 'ProcessNotStarted';
  readonly exitCode: number;

  constructor({ code, signal }: ProcessEnd) {
    super(`a process ended before it served (${signal ?? `exit code ${code}`})`);
    this.exitCode = code ?? 1;
  }
}

/**
 * Gateways of one machine on the same addresses, each a process. Connections are handed to them in turn. One that ends
 * by itself is replaced.
 */
export class SeveralProcesses {
  readonly #options: Options;
  readonly #serving = new Map<number, GatewayProcess>();
  /** All that have not ended. */
  readonly #alive = new Set<GatewayProcess>();
  /** One start at a time at each place: what a signal asks for, and what an end asks for. */
  readonly #starts = new Map<number, Promise<unknown>>();
  #isStopping = false;
  #replacing: Promise<void> = Promise.resolve();
  /** A replacement of all that has not begun. */
  #nextReplacing: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts the first, which makes what a new data directory lacks, then the others. Raises {@link ProcessNotStarted}. */
  async start(): Promise<ReadyLine> {
    cluster.setupPrimary({ exec: this.#options.script, args: [], serialization: 'json' });
    try {
      const line = await this.#begin(1);
      const others = Array.from({ length: this.#options.processes - 1 }, (_, nth) => this.#begin(nth + 2));
      await Promise.all(others);
      return line;
    } catch (error) {
      this.#isStopping = true;
      this.kill();
      throw error;
    }
  }

  /** What operators learn of all of them. */
  operations(): Pick<OperationsDeps, 'notReady' | 'notices' | 'metrics'> {
    let notices: readonly string[] = [];
    return {
      notReady: async () => {
        const reports = await this.#reports();
        notices = [
          ...this.#missingPlaces().map((place) => `process ${place} does not serve`),
          ...new Set(reports.flatMap(({ report }) => report?.notices ?? [])),
        ];
        if (this.#isStopping) return ['stopping'];
        if (reports.length === 0) return ['processes'];
        const missing = reports.flatMap(({ place, report }) => report?.missing ?? [`process_${place}`]);
        return [...new Set(missing)];
      },
      notices: () => notices,
      metrics: async () => {
        const reports = await this.#reports();
        const texts = reports.flatMap(({ place, report }) =>
          report === null ? [] : [{ process: String(place), text: report.metrics }],
        );
        const contentType = reports.find(({ report }) => report !== null)?.report?.contentType ?? 'text/plain';
        return { contentType, text: metricsOfAll(texts) };
      },
    };
  }

  /**
   * Replaces one after the other by a new one, which reads the code and the configuration anew: each serves before the
   * old one ends its requests. Stops at the first that does not start; the old ones go on. However often it is asked for
   * meanwhile, it is done once more. Never raises.
   */
  replaceAll(): Promise<void> {
    this.#nextReplacing ??= this.#replacing.then(() => {
      this.#nextReplacing = null;
      return this.#replaceEach();
    });
    this.#replacing = this.#nextReplacing;
    return this.#replacing;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#alive].map((each) => each.stop(this.#options.stopMsMax)));
  }

  kill(): void {
    for (const each of this.#alive) each.kill();
  }

  async #replaceEach(): Promise<void> {
    for (let place = 1; place <= this.#options.processes && !this.#isStopping; place += 1) {
      let old: GatewayProcess | undefined;
      try {
        await this.#inTurn(place, () => {
          old = this.#serving.get(place);
          return this.#begin(place);
        });
      } catch {
        if (!this.#isStopping) this.#options.telemetry.warn('processes_not_replaced', { process: place });
        return;
      }
      await old?.stop(this.#options.stopMsMax);
    }
    if (!this.#isStopping) this.#options.telemetry.info('processes_replaced', { processes: this.#options.processes });
  }

  /** Starts a process for a place, and resolves when it serves there. */
  async #begin(place: number): Promise<ReadyLine> {
    const started = new GatewayProcess(place, this.#fork(place), this.#options.counting);
    this.#alive.add(started);
    void started.ended.then((end) => this.#ended(started, end));
    const line = await started.ready;
    if (line === null) throw new ProcessNotStarted(await started.ended);
    this.#serving.set(place, started);
    return line;
  }

  #fork(place: number): Worker {
    const { role, environment } = this.#options;
    return cluster.fork({
      ...environment,
      WAYBILL_METRICS_PORT: 'off',
      // One of them acts on recorded facts.
      WAYBILL_ROLE: role === 'all' && place > 1 ? 'gateway' : role,
    });
  }

  #ended(process: GatewayProcess, end: ProcessEnd): void {
    const { place, pid } = process;
    this.#alive.delete(process);
    if (this.#serving.get(place) !== process) return;
    this.#serving.delete(place);
    if (this.#isStopping) return;
    this.#options.telemetry.warn('process_ended', { process: place, pid, ...end });
    this.#beginAgain(place, firstPauseMs);
  }

  #beginAgain(place: number, pauseMs: number): void {
    systemTimer.after(pauseMs, () => {
      this.#inTurn(place, async () => {
        if (this.#isStopping || this.#serving.has(place)) return;
        await this.#begin(place);
        this.#options.telemetry.info('process_serves_again', { process: place });
      }).catch(() => this.#beginAgain(place, Math.min(2 * pauseMs, pauseMsMax)));
    });
  }

  #inTurn<Result>(place: number, start: () => Promise<Result>): Promise<Result> {
    const started = (this.#starts.get(place) ?? Promise.resolve()).then(start);
    this.#starts.set(
      place,
      started.catch(() => undefined),
    );
    return started;
  }

  #missingPlaces(): readonly number[] {
    return Array.from({ length: this.#options.processes }, (_, nth) => nth + 1).filter(
      (place) => !this.#serving.has(place),
    );
  }

  async #reports() {
    return await Promise.all(
      [...this.#serving].map(async ([place, process]) => ({ place, report: await process.report() })),
    );
  }
}
