import * as admitting from './stages/admit.ts';
import * as assertingFunds from './stages/assert-funded.ts';
import * as reservingStorage from './stages/assert-may-store.ts';
import * as authenticating from './stages/authenticate.ts';
import * as bindingBlocks from './stages/bind-blocks.ts';
import * as casting from './stages/cast-pii.ts';
import * as choosing from './stages/choose-route.ts';
import * as claiming from './stages/claim-key.ts';
import * as concluding from './stages/conclude.ts';
import type { Exchange } from './exchanges.ts';
import * as delivering from './delivery/deliver.ts';
import { traced, type TracedDeps } from './flow/traced.ts';
import * as forwarding from './stages/forward.ts';
import * as readingTags from './stages/read-tags.ts';
import * as reading from './stages/read-request.ts';
import * as rebuilding from './stages/rebuild-input.ts';
import * as recalling from './stages/recall-context.ts';
import * as recordingPrices from './stages/record-prices.ts';
import * as recording from './stages/record-answer.ts';
import type * as record from './records.ts';
import * as refusingRepeats from './stages/refuse-repeat.ts';
import * as reserving from './stages/reserve.ts';
import * as resolvingFiles from './stages/resolve-files.ts';
import * as resolvingProfile from './stages/resolve-profile.ts';
import * as restoringFileIds from './stages/restore-file-ids.ts';
import * as restoringTexts from './stages/restore-pii.ts';
import * as settling from './stages/settle.ts';
import * as storing from './stages/store-response.ts';
import * as telling from './stages/tell-cost.ts';

// The stages of an inference, in their order. A `traced` stage is a part of the trace; what `forward` waits for is
// traced by attempt.

export const authenticate = traced('authenticate', authenticating.authenticate<record.Received>);
export const admit = traced('admit', admitting.admit<record.Authenticated>);
export const assertMayBeRead = assertingFunds.assertMayBeRead;
export const readRequest = traced('read_request', reading.readRequest);
export const lookAtKey = traced('look_at_key', claiming.lookAtKey<record.Asked>);
export const readTags = readingTags.readTags;
export const refuseRepeat = refusingRepeats.refuseRepeat;
export const assertMayStore = reservingStorage.assertMayStore;
export const bindBlocks = bindingBlocks.bindBlocks;
export const noBlocks = bindingBlocks.noBlocks;
export const resolveFiles = resolvingFiles.resolveFiles;
export const noFiles = resolvingFiles.noFiles;
export const recallContext = traced('recall_context', recalling.recallContext);
export const resolveProfile = resolvingProfile.resolveProfile;
export const assertMayBeCast = assertingFunds.assertMayBeCast;
export const castPii = traced('cast_pii', casting.castPii);
export const assertSameProtection = casting.assertSameProtection;
export const rebuildInput = rebuilding.rebuildInput;
export const assertAffordable = reserving.assertAffordable;
export const claimKey = traced('claim_key', claiming.claimKey<record.Affordable>);
export const reserve = traced('reserve', reserving.reserve);
export const unheld = reserving.unheld;
export const forward = forwarding.forward;
export const restorePii = restoringTexts.restorePii;
export const restoreFileIds = restoringFileIds.restoreFileIds;
export const noteBlocks = bindingBlocks.noteBlocks;
export const deliver = delivering.deliver;
export const settle = traced('settle', settling.settle);
export const noteDoubt = refusingRepeats.noteDoubt;
export const storeResponse = traced('store_response', storing.storeResponse);
export const tellCost = telling.tellCost;
export const recordPrices = recordingPrices.recordPrices;
export const recordAnswer = traced('record_answer', recording.recordAnswer);
export const releaseClaim = recording.releaseClaim;
export const conclude = traced('conclude', (recorded: record.Recorded, _deps: object) => concluding.conclude(recorded));

export const chooseRoute = (
  reserved: record.Reserved,
  exchange: Exchange,
  deps: choosing.ChooseRouteDeps & TracedDeps,
): record.Routed | Promise<record.Routed> => {
  const choose = (): Promise<record.Routed> => choosing.chooseRoute(reserved, exchange, deps);
  return reserved.selection === null || deps.tracing === null ? choose() : deps.tracing.stage('choose_route', choose);
};
