import { isProtected } from '../../domain/policy.ts';
import { callerNow, type CallerNow, type CallerNowDeps } from '../flow/caller-now.ts';
import type { Presented } from '../records.ts';

/**
 * Finds out who calls, and what the key may do under the policies above it. From here on every answer says what casting did:
 * `off`, or `none` until something is cast. Raises 401, 403.
 */
export async function authenticate<Request extends Presented>(
  request: Request,
  deps: CallerNowDeps,
): Promise<Request & CallerNow> {
  const now = await callerNow(request, deps);
  request.client?.announce('x-waybill-pii', isProtected(now) ? 'none' : 'off');
  return { ...request, ...now };
}
