import { isProtected } from '../domain/policy.ts';
import * as admitting from './admit.ts';
import * as reservingStorage from './assert-may-store.ts';
import * as authenticating from './authenticate.ts';
import * as bindingBlocks from './blocks/bind-blocks.ts';
import * as notingBlocks from './blocks/note-blocks.ts';
import * as casting from './cast-pii.ts';
import * as choosing from './choose-route.ts';
import * as claiming from './claim-key.ts';
import * as concluding from './conclude.ts';
import type { Exchange } from './exchanges.ts';
import * as assertingReadable from './flow/assert-may-be-read.ts';
import * as delivering from './flow/deliver.ts';
import { traced, type TracedDeps } from './flow/traced.ts';
import * as forwarding from './forward.ts';
import * as reading from './flow/read-request.ts';
import * as rebuilding from './rebuild-input.ts';
import * as recalling from './recall-context.ts';
import * as recording from './record-answer.ts';
import type * as record from './records.ts';
import * as refusingRepeats from './repeats/refuse-repeat.ts';
import * as reserving from './reserve.ts';
import * as resolvingFiles from './resolve-files.ts';
import * as resolvingProfile from './resolve-profile.ts';
import * as restoringFileIds from './restore-file-ids.ts';
import * as restoringTexts from './restore-pii.ts';
import * as settling from './settle.ts';
import * as storing from './store-response.ts';
import * as telling from './tell-cost.ts';

// The stages of an inference, in their order. A `traced` stage is a part of the trace; what `forward` waits for is
// traced by attempt.

export const authenticate = traced('authenticate', authenticating.authenticate<record.Received>);
export const admit = traced('admit', admitting.admit<record.Authenticated>);
export const assertMayBeRead = assertingReadable.assertMayBeRead;
export const readRequest = traced('read_request', reading.readRequest);
export const lookAtKey = traced('look_at_key', claiming.lookAtKey<record.Asked>, isNamed);
export const refuseRepeat = refusingRepeats.refuseRepeat;
export const assertMayStore = reservingStorage.assertMayStore;
export const bindBlocks = bindingBlocks.bindBlocks;
export const resolveFiles = resolvingFiles.resolveFiles;
export const recallContext = traced('recall_context', recalling.recallContext, isContinued);
export const resolveProfile = resolvingProfile.resolveProfile;
export const assertMayBeCast = assertingReadable.assertMayBeCast;
export const castPii = traced('cast_pii', casting.castPii, isProtected);
export const rebuildInput = rebuilding.rebuildInput;
export const assertAffordable = reserving.assertAffordable;
export const claimKey = traced('claim_key', claimInferenceKey, ({ unclaimedKey }) => unclaimedKey !== null);
export const reserve = traced('reserve', reserving.reserve, ({ surface }) => surface.isFree !== true);
export const forward = forwarding.forward;
export const restorePii = restoringTexts.restorePii;
export const restoreFileIds = restoringFileIds.restoreFileIds;
export const noteBlocks = notingBlocks.noteBlocks;
export const deliver = delivering.deliver;
export const settle = traced('settle', settling.settle, ({ reservationId }) => reservationId !== null);
export const noteDoubt = refusingRepeats.noteDoubt;
export const storeResponse = traced('store_response', storing.storeResponse, ({ toStore }) => toStore !== null);
export const tellCost = telling.tellCost;
export const recordAnswer = traced('record_answer', recording.recordAnswer, ({ claim }) => claim !== null);
export const releaseClaim = recording.releaseClaim;
export const conclude = traced('conclude', (recorded: record.Recorded, _deps: object) => concluding.conclude(recorded));

export function chooseRoute(
  reserved: record.Reserved,
  exchange: Exchange,
  deps: choosing.ChooseRouteDeps & TracedDeps,
): record.Routed | Promise<record.Routed> {
  const choose = (): Promise<record.Routed> => choosing.chooseRoute(reserved, exchange, deps);
  return reserved.selection === null ? choose() : deps.tracing.stage('choose_route', choose);
}

function claimInferenceKey(
  affordable: record.Affordable,
  deps: claiming.ClaimKeyDeps,
): record.Claimed | Promise<record.Claimed | null> {
  return claiming.claimKey(affordable, deps);
}

function isNamed({ idempotencyKey }: record.Asked): boolean {
  return idempotencyKey !== undefined;
}

function isContinued({ request: { memory } }: record.Resolved): boolean {
  return memory !== null && (memory.previousResponseId !== null || memory.referencedItemIds.length > 0);
}
