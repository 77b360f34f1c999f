import { refusalOfKey } from '../../domain/api-key.ts';
import { isApiKeySecret } from '../../domain/api-key-secret.ts';
import { grantOf, isProtected, type Grant } from '../../domain/policy.ts';
import { GatewayError } from '../../errors.ts';
import { notAuthorised } from '../../errors/not-authorised.ts';
import { mayAsk, mayUse, type KnownNames, type ModelCatalogue } from '../../catalogue/model-catalogue.ts';
import type { Clock } from '../../time/clock.ts';
import type { DirectoryEntry } from '../../domain/scopes/directory-entry.ts';
import type { Directory } from '../../ports/directory.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import type { Authenticated, Claimed, Credentials, Presented } from '../records.ts';

export interface CallerNowDeps {
  readonly directory: Pick<Directory, 'findKey'>;
  readonly keyHasher: KeyHasher;
  readonly clock: Clock;
  readonly catalogue: Pick<ModelCatalogue, 'defaultProfile'>;
  /** Absent: for requests of callers, which every suspension above the key refuses. */
  readonly isManagement?: true;
}

/** A known caller, by credentials whose key is hashed: who asks again need not hash it again. */
export type CallerNow = Pick<Authenticated, 'caller' | 'grant' | 'credentials'>;

/**
 * Who calls, if the key lets them in at this moment, and what the key may do under the policies above it. Raises 401; 403 when
 * the key or a scope above it is suspended.
 */
export async function callerNow(
  { credentials }: Presented,
  { directory, keyHasher, clock, catalogue, isManagement }: CallerNowDeps,
): Promise<CallerNow> {
  const keyHash = hashOf(credentials, keyHasher);
  const found = directory.findKey(keyHash);
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
  return { caller, grant: grantTo(caller, catalogue.defaultProfile), credentials: { ...credentials, keyHash } };
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

/** Raises 403 for what the caller may not ask for any more; 503 for what has to be cast otherwise since. */
export function assertStillAllowed(asked: Claimed, now: Pick<Claimed, 'caller' | 'grant'>, deps: KnownNames): void {
  const { profile, routing } = asked;
  const mayRoute = routing?.options.every((option) => mayUse(deps.catalogue, now.grant, option.profile)) ?? true;
  if (!mayRoute || !mayAsk(deps, now.grant, profile)) throw notAuthorised(profile, now.grant);
  if (isProtected(now) && !isCastAs(asked, now)) {
    throw new GatewayError('pii_engine_unavailable', {
      detail: 'This caller needs protection of personal data since the request was read.',
      next: 'Send it again.',
      retryAfterSeconds: 1,
    });
  }
}

/** Whether a request was cast, or trusted to its targets, by what protects its caller now. */
function isCastAs(asked: Pick<Claimed, 'caller' | 'grant'>, now: Pick<Claimed, 'caller' | 'grant'>): boolean {
  if (!isProtected(asked)) return false;
  if (asked.grant === now.grant) return true;
  return JSON.stringify(asked.grant.piiRequirements) === JSON.stringify(now.grant.piiRequirements);
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
