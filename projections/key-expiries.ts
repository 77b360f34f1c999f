import type { ApiKeyEvent } from '../src/domain/api-key-events.ts';
import { apiKeyPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** When a key expires that was not revoked. */
export interface KeyExpiry {
  readonly key_id: string;
  readonly expires_at: string;
}

/** Keys of the entries in order of expiry begin with this. */
export const expiryPrefix = 'at/';

/** Where the entries from a time on begin. `at`: milliseconds since 1970. */
export function expiriesFrom(at: number): string {
  return expiryPrefix + new Date(at).toISOString();
}

/** Two documents per key that is to expire: by its id, and in order of expiry. */
export const keyExpiries: Projection<KeyExpiry, ApiKeyEvent> = {
  name: 'key-expiries',
  version: 1,
  streamPrefixes: [apiKeyPrefix],
  eventTypes: new Set(['ApiKeyCreated', 'ApiKeyNarrowed', 'ApiKeyRevoked']),
  hasStreamsApart: true,
  mayLag: true,
  changesOthers: true,
  keyOf: ({ event }) => `key/${event.data.key_id}`,
  evolve: (known, { event }, others) => {
    const next = expiryAfter(event);
    if (known !== null) others.set(entryKey(known), null);
    if (next !== null) others.set(entryKey(next), next);
    return next;
  },
};

function entryKey({ key_id, expires_at }: KeyExpiry): string {
  return `${expiriesFrom(Date.parse(expires_at))}/${key_id}`;
}

function expiryAfter(event: ApiKeyEvent): KeyExpiry | null {
  if (event.type !== 'ApiKeyCreated' && event.type !== 'ApiKeyNarrowed') return null;
  const { key_id, expires_at } = event.data;
  return expires_at === null ? null : { key_id, expires_at };
}
