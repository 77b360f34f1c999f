import type { StreamReading } from '../protocols/inference-request.ts';
import type { AdmitDeps } from './admit.ts';
import { assertFunded, type AssertFundedDeps } from './assert-funded.ts';
import { assertMayStore, type AssertMayStoreDeps } from './assert-may-store.ts';
import type { AuthenticateDeps } from './authenticate.ts';
import type { CastPiiDeps } from './cast-pii.ts';
import type { ChooseRouteDeps } from './choose-route.ts';
import { isKeyKnown, type ClaimKeyDeps } from './claim-key.ts';
import { deliverBytes, type DeliverBytesDeps } from './deliver-bytes.ts';
import { deliverStream, type DeliverStreamDeps } from './deliver-stream.ts';
import { deliverWhole, type DeliverWholeDeps } from './deliver-whole.ts';
import type { Exchanges } from './exchanges.ts';
import { failedAnswer } from './failed-answer.ts';
import { makeAttempts, type MakeAttemptsDeps } from './attempts/make-attempts.ts';
import { freeKey, type RecordAnswerDeps } from './record-answer.ts';
import type { RecallContextDeps } from './recall-context.ts';
import { rebuildInput, type RebuildInputDeps } from './rebuild-input.ts';
import { assertAffordable, type ReserveDeps } from './reserve.ts';
import { resolveFiles, type ResolveFilesDeps } from './resolve-files.ts';
import { resolveProfile, type ResolveProfileDeps } from './resolve-profile.ts';
import type { SettleDeps } from './settle.ts';
import type {
  Admitted,
  Answered,
  Claimed,
  Recorded,
  Named,
  Rebuilt,
  Received,
  Reserved,
  Restored,
  Settled,
} from './stages.ts';
import type { StoreResponseDeps } from './store-response.ts';
import {
  admit,
  authenticate,
  castPii,
  chooseRoute,
  claimKey,
  conclude,
  lookAtKey,
  readRequest,
  recallContext,
  recordAnswer,
  reserve,
  settle,
  storeResponse,
  type TracedDeps,
} from './traced-stages.ts';

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
  MakeAttemptsDeps &
  DeliverBytesDeps &
  DeliverWholeDeps &
  DeliverStreamDeps &
  SettleDeps &
  StoreResponseDeps &
  TracedDeps & {
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
  const asked = await readRequest(admitted, deps);
  const named = await lookAtKey(asked, deps);
  if (named === null) return;
  await assertMayStore(named, deps);
  const rebuilt = await prepare(named, deps);
  await assertAffordable(rebuilt, deps);
  const claimed = await claimKey(rebuilt, deps);
  if (claimed === null) return;
  await conclude(await infer(claimed, deps), deps);
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
  let turn = reserved.turn;
  try {
    const routed = await chooseRoute(reserved, exchange, deps);
    turn = routed.turn;
    return await makeAttempts(routed, (restored) => deliver(restored, deps), deps);
  } catch (error) {
    const answered = failedAnswer(reserved, exchange, error);
    exchange.cut('gateway');
    return answered;
  } finally {
    turn?.close();
    exchange.end();
  }
}

/** Raises only what failed before anything was passed on. */
async function deliver(restored: Restored, deps: PipelineDeps): Promise<Answered> {
  const { stream, unstreamed } = restored.request.answers;
  if (stream !== null && isStreamed(stream, restored)) return await deliverStream(restored, stream, deps);
  if (unstreamed.form === 'bytes') return await deliverBytes(restored, unstreamed, deps);
  return await deliverWhole(restored, unstreamed, deps);
}

function isStreamed({ isOptional }: StreamReading, { answer: { headers } }: Restored): boolean {
  return !isOptional || /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}
