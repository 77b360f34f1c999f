import {
  idempotentRequest,
  type IdempotentRequestCommand,
  type IdempotentRequestState,
} from '../domain/idempotency/idempotent-request.ts';
import type { IdempotentRequestEvent } from '../domain/idempotency/idempotent-request-events.ts';
import { decodeAnswer, encodeAnswer, type ReplayableAnswer } from './recorded-answer.ts';
import type { Clock } from '../time/clock.ts';
import { ContentDamaged, ContentKeyMissing } from '../ports/content-cipher.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import { EventLogBusy, type EventLog, type RecordedEvent } from '../ports/event-log.ts';
import type { InstanceLiveness } from '../ports/instance-liveness.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Timer } from '../time/timer.ts';
import { decodeEvent } from './codec.ts';
import { handleCommand, type CommandAnswer } from './handle-command.ts';
import { reservationEnd, type ReservationEnd } from './reservation-end.ts';
import { retry, type RetryPolicy } from './retry.ts';
import type { SealedContents } from './sealed-contents.ts';
import { contentStream, idempotencyStream } from './stream-names.ts';
import { untilKnown } from './until-known.ts';

export interface IdempotentRequestsDeps {
  readonly log: EventLog;
  readonly retention: EventLogRetention;
  readonly contents: SealedContents;
  readonly keyHasher: KeyHasher;
  readonly liveness: Pick<InstanceLiveness, 'instanceId' | 'check'>;
  readonly clock: Clock;
  readonly timer?: Timer;
  readonly telemetry: Telemetry;
  /** Creates an id: a UUID. */
  readonly createId: () => string;
  /** How long a key and its answer are kept, milliseconds. */
  readonly keptMs: number;
  /** Longest time of a request, milliseconds. Only decides how a request of an invisible process is reported. */
  readonly requestMsMax: number;
}

/** A request with a key, as its caller sent it. Keys of different owners never meet. */
export interface KeyedRequest {
  readonly userId: string;
  readonly tenantId: string;
  readonly walletId: string;
  readonly key: string;
  /** Everything that identifies the request: equal requests have equal bytes. */
  readonly content: string;
}

/** A request that this process has to answer. */
export interface BegunRequest {
  readonly stream: string;
  /** Binds the sealed answer to its key and owner. */
  readonly place: string;
  readonly tenantId: string;
  /** The id that its reservation must have. */
  readonly reservationId: string;
}

/** The state of earlier requests with a key when another arrives. */
export type KeyStatus =
  | { readonly kind: 'begun'; readonly request: BegunRequest }
  | { readonly kind: 'differs' }
  | { readonly kind: 'running'; readonly reservationId: string }
  | { readonly kind: 'in_doubt'; readonly reservationId: string }
  | { readonly kind: 'answered'; readonly reservationId: string; readonly answer: ReplayableAnswer }
  /** Charged, or possibly charged, without an answer that could be replayed. `code` says why. */
  | { readonly kind: 'spent'; readonly reservationId: string; readonly code: string };

/** A key without a running or an answered request. */
export interface UnclaimedKey {
  readonly kind: 'free';
  readonly stream: string;
  readonly place: string;
  readonly digest: string;
  readonly tenantId: string;
  readonly walletId: string;
}

/** Codes of requests that ended without an answer and without an error of their own. */
export const answerLost = 'answer_lost';
export const answerTooLarge = 'answer_too_large';
const outcomeUnknown = 'outcome_unknown';

/** Most events of a key that are kept. */
export const idempotentEventsKept = 8;
const beginningsMax = 5;
const endingRetries: RetryPolicy = { pauseMs: 100, pauseMsMax: 5_000 };

/** The state of a key that has a request. */
type Known = NonNullable<IdempotentRequestState>;
type Answered = Extract<Known, { readonly status: 'answered' }>;

/**
 * Requests with an idempotency key. Each key of an owner has its own stream, in which one attempt at a time is begun
 * and ended at an exact revision: of two gateways, only one begins it. All methods raise what the log raises, except
 * those that end an attempt.
 */
export class IdempotentRequests {
  readonly #deps: IdempotentRequestsDeps;
  /** Running attempts of this process, by their reservation. */
  readonly #running = new Set<string>();
  readonly #stopping = new AbortController();

  constructor(deps: IdempotentRequestsDeps) {
    this.#deps = deps;
  }

  /** Whether anything is recorded under a key. */
  async isKnown(asked: Pick<KeyedRequest, 'userId' | 'tenantId' | 'key'>): Promise<boolean> {
    return (await this.#look(this.#placeOf(asked).stream)) !== null;
  }

  /** The state of a key. Begins nothing, and writes nothing for a free key. */
  async look(asked: KeyedRequest): Promise<UnclaimedKey | Ended> {
    const { place, stream } = this.#placeOf(asked);
    const digest = this.#deps.keyHasher.hash(`idempotent request ${asked.content}`);
    for (let attempt = 1; attempt <= beginningsMax; attempt += 1) {
      const found = await this.#look(stream);
      if (found === null || (found.state.status === 'failed' && !found.state.isSpent)) {
        const { tenantId, walletId } = asked;
        return { kind: 'free', stream, place, digest, tenantId, walletId };
      }
      const status = await this.#statusOf(found, { ...asked, stream, place, digest });
      if (status !== 'look_again') return status;
    }
    throw new EventLogBusy(`${stream} is written by others too fast`);
  }

  /** Begins the request, or returns what prevents it. `free`: the free key as found before, if it was looked up. */
  async begin(asked: KeyedRequest, free?: UnclaimedKey): Promise<KeyStatus> {
    let found: UnclaimedKey | Ended = free ?? (await this.look(asked));
    for (let attempt = 1; attempt <= beginningsMax; attempt += 1) {
      if (found.kind !== 'free') return found;
      const status = await this.#tryToBegin(found);
      if (status !== 'look_again') return status;
      found = await this.look(asked);
    }
    throw new EventLogBusy('an idempotency key is begun and freed by others too fast');
  }

  /** Records the answer. Never raises: if it cannot be recorded, the key is spent without an answer. */
  async answer(begun: BegunRequest, answer: ReplayableAnswer): Promise<void> {
    const { contents, createId, telemetry, keptMs, clock } = this.#deps;
    const { reservationId, stream, place, tenantId } = begun;
    const contentId = createId();
    try {
      const bytes = encodeAnswer(answer);
      const contentDigest = await contents.put(contentStream(contentId), answerPlace(place), bytes, secondsOf(keptMs));
      const answerBytes = answer.body.length;
      const expiresAt = new Date(clock.now() + keptMs).toISOString();
      const counted = { tenant_id: tenantId, bytes: bytes.length, expires_at: expiresAt };
      const facts = { reservationId, contentId, answerBytes, contentDigest, counted };
      await this.#execute(stream, { type: 'answer_request', ...facts });
      this.#running.delete(reservationId);
    } catch (error) {
      telemetry.warn('idempotent_answer_not_kept', { reservation_id: reservationId }, error);
      await this.fail(begun, { isSpent: true, code: answerLost });
    }
  }

  /** Records that there is no answer. Never raises; retries until the log takes it, or this process stops. */
  async fail(
    { stream, reservationId }: BegunRequest,
    how: { readonly isSpent: boolean; readonly code: string },
  ): Promise<void> {
    const { telemetry, timer } = this.#deps;
    const { signal } = this.#stopping;
    const mayRetry = (error: unknown): boolean => {
      telemetry.warn('idempotent_request_not_ended', { reservation_id: reservationId }, error);
      return !signal.aborted;
    };
    const record = () => this.#execute(stream, { type: 'fail_request', reservationId, ...how });
    const options = { policy: endingRetries, mayRetry, signal, ...(timer && { timer }) };
    const isRecorded = await retry(record, options).then(
      () => true,
      () => false,
    );
    if (isRecorded) this.#running.delete(reservationId);
  }

  /** Stops retrying endings that the log does not take. */
  stop(): void {
    this.#stopping.abort();
  }

  async #tryToBegin(free: UnclaimedKey): Promise<KeyStatus | 'look_again'> {
    const { retention, liveness, createId, keptMs, timer } = this.#deps;
    const { stream, place, digest, tenantId, walletId } = free;
    const rules = { maxAgeSeconds: secondsOf(keptMs), maxCount: idempotentEventsKept };
    // Also for a key that was freed: the configured age may be another one since.
    await untilKnown(() => retention.setRetention(stream, rules), timer);
    const reservationId = createId();
    this.#running.add(reservationId);
    const { instanceId } = liveness;
    const request = { stream, place, tenantId, reservationId };
    try {
      const begin = { type: 'begin_request', digest, reservationId, walletId, instanceId } as const;
      if ((await this.#execute(stream, begin)).accepted) return { kind: 'begun', request };
    } catch (error) {
      // It may have been recorded all the same.
      void this.fail(request, { isSpent: false, code: 'not_begun' });
      throw error;
    }
    this.#running.delete(reservationId);
    return 'look_again';
  }

  async #statusOf(found: Found, asked: Asked): Promise<Ended | 'look_again'> {
    const { state } = found;
    const { reservationId } = state;
    if (state.digest !== asked.digest) return { kind: 'differs' };
    switch (state.status) {
      case 'running':
        return this.#runningOrLost(found, asked.stream);
      case 'failed':
        return { kind: 'spent', reservationId, code: state.code };
      case 'answered': {
        const answer = await this.#answer(state, asked);
        return answer === null
          ? { kind: 'spent', reservationId, code: answerLost }
          : { kind: 'answered', reservationId, answer };
      }
    }
  }

  /**
   * Determines from the wallet the outcome of an attempt that its process did not record. The key is freed only if the
   * request certainly was not and will not be executed: its own release says so; or its process is known to be dead,
   * and nothing was held or the billing records show no charge. Elapsed time proves nothing.
   */
  async #runningOrLost(found: Found, stream: string): Promise<Ended | 'look_again'> {
    const { reservationId, walletId, instanceId } = found.state;
    const life = await this.#lifeOf(found.state);
    if (life === 'running') return { kind: 'running', reservationId };
    const sought = { walletId, reservationId, after: found.began.position };
    const end = await reservationEnd(this.#deps.log, sought);
    if (end !== 'released' && life === 'unseen') return this.#unseen(found, end);
    if (end === 'in_doubt') return { kind: 'in_doubt', reservationId };
    this.#deps.telemetry.info('idempotent_request_lost', { reservation_id: reservationId, instanceId, end });
    const isSpent = end === 'charged' || end === 'given_up';
    const code = end === 'given_up' ? outcomeUnknown : answerLost;
    await this.#execute(stream, { type: 'fail_request', reservationId, isSpent, code });
    return 'look_again';
  }

  async #lifeOf({ instanceId, reservationId }: Known): Promise<'running' | 'over' | 'unseen'> {
    const { liveness } = this.#deps;
    if (instanceId === liveness.instanceId) return this.#running.has(reservationId) ? 'running' : 'over';
    const life = await liveness.check(instanceId);
    if (life === 'unknown') return 'unseen';
    return life === 'alive' ? 'running' : 'over';
  }

  /**
   * The process of the attempt may be dead or slow, and may still forward the request and answer. Nothing is recorded,
   * so that it can. The clock only decides which of three refusals the other request gets.
   */
  #unseen({ state: { reservationId }, began }: Found, end: ReservationEnd): Ended {
    const { clock, requestMsMax } = this.#deps;
    const isOverdue = clock.now() - Date.parse(began.recordedAt) > requestMsMax;
    if (!isOverdue) return { kind: 'running', reservationId };
    if (end === 'charged') return { kind: 'spent', reservationId, code: answerLost };
    return { kind: 'in_doubt', reservationId };
  }

  async #answer(
    { contentId, answerBytes: bytes }: Answered,
    { place, tenantId, userId }: Asked,
  ): Promise<ReplayableAnswer | null> {
    const { contents, telemetry } = this.#deps;
    try {
      const content = await contents.open(contentStream(contentId), answerPlace(place), { bytes, tenantId, userId });
      return content === null ? null : decodeAnswer(content);
    } catch (error) {
      if (!(error instanceof ContentKeyMissing || error instanceof ContentDamaged)) throw error;
      telemetry.warn('idempotent_answer_unreadable', { content_id: contentId }, error);
      return null;
    }
  }

  #placeOf({ tenantId, userId, key }: Pick<KeyedRequest, 'userId' | 'tenantId' | 'key'>) {
    const place = JSON.stringify([tenantId, userId, key]);
    return { place, stream: idempotencyStream(this.#deps.keyHasher.hash(`idempotency key ${place}`)) };
  }

  async #look(stream: string): Promise<Found | null> {
    let state: IdempotentRequestState = idempotentRequest.initialState;
    let began: RecordedEvent | null = null;
    for (const recorded of await this.#deps.log.readStream(stream)) {
      // The stream's category determines the type of its events.
      state = idempotentRequest.evolve(state, decodeEvent(recorded) as IdempotentRequestEvent);
      if (recorded.type === 'IdempotentRequestBegan') began = recorded;
    }
    return state === null || began === null ? null : { state, began };
  }

  #execute(
    stream: string,
    command: IdempotentRequestCommand,
  ): Promise<CommandAnswer<IdempotentRequestState, IdempotentRequestEvent, string>> {
    const { log, createId, timer } = this.#deps;
    const place = { log, stream, decider: idempotentRequest, createId };
    return handleCommand(command, timer === undefined ? place : { ...place, timer });
  }
}

interface Found {
  readonly state: Known;
  /** The newest beginning. */
  readonly began: RecordedEvent;
}

interface Asked extends Pick<KeyedRequest, 'tenantId' | 'userId'> {
  readonly stream: string;
  readonly place: string;
  readonly digest: string;
}

/** What prevents a request. */
type Ended = Exclude<KeyStatus, { readonly kind: 'begun' }>;

function answerPlace(place: string): string {
  return `idempotent answer ${place}`;
}

function secondsOf(milliseconds: number): number {
  return Math.ceil(milliseconds / 1_000);
}
