import { makeAttempts } from './attempts/make-attempts.ts';
import { hinted } from './flow/hinted.ts';
import { inExchange } from './flow/in-exchange.ts';
import type { PipelineDeps } from './flow/pipeline-deps.ts';
import type * as record from './records.ts';
import * as stage from './stages.ts';

/** Runs one inference, stage by stage. Raises `GatewayError` for every failure before an answer has begun. */
export async function runInference(received: record.Received, deps: PipelineDeps): Promise<void> {
  const authenticated = await stage.authenticate(received, deps);
  const admitted = await stage.admit(authenticated, deps);
  await hinted(admitted, deps, () => serveAdmitted(admitted, deps)).finally(() => admitted.permit.release());
}

/** Serves an admitted request. A stage that returns `null` has replayed the answer recorded under its key. */
async function serveAdmitted(admitted: record.Admitted, deps: PipelineDeps): Promise<void> {
  const readable = await stage.assertMayBeRead(admitted, deps);
  const asked = await stage.readRequest(readable, deps);
  const named = await stage.lookAtKey(asked, deps);
  if (named === null) return;
  const claimed = await stage.claimKey(await prepare(named, deps), deps);
  if (claimed === null) return;
  await stage.conclude(await reserveAndAnswer(claimed, deps), deps);
}

/** Writes nothing: a request that is refused here leaves no trace in the ledger. */
async function prepare(named: record.Named, deps: PipelineDeps): Promise<record.Affordable> {
  const unrepeated = stage.refuseRepeat(named, deps);
  const storable = await stage.assertMayStore(unrepeated, deps);
  const bound = stage.bindBlocks(storable, deps);
  const resolved = await stage.resolveFiles(bound, deps);
  const recalled = await stage.recallContext(resolved, deps);
  const profiled = stage.resolveProfile(recalled, deps);
  const permitted = await stage.assertMayBeCast(profiled, deps);
  const cast = await stage.castPii(permitted, deps);
  const rebuilt = stage.rebuildInput(cast, deps);
  return await stage.assertAffordable(rebuilt, deps);
}

/** An error up to `reserve` holds no credit and frees the key. After it a failure is an outcome, not an error. */
async function reserveAndAnswer(claimed: record.Claimed, deps: PipelineDeps): Promise<record.Recorded> {
  try {
    const stored = await stage.storeResponse(await answerAndSettle(await stage.reserve(claimed, deps), deps), deps);
    return await stage.recordAnswer(await stage.tellCost(stored), deps);
  } catch (error) {
    await stage.releaseClaim(claimed, error, deps);
    throw error;
  }
}

/** Ends each reservation once. Raises only defects: then the reconciler has to end the hold. */
async function answerAndSettle(reserved: record.Reserved, deps: PipelineDeps): Promise<record.Settled> {
  try {
    const answered = await inExchange(reserved, deps, {
      choose: (exchange) => stage.chooseRoute(reserved, exchange, deps),
      obtain: (routed) => makeAttempts<PipelineDeps>(routed, { ask: attemptOnce, deliver: stage.deliver }, deps),
    });
    return stage.noteDoubt(await stage.settle(answered, deps), deps);
  } catch (error) {
    if (reserved.reservationId !== null) deps.reservationsInHand.letGo(reserved.reservationId);
    throw error;
  }
}

/** Makes one attempt, at the target of the route. */
async function attemptOnce(routed: record.Routed, deps: PipelineDeps): Promise<record.Noted> {
  return stage.noteBlocks(stage.restoreFileIds(stage.restorePii(await stage.forward(routed, deps))));
}
