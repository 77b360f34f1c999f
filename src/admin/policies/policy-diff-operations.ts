import { z } from 'zod';
import { ownedIds, ownedPrefix } from '../../../projections/owned-ids.ts';
import { principals } from '../../../projections/principals.ts';
import { eurFromNano } from '../../domain/money.ts';
import { scopeKinds } from '../../domain/policy-events.ts';
import { grantOf, type Grant, type Policy } from '../../domain/policy.ts';
import type { Principal } from '../../domain/principal.ts';
import { profileNameSchema } from '../../domain/profile-name.ts';
import { levelOf } from '../../domain/scopes/level.ts';
import { recordedScope } from '../../ledger/administration/scope-changes.ts';
import { nextLoopTurn } from '../../ports/done-in-turns.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { amountOutput, countOutput, idOutput, type Shown } from '../outputs.ts';
import { policiesAbove } from '../policies-above.ts';
import { assertMaySet, policyInputs, rulesOf } from '../policy-operations.ts';

const effectOutput = z
  .strictObject({
    object: z.literal('policy_effect'),
    user_id: idOutput,
    loses: z.array(profileNameSchema).describe('Models that the policies above this person allow now, and would not.'),
    gains: z.array(profileNameSchema),
    max_request_before_eur: amountOutput
      .nullable()
      .describe('Most that one request may cost; `null`: no policy limits it.'),
    max_request_after_eur: amountOutput.nullable(),
    default_before: profileNameSchema.nullable(),
    default_after: profileNameSchema.nullable(),
    pii_required_before: z.boolean(),
    pii_required_after: z.boolean(),
  })
  .meta({ id: 'PolicyEffect', description: 'What a policy would change for one person.' });

const effectsOutput = z
  .strictObject({
    object: z.literal('list'),
    data: z.array(effectOutput).describe('Those for whom something would change.'),
    people: countOutput.describe('How many were looked at.'),
    whole: z.boolean().describe('`false`: the scope has more people than are looked at in one call.'),
  })
  .meta({ id: 'PolicyEffects' });

/** People that are looked at, and index entries among which they are searched; entries between two turns. */
const [peopleMax, examinedMax, examinedAtOnce] = [500, 20_000, 50];

const diffPolicy = adminOperation({
  id: 'diffPolicy',
  method: 'get',
  path: '/policies/{scope_kind}/{scope_id}/diff',
  command: 'policies diff',
  summary: 'Show who would lose and gain what if a policy was set for a scope, before it is set. Writes nothing.',
  action: 'policies.write',
  input: z.strictObject(policyInputs),
  output: effectsOutput,
  run: async (asked, request) => {
    const { administrator, deps } = request;
    await assertMaySet(request, asked.scope_kind, asked.scope_id);
    await deps.catchUp([ownedIds, principals]);
    const rules: Policy = { ...rulesOf(asked), set_by: administrator.actor };
    const data: Shown<typeof effectOutput>[] = [];
    let [people, whole] = [0, true];
    for await (const person of peopleIn(request, rules)) {
      if (person === null || people === peopleMax) {
        whole = false;
        break;
      }
      people += 1;
      const effect = effectOn(person, await policiesAbove(request, person), rules, deps.knownNames());
      if (effect !== null) data.push(effect);
    }
    return { object: 'list', data, people, whole };
  },
});

/** Operations that foresee what policies would do. */
export const policyDiffOperations: readonly AdminOperation[] = [diffPolicy];

/** The people in a scope; `null`: there are more entries to look at. */
async function* peopleIn({ deps }: AdminRequest, { scope_kind: kind, scope_id: id }: Policy) {
  const { readModels } = deps;
  if (kind === 'user') {
    const person = readModels.get(principals, id);
    if (person !== null) yield person;
    return;
  }
  const tenantId =
    kind === 'tenant' ? id : kind === 'group' ? ((await recordedScope(deps.log, kind, id))?.parent_id ?? '') : null;
  const prefix = tenantId === null ? 'user/' : ownedPrefix('user', tenantId);
  const isIn = ({ group_ids, reseller_id }: Principal): boolean =>
    (kind !== 'group' || group_ids.includes(id)) && (kind !== 'reseller' || reseller_id === id);
  let [afterKey, examined] = [prefix, 0];
  for (;;) {
    const found = readModels.list(ownedIds, { afterKey, limit: examinedAtOnce });
    for (const { key, document } of found) {
      if (!key.startsWith(prefix)) return;
      const person = readModels.get(principals, document.id);
      if (person !== null && isIn(person)) yield person;
      afterKey = key;
    }
    examined += found.length;
    if (found.length < examinedAtOnce) return;
    if (examined >= examinedMax) yield null;
    // Requests do not wait for whoever looks.
    await nextLoopTurn();
  }
}

const everything = { allowed_profiles: [], allow_all_models: true, max_request_eur: null };

function effectOn(
  { user_id }: Principal,
  now: readonly Policy[],
  rules: Policy,
  names: readonly string[] | null,
): Shown<typeof effectOutput> | null {
  const then = withPolicy(now, rules);
  const listed = [...now, rules].flatMap(({ allowed_profiles }) => allowed_profiles);
  const known = new Set([...(names ?? []), ...listed]);
  const [before, after] = [grantOf(everything, now, null), grantOf(everything, then, null)];
  const only = (one: Grant, other: Grant) => [...known].filter((name) => one.allows(name) && !other.allows(name));
  const cap = ({ requestCap }: Grant) => (requestCap === null ? null : eurFromNano(requestCap));
  const effect = {
    object: 'policy_effect' as const,
    user_id,
    loses: only(before, after),
    gains: only(after, before),
    max_request_before_eur: cap(before),
    max_request_after_eur: cap(after),
    default_before: before.defaultProfile,
    default_after: after.defaultProfile,
    pii_required_before: before.piiRequired,
    pii_required_after: after.piiRequired,
  };
  const isSame =
    effect.loses.length + effect.gains.length === 0 &&
    effect.max_request_before_eur === effect.max_request_after_eur &&
    effect.default_before === effect.default_after &&
    effect.pii_required_before === effect.pii_required_after;
  return isSame ? null : effect;
}

/** The policies above a person, with one in the place of that of its level, or where it would stand. */
function withPolicy(policies: readonly Policy[], rules: Policy): readonly Policy[] {
  const level = levelOf(rules.set_by);
  const isOld = (each: Policy): boolean =>
    each.scope_kind === rules.scope_kind && each.scope_id === rules.scope_id && levelOf(each.set_by) === level;
  const rank = scopeKinds.indexOf(rules.scope_kind);
  const others = policies.filter((each) => !isOld(each));
  const after = others.findIndex(({ scope_kind }) => scopeKinds.indexOf(scope_kind) > rank);
  return after === -1 ? [...others, rules] : others.toSpliced(after, 0, rules);
}
