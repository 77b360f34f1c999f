import { makeAttempts } from './attempts/make-attempts.ts';
import { inExchange } from './flow/in-exchange.ts';
import { inTurn } from './flow/in-turn.ts';
import type { PipelineDeps } from './flow/pipeline-deps.ts';
import * as stage from './stage-list.ts';
import type * as record from './stages.ts';

/** One inference, stage by stage. Raises `GatewayError` for all that the caller must be told before an answer has begun. */
export async function runInference(received: record.Received, deps: PipelineDeps): Promise<void> {
  const admitted = await letIn.pass(received, deps);
  try {
    await serve(admitted, deps);
  } finally {
    admitted.place.leave();
  }
}

const letIn = inTurn(stage.authenticate).next(stage.admit);

/** Once under an idempotency key: whoever asks again is given the same answer, and `null` ends the request here. */
async function serve(admitted: record.Admitted, deps: PipelineDeps): Promise<void> {
  const named = await read.pass(admitted, deps);
  if (named === null) return;
  const claimed = await stage.claimKey(await prepare.pass(named, deps), deps);
  if (claimed === null) return;
  await stage.conclude(await infer(claimed, deps), deps);
}

const read = inTurn(stage.assertMayBeRead).next(stage.readRequest).next(stage.lookAtKey);

/** Nothing is written: whatever is refused leaves no trace in the ledger. */
const prepare = inTurn(stage.assertMayStore)
  .next(stage.bindBlocks)
  .next(stage.resolveFiles)
  .next(stage.recallContext)
  .next(stage.resolveProfile)
  .next(stage.castPii)
  .next(stage.rebuildInput)
  .next(stage.assertAffordable);

/** What is raised up to `reserve` holds nothing, and frees the key. From then on a failure is an outcome. */
async function infer(claimed: record.Claimed, deps: PipelineDeps): Promise<record.Recorded> {
  try {
    return await keep.pass(await spend(await stage.reserve(claimed, deps), deps), deps);
  } catch (error) {
    await stage.freeKey(claimed, error, deps);
    throw error;
  }
}

const keep = inTurn(stage.storeResponse).next(stage.recordAnswer);

/** Ends each reservation once. Only a defect is raised: then nothing here ends the hold, and the reconciler has to. */
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

/** One attempt, at the target of its route. */
async function ask(routed: record.Routed, deps: PipelineDeps): Promise<record.Noted> {
  return stage.noteBlocks(stage.restoreFileIds(stage.restorePii(await stage.forward(routed, deps))));
}
