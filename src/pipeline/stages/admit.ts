import { limitedBy, requestSharer } from '../../limits/caller-limits.ts';
import type { Admittance } from '../../limits/caller-counting.ts';
import { GatewayError } from '../../errors.ts';
import { permitRefusal } from '../../errors/permit-refusal.ts';
import { announceRemaining, tooMany, type CountDeps } from '../flow/announce-remaining.ts';
import type { Admitted, Authenticated, Client, Surface } from '../records.ts';

export type AdmitDeps = CountDeps;

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
export async function admit<Request extends Known>(
  request: Request,
  deps: AdmitDeps,
): Promise<Request & Pick<Admitted, 'permit'>> {
  const { caller } = request;
  const asked = { limited: limitedBy(caller, deps.limits), sharer: requestSharer(caller, deps.limits) };
  const admittance = await deps.counts.admit(asked, request.client);
  announceRemaining(request, admittance.left, deps);
  if ('permit' in admittance) return { ...request, permit: admittance.permit };
  throw refusalOf(admittance);
}

function refusalOf(refused: Exclude<Admittance, { readonly permit: unknown }>): Error {
  if ('exceeded' in refused) return tooMany('requests', refused.exceeded);
  if ('refusal' in refused) return permitRefusal(refused.refusal, 'requests');
  return new GatewayError('concurrency_limit_exceeded', {
    detail: `This ${refused.full.what} has reached its limit of concurrent requests.`,
  });
}

/** Counts a request that takes no permit. `ofTenant`: whether it counts for the scopes above its key. Raises 429. */
export async function assertRequestRate(request: Known, deps: CountDeps, ofTenant = true): Promise<void> {
  const { left, exceeded } = await deps.counts.takeRequest(limitedBy(request.caller, deps.limits, ofTenant));
  announceRemaining(request, left, deps);
  if (exceeded !== null) throw tooMany('requests', exceeded);
}

/** Counts an upload. Raises 429 when the key, a key that made it, or the tenant exceeds its rate. */
export async function assertUploadRate({ caller }: Known, { limits, counts }: CountDeps): Promise<void> {
  const exceeded = await counts.takeUpload(limitedBy(caller, limits));
  if (exceeded !== null) throw tooMany('uploads', exceeded);
}
