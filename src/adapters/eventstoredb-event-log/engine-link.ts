import { Worker } from 'node:worker_threads';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { isAnswer } from './append-queue.ts';
import { EngineHealth, type HealthActions } from './engine-health.ts';
import { denialOf, remoteFailureToError, rightOf } from './failures.ts';
import type {
  RemoteAnswers,
  AppendAnswer,
  AppendTry,
  RemoteFailure,
  FollowedBatch,
  FromRemoteWorker,
  KnownEvent,
  RemoteQuestion,
  SubscriptionEnd,
  ToRemoteWorker,
  RemoteWorkerOptions,
} from './messages.ts';

/** Most unanswered questions at a time. */
const questionsMax = 10_000;
/** A question is answered or fails within this many call timeouts: the longest wait of the worker times its tries. */
const questionTimeoutsMax = 12;

interface Unanswered {
  readonly question: RemoteQuestion;
  readonly overdue: NodeJS.Timeout;
  resolve(answer: RemoteAnswers[RemoteQuestion['ask']]): void;
  reject(error: Error): void;
}

/** The result of a pull: a batch, or why there will be no more. */
export type Pulled = FollowedBatch | SubscriptionEnd;

/** Which events a subscription delivers, and which of them may be delayed. */
type Followed = Omit<ToRemoteWorker & { readonly kind: 'follow' }, 'kind' | 'id'>;

/** A subscription, seen from the main thread. */
export interface Subscription {
  /** One at a time. Always settles, whatever happens to the subscription, its worker or the connection. */
  pull(): Promise<Pulled>;
  stop(): void;
}

/** Notifications of the link. */
export interface EngineLinkListener extends Omit<HealthActions, 'start' | 'stop' | 'probe'> {
  appended(answers: readonly AppendAnswer[]): void;
  /** A connection is lost, with all answers that were on it. */
  lost(): void;
  /** The newest event that the log is known to hold; `null`: none is known. */
  known(): KnownEvent | null;
}

/**
 * The main thread's end: posts to the worker, matches answers to questions, and replaces the worker when it dies or
 * falls silent. Calls wait while the engine is being reached, and are refused while it is unavailable.
 */
export class EngineLink {
  readonly #options: RemoteWorkerOptions;
  readonly #listener: EngineLinkListener;
  readonly #health: EngineHealth;
  readonly #unanswered = new Map<number, Unanswered>();
  /** Subscriptions that have not ended, by id, each with its pending pull. */
  readonly #subscriptions = new Map<number, { pulled: ((pulled: Pulled) => void) | null }>();
  readonly #asking = new Map<number, number>();
  #worker: Worker | null = null;
  #lastId = 0;
  #holds = 0;
  #mustRepeat = false;
  subscriptionCuts = 0;

  constructor(options: RemoteWorkerOptions, listener: EngineLinkListener) {
    this.#options = options;
    this.#listener = listener;
    this.#health = new EngineHealth(options.awayMs, {
      start: () => this.#start(),
      stop: () => this.#stop(),
      probe: () => this.#post({ kind: 'ask', id: 0, question: { ask: 'probe' } }),
      up: () => {
        this.#repeatReads();
        listener.up();
      },
      down: (error) => {
        this.#rejectAll(error);
        listener.down(error);
      },
      tick: (nowMs) => listener.tick(nowMs),
      late: (lateMs) => listener.late(lateMs),
      waitingSinceMs: () => this.#waitingSinceMs(),
      rewound: (trouble) => listener.rewound(trouble),
    });
  }

  get isUp(): boolean {
    return this.#health.isUp;
  }

  /** Why the log is refused although the engine answers; `null`: it is not. */
  get rewound(): string | null {
    return this.#health.rewound;
  }

  /** Whether callers are refused. */
  get isAway(): boolean {
    return this.#health.isAway;
  }

  /** When the newest answered probe was sent, by `performance.now()`. */
  get answeredProbeAtMs(): number {
    return this.#health.answeredProbeAtMs;
  }

  /** Number of times a worker was replaced. */
  get reconnects(): number {
    return this.#health.reconnects;
  }

  /** Starts; settles when the engine answers. Raises {@link EventLogUnavailable} after `openMs`. */
  async open(openMs: number): Promise<void> {
    this.hold();
    try {
      await this.#health.open(openMs);
    } finally {
      this.release();
    }
  }

  /** Raises {@link EventLogUnavailable} while the engine is unavailable. */
  assertReachable(): void {
    this.#health.assertReachable();
  }

  /** Settles when the engine answers, `signal` aborts or the log is closed. */
  async untilUp(signal: AbortSignal): Promise<void> {
    this.hold();
    try {
      await this.#health.untilUp(signal);
    } finally {
      this.release();
    }
  }

  /** Probes the engine after a failure that may mean that it is unavailable. */
  suspect(): void {
    this.#health.suspect();
  }

  /** Replaces the worker: its connection accepts appends and does not answer. */
  replace(reason: string): void {
    this.#health.replace(reason);
  }

  sendAppends(tries: readonly AppendTry[]): void {
    this.#post({ kind: 'append', tries });
  }

  /**
   * Raises what the question may raise, and {@link EventLogUnavailable}. `isOld`: for an append made earlier, so that it is
   * answered while new calls are refused.
   */
  async ask<Asked extends RemoteQuestion>(
    question: Asked,
    age = { isOld: false },
  ): Promise<RemoteAnswers[Asked['ask']]> {
    this.hold();
    try {
      await this.#health.reachable(age);
      if (this.#unanswered.size >= questionsMax) {
        throw new EventLogUnavailable(`${questionsMax} reads are waiting: try again`);
      }
      return await this.#answerTo(question);
    } finally {
      this.release();
    }
  }

  follow({ after, prefixes, patientPrefixes }: Followed): Subscription {
    const id = this.#mint();
    if (this.#worker !== null) this.#subscriptions.set(id, { pulled: null });
    this.#post({ kind: 'follow', id, after, prefixes, patientPrefixes });
    return {
      pull: () =>
        new Promise((resolve) => {
          const subscription = this.#subscriptions.get(id);
          if (subscription === undefined) {
            resolve('lost');
            return;
          }
          subscription.pulled = resolve;
          this.#post({ kind: 'pull', id });
        }),
      stop: () => {
        this.#endSubscription(id, 'lost');
        this.#post({ kind: 'unfollow', id });
      },
    };
  }

  hold(): void {
    this.#holds += 1;
    if (this.#holds > 1) return;
    this.#worker?.ref();
    this.#health.keepAlive(true);
  }

  release(): void {
    this.#holds -= 1;
    if (this.#holds > 0) return;
    this.#worker?.unref();
    this.#health.keepAlive(false);
  }

  /** Refuses all calls from now on. */
  refuse(): void {
    this.#health.refuse();
    this.#endSubscriptions();
  }

  async close(): Promise<void> {
    this.#health.close();
    const worker = this.#worker;
    this.#worker = null;
    this.#rejectAll(new EventLogUnavailable('the event log was closed'));
    await worker?.terminate();
  }

  async #answerTo<Asked extends RemoteQuestion>(question: Asked): Promise<RemoteAnswers[Asked['ask']]> {
    const id = this.#mint();
    this.#asking.set(id, performance.now());
    const timeoutMs = this.#options.callTimeoutMs * questionTimeoutsMax;
    const answer = await new Promise<RemoteAnswers[RemoteQuestion['ask']]>((resolve, reject) => {
      const overdue = setTimeout(
        () => reject(new EventLogUnavailable(`no answer from the engine in ${timeoutMs} ms`)),
        timeoutMs,
      );
      this.#unanswered.set(id, { question, overdue, resolve, reject });
      this.#post({ kind: 'ask', id, question });
    }).finally(() => {
      clearTimeout(this.#unanswered.get(id)?.overdue);
      this.#unanswered.delete(id);
      this.#asking.delete(id);
    });
    return answer as RemoteAnswers[Asked['ask']]; // the worker answers what was asked
  }

  #start(): void {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.#options,
      name: 'event-log',
      execArgv: [],
      // The environment could make the client log the password. Its output is discarded.
      env: {},
      stdout: true,
      stderr: true,
    });
    worker.on('message', (message: FromRemoteWorker) => {
      if (this.#worker === worker) this.#receive(message);
    });
    // An uncaught error in the worker ends the worker, not the process.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#stop();
      this.#health.died();
    });
    if (this.#holds === 0) worker.unref();
    this.#worker = worker;
  }

  #stop(): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
    const lost = new EventLogUnavailable('the connection to the engine was lost');
    for (const { question, reject } of this.#unanswered.values()) if (!isRead(question)) reject(lost);
    this.#mustRepeat = true;
    this.#listener.lost();
    this.#endSubscriptions();
  }

  /** Repeats the reads of a lost worker: any worker can answer them. */
  #repeatReads(): void {
    if (this.#mustRepeat) for (const [id, { question }] of this.#unanswered) this.#post({ kind: 'ask', id, question });
    this.#mustRepeat = false;
  }

  #receive(message: FromRemoteWorker): void {
    switch (message.kind) {
      case 'started':
        this.#health.started();
        return;
      case 'known_wanted':
        this.#post({ kind: 'known', event: this.#listener.known() });
        return;
      case 'appended':
        if (message.answers.some(({ outcome }) => isAnswer(outcome))) this.#health.heard();
        this.#listener.appended(message.answers);
        return;
      case 'followed':
        this.#health.heard();
        this.#pulled(message.id, message);
        return;
      case 'unfollowed':
        if (message.end === 'too_slow') this.#health.heard();
        else this.#health.suspect();
        this.#endSubscription(message.id, message.end);
        return;
      case 'cut':
        this.subscriptionCuts += 1;
        return;
      case 'answer':
        this.#health.heard();
        if (message.id === 0) this.#health.probed(null);
        else this.#unanswered.get(message.id)?.resolve(message.answer);
        return;
      case 'failure':
        this.#fail(message.id, message.failure);
    }
  }

  #fail(id: number, failure: RemoteFailure): void {
    if (id === 0) {
      if (failure.code === 'denied') this.#health.probed(denialOf(failure, rightOf({ ask: 'probe' })), 'denied');
      else {
        const how = failure.code === 'silent' || failure.code === 'rewound' ? failure.code : 'failed';
        this.#health.probed('message' in failure ? failure.message : failure.code, how);
      }
      return;
    }
    const isSuspect = failure.code === 'unsent' || failure.code === 'unknown' || failure.code === 'denied';
    if (isSuspect) this.#health.suspect();
    else this.#health.heard();
    const waiting = this.#unanswered.get(id);
    waiting?.reject(errorOf(failure, waiting.question));
  }

  #pulled(id: number, pulled: Pulled): void {
    const subscription = this.#subscriptions.get(id);
    const resolve = subscription?.pulled;
    if (subscription !== undefined) subscription.pulled = null;
    resolve?.(pulled);
  }

  // A later pull finds no subscription and learns that it has ended.
  #endSubscription(id: number, end: SubscriptionEnd): void {
    this.#pulled(id, end);
    this.#subscriptions.delete(id);
  }

  #endSubscriptions(): void {
    for (const id of this.#subscriptions.keys()) this.#endSubscription(id, 'lost');
  }

  #rejectAll(error: EventLogUnavailable): void {
    for (const { reject } of this.#unanswered.values()) reject(error);
  }

  #waitingSinceMs(): number | null {
    const appends = this.#listener.waitingSinceMs();
    const [asking = null] = this.#asking.values();
    if (appends === null || asking === null) return appends ?? asking;
    return Math.min(appends, asking);
  }

  #mint(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #post(message: ToRemoteWorker): void {
    this.#worker?.postMessage(message);
  }
}

function isRead({ ask }: RemoteQuestion): boolean {
  return (
    ask === 'stream' || ask === 'stream_back' || ask === 'newest' || ask === 'all' || ask === 'end' || ask === 'log_id'
  );
}

// Only deletions expect a revision; the port knows an unknown outcome of appends only.
function errorOf(failure: RemoteFailure, question: RemoteQuestion): Error {
  if (failure.code === 'unknown') return new EventLogUnavailable(failure.message);
  const stream = 'stream' in question ? question.stream : '';
  const expected = 'expected' in question ? question.expected : 'any';
  return remoteFailureToError(failure, { stream, expected, right: rightOf(question) });
}
