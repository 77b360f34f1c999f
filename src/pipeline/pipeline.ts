import { assertMayStore } from './assert-may-store.ts';
import { makeAttempts } from './attempts/make-attempts.ts';
import { bindBlocks } from './blocks/bind-blocks.ts';
import { noteBlocks } from './blocks/note-blocks.ts';
import { assertMayBeRead } from './flow/assert-may-be-read.ts';
import { deliver } from './flow/deliver.ts';
import { inExchange } from './flow/in-exchange.ts';
import type { PipelineDeps } from './flow/pipeline-deps.ts';
import { forward } from './forward.ts';
import { rebuildInput } from './rebuild-input.ts';
import { freeKey } from './record-answer.ts';
import { assertAffordable } from './reserve.ts';
import { resolveFiles } from './resolve-files.ts';
import { resolveProfile } from './resolve-profile.ts';
import { restoreFileIds } from './restore-file-ids.ts';
import { restorePii } from './restore-pii.ts';
import type {
  Admitted,
  Claimed,
  Named,
  Noted,
  Rebuilt,
  Received,
  Recorded,
  Reserved,
  Routed,
  Settled,
} from './stages.ts';
import * as stage from './traced-stages.ts';

/** One inference, stage by stage. Raises `GatewayError` for all that the caller must be told before an answer has begun. */
export async function runInference(received: Received, deps: PipelineDeps): Promise<void> {
  const authenticated = await stage.authenticate(received, deps);
  const admitted = await stage.admit(authenticated, deps);
  await serve(admitted, deps).finally(() => admitted.place.leave());
}

/** Once under an idempotency key: whoever asks again is given the same answer, and `null` ends the request here. */
async function serve(admitted: Admitted, deps: PipelineDeps): Promise<void> {
  await assertMayBeRead(admitted, deps);
  const asked = await stage.readRequest(admitted, deps);
  const named = await stage.lookAtKey(asked, deps);
  if (named === null) return;
  const rebuilt = await prepare(named, deps);
  const claimed = await stage.claimKey(rebuilt, deps);
  if (claimed === null) return;
  await stage.conclude(await infer(claimed, deps), deps);
}

/** Nothing is written: whatever is refused leaves no trace in the ledger. */
async function prepare(named: Named, deps: PipelineDeps): Promise<Rebuilt> {
  await assertMayStore(named, deps);
  const resolved = await resolveFiles(bindBlocks(named, deps), deps);
  const recalled = await stage.recallContext(resolved, deps);
  const profiled = resolveProfile(recalled, deps);
  const rebuilt = rebuildInput(await stage.castPii(profiled, deps), deps);
  await assertAffordable(rebuilt, deps);
  return rebuilt;
}

/** What is raised up to `reserve` holds nothing, and frees the key. From then on a failure is an outcome. */
async function infer(claimed: Claimed, deps: PipelineDeps): Promise<Recorded> {
  try {
    const settled = await spend(await stage.reserve(claimed, deps), deps);
    return await stage.recordAnswer(await stage.storeResponse(settled, deps), deps);
  } catch (error) {
    await freeKey(claimed, error, deps);
    throw error;
  }
}

/** Ends each reservation once. Only a defect is raised: then nothing here ends the hold, and the reconciler has to. */
async function spend(reserved: Reserved, deps: PipelineDeps): Promise<Settled> {
  try {
    const answered = await inExchange(reserved, deps, async (exchange, goesTo) => {
      const routed = goesTo(await stage.chooseRoute(reserved, exchange, deps));
      return await makeAttempts(routed, { ask, deliver }, deps);
    });
    return await stage.settle(answered, deps);
  } catch (error) {
    if (reserved.reservationId !== null) deps.reservationsInHand.letGo(reserved.reservationId);
    throw error;
  }
}

/** One attempt, at the target of its route. */
async function ask(routed: Routed, deps: PipelineDeps): Promise<Noted> {
  return noteBlocks(restoreFileIds(restorePii(await forward(routed, deps))));
}
