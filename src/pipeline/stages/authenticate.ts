import { refusalOfKey } from '../../domain/api-key.ts';
import { isApiKeySecret } from '../../domain/api-key-secret.ts';
import { grantOf, isProtected, type Grant } from '../../domain/policy.ts';
import { GatewayError } from '../../errors.ts';
import type { Clock } from '../../time/clock.ts';
import type { DirectoryEntry } from '../../domain/scopes/directory-entry.ts';
import type { Directory } from '../../ports/directory.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import type { ModelCatalogue } from '../../catalogue/model-catalogue.ts';
import type { Authenticated, Credentials, Presented } from '../records.ts';

export interface AuthenticateDeps {
  readonly directory: Pick<Directory, 'findKey'>;
  readonly keyHasher: KeyHasher;
  readonly catalogue: ModelCatalogue;
  readonly clock: Clock;
  /** Absent: for requests of callers, which every suspension above the key refuses. */
  readonly isManagement?: true;
}

/**
 * Finds out who calls, and what the key may do under the policies above it. From here on every answer says what casting did:
 * `off`, or `none` until something is cast. Raises 401, 403.
 */
export async function authenticate<Request extends Presented>(
  request: Request,
  { directory, keyHasher, catalogue, clock, isManagement }: AuthenticateDeps,
): Promise<Request & Pick<Authenticated, 'caller' | 'grant'>> {
  const found = directory.findKey(hashOf(request.credentials, keyHasher));
  const caller = found instanceof Promise ? await found : found;
  if (caller === null) throw unknownKey();
  const refusal = refusalOfKey(caller.key, clock.now());
  if (refusal !== null) throw new GatewayError(refusal);
  const suspended = isManagement === true ? caller.shutOut : caller.suspended;
  if (suspended !== undefined) {
    throw new GatewayError('account_suspended', {
      detail: `The ${suspended} of this key is suspended or closed.`,
    });
  }
  const grant = grantTo(caller, catalogue.defaultProfile);
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

/** Accepts the key from either header. Two different keys are refused as a mistake. */
function hashOf({ bearer, apiKey, hasOtherAuthorization = false, keyHash }: Credentials, hasher: KeyHasher): string {
  if (keyHash !== undefined) return keyHash;
  if (bearer !== null && apiKey !== null && bearer !== apiKey) throw new GatewayError('credentials_differ');
  const secret = bearer ?? apiKey;
  if (secret !== null) {
    if (!isApiKeySecret(secret)) throw unknownKey();
    return hasher.hash(secret);
  }
  throw new GatewayError('invalid_api_key', {
    detail: hasOtherAuthorization ? '`Authorization` must be `Bearer <key>`.' : 'No API key was sent.',
  });
}

/** One error for unknown keys and for text that has not the form of a key, so that the form is not disclosed. */
function unknownKey(): GatewayError {
  return new GatewayError('invalid_api_key', { detail: 'The API key is not known here.' });
}
