import test from 'ava';
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  bigInt,
  boolean,
  constantFrom,
  record,
  subarray,
  tuple,
} from 'fast-check';
import { apiKeys } from '../../../projections/api-keys.ts';
import { formerSecrets } from '../../../projections/former-secrets.ts';
import { policies } from '../../../projections/policies.ts';
import { principals } from '../../../projections/principals.ts';
import { scopes } from '../../../projections/scopes.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { createReadModelDirectory } from '../../../src/ledger/read-models/read-model-directory.ts';
import { eurFromNano, nanoFromEur } from '../../../src/domain/money.ts';
import { platformScopeId, type ScopeKind } from '../../../src/domain/policy-events.ts';
import { grantOf } from '../../../src/domain/policy.ts';
import { apiKeyStream, policyStream, principalStream, scopeStream } from '../../../src/ledger/stream-names.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import * as words from '../../_support/directory-vocabulary.ts';
import { feedAll } from '../../_support/feed-all.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { record as write } from '../../_support/recorded-log.ts';
import { id, keyA, tenantId, userId } from '../../_support/wallet-vocabulary.ts';

/** Trees of scopes with policies and suspensions anywhere in them, and the one key below, as gateways look it up. */

const names = ['light', 'average', 'advanced'];
const [otherReseller, otherGroup] = [id('1', 2), id('2', 9)];

/** All that there is; which of them are above the key, the tree says. */
const places = [
  ['platform', platformScopeId],
  ['reseller', words.resellerId],
  ['reseller', otherReseller],
  ['tenant', tenantId],
  ['group', words.firstGroupId],
  ['group', words.secondGroupId],
  ['group', otherGroup],
  ['user', userId],
] as const satisfies readonly (readonly [kind: ScopeKind, id: string])[];

const anyRules = record({
  allowed_profiles: subarray(names, { minLength: 1 }),
  allow_all_models: boolean(),
  pii_required: boolean(),
  max_request_eur: bigInt({ min: 0n, max: 10n ** 12n }).map(eurFromNano),
});

const anyTree = record({
  tenantHasReseller: boolean(),
  personHasReseller: boolean(),
  groups: subarray([words.firstGroupId, words.secondGroupId]),
  rules: array(tuple(constantFrom(...places), anyRules), { maxLength: 8 }),
  statuses: array(tuple(constantFrom(...places), constantFrom('suspended', 'closed', 'resumed')), { maxLength: 3 }),
});

type Tree = typeof anyTree extends Arbitrary<infer Value> ? Value : never;

async function grow(log: EventLog, tree: Tree): Promise<void> {
  const reseller_id = tree.personHasReseller ? words.resellerId : null;
  await write(log, principalStream(userId), words.personRegistered({ reseller_id, group_ids: tree.groups }));
  await write(log, apiKeyStream(keyA), words.keyCreated({ allow_all_models: true, allowed_profiles: [] }));
  const parents = { tenant: tree.tenantHasReseller ? words.resellerId : null, reseller: null, group: tenantId };
  for (const [scope_kind, scope_id] of places) {
    if (scope_kind === 'platform' || scope_kind === 'user') continue;
    const data = { scope_kind, scope_id, parent_id: parents[scope_kind], name: 'x' };
    await write(log, scopeStream(scope_kind, scope_id), { type: 'ScopeCreated', data });
  }
  for (const [[kind, scopeId], rules] of tree.rules) {
    await write(log, policyStream(kind, scopeId), words.policySet(kind, scopeId, rules));
  }
  const closed = new Set<string>();
  for (const [[scope_kind, scope_id], what] of tree.statuses) {
    if (scope_kind === 'platform' || scope_kind === 'user') continue;
    // A closed scope takes no other status: its rules refuse that.
    if (closed.has(scope_id)) continue;
    if (what === 'closed') closed.add(scope_id);
    const stream = scopeStream(scope_kind, scope_id);
    const data = { scope_kind, scope_id };
    if (what === 'resumed') await write(log, stream, { type: 'ScopeResumed', data });
    else
      await write(log, stream, {
        type: what === 'closed' ? 'ScopeClosed' : 'ScopeSuspended',
        data: { ...data, reason: 'x' },
      });
  }
}

/** The key of a place. */
const at = ([kind, scopeId]: readonly [string, string]): string => `${kind} ${scopeId}`;

function aboveOf({ tenantHasReseller, personHasReseller, groups }: Tree): ReadonlySet<string> {
  const reseller = tenantHasReseller || personHasReseller ? [at(['reseller', words.resellerId])] : [];
  const others = [at(['platform', platformScopeId]), at(['tenant', tenantId]), at(['user', userId])];
  return new Set([...others, ...reseller, ...groups.map((group) => at(['group', group]))]);
}

async function lookedUp(tree: Tree) {
  const log = createMemoryEventLog();
  await grow(log, tree);
  const readModels = createMemoryReadModels(log);
  const projections = { apiKeys, principals, policies, scopes, formerSecrets };
  const catchUp = () => feedAll(log, readModels, Object.values(projections));
  return await createReadModelDirectory({ readModels, projections, catchUp }).findKey(words.keyHash);
}

test('no key gets what a level above it withholds, and none is taken below one that is suspended or closed', async (t) => {
  await t.notThrowsAsync(async () => {
    await assert(
      asyncProperty(anyTree, async (tree) => {
        const above = aboveOf(tree);
        const found = await lookedUp(tree);
        if (found === null) return false;
        // The last that was set holds.
        const rules = [...new Map(tree.rules.map(([place, set]) => [at(place), set]))].filter(([place]) =>
          above.has(place),
        );
        const grant = grantOf(found.key, found.policies, 'light');
        const isWithheld = (name: string): boolean =>
          rules.some(([, set]) => !set.allow_all_models && !set.allowed_profiles.includes(name));
        const hasProfiles = names.every((name) => grant.allows(name) !== isWithheld(name));
        const isCast = grant.piiRequired === rules.some(([, set]) => set.pii_required);
        const cap =
          rules.map(([, set]) => nanoFromEur(set.max_request_eur)).toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null;
        const status = new Map<string, string>();
        for (const [place, what] of tree.statuses) {
          const isOver = status.get(at(place)) === 'closed' || ['platform', 'user'].includes(place[0]);
          if (!isOver) status.set(at(place), what);
        }
        const isRefused = [...status].some(([place, what]) => above.has(place) && what !== 'resumed');
        return hasProfiles && isCast && grant.requestCap === cap && (found.suspended !== undefined) === isRefused;
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
