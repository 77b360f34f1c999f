import type { ApiKeyEvent } from '../src/domain/api-key-events.ts';
import type { FormerSecret } from '../src/domain/api-key.ts';
import { apiKeyPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per secret that was rotated out, by its hash. */
export const formerSecrets: Projection<FormerSecret, ApiKeyEvent> = {
  name: 'former-secrets',
  version: 2,
  streamPrefixes: [apiKeyPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => rotationIn(event)?.previous_key_hash ?? null,
  evolve: (known, { event }) => {
    const rotation = rotationIn(event);
    return rotation === null ? known : formerSecret(rotation);
  },
};

type Rotation = Extract<ApiKeyEvent, { type: 'ApiKeyRotated' }>['data'];

/** A rotation that ends every secret before it ends this one too: the key's cut-off is then another than the secret's. */
function formerSecret(rotation: Rotation): FormerSecret {
  const { key_id, previous_valid_until: valid_until, cut_off_rotation_id: cutOff, rotation_id } = rotation;
  const isKept = cutOff !== undefined && cutOff !== rotation_id;
  return { key_id, valid_until, ...(isKept && { cut_off_rotation_id: cutOff }) };
}

function rotationIn({ type, data }: ApiKeyEvent): Rotation | null {
  switch (type) {
    case 'ApiKeyRotated':
      return data;
    case 'ApiKeyCreated':
    case 'ApiKeyRevoked':
    case 'ApiKeyRenamed':
    case 'ApiKeyNarrowed':
    case 'ApiKeyLimitsSet':
    case 'ApiKeyBudgetRaised':
    case 'ApiKeyTagsRequired':
      return null;
  }
}
