import { makeAttempts } from './attempts/make-attempts.ts';
import { inExchange } from './flow/in-exchange.ts';
import { inTurn } from './flow/in-turn.ts';
import type { PipelineDeps } from './flow/pipeline-deps.ts';
import * as stage from './stage-list.ts';
import type * as record from './stages.ts';

const letIn = inTurn(stage.authenticate).next(stage.admit);

/** Runs one inference, stage by stage. Raises `GatewayError` for every failure before an answer has begun. */
export async function runInference(received: record.Received, deps: PipelineDeps): Promise<void> {
  const admitted = await letIn.pass(received, deps);
  try {
    await serve(admitted, deps);
  } finally {
    admitted.place.leave();
  }
}

const read = inTurn(stage.assertMayBeRead).next(stage.readRequest).next(stage.lookAtKey);

/** Writes nothing: a request that is refused here leaves no trace in the ledger. */
const prepare = inTurn(stage.assertMayStore)
  .next(stage.bindBlocks)
  .next(stage.resolveFiles)
  .next(stage.recallContext)
  .next(stage.resolveProfile)
  .next(stage.castPii)
  .next(stage.rebuildInput)
  .next(stage.assertAffordable);

/** Serves an admitted request. A stage that returns `null` has replayed the answer recorded under its key. */
async function serve(admitted: record.Admitted, deps: PipelineDeps): Promise<void> {
  const named = await read.pass(admitted, deps);
  if (named === null) return;
  const claimed = await stage.claimKey(await prepare.pass(named, deps), deps);
  if (claimed === null) return;
  await stage.conclude(await infer(claimed, deps), deps);
}

/** An error up to `reserve` holds no credit and frees the key. After it a failure is an outcome, not an error. */
async function infer(claimed: record.Claimed, deps: PipelineDeps): Promise<record.Recorded> {
  try {
    const settled = await spend(await stage.reserve(claimed, deps), deps);
    const stored = await stage.storeResponse(settled, deps);
    return await stage.recordAnswer(stored, deps);
  } catch (error) {
    await stage.freeKey(claimed, error, deps);
    throw error;
  }
}

/** Ends each reservation once. Raises only defects: then the reconciler has to end the hold. */
async function spend(reserved: record.Reserved, deps: PipelineDeps): Promise<record.Settled> {
  try {
    const answered = await inExchange(reserved, deps, {
      choose: (exchange) => stage.chooseRoute(reserved, exchange, deps),
      obtain: (routed) => makeAttempts(routed, { ask, deliver: stage.deliver }, deps),
    });
    return await stage.settle(answered, deps);
  } catch (error) {
    if (reserved.reservationId !== null) deps.reservationsInHand.letGo(reserved.reservationId);
    throw error;
  }
}

/** Makes one attempt, at the target of its route. */
async function ask(routed: record.Routed, deps: PipelineDeps): Promise<record.Noted> {
  return stage.noteBlocks(stage.restoreFileIds(stage.restorePii(await stage.forward(routed, deps))));
}
