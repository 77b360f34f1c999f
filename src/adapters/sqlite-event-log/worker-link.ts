import { Worker } from 'node:worker_threads';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { failureToError } from './failures.ts';
import type { AppendPost } from './append-queue.ts';
import type { Answers, FromWorker, GroupAnswer, Question, ToWorker, WorkerOptions } from './messages.ts';

/** Most unanswered questions at a time. */
const questionsMax = 10_000;
const restartDelayMsMin = 100;
const restartDelayMsMax = 5_000;
/** How long the worker may take to close the file. */
const closeMsMax = 10_000;

interface Unanswered {
  readonly question: Question;
  readonly askedAtMs: number;
  resolve(answer: Answers[Question['ask']]): void;
  reject(error: Error): void;
}

/** Notifications of the link. */
export interface LinkListener {
  appended(answer: GroupAnswer): void;
  grown(lastPosition: number): void;
  /** The worker died. The outcome of its appends is unknown. */
  lost(error: EventLogUnavailable): void;
}

/**
 * The main thread's end: posts to the worker, matches answers to questions, and restarts the worker when it dies. The
 * worker keeps the process alive only while a call waits for it.
 */
export class WorkerLink implements AppendPost {
  #options: WorkerOptions;
  readonly #listener: LinkListener;
  readonly #unanswered = new Map<number, Unanswered>();
  #worker: Worker | null = null;
  #lastId = 0;
  #holds = 0;
  #watchMs = 0;
  #restartDelayMs = restartDelayMsMin;
  #restart: NodeJS.Timeout | null = null;
  #closing = false;
  /** Why there is no worker. */
  #trouble = '';

  constructor(options: WorkerOptions, listener: LinkListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** Starts the worker; settles when the file is open. Raises {@link EventLogUnavailable}. */
  async open(): Promise<void> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.#options,
      name: 'event-log',
    });
    const opened = Promise.withResolvers<void>();
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'opened') opened.resolve();
      else if (message.kind === 'refused') opened.reject(new EventLogUnavailable(message.message));
      else this.#receive(message);
    });
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      const error = new EventLogUnavailable('the event log stopped unexpectedly', { cause });
      opened.reject(error);
      if (this.#worker === worker) this.#lost(error);
    });
    await opened.promise;
    if (this.#closing) {
      await worker.terminate();
      throw new EventLogUnavailable('the event log was closed');
    }
    this.#worker = worker;
    this.#options = { ...this.#options, mayCreate: false };
    this.#restartDelayMs = restartDelayMsMin;
    if (this.#holds === 0) worker.unref();
    if (this.#watchMs > 0) this.post({ kind: 'watch', pollMs: this.#watchMs });
  }

  /** Raises {@link EventLogUnavailable} while there is no worker. */
  assertUp(): void {
    if (this.#closing) throw new EventLogUnavailable('the event log was closed');
    if (this.#worker === null) throw new EventLogUnavailable(`the event log is starting again (${this.#trouble})`);
  }

  post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  /** Raises what the question may raise, and {@link EventLogUnavailable}. */
  async ask<Asked extends Question>(question: Asked): Promise<Answers[Asked['ask']]> {
    this.assertUp();
    if (this.#unanswered.size >= questionsMax) {
      throw new EventLogUnavailable(`${questionsMax} reads are waiting: try again`);
    }
    this.#lastId += 1;
    const id = this.#lastId;
    this.hold();
    try {
      const answer = await new Promise<Answers[Question['ask']]>((resolve, reject) => {
        this.#unanswered.set(id, { question, askedAtMs: performance.now(), resolve, reject });
        this.post({ kind: 'ask', id, question });
      });
      return answer as Answers[Asked['ask']]; // the worker answers what was asked
    } finally {
      this.#unanswered.delete(id);
      this.release();
    }
  }

  /** Rejects questions that were not answered within `answerMs`. */
  giveUp(answerMs: number): void {
    const overdueMs = performance.now() - answerMs;
    for (const { askedAtMs, reject } of this.#unanswered.values()) {
      if (askedAtMs > overdueMs) continue;
      reject(new EventLogUnavailable(`no answer from the disk in ${answerMs} ms`));
    }
  }

  hold(): void {
    this.#holds += 1;
    if (this.#holds === 1) this.#worker?.ref();
  }

  release(): void {
    this.#holds -= 1;
    if (this.#holds === 0) this.#worker?.unref();
  }

  /** Checks for commits of other processes every `pollMs`; 0: not at all. */
  watch(pollMs: number): void {
    this.#watchMs = pollMs;
    this.post({ kind: 'watch', pollMs });
  }

  /** Refuses all calls from now on. */
  refuse(): void {
    this.#closing = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
  }

  /** Ends the worker: it closes the file first. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
    });
    worker.ref();
    this.post({ kind: 'close' });
    const overdue = setTimeout(() => void worker.terminate(), closeMsMax);
    await exited;
    clearTimeout(overdue);
  }

  #receive(message: Exclude<FromWorker, { kind: 'opened' | 'refused' }>): void {
    if (message.kind === 'appended') {
      this.#listener.appended(message);
    } else if (message.kind === 'grown') {
      this.#listener.grown(message.lastPosition);
    } else {
      const waiting = this.#unanswered.get(message.id);
      if (waiting === undefined) return;
      if (message.kind === 'answer') waiting.resolve(message.answer);
      else waiting.reject(errorOf(message.failure, waiting.question));
    }
  }

  #lost(error: EventLogUnavailable): void {
    this.#worker = null;
    this.#trouble = error.message;
    for (const { reject } of this.#unanswered.values()) reject(error);
    this.#listener.lost(error);
    this.#restartLater();
  }

  // SQLite recovers the file when it is opened again, as after a crash of the whole process.
  #restartLater(): void {
    if (this.#closing) return;
    this.#restart = setTimeout(() => {
      this.open().catch((error: Error) => {
        this.#trouble = error.message;
        this.#restartLater();
      });
    }, this.#restartDelayMs);
    this.#restart.unref();
    this.#restartDelayMs = Math.min(this.#restartDelayMs * 2, restartDelayMsMax);
  }
}

// Only deletions expect a revision; the port knows an unknown outcome of appends only, and no busy reads.
function errorOf(failure: Parameters<typeof failureToError>[0], question: Question): Error {
  const isRead = question.ask === 'stream' || question.ask === 'stream_back' || question.ask === 'all';
  if (failure.code === 'unknown' || (failure.code === 'busy' && isRead))
    return new EventLogUnavailable(failure.message);
  const stream = 'stream' in question ? question.stream : '';
  return failureToError(failure, { stream, expected: 'expected' in question ? question.expected : 'any' });
}
