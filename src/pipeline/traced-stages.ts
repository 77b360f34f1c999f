import type { Tracing } from '../ports/tracing.ts';
import * as admission from './admit.ts';
import * as authentication from './authenticate.ts';
import * as casting from './cast-pii.ts';
import * as choice from './choose-route.ts';
import * as keys from './claim-key.ts';
import * as conclusion from './conclude.ts';
import type { Exchange } from './exchanges.ts';
import * as reading from './read-request.ts';
import * as records from './record-answer.ts';
import * as recall from './recall-context.ts';
import * as holds from './reserve.ts';
import * as settlement from './settle.ts';
import type {
  Admitted,
  Asked,
  Authenticated,
  Claimed,
  Profiled,
  Rebuilt,
  Received,
  Recorded,
  Reserved,
  Resolved,
  Routed,
} from './stages.ts';
import * as storage from './store-response.ts';

// The stages that wait for something, as parts of a trace. One that has nothing to do in a request is left out of it.

/** Who watches the stages. */
export interface TracedDeps {
  readonly tracing: Pick<Tracing, 'stage'>;
}

type Stage<Record, Deps, Result> = (record: Record, deps: Deps) => Promise<Result>;

function traced<Record, Deps, Result>(
  name: string,
  stage: Stage<Record, Deps, Result>,
  isDue: (record: Record) => boolean = () => true,
): Stage<Record, Deps & TracedDeps, Result> {
  return (record, deps) => (isDue(record) ? deps.tracing.stage(name, () => stage(record, deps)) : stage(record, deps));
}

export const authenticate = traced('authenticate', authentication.authenticate<Received>);
export const admit = traced('admit', admission.admit<Authenticated>);
export const readRequest = traced('read_request', (admitted: Admitted, _deps: object) => reading.readRequest(admitted));
export const lookAtKey = traced('look_at_key', keys.lookAtKey<Asked>, isNamed);
export const recallContext = traced('recall_context', recall.recallContext, isContinued);
export const castPii = traced('cast_pii', casting.castPii, isProtected);
export const claimKey = traced('claim_key', claimInferenceKey, ({ freeKey }) => freeKey !== null);
export const reserve = traced('reserve', holds.reserve, ({ surface }) => surface.isFree !== true);
export const settle = traced('settle', settlement.settle, ({ reservationId }) => reservationId !== null);
export const storeResponse = traced('store_response', storage.storeResponse, ({ toStore }) => toStore !== null);
export const recordAnswer = traced('record_answer', records.recordAnswer, ({ claim }) => claim !== null);
export const conclude = traced('conclude', (recorded: Recorded, _deps: object) => conclusion.conclude(recorded));

export function chooseRoute(
  reserved: Reserved,
  exchange: Exchange,
  deps: choice.ChooseRouteDeps & TracedDeps,
): Promise<Routed> {
  const choose = (): Promise<Routed> => choice.chooseRoute(reserved, exchange, deps);
  return reserved.selection === null ? choose() : deps.tracing.stage('choose_route', choose);
}

function claimInferenceKey(rebuilt: Rebuilt, deps: keys.ClaimKeyDeps): Promise<Claimed | null> {
  return keys.claimKey(rebuilt, deps);
}

function isNamed({ idempotencyKey }: Asked): boolean {
  return idempotencyKey !== undefined;
}

function isContinued({ request: { memory } }: Resolved): boolean {
  return memory !== null && (memory.previousResponseId !== null || memory.referencedItemIds.length > 0);
}

function isProtected({ caller, grant }: Profiled): boolean {
  return caller.principal.pii_enabled || grant.piiRequired;
}
