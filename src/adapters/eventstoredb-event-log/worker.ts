import { parentPort, workerData } from 'node:worker_threads';
import { AppendStream } from './append-stream.ts';
import { askForNoCompression } from './ask-for-no-compression.ts';
import { ClusterLookout } from './cluster-lookout.ts';
import { engineFailureOf } from './engine-failure.ts';
import { assertHeld } from './known-event.ts';
import { LedgerClient } from './ledger-client.ts';
import { LogReads } from './log-reads.ts';
import { connectToAddresses } from './connect-to-addresses.ts';
import { LogSubscription, type SubscriptionListener } from './log-subscription.ts';
import { OwnAppends } from './own-appends.ts';
import { SeenPlaces } from './seen-places.ts';
import { SilenceWatch } from './silence-watch.ts';
import { StreamRemovals } from './stream-removals.ts';
import { newest, subscriptionRequest } from './stream-requests.ts';
import type { MessagePort } from 'node:worker_threads';
import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { StreamStart } from './stream-requests.ts';
import type {
  RemoteAnswers,
  AppendAnswer,
  AppendOutcome,
  AppendTry,
  RemoteFailure,
  FromRemoteWorker,
  KnownEvent,
  RemoteQuestion,
  ToRemoteWorker,
  RemoteWorkerOptions,
} from './messages.ts';

/**
 * The worker thread that holds the client. It does not retry appends: it reports failures. If it dies of an uncaught
 * error, the main thread replaces it.
 */
class LogWorker {
  readonly #port: MessagePort;
  readonly #client: LedgerClient;
  readonly #reads: LogReads;
  readonly #lookout: ClusterLookout;
  readonly #removals: StreamRemovals;
  readonly #appends: AppendStream;
  readonly #ownAppends = new OwnAppends();
  readonly #callTimeoutMs: number;
  readonly #awayMs: number;
  readonly #subscriptions = new Map<number, LogSubscription>();
  /** Places seen by each subscription, by its id. */
  readonly #seen = new Map<number, SeenPlaces>();
  /** Appends made by this worker itself, by negative ids. */
  readonly #own = new Map<number, (outcome: AppendOutcome) => void>();
  #lastOwnId = 0;
  /** Who waits to be told which event the log is known to hold. */
  readonly #knownWanted: ((known: KnownEvent | null) => void)[] = [];
  #answers: AppendAnswer[] = [];

  constructor(port: MessagePort, options: RemoteWorkerOptions) {
    this.#port = port;
    this.#callTimeoutMs = options.callTimeoutMs;
    this.#awayMs = options.awayMs;
    this.#client = new LedgerClient(options, () => this.#post({ kind: 'cut' }));
    const seeds = options.connection.hosts.map(({ address, port }) => `${address}:${port}`);
    this.#lookout = new ClusterLookout(this.#client, seeds);
    this.#reads = new LogReads(this.#client, options.callTimeoutMs);
    this.#appends = new AppendStream(
      this.#client,
      () => this.#assertHeld(),
      (append, outcome) => void this.#appended(append, outcome),
    );
    this.#removals = new StreamRemovals(this.#client, this.#reads, (stream, expected, fields) =>
      this.#appendOne(stream, expected, fields),
    );
  }

  start(): void {
    this.#port.on('message', (message: ToRemoteWorker) => this.#receive(message));
    this.#post({ kind: 'started' });
  }

  #receive(message: ToRemoteWorker): void {
    switch (message.kind) {
      case 'append':
        for (const append of message.tries) void this.#append(append);
        break;
      case 'ask':
        void this.#answer(message.id, message.question);
        break;
      case 'follow':
        this.#follow(message);
        break;
      case 'pull':
        this.#pull(message.id);
        break;
      case 'unfollow':
        this.#subscriptions.get(message.id)?.stop();
        this.#forget(message.id);
        break;
      case 'known':
        this.#knownWanted.shift()?.(message.event);
    }
  }

  async #append(append: AppendTry): Promise<void> {
    // For the engine a stream that has only metadata exists.
    const failure = append.expected === 'stream_exists' ? await this.#missing(append.stream) : null;
    if (failure === null) {
      const isFirst = this.#ownAppends.sent(append);
      this.#appends.send(append);
      // Events that the append must follow may be held here.
      if (isFirst) for (const subscription of this.#subscriptions.values()) subscription.hurry();
    } else this.#answerAppend(append, { failure });
  }

  async #missing(stream: string): Promise<RemoteFailure | null> {
    try {
      const status = await this.#removals.status(stream);
      return status === 'absent' || status === 'deleted' ? { code: 'conflict', actual: 'no_stream' } : null;
    } catch (error) {
      const failure = engineFailureOf(error);
      return failure.code === 'unknown' ? { ...failure, code: 'unsent' } : failure;
    }
  }

  async #appended(append: AppendTry, outcome: AppendOutcome): Promise<void> {
    const own = this.#own.get(append.id);
    if (own !== undefined) own(outcome);
    else if ('failure' in outcome && outcome.failure.code === 'conflict') {
      this.#answerAppend(append, { failure: await this.#conflict(append.stream, outcome.failure) });
    } else this.#answerAppend(append, outcome);
  }

  async #conflict(stream: string, conflict: RemoteFailure & { readonly code: 'conflict' }): Promise<RemoteFailure> {
    try {
      return await this.#removals.conflict(stream, conflict);
    } catch {
      return conflict;
    }
  }

  #answerAppend({ id, attempt }: AppendTry, outcome: AppendOutcome): void {
    this.#answers.push({ id, attempt, outcome });
    if (this.#answers.length === 1) setImmediate(() => this.#postAnswers());
  }

  // Posts all answers of one turn of the event loop in one message.
  #postAnswers(): void {
    this.#post({ kind: 'appended', answers: this.#answers });
    this.#answers = [];
  }

  async #appendOne(stream: string, expected: ExpectedRevision, fields: readonly string[]): Promise<AppendOutcome> {
    this.#lastOwnId -= 1;
    const id = this.#lastOwnId;
    const { promise, resolve } = Promise.withResolvers<AppendOutcome>();
    this.#own.set(id, resolve);
    const failure: RemoteFailure = { code: 'unknown', message: `no answer in ${this.#callTimeoutMs} ms` };
    const stop = new SilenceWatch(this.#callTimeoutMs, () => 0).start(() => resolve({ failure }));
    this.#appends.send({ id, attempt: 1, stream, expected, fields });
    const outcome = await promise;
    stop();
    this.#own.delete(id);
    return outcome;
  }

  async #answer(id: number, question: RemoteQuestion): Promise<void> {
    try {
      const { answer, failure } = await this.#ask(question);
      this.#post(failure === null ? { kind: 'answer', id, answer } : { kind: 'failure', id, failure });
    } catch (error) {
      this.#post({ kind: 'failure', id, failure: engineFailureOf(error) });
    }
  }

  async #ask(question: RemoteQuestion): Promise<Asked> {
    switch (question.ask) {
      case 'probe':
        await this.#lookout.over(this.#reads.probe(this.#awayMs));
        await this.#assertHeld();
        return { answer: null, failure: null };
      case 'log_id':
        return idOrFailure(await this.#removals.logId());
      case 'stream':
      case 'stream_back':
        return this.#stream(question, { from: question.fromRevision, isBackwards: question.ask === 'stream_back' });
      case 'newest':
        return this.#stream(question, newest);
      case 'all':
        return { answer: await this.#reads.all(question.after, question.prefixes, question.limit), failure: null };
      case 'end':
        return { answer: await this.#end(question), failure: null };
      case 'delete':
      case 'tombstone':
        return { answer: null, failure: await this.#removals.hide(question) };
      case 'retention':
        return { answer: null, failure: await this.#removals.setRetention(question.stream, question.retention) };
    }
  }

  async #stream({ stream, limit }: StreamQuestion, start: StreamStart): Promise<Asked> {
    const read = await this.#reads.stream(stream, start, limit);
    if (read === 'tombstoned') return { answer: null, failure: { code: 'tombstoned' } };
    return { answer: read === 'not_found' ? [] : read, failure: null };
  }

  /** Finds the end. The caller then waits for the newest event, so subscriptions hand over up to it without delay. */
  async #end({ after, prefixes }: RemoteQuestion & { readonly ask: 'end' }): Promise<RemoteAnswers['end']> {
    const found = await this.#reads.end(after, prefixes, [...this.#seen.values()]);
    if (found.newest !== null) {
      for (const subscription of this.#subscriptions.values()) subscription.expect(found.newest);
    }
    return found;
  }

  /**
   * Raises `LogRewound` when the log does not hold what it is known to hold. Asked before each stream of appends and each
   * subscription, and by each probe: a database is only put back while its connections are broken.
   */
  async #assertHeld(): Promise<void> {
    const known = await new Promise<KnownEvent | null>((resolve) => {
      this.#knownWanted.push(resolve);
      this.#post({ kind: 'known_wanted' });
    });
    if (known === null) return;
    await assertHeld(known, async () => {
      const read = await this.#reads.stream(known.stream, { from: known.revision, isBackwards: false }, 1);
      return typeof read === 'string' ? [] : read;
    });
  }

  #follow({ id, after, prefixes, patientPrefixes }: ToRemoteWorker & { readonly kind: 'follow' }): void {
    const opening = this.#assertHeld().then(() => this.#client.read(subscriptionRequest(after, prefixes)));
    const listener: SubscriptionListener = {
      heard: () => this.#client.heard(),
      cut: () => this.#post({ kind: 'cut' }),
      isAwaited: (stream, eventId) => this.#ownAppends.isAwaited(stream, eventId),
      isPatient: (stream) => patientPrefixes.some((prefix) => stream.startsWith(prefix)),
      batch: (batch) => this.#post({ kind: 'followed', id, ...batch }),
      ended: (end) => {
        this.#forget(id);
        this.#post({ kind: 'unfollowed', id, end });
      },
    };
    const seen = new SeenPlaces(prefixes, after);
    this.#subscriptions.set(id, new LogSubscription(opening, this.#callTimeoutMs, listener, seen));
    this.#seen.set(id, seen);
  }

  #forget(id: number): void {
    this.#subscriptions.delete(id);
    this.#seen.delete(id);
  }

  // An unknown subscription was made in an earlier worker: its consumer must be told that it is lost.
  #pull(id: number): void {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined) this.#post({ kind: 'unfollowed', id, end: 'lost' });
    else subscription.pull();
  }

  #post(message: FromRemoteWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    this.#port.postMessage(message);
  }
}

interface Asked {
  readonly answer: RemoteAnswers[RemoteQuestion['ask']];
  readonly failure: RemoteFailure | null;
}

function idOrFailure(named: string | RemoteFailure): Asked {
  return typeof named === 'string' ? { answer: named, failure: null } : { answer: null, failure: named };
}

interface StreamQuestion {
  readonly stream: string;
  readonly limit: number;
}

// A worker always has a parent port, and its parent starts it with these options.
if (parentPort !== null) {
  askForNoCompression();
  connectToAddresses();
  new LogWorker(parentPort, workerData as RemoteWorkerOptions).start();
}
