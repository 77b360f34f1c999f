import { isProtected } from '../domain/policy.ts';
import { mayNameFiles } from '../protocols/file-ids/file-references.ts';
import { makeAttempts } from './attempts/make-attempts.ts';
import { failedAnswer, loggable } from './delivery/failed-answer.ts';
import { withHint } from './flow/hinted.ts';
import type { PipelineDeps } from './flow/pipeline-deps.ts';
import type * as record from './records.ts';
import * as stage from './stages.ts';

// A stage that does not apply to a request is left out: what it would have found stands in its place.

/** Runs one inference, stage by stage. Raises `GatewayError` for every failure before an answer has begun. */
export async function runInference(received: record.Received, deps: PipelineDeps): Promise<void> {
  const authenticated = await stage.authenticate(received, deps);
  const admitted = await stage.admit(authenticated, deps);
  try {
    await serveAdmitted(admitted, deps);
  } catch (error) {
    throw withHint(error, admitted, deps);
  } finally {
    admitted.permit.release();
  }
}

/** Serves an admitted request. A stage that returns `null` has replayed the answer recorded under its key. */
async function serveAdmitted(admitted: record.Admitted, configured: PipelineDeps): Promise<void> {
  const asked = await stage.readRequest(await stage.assertMayBeRead(admitted, configured), configured);
  const { prices } = asked.caller;
  const deps = prices === undefined ? configured : { ...configured, ...configured.ownOffers.of(prices) };
  const isNamed = asked.idempotencyKey !== undefined && asked.surface.isFree !== true;
  const unclaimed = isNamed ? await stage.lookAtKey(asked, deps) : { ...asked, unclaimedKey: null };
  if (unclaimed === null) return;
  const prepared = await prepare(unclaimed, deps);
  const claimed = prepared.unclaimedKey === null ? { ...prepared, claim: null } : await stage.claimKey(prepared, deps);
  if (claimed === null) return;
  await stage.conclude(await reserveAndAnswer(claimed, deps), deps);
}

/** Writes nothing: a request that is refused here leaves no trace in the ledger. */
async function prepare(unclaimed: record.Unclaimed, deps: PipelineDeps): Promise<record.Affordable> {
  const { surface, unclaimedKey, tagsHeader, caller } = unclaimed;
  const { memory } = unclaimed.request;
  const isTagged = surface.isFree !== true && (tagsHeader !== undefined || caller.tags !== undefined);
  const tagged = isTagged ? await stage.readTags(unclaimed, deps) : { ...unclaimed, tags: null };
  const isStored = memory?.isStored === true || unclaimedKey !== null;
  const storable = isStored ? await stage.assertMayStore(tagged, deps) : ({ ...tagged, mayBeStored: true } as const);
  const bound = surface.mayHoldBlocks ? stage.bindBlocks(storable, deps) : { ...storable, blocks: stage.noBlocks };
  const namesFiles = surface.texts !== undefined && mayNameFiles(bound.body);
  const resolved = namesFiles ? await stage.resolveFiles(bound, deps) : { ...bound, files: stage.noFiles };
  const unrepeated = stage.refuseRepeat(resolved, deps);
  const isContinued = memory !== null && (memory.previousResponseId !== null || memory.referencedItemIds.length > 0);
  const recalled = isContinued
    ? await stage.recallContext(unrepeated, deps)
    : { ...unrepeated, context: null, ownItemIds: memory?.itemIds ?? [], fileNames: unrepeated.files.names };
  const profiled = stage.resolveProfile(recalled, deps);
  if (deps.freeSurfaces.has(surface.name)) await stage.assertMayBeCast(profiled, deps);
  if (profiled.context !== null) stage.assertSameProtection(profiled);
  const isCast = isProtected(profiled);
  const cast = isCast ? await stage.castPii(profiled, deps) : { ...profiled, conversation: null, documents: [] };
  const rebuilt = stage.rebuildInput(cast, deps);
  return unclaimedKey === null ? { ...rebuilt, isAffordable: true } : await stage.assertAffordable(rebuilt, deps);
}

/** An error up to `reserve` holds no credit and frees the key. After it a failure is an outcome, not an error. */
async function reserveAndAnswer(claimed: record.Claimed, deps: PipelineDeps): Promise<record.Recorded> {
  try {
    if (claimed.caller.prices !== undefined) await stage.recordPrices(claimed, deps);
    const reserved = claimed.surface.isFree === true ? stage.unheld(claimed) : await stage.reserve(claimed, deps);
    const settled = await settleAnswer(reserved, deps);
    const kept = settled.toStore === null ? { ...settled, isStored: false } : await stage.storeResponse(settled, deps);
    const tellsCost = kept.wantsCostInUsage || kept.conclusion.kind === 'tail';
    const costed = tellsCost ? await stage.tellCost(kept) : ({ ...kept, isCostTold: true } as const);
    return claimed.claim === null ? { ...costed, isHandedOver: false } : await stage.recordAnswer(costed, deps);
  } catch (error) {
    if (claimed.claim !== null) await stage.releaseClaim(claimed.claim, error, deps);
    throw loggable(error, claimed);
  }
}

/** Ends each reservation once. Raises only defects: then the reconciler has to end the hold. */
async function settleAnswer(reserved: record.Reserved, deps: PipelineDeps): Promise<record.Settled> {
  try {
    const answered = await obtainAnswer(reserved, deps);
    const settled = answered.reservationId === null ? { ...answered, cost: null } : await stage.settle(answered, deps);
    return settled.conclusion.kind === 'whole' ? settled : stage.noteDoubt(settled, deps);
  } catch (error) {
    if (reserved.reservationId !== null) deps.reservationsInHand.delete(reserved.reservationId);
    throw error;
  }
}

/**
 * Obtains an answer within an exchange, then ends the exchange and gives the turn back. Raises nothing: a failure
 * becomes an outcome, with which `settle` ends the reservation.
 */
async function obtainAnswer(reserved: record.Reserved, deps: PipelineDeps): Promise<record.Answered> {
  const exchange = deps.exchanges.begin(reserved.client);
  let { turn } = reserved;
  try {
    const routed =
      turn === null
        ? await stage.chooseRoute(reserved, exchange, deps)
        : { ...reserved, turn, route: turn.member.target, exchange };
    ({ turn } = routed);
    return await makeAttempts<PipelineDeps>(routed, { ask: attemptOnce, deliver: stage.deliver }, deps);
  } catch (error) {
    const answered = failedAnswer(reserved, exchange, error);
    exchange.cut('gateway');
    return answered;
  } finally {
    turn?.turns.close();
    exchange.end();
  }
}

/** Makes one attempt, at the target of the route. */
async function attemptOnce(routed: record.Routed, deps: PipelineDeps): Promise<record.Noted> {
  const answering = await stage.forward(routed, deps);
  const isAsSent = routed.conversation === null && routed.fileNames.size === 0;
  const restored = isAsSent
    ? { ...answering, restore: null, restoreRefusal: null, textRestorer: null, streamWords: null }
    : stage.restoreFileIds(stage.restorePii(answering));
  return restored.surface.mayHoldBlocks ? stage.noteBlocks(restored, deps) : { ...restored, note: null };
}
