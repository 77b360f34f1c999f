import type { ResponseExpiry } from './response-expiries.ts';
import type { ResponseEvent } from '../src/domain/responses/response-events.ts';
import { responsePrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** A stored response, without its content. */
export interface IndexedResponse extends ResponseExpiry {
  readonly profile: string;
  readonly target: string;
  readonly previous_response_id: string | null;
  readonly created_at: string;
  readonly content_bytes: number;
  readonly item_hashes: readonly string[];
}

/**
 * One document per stored response, by owner and id, the newest first for one owner; and one by the response that it
 * continues. Removed with the response.
 */
export const responseIndex: Projection<IndexedResponse, ResponseEvent> = {
  name: 'response-index',
  version: 1,
  streamPrefixes: [responsePrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => responseKey(event.data.user_id, event.data.response_id),
  evolve: (_, { event }) => indexedAfter(event),
  lookupOf: ({ previous_response_id }) => previous_response_id,
};

function indexedAfter(event: ResponseEvent): IndexedResponse | null {
  switch (event.type) {
    case 'ResponseStored': {
      const { key_id: _key, reservation_id: _reservation, counted_bytes: _counted, ...indexed } = event.data;
      return indexed;
    }
    case 'ResponseDeleted':
    case 'ResponseExpired':
      return null;
  }
}

/** The key of an owner's response; with an empty id, the prefix of all the owner's keys. */
export function responseKey(userId: string, responseId: string): string {
  return `${userId}/${responseId}`;
}
