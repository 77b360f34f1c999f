import type { ApiKeyEvent } from '../src/domain/api-key-events.ts';
import { apiKeyPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** A secret that another has followed on. */
export interface FormerSecret {
  readonly key_id: string;
  /** ISO 8601: the end of the overlap. */
  readonly valid_until: string;
}

/** One document per secret that was rotated out, by its hash. */
export const formerSecrets: Projection<FormerSecret, ApiKeyEvent> = {
  name: 'former-secrets',
  version: 1,
  streamPrefixes: [apiKeyPrefix],
  keyOf: ({ event }) => (event.type === 'ApiKeyRotated' ? event.data.previous_key_hash : null),
  evolve: (known, { event }) =>
    event.type === 'ApiKeyRotated'
      ? { key_id: event.data.key_id, valid_until: event.data.previous_valid_until }
      : known,
};
