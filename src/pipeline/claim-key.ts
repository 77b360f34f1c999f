import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { mayUse, type ModelCatalogue } from '../catalogue/model-catalogue.ts';
import { RecordedAnswer, type ReplayableAnswer } from '../ledger/recorded-answer.ts';
import { GatewayError, type ErrorCode, type GatewayErrorDetails } from '../errors.ts';
import { ledgerFailure } from '../ledger-failure.ts';
import {
  answerLost,
  answerTooLarge,
  type FreeKey,
  type IdempotentRequests,
  type KeyedRequest,
  type KeyStanding,
} from '../ledger/idempotent-requests.ts';
import type { InferenceRequest } from '../protocols/inference-request.ts';
import type { Admitted, Affordable, Asked, Claimed, Client, Named, Surface } from './stages.ts';

export interface ClaimKeyDeps {
  readonly idempotentRequests: IdempotentRequests;
  /** Largest answer that is recorded, bytes. */
  readonly recordedAnswerBytesMax: number;
  /** How long a request waits for the one that runs under its key, milliseconds. */
  readonly keyWaitMs: number;
  /** Nobody waits any longer: the process takes no new requests, and is held up by none that does nothing. */
  readonly closing: AbortSignal;
  readonly catalogue: ModelCatalogue;
}

/** What a key may name: an inference, or other work that is done once. */
export interface Nameable extends Pick<Asked, 'idempotencyKey' | 'query' | 'body' | 'client' | 'caller' | 'grant'> {
  readonly surface: Pick<Surface, 'upstreamPath' | 'isFree'>;
  readonly request: { readonly asked: Pick<InferenceRequest['asked'], 'model'> };
  /** False: no credit is held for it, and no reservation is told. Absent: it has one. */
  readonly hasReservation?: false;
}

type FreeOf = Pick<Named, 'freeKey'>;
/** Work that holds no credit, under a key that is free. */
type NamedWork = Nameable & FreeOf & { readonly hasReservation: false };
type ClaimOf = Pick<Claimed, 'claim'>;

const keyPattern = /^[\x20-\x7e]{1,255}$/;

/** Whether anything was ever asked under the key of a request whose body is not read yet. Raises 503. */
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
 * Looks at the idempotency key of a request, and writes nothing. After a request that was answered its answer is given
 * again, and `null` is returned. Raises 400 for what is no key; 403 where the model that answered is not for this
 * caller; 409 where the key is another request's, where the first one runs for too long, and where it cost something and has
 * no answer; 503 when the log is away.
 */
export function lookAtKey<Work extends Nameable>(
  asked: Work,
  deps: ClaimKeyDeps,
): (Work & FreeOf) | Promise<(Work & FreeOf) | null> {
  const { idempotencyKey } = asked;
  if (idempotencyKey === undefined || asked.surface.isFree === true) return { ...asked, freeKey: null };
  return lookAt(idempotencyKey, asked, deps);
}

async function lookAt<Work extends Nameable>(
  idempotencyKey: string,
  asked: Work,
  deps: ClaimKeyDeps,
): Promise<(Work & FreeOf) | null> {
  if (!keyPattern.test(idempotencyKey)) {
    throw new GatewayError('invalid_value', {
      detail: 'An idempotency key has 1 to 255 printable ASCII characters.',
      param: 'Idempotency-Key',
    });
  }
  // Before files and earlier turns are put in: the same request has the same bytes.
  const keyed = keyedRequest(asked, idempotencyKey);
  const standing = await untilFree(() => deps.idempotentRequests.look(keyed), asked.client, deps);
  if (standing.kind === 'free') return { ...asked, freeKey: { keyed, found: standing } };
  return await standingInTheWay(standing, asked, deps);
}

/**
 * Makes a request that can be answered and paid the one of its key: one at a time, written before anything is held.
 * Returns and raises what {@link lookAtKey} does where another one was faster.
 */
export function claimKey(affordable: Affordable, deps: ClaimKeyDeps): Claimed | Promise<Claimed | null>;
export function claimKey(
  work: NamedWork,
  deps: ClaimKeyDeps,
): (NamedWork & ClaimOf) | Promise<(NamedWork & ClaimOf) | null>;
export function claimKey(work: ToClaim, deps: ClaimKeyDeps): (ToClaim & ClaimOf) | Promise<(ToClaim & ClaimOf) | null> {
  const { freeKey } = work;
  return freeKey === null ? { ...work, claim: null } : claim(freeKey, work, deps);
}

type ToClaim = Affordable | NamedWork;

async function claim(
  freeKey: NonNullable<Named['freeKey']>,
  work: ToClaim,
  deps: ClaimKeyDeps,
): Promise<(ToClaim & ClaimOf) | null> {
  const { client } = work;
  let found: FreeKey | undefined = freeKey.found;
  const begin = (): Promise<KeyStanding> => {
    const beginning = deps.idempotentRequests.begin(freeKey.keyed, found);
    found = undefined;
    return beginning;
  };
  const standing = await untilFree(begin, client, deps);
  if (standing.kind !== 'begun') return await standingInTheWay(standing, work, deps);
  const answer = new RecordedAnswer(deps.recordedAnswerBytesMax);
  return { ...work, client: recording(client, answer), claim: { request: standing.request, answer } };
}

type InTheWay = Exclude<KeyStanding, { readonly kind: 'begun' }>;

/** Gives a recorded answer again; raises what anything else is told as. */
async function standingInTheWay(standing: InTheWay, asked: Nameable, { catalogue }: ClaimKeyDeps): Promise<null> {
  if ('reservationId' in standing && asked.hasReservation !== false)
    asked.client.announce('x-waybill-reservation', standing.reservationId);
  if (standing.kind !== 'answered') throw conflict(standing);
  assertReadable(asked, standing.answer, catalogue);
  await replay(asked.client, standing.answer);
  return null;
}

/** An idempotency key is a person's; an answer under it is for those of their keys that could have asked for it. */
function assertReadable({ request, grant }: Nameable, { profile }: ReplayableAnswer, catalogue: ModelCatalogue): void {
  const made = profile ?? request.asked.model ?? grant.defaultProfile;
  if (made === null || mayUse(catalogue, grant, made)) return;
  throw new GatewayError('profile_not_authorised', {
    detail: 'What is kept under this idempotency key was answered by a model that is not allowed for this API key.',
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

/** Waits for a request that runs under the same key, here or elsewhere. */
async function untilFree<Standing extends { readonly kind: string }>(
  ask: () => Promise<Standing>,
  client: Client,
  deps: ClaimKeyDeps,
): Promise<Standing> {
  const { closing: signal } = deps;
  const until = performance.now() + deps.keyWaitMs;
  try {
    for (let pauseMs = pollMs; ; pauseMs = Math.min(pauseMs * 2, pollMsMax)) {
      const standing = await ask();
      const leftMs = until - performance.now();
      if (standing.kind !== 'running' || leftMs <= 0 || client.isGone || signal.aborted) return standing;
      await delay(Math.min(pauseMs, leftMs), undefined, { signal }).catch(() => undefined);
    }
  } catch (error) {
    throw ledgerFailure(error);
  }
}

async function replay(
  client: Client,
  { status, headers, body, pii, selection }: Extract<KeyStanding, { kind: 'answered' }>['answer'],
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

type Conflict = Exclude<KeyStanding, { readonly kind: 'begun' | 'answered' }>;

function conflict(standing: Conflict): GatewayError {
  const [code, details] = conflictOf(standing);
  return new GatewayError(code, details);
}

function conflictOf(standing: Conflict): readonly [ErrorCode, GatewayErrorDetails?] {
  switch (standing.kind) {
    case 'differs':
      return ['idempotency_key_reused'];
    case 'running':
      return ['idempotency_key_in_use'];
    case 'in_doubt':
      return ['idempotency_outcome_unknown'];
    case 'spent':
      if (standing.code === answerTooLarge) return ['idempotency_answer_too_large'];
      if (standing.code === answerLost) return ['idempotency_answer_lost'];
      return [
        'idempotency_request_failed',
        { detail: `The first request with this key failed (${standing.code}), and was charged, or may have been.` },
      ];
  }
}

/**
 * A caller who hangs up asks again with the same key: the answer is taken to its end for that, within the limits of
 * what is kept and of what is still read.
 */
function recording(client: Client, answer: RecordedAnswer): Client {
  return {
    get isGone() {
      return client.isGone && answer.isTooLarge;
    },
    get waitedMs() {
      return client.waitedMs;
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
    end: (bytes) => client.end(bytes),
  };
}
