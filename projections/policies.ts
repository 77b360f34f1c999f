import { scopeKey, type PolicyEvent } from '../src/domain/policy-events.ts';
import { policy, type Policy } from '../src/domain/policy.ts';
import { policyPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** One document per scope that has a policy, by scope key. */
export const policies: Projection<Policy, PolicyEvent> = {
  name: 'policies',
  version: 1,
  streamPrefixes: [policyPrefix],
  keyOf: ({ event }) => scopeKey(event.data.scope_kind, event.data.scope_id),
  evolve: (rules, { event }) => policy.evolve(rules, event),
};
