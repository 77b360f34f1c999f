import { limitedBy, requestSharer, type Limited, type LimitsBook } from '../../limits/caller-limits.ts';
import type { NoPermit, Permit, Semaphore } from '../../limits/semaphore.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import { RequestPermit } from '../../limits/request-permit.ts';
import { GatewayError } from '../../errors.ts';
import { permitRefusal } from '../../errors/permit-refusal.ts';
import { announceRemaining, tooMany, tooOften, type CountDeps } from '../flow/announce-remaining.ts';
import type { Admitted, Authenticated, Client, Surface } from '../records.ts';

/** Rate limits per tenant and per key. */
export interface CallerRates {
  readonly tenants: RateLimit;
  readonly keys: RateLimit;
}

export interface AdmitDeps extends CountDeps {
  /** Limits how many requests run at once. */
  readonly requests: Semaphore;
  readonly uploadRates: CallerRates;
}

/** A request whose caller is known by a key. */
type Known = Pick<Authenticated, 'caller'> & {
  readonly client?: Pick<Client, 'announce'> & Partial<Pick<Client, 'signal'>>;
  readonly surface?: Pick<Surface, 'name'>;
};

/**
 * Admits a request before its body is read: checks the rates of everybody whose limits it counts against, then waits for
 * a permit, which has to be released. Raises 429 with the time to retry; 503 when none is free in time; 408 when the
 * client has hung up meanwhile.
 */
export function admit<Request extends Known>(
  request: Request,
  deps: AdmitDeps,
): (Request & Pick<Admitted, 'permit'>) | Promise<Request & Pick<Admitted, 'permit'>> {
  const limited = limitedBy(request.caller, deps.limits);
  takeRequest(request, limited, deps);
  const counted = countedAmongOwn(limited, deps);
  const admitted = (permit: Permit | NoPermit): Request & Pick<Admitted, 'permit'> => {
    if (typeof permit !== 'string') return { ...request, permit: new RequestPermit(permit, counted) };
    counted.release();
    throw permitRefusal(permit, 'requests');
  };
  const acquired = deps.requests.acquire(requestSharer(request.caller, deps.limits), 1, request.client);
  return acquired instanceof Promise ? acquired.then(admitted) : admitted(acquired);
}

/** Counts a request for those whom the semaphore of all requests does not know. Raises 429. */
function countedAmongOwn(limited: readonly Limited[], { counts }: CountDeps): Pick<Permit, 'release'> {
  // The key comes first, and its tenant last.
  const entered = counts.enter(limited.slice(1, -1));
  if ('release' in entered) return entered;
  throw new GatewayError('concurrency_limit_exceeded', {
    detail: `This ${entered.what} has reached its limit of concurrent requests.`,
  });
}

function takeRequest({ client, surface, caller }: Known, limited: readonly Limited[], deps: CountDeps): void {
  const exceeded = deps.counts.takeRequest(limited, performance.now());
  if (client !== undefined) announceRemaining({ client, caller, ...(surface && { surface }) }, deps);
  if (exceeded !== null) throw tooMany('requests', exceeded);
}

/** Counts a request that takes no permit. `ofTenant`: whether it counts for the scopes above its key. Raises 429. */
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
