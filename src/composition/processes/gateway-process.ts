import type { Worker } from 'node:cluster';
import { withinMs } from '../../ledger/within-ms.ts';
import { CountingService } from './counting-service.ts';
import type { OwnCounting } from '../../limits/own-counting.ts';
import { closeUntakenConnections } from './untaken-connections.ts';
import type { FromProcess, ProcessReport, ReadyLine, ToProcess } from './process-report.ts';

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** How long a process may take to report before it counts as stuck, milliseconds. */
const reportMsMax = 3_000;

/** One of the processes that serve together, as the process that started it knows it. */
export class GatewayProcess {
  /** Its place among the others, from 1: a process that replaces another one has the same. */
  readonly place: number;
  /** Resolves when it serves; `null`: it ended before. */
  readonly ready: Promise<ReadyLine | null>;
  readonly ended: Promise<ProcessEnd>;
  readonly #worker: Worker;
  readonly #reports = new Map<number, (report: ProcessReport) => void>();
  #lastReport = 0;
  #isServing = false;
  #hasEnded = false;

  constructor(place: number, worker: Worker, counting: OwnCounting) {
    this.place = place;
    this.#worker = worker;
    const service = new CountingService(counting, (replies) => this.#send({ kind: 'counted', replies }));
    const [ready, ended] = [Promise.withResolvers<ReadyLine | null>(), Promise.withResolvers<ProcessEnd>()];
    this.ready = ready.promise;
    this.ended = ended.promise;
    worker.on('message', (message: FromProcess) => {
      if (message.kind === 'counting') return service.take(message.messages);
      if (message.kind === 'report') return this.#reported(message.id, message.report);
      this.#isServing = true;
      ready.resolve(message.line);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.#hasEnded = true;
      this.#isServing = false;
      service.end();
      ready.resolve(null);
      ended.resolve({ code, signal });
    });
    closeUntakenConnections(worker);
    // An error of the channel is followed by the end of the process.
    worker.on('error', () => undefined);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** Whether it takes connections. */
  get isServing(): boolean {
    return this.#isServing;
  }

  /** What it says about itself; `null`: nothing in time. */
  async report(): Promise<ProcessReport | null> {
    this.#lastReport += 1;
    const id = this.#lastReport;
    const { promise, resolve } = Promise.withResolvers<ProcessReport>();
    this.#reports.set(id, resolve);
    this.#send({ kind: 'report', id });
    const report = await withinMs(promise, reportMsMax);
    this.#reports.delete(id);
    return report === 'too_late' ? null : report;
  }

  /** Lets it end its requests, and kills it if it has not ended in time. */
  async stop(msMax: number): Promise<void> {
    this.#isServing = false;
    this.#send({ kind: 'stop' });
    if ((await withinMs(this.ended, msMax)) === 'too_late') this.kill();
    await this.ended;
  }

  kill(): void {
    if (!this.#hasEnded) this.#worker.process.kill('SIGKILL');
  }

  #reported(id: number, report: ProcessReport): void {
    this.#reports.get(id)?.(report);
  }

  #send(message: ToProcess): void {
    if (!this.#hasEnded && this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }
}
