import { grantOf, isProtected, type Grant } from '../../domain/policy.ts';
import type { DirectoryEntry } from '../../domain/scopes/directory-entry.ts';
import type { ModelCatalogue } from '../../catalogue/model-catalogue.ts';
import { callerNow, type CallerNowDeps } from '../flow/caller-now.ts';
import type { Authenticated, Presented } from '../records.ts';

export interface AuthenticateDeps extends CallerNowDeps {
  readonly catalogue: ModelCatalogue;
}

/**
 * Finds out who calls, and what the key may do under the policies above it. From here on every answer says what casting did:
 * `off`, or `none` until something is cast. Raises 401, 403.
 */
export async function authenticate<Request extends Presented>(
  request: Request,
  deps: AuthenticateDeps,
): Promise<Request & Pick<Authenticated, 'caller' | 'grant'>> {
  const caller = await callerNow(request, deps);
  const grant = grantTo(caller, deps.catalogue.defaultProfile);
  request.client?.announce('x-waybill-pii', isProtected({ caller, grant }) ? 'none' : 'off');
  return { ...request, caller, grant };
}

interface KnownGrant {
  readonly fallbackProfile: string | null;
  readonly grant: Grant;
}

/**
 * Grants by directory entry. The directory returns the same entry until something in it changes, so each grant is
 * computed once.
 */
const known = new WeakMap<DirectoryEntry, KnownGrant>();

function grantTo(caller: DirectoryEntry, fallbackProfile: string | null): Grant {
  const found = known.get(caller);
  if (found?.fallbackProfile === fallbackProfile) return found.grant;
  const grant = grantOf(caller.key, caller.policies, fallbackProfile);
  known.set(caller, { fallbackProfile, grant });
  return grant;
}
