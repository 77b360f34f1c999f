import { requestRates, requestSharer, type LimitsBook } from '../limits/caller-limits.ts';
import type { FairRoom } from '../limits/fair-room.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { RequestPlace } from '../limits/request-place.ts';
import { GatewayError } from '../errors.ts';
import { placeRefusal } from '../place-refusal.ts';
import { timedPlace } from '../ports/timed-place.ts';
import type { Admitted, Authenticated, Client } from './records.ts';

/** Rate limits per tenant and per key. */
export interface CallerRates {
  readonly tenants: RateLimit;
  readonly keys: RateLimit;
}

export interface AdmitDeps {
  readonly limits: LimitsBook;
  /** Limits how many requests run at once. */
  readonly requestRoom: FairRoom;
  readonly requestRates: CallerRates;
  readonly uploadRates: CallerRates;
  /** How long a request waits for a place, milliseconds. */
  readonly placeWaitMs: number;
}

/** A request whose caller is known by a key. */
type Known = Pick<Authenticated, 'caller'> & { readonly client?: Client };

/**
 * Admits a request before its body is read: checks the rates of its key and tenant, then waits for a place, which has
 * to be left. Raises 429 with the time to retry; 503 when no place is free in time; 408 when the client has hung up
 * meanwhile.
 */
export function admit<Request extends Known>(
  request: Request,
  deps: AdmitDeps,
): (Request & Pick<Admitted, 'place'>) | Promise<Request & Pick<Admitted, 'place'>> {
  assertRate('requests', request, deps);
  const asked = { sharer: requestSharer(request.caller, deps.limits), units: 1, waitMs: deps.placeWaitMs };
  const { client } = request;
  const placeRequest =
    client === undefined ? asked : { ...asked, onGone: (listener: () => void) => client.onGone(listener) };
  const entering = timedPlace(deps.requestRoom, placeRequest);
  const admitted = (place: Awaited<typeof entering>): Request & Pick<Admitted, 'place'> => {
    if (typeof place === 'string') throw placeRefusal(place, 'requests');
    return { ...request, place: new RequestPlace(place) };
  };
  return entering instanceof Promise ? entering.then(admitted) : admitted(entering);
}

/** Counts a request or an upload. Raises 429 when the key or, if it counts too, its tenant exceeds its rate. */
export function assertRate(
  what: 'requests' | 'uploads',
  { caller }: Known,
  { limits, requestRates: ofRequests, uploadRates }: AdmitDeps,
  ofTenant = true,
): void {
  const { tenants, keys } = what === 'requests' ? ofRequests : uploadRates;
  const { key_id: keyId, tenant_id: tenantId } = caller.key;
  const { keyMax, tenantMax } = what === 'requests' ? requestRates(caller, limits) : uploadMaxima(caller, limits);
  const nowMs = performance.now();
  const keyWaitMs = keys.take(keyId, keyMax, nowMs);
  if (keyWaitMs > 0) throw tooOften({ whose: 'key', what, max: keyMax, waitMs: keyWaitMs });
  if (!ofTenant) return;
  const tenantWaitMs = tenants.take(tenantId, tenantMax, nowMs);
  if (tenantWaitMs > 0) throw tooOften({ whose: 'tenant', what, max: tenantMax, waitMs: tenantWaitMs });
}

function uploadMaxima({ key }: Known['caller'], limits: LimitsBook) {
  return {
    keyMax: limits.ofKey(key.key_id).uploadsPerMinuteMax,
    tenantMax: limits.ofTenant(key.tenant_id).uploadsPerMinuteMax,
  };
}

interface TooOften {
  readonly whose: 'key' | 'tenant';
  readonly what: 'requests' | 'uploads';
  readonly max: number;
  readonly waitMs: number;
}

function tooOften({ whose, what, max, waitMs }: TooOften): GatewayError {
  return new GatewayError('rate_limit_exceeded', {
    detail: `This ${whose} may send ${max} ${what} a minute.`,
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}
