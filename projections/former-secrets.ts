import type { ApiKeyEvent } from '../src/domain/api-key-events.ts';
import { apiKeyPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** A secret that was replaced by a newer one. */
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
  keyOf: ({ event }) => rotationIn(event)?.previous_key_hash ?? null,
  evolve: (known, { event }) => {
    const rotation = rotationIn(event);
    return rotation === null ? known : { key_id: rotation.key_id, valid_until: rotation.previous_valid_until };
  },
};

function rotationIn({ type, data }: ApiKeyEvent): Extract<ApiKeyEvent, { type: 'ApiKeyRotated' }>['data'] | null {
  switch (type) {
    case 'ApiKeyRotated':
      return data;
    case 'ApiKeyCreated':
    case 'ApiKeyRevoked':
    case 'ApiKeyRenamed':
    case 'ApiKeyNarrowed':
    case 'ApiKeyLimitsSet':
      return null;
  }
}
