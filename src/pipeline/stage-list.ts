import * as admission from './admit.ts';
import * as storageRoom from './assert-may-store.ts';
import * as authentication from './authenticate.ts';
import * as blocks from './blocks/bind-blocks.ts';
import * as notes from './blocks/note-blocks.ts';
import * as casting from './cast-pii.ts';
import * as choice from './choose-route.ts';
import * as keys from './claim-key.ts';
import * as conclusion from './conclude.ts';
import type { Exchange } from './exchanges.ts';
import * as funds from './flow/assert-may-be-read.ts';
import * as delivery from './flow/deliver.ts';
import { traced, type TracedDeps } from './flow/traced.ts';
import * as upstream from './forward.ts';
import * as reading from './read-request.ts';
import * as input from './rebuild-input.ts';
import * as recall from './recall-context.ts';
import * as answers from './record-answer.ts';
import * as holds from './reserve.ts';
import * as files from './resolve-files.ts';
import * as profiles from './resolve-profile.ts';
import * as fileIds from './restore-file-ids.ts';
import * as texts from './restore-pii.ts';
import * as settlement from './settle.ts';
import type * as record from './stages.ts';
import * as storage from './store-response.ts';

// The stages of an inference, in their order. Stages that wait for something are parts of its trace. What `forward`
// waits for is traced by attempt.

export const authenticate = traced('authenticate', authentication.authenticate<record.Received>);
export const admit = traced('admit', admission.admit<record.Authenticated>);
export const assertMayBeRead = funds.assertMayBeRead;
export const readRequest = traced('read_request', (readable: record.Readable, _deps: object) =>
  reading.readRequest(readable),
);
export const lookAtKey = traced('look_at_key', keys.lookAtKey<record.Asked>, isNamed);
export const assertMayStore = storageRoom.assertMayStore;
export const bindBlocks = blocks.bindBlocks;
export const resolveFiles = files.resolveFiles;
export const recallContext = traced('recall_context', recall.recallContext, isContinued);
export const resolveProfile = profiles.resolveProfile;
export const castPii = traced('cast_pii', casting.castPii, isProtected);
export const rebuildInput = input.rebuildInput;
export const assertAffordable = holds.assertAffordable;
export const claimKey = traced('claim_key', claimInferenceKey, ({ freeKey }) => freeKey !== null);
export const reserve = traced('reserve', holds.reserve, ({ surface }) => surface.isFree !== true);
export const forward = upstream.forward;
export const restorePii = texts.restorePii;
export const restoreFileIds = fileIds.restoreFileIds;
export const noteBlocks = notes.noteBlocks;
export const deliver = delivery.deliver;
export const settle = traced('settle', settlement.settle, ({ reservationId }) => reservationId !== null);
export const storeResponse = traced('store_response', storage.storeResponse, ({ toStore }) => toStore !== null);
export const recordAnswer = traced('record_answer', answers.recordAnswer, ({ claim }) => claim !== null);
export const freeKey = answers.freeKey;
export const conclude = traced('conclude', (recorded: record.Recorded, _deps: object) => conclusion.conclude(recorded));

export function chooseRoute(
  reserved: record.Reserved,
  exchange: Exchange,
  deps: choice.ChooseRouteDeps & TracedDeps,
): record.Routed | Promise<record.Routed> {
  const choose = (): Promise<record.Routed> => choice.chooseRoute(reserved, exchange, deps);
  return reserved.selection === null ? choose() : deps.tracing.stage('choose_route', choose);
}

function claimInferenceKey(
  affordable: record.Affordable,
  deps: keys.ClaimKeyDeps,
): record.Claimed | Promise<record.Claimed | null> {
  return keys.claimKey(affordable, deps);
}

function isNamed({ idempotencyKey }: record.Asked): boolean {
  return idempotencyKey !== undefined;
}

function isContinued({ request: { memory } }: record.Resolved): boolean {
  return memory !== null && (memory.previousResponseId !== null || memory.referencedItemIds.length > 0);
}

function isProtected({ caller, grant }: record.Profiled): boolean {
  return caller.principal.pii_enabled || grant.piiRequired;
}
