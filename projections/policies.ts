import { scopeKey, type PolicyEvent } from '../src/domain/policy-events.ts';
import { evolveScopePolicies, type ScopePolicies } from '../src/domain/scopes/scope-policies.ts';
import { policyPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per scope that has a policy, by scope key. */
export const policies: Projection<ScopePolicies, PolicyEvent> = {
  name: 'policies',
  version: 2,
  streamPrefixes: [policyPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => scopeKey(event.data.scope_kind, event.data.scope_id),
  evolve: (known, { event }) => evolveScopePolicies(known, event),
};
