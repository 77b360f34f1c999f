import type { StoredResponses } from '../../ledger/stored-responses.ts';
import { withinMs } from '../../ledger/within-ms.ts';
import type { Clock } from '../../time/clock.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { RequestMemory } from '../../protocols/inference-request.ts';
import type { AnswerToStore, Settled, Stored } from '../records.ts';
import { withChargeInUsage } from '../delivery/charge-in-usage.ts';

export interface StoreResponseDeps {
  readonly storedResponses: StoredResponses;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** How long a response is stored, milliseconds. */
  readonly responseTtlMs: number;
  /** How long an answer waits until it is stored, milliseconds. */
  readonly storeWaitMs: number;
}

/**
 * Stores the answer if its request asks for that. The end of the answer follows, so that an answer that says it is
 * stored can be continued at once. An answer that cannot be stored is handed over all the same, because it is paid for:
 * it says `store: false`. Never raises.
 */
export function storeResponse(settled: Settled, deps: StoreResponseDeps): Stored | Promise<Stored> {
  const { toStore, request, reservationId } = settled;
  if (toStore === null || request.memory?.isStored !== true || reservationId === null) {
    return { ...settled, isStored: false };
  }
  return storeInTime({ settled, toStore, memory: request.memory, reservationId }, deps);
}

async function storeInTime(asked: ToStore, deps: StoreResponseDeps): Promise<Stored> {
  const { settled, toStore } = asked;
  // Until it is stored, however late, it is in memory.
  const storing = storeAnswer(asked, deps).finally(toStore.hold());
  const isStored = await withinMs(storing, deps.storeWaitMs);
  if (isStored === true) return { ...settled, isStored: true };
  void storing.then(() => takeBack(settled, toStore, deps));
  return { ...settled, isStored: false, conclusion: await toStore.whenNotStored() };
}

interface ToStore {
  readonly settled: Settled;
  readonly toStore: AnswerToStore;
  readonly memory: RequestMemory;
  readonly reservationId: string;
}

async function storeAnswer(
  { settled, toStore, memory, reservationId }: ToStore,
  deps: StoreResponseDeps,
): Promise<boolean> {
  const { storedResponses, clock, telemetry, responseTtlMs } = deps;
  const { conversation, target, profileName } = settled;
  const fileNames = [...settled.fileNames];
  const createdAtMs = clock.now();
  try {
    await storedResponses.store(
      {
        responseId: toStore.responseId,
        binding: {
          profile: profileName,
          target: target.name,
          upstreamModel: target.upstreamModel,
          account: target.account,
          isCast: conversation !== null,
        },
        createdAtMs,
        expiresAtMs: createdAtMs + responseTtlMs,
        shown: await withChargeInUsage(toStore.shown, settled),
        input: memory.input(),
        sent: conversation === null && fileNames.length === 0 ? null : toStore.sent,
        mapping: conversation?.mapping ?? null,
        fileNames,
      },
      ownerOf(settled),
      {
        keyId: settled.caller.key.key_id,
        reservationId,
        previousResponseId: memory.previousResponseId,
        itemIds: settled.ownItemIds,
      },
    );
    return true;
  } catch (error) {
    telemetry.warn('response_not_kept', { requestId: settled.requestId }, error);
    return false;
  }
}

/** Removes a response that was stored too late: the caller was told that it is not stored. */
async function takeBack(settled: Settled, toStore: AnswerToStore, deps: StoreResponseDeps): Promise<void> {
  try {
    await deps.storedResponses.takeBack(toStore.responseId);
  } catch (error) {
    deps.telemetry.warn('response_not_removed', { requestId: settled.requestId }, error);
  }
}

function ownerOf({ caller }: Settled) {
  return { userId: caller.key.user_id, tenantId: caller.key.tenant_id };
}
