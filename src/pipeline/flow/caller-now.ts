import { refusalOfKey } from '../../domain/api-key.ts';
import { isApiKeySecret } from '../../domain/api-key-secret.ts';
import { GatewayError } from '../../errors.ts';
import type { Clock } from '../../time/clock.ts';
import type { DirectoryEntry } from '../../domain/scopes/directory-entry.ts';
import type { Directory } from '../../ports/directory.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import type { Credentials, Presented } from '../records.ts';

export interface CallerNowDeps {
  readonly directory: Pick<Directory, 'findKey'>;
  readonly keyHasher: KeyHasher;
  readonly clock: Clock;
  /** Absent: for requests of callers, which every suspension above the key refuses. */
  readonly isManagement?: true;
}

/** Who calls, if the key lets them in at this moment. Raises 401; 403 when the key or a scope above it is suspended. */
export async function callerNow(
  { credentials }: Presented,
  { directory, keyHasher, clock, isManagement }: CallerNowDeps,
): Promise<DirectoryEntry> {
  const found = directory.findKey(hashOf(credentials, keyHasher));
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
  return caller;
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
