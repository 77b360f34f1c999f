import { makeAttempts } from './attempts/make-attempts.ts';
import { inExchange } from './flow/in-exchange.ts';
import type { PipelineDeps } from './flow/pipeline-deps.ts';
import * as stage from './stage-list.ts';
import type * as record from './stages.ts';

/** One inference, stage by stage. Raises `GatewayError` for all that the caller must be told before an answer has begun. */
export async function runInference(received: record.Received, deps: PipelineDeps): Promise<void> {
  const authenticated = await stage.authenticate(received, deps);
  const admitted = await stage.admit(authenticated, deps);
  await serve(admitted, deps).finally(() => admitted.place.leave());
}

/** Once under an idempotency key: whoever asks again is given the same answer, and `null` ends the request here. */
async function serve(admitted: record.Admitted, deps: PipelineDeps): Promise<void> {
  const asked = await stage.readRequest(await stage.assertMayBeRead(admitted, deps), deps);
  const named = await stage.lookAtKey(asked, deps);
  if (named === null) return;
  const affordable = await prepare(named, deps);
  const claimed = await stage.claimKey(affordable, deps);
  if (claimed === null) return;
  await stage.conclude(await infer(claimed, deps), deps);
}

/** Nothing is written: whatever is refused leaves no trace in the ledger. */
async function prepare(named: record.Named, deps: PipelineDeps): Promise<record.Affordable> {
  const bound = stage.bindBlocks(await stage.assertMayStore(named, deps), deps);
  const recalled = await stage.recallContext(await stage.resolveFiles(bound, deps), deps);
  const profiled = stage.resolveProfile(recalled, deps);
  const rebuilt = stage.rebuildInput(await stage.castPii(profiled, deps), deps);
  return await stage.assertAffordable(rebuilt, deps);
}

/** What is raised up to `reserve` holds nothing, and frees the key. From then on a failure is an outcome. */
async function infer(claimed: record.Claimed, deps: PipelineDeps): Promise<record.Recorded> {
  try {
    const settled = await spend(await stage.reserve(claimed, deps), deps);
    return await stage.recordAnswer(await stage.storeResponse(settled, deps), deps);
  } catch (error) {
    await stage.freeKey(claimed, error, deps);
    throw error;
  }
}

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
