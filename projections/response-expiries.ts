import type { ResponseEvent } from '../src/domain/responses/response-events.ts';
import { responsePrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** When a stored response is to be removed. */
export interface ResponseExpiry {
  readonly response_id: string;
  readonly user_id: string;
  readonly tenant_id: string;
  readonly expires_at: string;
}

/** One document per stored response, in order of expiry. */
export const responseExpiries: Projection<ResponseExpiry, ResponseEvent> = {
  name: 'response-expiries',
  version: 1,
  streamPrefixes: [responsePrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => `${event.data.expires_at}/${event.data.response_id}`,
  evolve: (_, { event }) => expiryAfter(event),
};

function expiryAfter(event: ResponseEvent): ResponseExpiry | null {
  switch (event.type) {
    case 'ResponseStored': {
      const { response_id, user_id, tenant_id, expires_at } = event.data;
      return { response_id, user_id, tenant_id, expires_at };
    }
    case 'ResponseDeleted':
    case 'ResponseExpired':
      return null;
  }
}
