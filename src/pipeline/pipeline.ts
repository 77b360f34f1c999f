import type { Place } from '../limits/fair-room.ts';
import type { StreamReading } from '../protocols/inference-request.ts';
import { mayUse } from '../catalogue/model-catalogue.ts';
import type { StoredResponse } from '../protocols/responses/stored-response.ts';
import type { StoredFiles } from '../ledger/stored-files.ts';
import type { StorageClaim, StorageRoom } from '../ledger/storage-room.ts';
import type { ResponseReader } from '../ledger/stored-responses.ts';
import { admit, assertRate, type AdmitDeps } from './admit.ts';
import { assertFunded, type AssertFundedDeps } from './assert-funded.ts';
import { assertMayStore, type AssertMayStoreDeps } from './assert-may-store.ts';
import { authenticate, type AuthenticateDeps } from './authenticate.ts';
import { castPii, type CastPiiDeps } from './cast-pii.ts';
import { chooseRoute, type ChooseRouteDeps } from './choose-route.ts';
import { claimKey, isKeyKnown, lookAtKey, type ClaimKeyDeps, type Nameable } from './claim-key.ts';
import { conclude } from './conclude.ts';
import { deliverBytes, type DeliverBytesDeps } from './deliver-bytes.ts';
import { deliverStream, type DeliverStreamDeps } from './deliver-stream.ts';
import { deliverWhole, type DeliverWholeDeps } from './deliver-whole.ts';
import type { Exchanges } from './exchanges.ts';
import { failedAnswer } from './failed-answer.ts';
import { forward, type ForwardDeps } from './forward.ts';
import { freeKey, recordAnswer, recordWhole, type RecordAnswerDeps, type WholeReply } from './record-answer.ts';
import { inOwnWords, type OwnWordsDeps } from './own-words.ts';
import { readRequest } from './read-request.ts';
import { recallContext, type RecallContextDeps } from './recall-context.ts';
import { rebuildInput, type RebuildInputDeps } from './rebuild-input.ts';
import { relayRefusal } from './relay-refusal.ts';
import { assertAffordable, reserve, type ReserveDeps } from './reserve.ts';
import { resolveFiles, type ResolveFilesDeps } from './resolve-files.ts';
import { resolveProfile, type ResolveProfileDeps } from './resolve-profile.ts';
import { restoreFileIds } from './restore-file-ids.ts';
import { restorePii } from './restore-pii.ts';
import { settle, type SettleDeps } from './settle.ts';
import type {
  Admitted,
  Answered,
  Authenticated,
  Claimed,
  Credentials,
  Recorded,
  Named,
  Rebuilt,
  Received,
  Reserved,
  Restored,
  Settled,
} from './stages.ts';
import { storeResponse, type StoreResponseDeps } from './store-response.ts';

export type PipelineDeps = AuthenticateDeps &
  AdmitDeps &
  AssertFundedDeps &
  AssertMayStoreDeps &
  ClaimKeyDeps &
  RecordAnswerDeps &
  ResolveFilesDeps &
  RecallContextDeps &
  ResolveProfileDeps &
  CastPiiDeps &
  RebuildInputDeps &
  ReserveDeps &
  ChooseRouteDeps &
  ForwardDeps &
  DeliverBytesDeps &
  DeliverWholeDeps &
  DeliverStreamDeps &
  SettleDeps &
  StoreResponseDeps & {
    readonly exchanges: Exchanges;
  };

/**
 * The flow of one inference: once under an idempotency key, after which the same answer is given again.
 *
 * Raises `GatewayError` for everything the caller must be told before the answer has begun.
 */
export async function runInference(received: Received, deps: PipelineDeps): Promise<void> {
  const authenticated = await authenticate(received, deps);
  const admitted = await admit(authenticated, deps);
  try {
    await serve(admitted, deps);
  } finally {
    admitted.place.leave();
  }
}

async function serve(admitted: Admitted, deps: PipelineDeps): Promise<void> {
  await assertMayBeRead(admitted, deps);
  const asked = await readRequest(admitted);
  const named = await lookAtKey(asked, deps);
  if (named === null) return;
  await assertMayStore(named, deps);
  const rebuilt = await prepare(named, deps);
  await assertAffordable(rebuilt, deps);
  const claimed = await claimKey(rebuilt, deps);
  if (claimed === null) return;
  await conclude(await infer(claimed, deps));
}

/** The body of an empty wallet is not read, unless nothing has to be paid for it, or its answer may be there already. */
async function assertMayBeRead(admitted: Admitted, deps: PipelineDeps): Promise<void> {
  const { surface } = admitted;
  if (surface.isFree === true || deps.freeSurfaces.has(surface.name)) return;
  try {
    await assertFunded(admitted, deps);
  } catch (error) {
    if (!(await isKeyKnown(admitted, deps))) throw error;
  }
}

/** Up to here nothing is written: whatever is refused leaves no trace in the ledger. */
async function prepare(named: Named, deps: PipelineDeps): Promise<Rebuilt> {
  const resolved = await resolveFiles(named, deps);
  const recalled = await recallContext(resolved, deps);
  const profiled = resolveProfile(recalled, deps);
  const cast = await castPii(profiled, deps);
  return rebuildInput(cast, deps);
}

/**
 * Until `reserve` every refusal is raised and nothing is held. From then on nothing is raised until the reservation has
 * ended: a failure is an outcome, and `settle` ends each reservation exactly once.
 */
async function infer(claimed: Claimed, deps: PipelineDeps): Promise<Recorded> {
  try {
    const reserved = await reserve(claimed, deps);
    const settled = await spend(reserved, deps);
    return await recordAnswer(await storeResponse(settled, deps), deps);
  } catch (error) {
    await freeKey(claimed, error, deps);
    throw error;
  }
}

async function spend(reserved: Reserved, deps: PipelineDeps): Promise<Settled> {
  try {
    const answered = await answer(reserved, deps);
    return await settle(answered, deps);
  } catch (error) {
    // A defect: nothing here will end the hold, so the reconciler has to.
    if (reserved.reservationId !== null) deps.reservationsInHand.letGo(reserved.reservationId);
    throw error;
  }
}

async function answer(reserved: Reserved, deps: PipelineDeps): Promise<Answered> {
  const exchange = deps.exchanges.begin(reserved.client);
  let chosen = reserved;
  try {
    const routed = await chooseRoute(reserved, exchange, deps);
    chosen = routed;
    const answering = await forward(routed, deps);
    const restored = restoreFileIds(restorePii(answering));
    if (restored.answer.status !== 200) return await relayRefusal(restored);
    const { stream, unstreamed } = restored.request.answers;
    if (stream !== null && isStreamed(stream, restored)) return await deliverStream(restored, stream, deps);
    if (unstreamed.form === 'bytes') return await deliverBytes(restored, unstreamed, deps);
    return await deliverWhole(restored, unstreamed, deps);
  } catch (error) {
    const answered = failedAnswer(chosen, exchange, error);
    exchange.cut('gateway');
    return answered;
  } finally {
    exchange.end();
  }
}

function isStreamed({ isOptional }: StreamReading, { answer: { headers } }: Restored): boolean {
  return !isOptional || /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}

/** Who is calling, for surfaces that only read: the first stage alone. Raises 401. */
export type Caller = (request: { readonly credentials: Credentials }) => Promise<Identified>;

export type Identified = Pick<Authenticated, 'caller' | 'grant'>;

export function createCaller(deps: AuthenticateDeps): Caller {
  return (request) => authenticate(request, deps);
}

/**
 * Work that holds no credit, done once under the idempotency key that names it: whoever asks again gets the first answer.
 * Raises what the work raises, after which the key is free again, and what {@link lookAtKey} raises.
 */
export type DoOnce = (asked: Omit<Nameable, 'hasReservation'>, work: () => Promise<WholeReply>) => Promise<void>;

export function createDoOnce(deps: ClaimKeyDeps & RecordAnswerDeps): DoOnce {
  return async (asked, work) => {
    const named = await lookAtKey({ ...asked, hasReservation: false as const }, deps);
    const claimed = named === null ? null : await claimKey(named, deps);
    if (claimed === null) return;
    let reply: WholeReply;
    try {
      reply = await work();
    } catch (error) {
      await freeKey(claimed, error, deps);
      throw error;
    }
    const { status, body } = reply;
    const headers = { ...reply.headers, 'content-length': String(body.length) };
    await recordWhole(claimed, { status, headers, body }, deps);
    claimed.client.begin(status, headers);
    await claimed.client.end(body);
  };
}

/** Lets a caller in who was identified, for surfaces without an inference; the place is theirs to leave. */
export interface CallerAdmission {
  /** Raises 429 and 503, before a body is read. */
  enter(identified: Pick<Authenticated, 'caller'>): Promise<Place>;
  /** Counts a request that takes no place: it is answered when all places are taken. Raises 429. */
  count(identified: Pick<Authenticated, 'caller'>): void;
  /** Counts an upload, and refuses that of an empty wallet, unless something is free here. Raises 402, 429, 503. */
  assertMayUpload(identified: Pick<Authenticated, 'caller'>): Promise<void>;
}

export function createCallerAdmission(deps: AdmitDeps & AssertFundedDeps): CallerAdmission {
  return {
    enter: async ({ caller }) => (await admit({ caller }, deps)).place,
    count: (identified) => assertRate('requests', identified, deps),
    assertMayUpload: async (identified) => {
      assertRate('uploads', identified, deps);
      if (deps.freeSurfaces.size === 0) await assertFunded(identified, deps);
    },
  };
}

/** Responses that are a caller's own, for surfaces that show and remove them. */
export interface OwnResponses {
  /** `null` for what this caller does not see. */
  find(responseId: string, by: Identified): Promise<StoredResponse | null>;
  /** Answers whether there was one that this caller sees. */
  delete(responseId: string, by: Identified): Promise<boolean>;
  /** With its input as its owner wrote it. Raises 503 when personal data in it cannot be put back. */
  inOwnWords(stored: StoredResponse): Promise<StoredResponse>;
}

export function createOwnResponses(
  deps: Pick<StoreResponseDeps, 'storedResponses'> & Pick<AuthenticateDeps, 'catalogue'> & OwnWordsDeps,
): OwnResponses {
  const { storedResponses, catalogue } = deps;
  return {
    find: (id, by) => storedResponses.find(id, readerOf(by, catalogue)),
    delete: (id, by) => storedResponses.delete(id, readerOf(by, catalogue)),
    inOwnWords: (stored) => inOwnWords(stored, deps),
  };
}

function readerOf({ caller: { key }, grant }: Identified, catalogue: PipelineDeps['catalogue']): ResponseReader {
  return {
    userId: key.user_id,
    tenantId: key.tenant_id,
    mayUse: (profile) => mayUse(catalogue, grant, profile),
  };
}

/** Which files lie where, for surfaces that show them. */
export type FileShelf = Pick<
  StoredFiles,
  | 'begin'
  | 'fail'
  | 'keep'
  | 'find'
  | 'findMade'
  | 'digitsOf'
  | 'show'
  | 'list'
  | 'beginRemoval'
  | 'delete'
  | 'deferRemoval'
>;

/** Room for files that are on their way, out of what their tenant may store. */
export type UploadClaims = Pick<StorageRoom, 'claim'>;
export type UploadClaim = StorageClaim;
