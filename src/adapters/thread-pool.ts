import { Worker } from 'node:worker_threads';
import { Semaphore, type Sharer } from '../limits/semaphore.ts';
import { systemTimer } from '../time/timer.ts';

export interface ThreadPoolOptions {
  /** The script of the threads, which answers each `ToThread` of the kind `task` with `done` or `failed`. */
  readonly program: URL;
  readonly name: string;
  /** What each thread is started with. */
  readonly data: unknown;
  readonly threadsMax: number;
  /** Memory of one thread, MiB. */
  readonly heapMibMax: number;
  /** Time limit of one task, milliseconds; a thread that takes longer is terminated. */
  readonly taskMsMax: number;
  /** How long a task waits for a thread, milliseconds. */
  readonly waitMs: number;
  /** Called for what a thread says while it works; `signal` ends with the task. The answer goes back to the thread. */
  readonly heard: (words: unknown, signal: AbortSignal) => Promise<unknown>;
}

/** A message to a thread. */
export type ToThread =
  | { readonly kind: 'task'; readonly task: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };

/** A message from a thread. */
export type FromThread =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'said'; readonly id: number; readonly words: unknown };

/** A task, with the memory that is handed over and not copied. */
export interface ThreadTask {
  readonly task: unknown;
  readonly transfer: readonly ArrayBuffer[];
}

/** The outcome of a task: the thread's result, or the error as the thread wrote it. */
export type ThreadOutcome = Extract<FromThread, { readonly kind: 'done' | 'failed' }>;

/** Most tasks that wait for a thread, of all tenants. */
const waitingMax = 1_024;

/**
 * Threads that work on tasks, one each at a time. They start when they are needed and do not keep the process alive.
 * Tasks wait in turns among tenants, and one tenant takes at most half of the threads that the others leave.
 */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #turns: Semaphore;
  readonly #threads = new Set<Thread>();
  #isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    const { threadsMax: permits, waitMs } = options;
    this.#turns = new Semaphore({ permits, sharePercentMax: 50, waitingMax, patience: { ...systemTimer, waitMs } });
  }

  /** Raises `ThreadLost` when the task had no thread in time, or its thread ended before it. */
  async run(task: ThreadTask, sharer: Sharer): Promise<ThreadOutcome> {
    const permit = await this.#turns.acquire(sharer);
    if (typeof permit === 'string') throw new ThreadLost('no thread was free in time');
    try {
      return await this.#threadFor(sharer).run(task);
    } finally {
      permit.release();
    }
  }

  /** Ends all threads, and so their tasks. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  /** A tenant's last thread remembers its texts. */
  #threadFor({ tenantId }: Sharer): Thread {
    if (this.#isClosed) throw new ThreadLost('the threads have ended');
    const idle = [...this.#threads].filter(({ isBusy }) => !isBusy);
    const thread = idle.find((each) => each.tenantId === tenantId) ?? idle[0] ?? this.#started();
    thread.tenantId = tenantId;
    return thread;
  }

  #started(): Thread {
    const thread: Thread = new Thread(this.#options, () => this.#threads.delete(thread));
    this.#threads.add(thread);
    return thread;
  }
}

class Thread {
  /** Whose task it did last. */
  tenantId = '';
  readonly #options: ThreadPoolOptions;
  readonly #worker: Worker;
  readonly #ended: () => void;
  #task: (PromiseWithResolvers<ThreadOutcome> & { readonly ending: AbortController }) | null = null;

  constructor(options: ThreadPoolOptions, ended: () => void) {
    this.#options = options;
    const { program, name, data, heapMibMax } = options;
    this.#worker = new Worker(program, {
      name,
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMibMax, maxYoungGenerationSizeMb: 64 },
    });
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
    // It exits then. Its message may repeat a text.
    this.#worker.on('error', () => undefined);
    this.#worker.once('exit', () => this.#lose());
    // After the first listener for messages, which would keep the process alive.
    this.#worker.unref();
    this.#ended = ended;
  }

  get isBusy(): boolean {
    return this.#task !== null;
  }

  async run({ task, transfer }: ThreadTask): Promise<ThreadOutcome> {
    const running = { ...Promise.withResolvers<ThreadOutcome>(), ending: new AbortController() };
    const timer = setTimeout(() => void this.end(), this.#options.taskMsMax);
    this.#task = running;
    try {
      this.#send({ kind: 'task', task }, transfer);
      return await running.promise;
    } finally {
      clearTimeout(timer);
      running.ending.abort();
      this.#task = null;
    }
  }

  async end(): Promise<void> {
    this.#lose();
    await this.#worker.terminate();
  }

  #lose(): void {
    this.#ended();
    this.#task?.reject(new ThreadLost('the thread ended before its task'));
  }

  #receive(message: FromThread): void {
    if (message.kind !== 'said') return this.#task?.resolve(message);
    // It may still tell something of a task that is over.
    const signal = this.#task?.ending.signal ?? AbortSignal.abort();
    void this.#options.heard(message.words, signal).then((answer) => {
      if (!signal.aborted) this.#send({ kind: 'answer', id: message.id, answer });
    });
  }

  #send(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, [...transfer]);
  }
}

/** A task was not done. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}
