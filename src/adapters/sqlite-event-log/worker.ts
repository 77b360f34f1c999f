import { parentPort, workerData } from 'node:worker_threads';
import { SteadyClock } from '../../time/steady-clock.ts';
import { FileRefused } from './database.ts';
import { FilePlace } from './file-place.ts';
import { LockWaitEnded, withLockWait } from './lock-wait.ts';
import { openSession } from './session.ts';
import { adviceOn, saysDamaged } from './sqlite-errors.ts';
import { CommitInDoubt } from './transaction.ts';
import type { MessagePort } from 'node:worker_threads';
import type { AppendGroup } from './appends.ts';
import type { DurablePosition } from './file-place.ts';
import type { Answers, Failure, FromWorker, GroupAnswer, Question, ToWorker, WorkerOptions } from './messages.ts';
import type { Session } from './session.ts';

/** Pause before another try to reopen a file: opening reads much of it. */
const reopenPauseMs = 1_000;

/** How often the clock is checked: a clock set forth and back between two checks would seem to run evenly. */
const clockLookMs = 1_000;

/** The thread that owns the file. It answers messages in order, one at a time. */
class LogWorker {
  readonly #port: MessagePort;
  #options: WorkerOptions;
  readonly #place: FilePlace;
  readonly #clock: SteadyClock;
  #session: Session | null = null;
  /** The last end of the log known to be on the disk. */
  #durable: DurablePosition = { position: 0, digest: '' };
  #watch: NodeJS.Timeout | null = null;
  #announcedPosition = 0;
  #trouble: unknown = null;
  #reopenAtMs = 0;

  constructor(port: MessagePort, options: WorkerOptions) {
    this.#port = port;
    this.#options = options;
    this.#place = new FilePlace(options.path);
    this.#clock = new SteadyClock({ settleMs: options.clockSettleMs });
  }

  start(): void {
    try {
      this.#session = this.#openInPlace();
      this.#options = { ...this.#options, mayCreate: false };
    } catch (error) {
      this.#post({ kind: 'refused', message: this.#describe(error) });
      return;
    }
    setInterval(() => this.#clock.now(), clockLookMs).unref();
    this.#port.on('message', (message: ToWorker) => this.#receive(message));
    this.#post({ kind: 'opened' });
  }

  #receive(message: ToWorker): void {
    if (message.kind === 'append') this.#append(message);
    else if (message.kind === 'ask') this.#answer(message.id, message.question);
    else if (message.kind === 'watch') this.#setWatch(message.pollMs);
    else this.#close();
  }

  #append(group: AppendGroup): void {
    const answer = this.#commit(group);
    this.#announcedPosition = answer.lastPosition;
    this.#post({ kind: 'appended', ...answer });
  }

  #commit(group: AppendGroup): GroupAnswer {
    try {
      const { appends, streams } = this.#open();
      const answer = appends.write(group);
      this.#durable = { position: streams.lastPosition, digest: streams.digest };
      return answer;
    } catch (error) {
      const failure = this.#fail(error);
      return {
        numbers: new Float64Array(group.appends * 2),
        refusals: Array.from({ length: group.appends }, (_, index) => ({ index, failure })),
        commits: 0,
        writtenAfter: 0,
        writtenUpTo: 0,
        recordedAtMs: 0,
        lastPosition: this.#announcedPosition,
      };
    }
  }

  #answer(id: number, question: Question): void {
    let failure: Failure | null = null;
    let answer: Answers[Question['ask']] = null;
    try {
      const outcome = this.#ask(this.#open(), question);
      if (outcome !== null && 'code' in outcome) failure = outcome;
      else answer = outcome;
    } catch (error) {
      failure = this.#fail(error);
    }
    this.#post(failure === null ? { kind: 'answer', id, answer } : { kind: 'failure', id, failure });
  }

  #ask({ reads, removals, status }: Session, question: Question): Answers[Question['ask']] | Failure {
    const { lockWaitMs } = this.#options;
    switch (question.ask) {
      case 'stream':
      case 'stream_back': {
        // Readers never wait, except while the journal is being recovered after a crash of another process.
        const page = withLockWait(lockWaitMs, () => reads.streamPage(question));
        return page === 'tombstoned' ? { code: 'tombstoned' } : page;
      }
      case 'all':
        return withLockWait(lockWaitMs, () => reads.allPage(question));
      case 'end':
        return withLockWait(lockWaitMs, () => reads.endStretch(question));
      case 'delete':
      case 'tombstone':
        return removals.hide(question);
      case 'retention':
        return removals.setRetention(question);
      case 'remove_hidden':
        return removals.removeHidden(question.afterStream);
      case 'drop_emptied':
        return removals.dropEmptied(question.afterStretch);
      case 'reclaim_space':
        return removals.reclaimSpace();
      case 'empty_journal':
        return removals.emptyJournal();
      case 'status':
        return withLockWait(lockWaitMs, () => status.status());
      case 'digest_at':
        return { digest: status.digestAt(question.position) };
      case 'stream_trouble':
        return { trouble: status.streamTrouble(question.thinnedPrefixes) };
      case 'keep_fingerprint':
        status.keepFingerprint(question.name, question.fingerprint);
        return null;
      case 'forget_fingerprint':
        status.forgetFingerprint(question.name);
        return null;
      case 'assert_writable':
        status.assertWritable();
        return null;
    }
  }

  #setWatch(pollMs: number): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = pollMs === 0 ? null : setInterval(() => this.#look(), pollMs);
  }

  #look(): void {
    let lastPosition: number;
    try {
      const { streams } = this.#open();
      streams.refresh();
      lastPosition = streams.lastPosition;
      this.#durable = { position: lastPosition, digest: streams.digest };
    } catch {
      // The next read raises the error; the file may be usable again at the next check.
      return;
    }
    if (lastPosition <= this.#announcedPosition) return;
    this.#announcedPosition = lastPosition;
    this.#post({ kind: 'grown', lastPosition });
  }

  #close(): void {
    this.#setWatch(0);
    this.#session?.close();
    this.#port.close();
  }

  /** The connection; a new one after an error that SQLite may not have recovered from. */
  #open(): Session {
    if (this.#session !== null && this.#place.look() === 'same') return this.#session;
    if (this.#session !== null) this.#reopenLater();
    if (performance.now() < this.#reopenAtMs) throw this.#trouble;
    try {
      this.#session = this.#openInPlace();
      return this.#session;
    } catch (error) {
      this.#trouble = error;
      this.#reopenAtMs = performance.now() + reopenPauseMs;
      throw error;
    }
  }

  #openInPlace(): Session {
    this.#place.opening();
    const session = openSession(this.#options, this.#clock);
    try {
      this.#place.opened(session.status, this.#durable);
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  #fail(error: unknown): Failure {
    if (error instanceof LockWaitEnded) return { code: 'busy', message: messageOf(error) };
    this.#reopenLater();
    if (error instanceof CommitInDoubt) return { code: 'unknown', message: messageOf(error) };
    return { code: 'unavailable', message: this.#describe(error) };
  }

  #describe(error: unknown): string {
    if (error instanceof FileRefused) return error.message;
    const problem = saysDamaged(error) ? 'is damaged, restore it from a backup' : 'cannot be used';
    return `${this.#options.path} ${problem}: ${messageOf(error)}${adviceOn(error)}`;
  }

  #reopenLater(): void {
    try {
      this.#session?.close();
    } catch {
      // A connection that cannot be closed ends with the thread.
    }
    this.#session = null;
  }

  #post(message: FromWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    this.#port.postMessage(message);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// A worker always has a parent port, and its parent starts it with these options.
if (parentPort !== null) new LogWorker(parentPort, workerData as WorkerOptions).start();
