import { limitedBy, requestSharer, type Limited, type LimitsBook } from '../../limits/caller-limits.ts';
import type { FairRoom, Place } from '../../limits/fair-room.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import { RequestPlace } from '../../limits/request-place.ts';
import { GatewayError } from '../../errors.ts';
import { placeRefusal } from '../../place-refusal.ts';
import { timedPlace } from '../../ports/timed-place.ts';
import { announceRemaining, tooMany, tooOften, type CountDeps } from '../flow/announce-remaining.ts';
import type { Admitted, Authenticated, Client, Surface } from '../records.ts';

/** Rate limits per tenant and per key. */
export interface CallerRates {
  readonly tenants: RateLimit;
  readonly keys: RateLimit;
}

export interface AdmitDeps extends CountDeps {
  /** Limits how many requests run at once. */
  readonly requestRoom: FairRoom;
  readonly uploadRates: CallerRates;
  /** How long a request waits for a place, milliseconds. */
  readonly placeWaitMs: number;
}

/** A request whose caller is known by a key. */
type Known = Pick<Authenticated, 'caller'> & {
  readonly client?: Pick<Client, 'announce'> & Partial<Pick<Client, 'onGone'>>;
  readonly surface?: Pick<Surface, 'name'>;
};

/**
 * Admits a request before its body is read: checks the rates of everybody whose limits it counts against, then waits for
 * a place, which has to be left. Raises 429 with the time to retry; 503 when no place is free in time; 408 when the
 * client has hung up meanwhile.
 */
export function admit<Request extends Known>(
  request: Request,
  deps: AdmitDeps,
): (Request & Pick<Admitted, 'place'>) | Promise<Request & Pick<Admitted, 'place'>> {
  const limited = limitedBy(request.caller, deps.limits);
  takeRequest(request, limited, deps);
  const leave = enterAmongOwn(limited, deps);
  const asked = { sharer: requestSharer(request.caller, deps.limits), units: 1, waitMs: deps.placeWaitMs };
  const onGone = request.client?.onGone?.bind(request.client);
  const placeRequest = onGone === undefined ? asked : { ...asked, onGone };
  const entering = timedPlace(deps.requestRoom, placeRequest);
  const admitted = (place: Awaited<typeof entering>): Request & Pick<Admitted, 'place'> => {
    if (typeof place !== 'string') return { ...request, place: new RequestPlace(leftTogether(place, leave)) };
    leave();
    throw placeRefusal(place, 'requests');
  };
  return entering instanceof Promise ? entering.then(admitted) : admitted(entering);
}

/** Takes a place among the running requests of those whom the room of all requests does not know. Raises 429. */
function enterAmongOwn(limited: readonly Limited[], { counts }: CountDeps): () => void {
  const [, ...others] = limited;
  const entered = counts.enter(others.filter(({ what }) => what !== 'tenant'));
  if (typeof entered === 'function') return entered;
  throw new GatewayError('concurrency_limit_exceeded', {
    detail: `This ${entered.what} has reached its limit of concurrent requests.`,
  });
}

function leftTogether(place: Place, leave: () => void): Place {
  return {
    grow: (units) => place.grow(units),
    leave: () => {
      place.leave();
      leave();
    },
  };
}

function takeRequest({ client, surface, caller }: Known, limited: readonly Limited[], deps: CountDeps): void {
  const exceeded = deps.counts.takeRequest(limited, performance.now());
  if (client !== undefined) announceRemaining({ client, caller, ...(surface && { surface }) }, deps);
  if (exceeded !== null) throw tooMany('requests', exceeded);
}

/** Counts a request that takes no place. `ofTenant`: whether it counts for the scopes above its key. Raises 429. */
export function assertRequestRate(request: Known, deps: CountDeps, ofTenant = true): void {
  takeRequest(request, limitedBy(request.caller, deps.limits, ofTenant), deps);
}

/** Counts an upload. Raises 429 when the key or its tenant exceeds its rate. */
export function assertUploadRate({ caller }: Known, { limits, uploadRates: { tenants, keys } }: AdmitDeps): void {
  const { key_id: keyId, tenant_id: tenantId } = caller.key;
  const { keyMax, tenantMax } = uploadMaxima(caller, limits);
  const nowMs = performance.now();
  const keyWaitMs = keys.take(keyId, keyMax, nowMs);
  if (keyWaitMs > 0) throw tooOften({ whose: 'key', what: 'uploads', max: keyMax, waitMs: keyWaitMs });
  const tenantWaitMs = tenants.take(tenantId, tenantMax, nowMs);
  if (tenantWaitMs > 0) throw tooOften({ whose: 'tenant', what: 'uploads', max: tenantMax, waitMs: tenantWaitMs });
}

function uploadMaxima({ key }: Known['caller'], limits: LimitsBook) {
  return {
    keyMax: limits.ofKey(key.key_id).uploadsPerMinuteMax,
    tenantMax: limits.ofTenant(key.tenant_id).uploadsPerMinuteMax,
  };
}
