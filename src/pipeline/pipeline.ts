import { makeAttempts } from './attempts/make-attempts.ts';
import { hinted } from './flow/hinted.ts';
import { inExchange } from './flow/in-exchange.ts';
import { inTurn } from './flow/in-turn.ts';
import type { PipelineDeps } from './flow/pipeline-deps.ts';
import type * as record from './records.ts';
import * as stage from './stages.ts';

const admission = inTurn(stage.authenticate).next(stage.admit);

/** Runs one inference, stage by stage. Raises `GatewayError` for every failure before an answer has begun. */
export async function runInference(received: record.Received, deps: PipelineDeps): Promise<void> {
  const admitted = await admission.pass(received, deps);
  await hinted(admitted, deps, () => serveAdmitted(admitted, deps)).finally(() => admitted.place.leave());
}

const reading = inTurn(stage.assertMayBeRead).next(stage.readRequest).next(stage.lookAtKey);

/** Writes nothing: a request that is refused here leaves no trace in the ledger. */
const preparation = inTurn(stage.refuseRepeat)
  .next(stage.assertMayStore)
  .next(stage.bindBlocks)
  .next(stage.resolveFiles)
  .next(stage.recallContext)
  .next(stage.resolveProfile)
  .next(stage.assertMayBeCast)
  .next(stage.castPii)
  .next(stage.rebuildInput)
  .next(stage.assertAffordable);

/** Serves an admitted request. A stage that returns `null` has replayed the answer recorded under its key. */
async function serveAdmitted(admitted: record.Admitted, deps: PipelineDeps): Promise<void> {
  const named = await reading.pass(admitted, deps);
  if (named === null) return;
  const claimed = await stage.claimKey(await preparation.pass(named, deps), deps);
  if (claimed === null) return;
  await stage.conclude(await reserveAndAnswer(claimed, deps), deps);
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
      obtain: (routed) => makeAttempts(routed, { ask: attemptOnce, deliver: stage.deliver }, deps),
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
