import type { PrincipalEvent } from '../src/domain/principal-events.ts';
import { evolvePrincipal, type Principal } from '../src/domain/principal.ts';
import { principalPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per user, by user id. */
export const principals: Projection<Principal, PrincipalEvent> = {
  name: 'principals',
  version: 2,
  streamPrefixes: [principalPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => event.data.user_id,
  evolve: (person, { event }) => evolvePrincipal(person, event),
};
