import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { mayUse, type ModelCatalogue } from '../../catalogue/model-catalogue.ts';
import { RecordedAnswer, type ReplayableAnswer } from '../../ledger/recorded-answer.ts';
import { GatewayError, type ErrorCode, type GatewayErrorDetails } from '../../errors.ts';
import { ledgerFailure } from '../../errors/ledger-failure.ts';
import {
  answerLost,
  answerTooLarge,
  type UnclaimedKey,
  type IdempotentRequests,
  type KeyedRequest,
  type KeyStatus,
} from '../../ledger/idempotent-requests.ts';
import { sharerOf } from '../../limits/caller-limits.ts';
import type { ByteBudget } from '../../limits/byte-budget.ts';
import type { InferenceRequest } from '../../protocols/inference-request.ts';
import type { Admitted, Affordable, Asked, Claim, Client, Surface, Unclaimed } from '../records.ts';

export interface ClaimKeyDeps {
  readonly idempotentRequests: IdempotentRequests;
  /** Largest answer that is recorded, bytes. */
  readonly recordedAnswerBytesMax: number;
  /** The memory of all recordings. */
  readonly answerBudget: ByteBudget;
  /** How long a request waits for a running request with the same key, milliseconds. */
  readonly keyWaitMs: number;
  /** Aborted when this process takes no new requests: from then on no request waits for a key. */
  readonly closing: AbortSignal;
  readonly catalogue: ModelCatalogue;
}

/** Work that a key may name: an inference, or other work that is done once. */
export interface Nameable extends Pick<Asked, 'idempotencyKey' | 'query' | 'body' | 'client' | 'caller' | 'grant'> {
  readonly surface: Pick<Surface, 'upstreamPath' | 'isFree'>;
  readonly request: { readonly asked: Pick<InferenceRequest['asked'], 'model'> };
  /** False: it holds no credit and reports no reservation. Absent: it has a reservation. */
  readonly hasReservation?: false;
}

type WithUnclaimedKey = Pick<Unclaimed, 'unclaimedKey'>;

const keyPattern = /^[\x20-\x7e]{1,255}$/;

/** Whether the idempotency key of a request was used before. The body need not be read yet. Raises 503. */
export async function isKeyKnown(admitted: Admitted, { idempotentRequests }: ClaimKeyDeps): Promise<boolean> {
  const { idempotencyKey, caller } = admitted;
  if (idempotencyKey === undefined || !keyPattern.test(idempotencyKey)) return false;
  const { user_id: userId, tenant_id: tenantId } = caller.key;
  try {
    return await idempotentRequests.isKnown({ userId, tenantId, key: idempotencyKey });
  } catch (error) {
    throw ledgerFailure(error);
  }
}

/**
 * Looks up the idempotency key of a request without writing anything. If its first request was answered, replays that
 * answer and returns `null`. Raises 400 for a malformed key; 403 when the model that answered is not allowed for this
 * caller; 409 when the key belongs to another request, when its first request runs for too long, or when that cost
 * something and has no answer; 503 when the event log is unavailable.
 */
export async function lookAtKey<Work extends Nameable>(
  asked: Work,
  deps: ClaimKeyDeps,
): Promise<(Work & WithUnclaimedKey) | null> {
  const { idempotencyKey = '' } = asked;
  if (!keyPattern.test(idempotencyKey)) {
    throw new GatewayError('invalid_value', {
      detail: 'An idempotency key has 1 to 255 printable ASCII characters.',
      param: 'Idempotency-Key',
    });
  }
  // Computed before files and earlier turns are put in, so that the same request has the same bytes.
  const keyed = keyedRequest(asked, idempotencyKey);
  const status = await untilFree(() => deps.idempotentRequests.look(keyed), asked.client, deps);
  if (status.kind === 'free') return { ...asked, unclaimedKey: { keyed, found: status } };
  return await answerInTheWay(status, asked, deps);
}

/**
 * Claims the idempotency key for this request. One request at a time has a key; the claim is written before any credit
 * is held. Returns and raises what {@link lookAtKey} does when another request was faster.
 */
export async function claimKey<Work extends Affordable | UnpaidWork>(
  work: Work,
  deps: ClaimKeyDeps,
): Promise<(Work & { readonly claim: Claim }) | null> {
  const { client, unclaimedKey } = work;
  if (unclaimedKey === null) throw new RangeError('work without an idempotency key');
  let found: UnclaimedKey | undefined = unclaimedKey.found;
  const begin = (): Promise<KeyStatus> => {
    const beginning = deps.idempotentRequests.begin(unclaimedKey.keyed, found);
    found = undefined;
    return beginning;
  };
  const status = await untilFree(begin, client, deps);
  if (status.kind !== 'begun') return await answerInTheWay(status, work, deps);
  const answer = new RecordedAnswer(deps.recordedAnswerBytesMax, deps.answerBudget.open(sharerOf(work.caller.key)));
  const claim: Claim = { request: status.request, answer };
  const recording = { client: recordingClient(client, answer), claim };
  return { ...work, ...recording };
}

/** Work that holds no credit. */
type UnpaidWork = Nameable & WithUnclaimedKey & { readonly hasReservation: false };

type InTheWay = Exclude<KeyStatus, { readonly kind: 'begun' }>;

/** Replays a recorded answer. Raises the conflict for anything else. */
async function answerInTheWay(status: InTheWay, asked: Nameable, { catalogue }: ClaimKeyDeps): Promise<null> {
  if ('reservationId' in status && asked.hasReservation !== false)
    asked.client.announce('x-waybill-reservation', status.reservationId);
  if (status.kind !== 'answered') throw conflictError(status);
  assertReadable(asked, status.answer, catalogue);
  await replayAnswer(asked.client, status.answer);
  return null;
}

/**
 * An idempotency key belongs to a person. Its answer is given only to keys of that person that may use the model that
 * answered.
 */
function assertReadable({ request, grant }: Nameable, { profile }: ReplayableAnswer, catalogue: ModelCatalogue): void {
  const made = profile ?? request.asked.model ?? grant.defaultProfile;
  if (made === null || mayUse(catalogue, grant, made)) return;
  throw new GatewayError('profile_not_authorised', {
    detail: 'The answer recorded for this idempotency key is from a model that is not allowed for this API key.',
    param: 'model',
  });
}

function keyedRequest({ body, surface, query = '', caller: { key } }: Nameable, idempotencyKey: string): KeyedRequest {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return {
    userId: key.user_id,
    tenantId: key.tenant_id,
    walletId: key.wallet_id,
    key: idempotencyKey,
    content: `POST ${surface.upstreamPath}${query} ${bodyHash}`,
  };
}

const pollMs = 20;
const pollMsMax = 500;

/** Waits while a request with the same key is running, in this process or another, for at most `keyWaitMs`. */
async function untilFree<Status extends { readonly kind: string }>(
  ask: () => Promise<Status>,
  client: Client,
  deps: ClaimKeyDeps,
): Promise<Status> {
  const { closing: signal } = deps;
  const until = performance.now() + deps.keyWaitMs;
  try {
    for (let pauseMs = pollMs; ; pauseMs = Math.min(pauseMs * 2, pollMsMax)) {
      const status = await ask();
      const leftMs = until - performance.now();
      if (status.kind !== 'running' || leftMs <= 0 || client.isGone || signal.aborted) return status;
      await delay(Math.min(pauseMs, leftMs), undefined, { signal }).catch(() => undefined);
    }
  } catch (error) {
    throw ledgerFailure(error);
  }
}

async function replayAnswer(
  client: Client,
  { status, headers, body, pii, selection }: Extract<KeyStatus, { kind: 'answered' }>['answer'],
): Promise<void> {
  client.announce('idempotent-replayed', 'true');
  if (pii !== undefined) client.announce('x-waybill-pii', pii);
  if (selection !== undefined) {
    client.announce('x-waybill-selected-profile', selection.profile);
    client.announce('x-waybill-selection-eur', selection.eur);
  }
  client.begin(status, headers);
  await client.end(body);
}

type Conflict = Exclude<KeyStatus, { readonly kind: 'begun' | 'answered' }>;

function conflictError(status: Conflict): GatewayError {
  const [code, details] = conflictOf(status);
  return new GatewayError(code, details);
}

function conflictOf(status: Conflict): readonly [ErrorCode, GatewayErrorDetails?] {
  switch (status.kind) {
    case 'differs':
      return ['idempotency_key_reused'];
    case 'running':
      return ['idempotency_key_in_use'];
    case 'in_doubt':
      return ['idempotency_outcome_unknown'];
    case 'spent':
      if (status.code === answerTooLarge) return ['idempotency_answer_too_large'];
      if (status.code === answerLost) return ['idempotency_answer_lost'];
      return [
        'idempotency_request_failed',
        { detail: `The first request with this key failed (${status.code}) and was charged, or may have been.` },
      ];
  }
}

/**
 * Records the answer while it is delivered. After the caller hangs up the answer is still read to its end, within the
 * limits for recording and for reading on, so that a retry with the same key gets it.
 */
function recordingClient(client: Client, answer: RecordedAnswer): Client {
  return {
    get isGone() {
      return client.isGone && answer.isTooLarge;
    },
    get waitedMs() {
      return client.waitedMs;
    },
    get signal() {
      return client.signal;
    },
    onGone: (listener) => client.onGone(listener),
    announce: (name, value) => client.announce(name, value),
    begin: (status, headers) => {
      answer.begin(status, headers);
      client.begin(status, headers);
    },
    write: (bytes) => {
      answer.write(bytes);
      return client.write(bytes);
    },
    end: (bytes, isTorn) => client.end(bytes, isTorn),
  };
}
