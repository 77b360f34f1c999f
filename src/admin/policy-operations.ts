import { z } from 'zod';
import { policies } from '../../projections/policies.ts';
import { recordedPolicies, recordedPrincipal, deletePolicy, setPolicy } from '../ledger/identities.ts';
import { platformScopeId, scopeKinds, type ScopeKind } from '../domain/policy-events.ts';
import { GatewayError } from '../errors.ts';
import type { Policy } from '../domain/policy.ts';
import { levelOf } from '../domain/scopes/level.ts';
import { policiesOf } from '../domain/scopes/scope-policies.ts';
import type { ScopePlace } from '../domain/scopes/permissions.ts';
import { profileNameSchema } from '../domain/profile-name.ts';
import { piiEntities, piiGrades } from '../personal-data/pii-kinds.ts';
import { recordedScope } from '../ledger/administration/scope-changes.ts';
import { notFound } from './administrator.ts';
import { eventAmount, moneyInput, profilesInput, profilesMax, textInput, uuidInput } from './inputs.ts';
import { assertOwnLevel, levelInput } from './calling/own-level.ts';
import { notConfigured } from './not-configured.ts';
import { policiesAbove, policiesDownTo } from './policies-above.ts';
import { policyOutput, policyPageOutput, shownPolicies } from './shown/shown-policy.ts';
import { assertMayGrantTo, placeOfPerson, placeOfTenant } from './reads-within.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';

const scopeInputs = {
  scope_kind: z.enum(scopeKinds).describe('Kind of the scope, from the widest to the narrowest.'),
  scope_id: uuidInput.describe('Id of the scope; the nil UUID for the platform.'),
};

/** As errors name a scope, also one that is out of reach. */
const nounOf = { platform: 'scope', reseller: 'reseller', tenant: 'tenant', group: 'group', user: 'user' } as const;

/** The place of a scope, for administrators who may read it. Raises `resource_not_found`. */
async function placeOf(request: AdminRequest, kind: ScopeKind, id: string): Promise<ScopePlace> {
  const { log } = request.deps;
  switch (kind) {
    case 'platform':
      if (id !== platformScopeId) throw notFound(nounOf[kind]);
      return {};
    case 'reseller':
      // Unlike a tenant, it is always created first: a policy under a mistyped id would apply to nobody.
      if ((await recordedScope(log, 'reseller', id)) === null) throw notFound(nounOf[kind]);
      return { resellerId: id };
    case 'tenant':
      return await placeOfTenant(request, id);
    case 'group': {
      const group = await recordedScope(log, 'group', id);
      const place = await placeOfTenant(request, group?.parent_id ?? null);
      if (group === null) throw notFound(nounOf[kind]);
      return place;
    }
    case 'user': {
      const person = await recordedPrincipal(log, id);
      const place = await placeOfPerson(request, person);
      if (person === null) throw notFound(nounOf[kind]);
      return place;
    }
  }
}

/** The place from which a policy is set: an administrator cannot set the policy of their own scope. */
function fromAbove(kind: ScopeKind, place: ScopePlace): ScopePlace {
  switch (kind) {
    case 'platform':
    case 'reseller':
      return {};
    case 'tenant':
      return { resellerId: place.resellerId ?? null };
    case 'group':
    case 'user':
      return place;
  }
}

const showPolicy = adminOperation({
  id: 'showPolicy',
  method: 'get',
  path: '/policies/{scope_kind}/{scope_id}',
  command: 'policies show',
  summary: 'List the policies of a scope: one for each level that set one, from the widest to the narrowest.',
  action: 'policies.read',
  input: z.strictObject({
    ...scopeInputs,
    above: z
      .boolean()
      .optional()
      .describe('Also those of the scopes above, which apply too. For a user: all that apply.'),
  }),
  output: policyPageOutput,
  run: async ({ scope_kind, scope_id, above }, request) => {
    request.administrator.reach('policies.read');
    const place = await placeOf(request, scope_kind, scope_id);
    request.administrator.assertMay('policies.read', place, nounOf[scope_kind]);
    if (above === true) return shownPolicies(await applyingPolicies(request, scope_kind, scope_id, place));
    const found = await recordedPolicies(request.deps.log, scope_kind, scope_id);
    if (found === null) throw notFound('policy');
    return shownPolicies(policiesOf(found));
  },
});

/** All policies that apply in a scope, from the widest to the narrowest. */
async function applyingPolicies(
  request: AdminRequest,
  kind: ScopeKind,
  id: string,
  place: ScopePlace,
): Promise<readonly Policy[]> {
  if (kind !== 'user') return await policiesDownTo(request, kind, place, id);
  const person = await recordedPrincipal(request.deps.log, id);
  return person === null ? [] : await policiesAbove(request, person);
}

/** The scope of a policy, and its rules. */
export const policyInputs = {
  ...scopeInputs,
  allowed_profiles: profilesInput
    .min(1)
    .optional()
    .describe(
      'Profiles allowed in the scope, required without `allow_all_models`; beside it, absent: the default profile. The answer lists as `not_configured` what the configuration lacks.',
    ),
  default_profile: profileNameSchema.describe('Profile of a request that names none.'),
  pii_required: z.boolean().describe('Whether personal data must be replaced in every request.'),
  max_request_eur: moneyInput.describe('Maximum cost of one request.'),
  allow_all_models: z
    .boolean()
    .default(false)
    .describe('The list, and everything that the policies above allow, now and later.'),
  pii_grades: z
    .partialRecord(z.enum(piiEntities), z.enum(piiGrades))
    .optional()
    .describe('Kinds of personal data that must be found, each with the lowest sufficient grade.'),
};

/** Members of the record that was read, which may be sent back with it. */
const asRead = {
  object: z.literal('policy').optional().meta({ readOnly: true }),
  level: levelInput,
  set_by: textInput(200).optional().meta({ readOnly: true, description: 'Who set it. Changes nothing.' }),
  not_configured: z
    .array(profileNameSchema)
    .max(profilesMax + 1)
    .optional()
    .meta({ readOnly: true }),
};

const setPolicyOperation = adminOperation({
  id: 'setPolicy',
  method: 'put',
  path: '/policies/{scope_kind}/{scope_id}',
  command: 'policies set',
  summary:
    'Replace the policy that your level has set for a scope. It narrows what the levels and scopes above allow, and applies from the next request. The record as it was read may be sent back, and changes nothing.',
  action: 'policies.write',
  bodyRepeatsPath: true,
  input: z.strictObject({
    ...policyInputs,
    ...asRead,
  }),
  output: policyOutput,
  replaces: async ({ scope_kind, scope_id }, request) => {
    await assertMaySet(request, scope_kind, scope_id);
    const found = await recordedPolicies(request.deps.log, scope_kind, scope_id);
    return found?.by_level[levelOf(request.administrator.actor)] ?? null;
  },
  run: async (asked, request) => {
    const { administrator, deps } = request;
    const { scope_kind, scope_id } = asked;
    await assertMaySet(request, scope_kind, scope_id);
    const level = levelOf(administrator.actor);
    assertOwnLevel(request, asked.level, { nouns: 'policies', param: 'level' });
    const rules = rulesOf(asked);
    const set_by = await setPolicy({ ...deps, actor: administrator.actor }, rules);
    // It applies from the next request of this process.
    await deps.catchUp([policies]);
    const unknown = notConfigured(request, [...rules.allowed_profiles, rules.default_profile]);
    return {
      object: 'policy',
      ...rules,
      set_by,
      level,
      ...(unknown.length > 0 && { not_configured: unknown }),
    };
  },
});

/** The rules that are asked for, in the format of events. Raises `invalid_value`. */
export function rulesOf(asked: z.infer<z.ZodObject<typeof policyInputs>>) {
  const { scope_kind, scope_id, default_profile, pii_required, allow_all_models, pii_grades } = asked;
  return {
    scope_kind,
    scope_id,
    allowed_profiles: listedProfiles(asked),
    default_profile,
    pii_required,
    max_request_eur: eventAmount(asked.max_request_eur),
    allow_all_models,
    ...(pii_grades === undefined ? {} : { pii_grades }),
  };
}

/**
 * A policy lists at least one profile. Beside `allow_all_models` its default is enough: the list allows nothing more then.
 * Raises `invalid_value` without either.
 */
function listedProfiles(asked: {
  readonly allowed_profiles?: string[] | undefined;
  readonly allow_all_models: boolean;
  readonly default_profile: string;
}): readonly string[] {
  if (asked.allowed_profiles !== undefined) return asked.allowed_profiles;
  if (asked.allow_all_models) return [asked.default_profile];
  throw new GatewayError('invalid_value', {
    detail: '`allowed_profiles` is missing. Name the profiles, or set `allow_all_models` to allow all.',
    param: 'allowed_profiles',
  });
}

const deletePolicyOperation = adminOperation({
  id: 'deletePolicy',
  method: 'delete',
  path: '/policies/{scope_kind}/{scope_id}',
  command: 'policies delete',
  summary:
    'Remove the policies that your level and those below have set for a scope. The answer lists those of the levels above, which stay.',
  action: 'policies.write',
  input: z.strictObject(scopeInputs),
  output: policyPageOutput,
  run: async ({ scope_kind, scope_id }, request) => {
    const { administrator, deps } = request;
    await assertMaySet(request, scope_kind, scope_id);
    if ((await recordedPolicies(deps.log, scope_kind, scope_id)) === null) throw notFound('policy');
    const left = await deletePolicy({ ...deps, actor: administrator.actor }, scope_kind, scope_id);
    await deps.catchUp([policies]);
    return shownPolicies(policiesOf(left));
  },
});

/** Raises `not_permitted`, and `resource_not_found` for a scope that they are not above. */
export async function assertMaySet(request: AdminRequest, kind: ScopeKind, id: string): Promise<void> {
  const { administrator } = request;
  administrator.reach('policies.write');
  const place = await placeOf(request, kind, id);
  administrator.assertMay('policies.write', fromAbove(kind, place), nounOf[kind]);
  if (kind === 'user') await assertMayGrantTo(request, id);
}

/** Operations on policies. */
export const policyOperations: readonly AdminOperation[] = [setPolicyOperation, showPolicy, deletePolicyOperation];
