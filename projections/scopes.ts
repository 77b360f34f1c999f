import { scopeKey } from '../src/domain/policy-events.ts';
import type { ScopeEvent } from '../src/domain/scopes/scope-events.ts';
import { evolveScope, type Scope } from '../src/domain/scopes/scope.ts';
import { scopePrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per reseller, tenant and group, by scope key. Closed ones stay: keys below them are refused by name. */
export const scopes: Projection<Scope, ScopeEvent> = {
  name: 'scopes',
  version: 4,
  streamPrefixes: [scopePrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => scopeKey(event.data.scope_kind, event.data.scope_id),
  evolve: (known, { event }) => evolveScope(known, event),
};
