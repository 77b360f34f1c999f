import type { ApiKeyEvent } from '../src/domain/api-key-events.ts';
import { evolveApiKey, type ApiKey } from '../src/domain/api-key.ts';
import { apiKeyPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per API key, by key id and by the hash of its secret. Revoked keys stay: they are refused by name. */
export const apiKeys: Projection<ApiKey, ApiKeyEvent> = {
  name: 'api-keys',
  version: 4,
  streamPrefixes: [apiKeyPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => event.data.key_id,
  evolve: (key, { event }) => evolveApiKey(key, event),
  lookupOf: (key) => key.key_hash,
};
