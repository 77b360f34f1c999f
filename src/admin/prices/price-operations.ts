import { z } from 'zod';
import { priceListSchema } from '../../domain/price-list.ts';
import { priceListFault } from '../../domain/prices/price-list-fault.ts';
import { priceTermsShape, profilePricesShape, type SetPriceTerms } from '../../domain/prices/price-terms.ts';
import { isAsWide, levelOf, levels, type Level } from '../../domain/scopes/level.ts';
import type { ScopePlace } from '../../domain/scopes/permissions.ts';
import type { Scope } from '../../domain/scopes/scope.ts';
import { GatewayError } from '../../errors.ts';
import { recordedScope } from '../../ledger/administration/scope-changes.ts';
import { notFound } from '../administrator.ts';
import { assertOwnLevel, levelInput } from '../calling/own-level.ts';
import { changedScope } from '../changed-scope.ts';
import { uuidInput } from '../inputs.ts';
import { notConfigured } from '../not-configured.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { idOutput, levelOutput, pageOutput, type Shown } from '../outputs.ts';
import { placeOfTenant } from '../reads-within.ts';

const scopeInputs = {
  scope_kind: z.enum(['reseller', 'tenant']).describe('Kind of the scope.'),
  scope_id: uuidInput.describe('Id of the reseller or tenant.'),
};

type PricedKind = z.infer<typeof scopeInputs.scope_kind>;

async function placeOf(request: AdminRequest, kind: PricedKind, id: string): Promise<ScopePlace> {
  return kind === 'reseller' ? { resellerId: id } : { resellerId: null, ...(await placeOfTenant(request, id)) };
}

/** A price list in answers. */
export const priceListOutput = priceListSchema.meta({ id: 'ProfilePriceList' });

const profilePricesOutput = z
  .strictObject({
    factor_basis_points: profilePricesShape.factor_basis_points.optional(),
    price_list: priceListOutput.optional(),
  })
  .meta({ id: 'ProfilePrices', description: 'A factor, or a price list.' });

const pricesOutput = z
  .strictObject({
    id: idOutput.describe('Another one for each change.'),
    object: z.literal('prices'),
    level: levelOutput.describe('The level that set it.'),
    factor_basis_points: priceTermsShape.factor_basis_points,
    profiles: z.record(z.string(), profilePricesOutput).optional().describe('Prices of single profiles, by name.'),
  })
  .meta({ id: 'Prices', description: 'What those below a reseller or a tenant pay.' });

const pricesPageOutput = pageOutput(pricesOutput);

type ShownPrices = Shown<typeof pricesOutput>;

/** The terms of an administrator's own level and those below: what a level above has set says what it pays itself. */
function shownTerms({ prices_by = {} }: Scope, actor: string): readonly ShownPrices[] {
  const own = levelOf(actor);
  return levels.toReversed().flatMap((level) => {
    const terms = prices_by[level];
    return terms === undefined || !isAsWide(own, level) ? [] : [shown(level, terms)];
  });
}

function shown(level: Level, { prices_id, ...terms }: SetPriceTerms): ShownPrices {
  return { id: prices_id, object: 'prices', level, ...terms };
}

async function assertMaySet(request: AdminRequest, kind: PricedKind, id: string): Promise<void> {
  request.administrator.reach('prices.write');
  request.administrator.assertMay('prices.write', await placeOf(request, kind, id), kind);
}

const setPrices = adminOperation({
  id: 'setPrices',
  method: 'put',
  path: '/prices/{scope_kind}/{scope_id}',
  command: 'prices set',
  summary:
    'Set what those below a reseller or a tenant pay, in place of what your level had set: a factor on every price of the list above, or a price list for a profile. The platform sets what a reseller pays, a reseller what its tenants pay. Without both: what is charged to your level.',
  action: 'prices.write',
  input: z.strictObject({
    ...scopeInputs,
    ...priceTermsShape,
    object: z.literal('prices').optional().meta({ readOnly: true }),
    level: levelInput,
  }),
  output: pricesPageOutput,
  replaces: async ({ scope_kind, scope_id }, request) => {
    await assertMaySet(request, scope_kind, scope_id);
    const found = await recordedScope(request.deps.log, scope_kind, scope_id);
    return found?.prices_by?.[levelOf(request.administrator.actor)] ?? null;
  },
  run: async ({ scope_kind, scope_id, object: _object, level, ...terms }, request) => {
    const { deps, administrator } = request;
    await assertMaySet(request, scope_kind, scope_id);
    assertOwnLevel(request, level, { nouns: 'prices', param: 'level' });
    const [unknown] = notConfigured(request, Object.keys(terms.profiles ?? {}));
    if (unknown !== undefined) {
      const detail = `\`profiles\` names ${unknown}, which is no profile or alias of the configuration.`;
      throw new GatewayError('invalid_value', { detail, param: 'profiles' });
    }
    for (const [profile, prices] of Object.entries(terms.profiles ?? {})) {
      const fault = 'price_list' in prices ? priceListFault(prices.price_list) : null;
      if (fault !== null) {
        throw new GatewayError('invalid_value', {
          detail: `profiles.${profile}.price_list.${fault}`,
          param: 'profiles',
        });
      }
    }
    const scope = { kind: scope_kind, scopeId: scope_id } as const;
    const command = { type: 'set_prices', pricesId: deps.createId(), terms } as const;
    const changed = await changedScope(request, scope, command);
    const data = changed === null ? [] : shownTerms(changed, administrator.actor);
    return { object: 'list', data, next: null };
  },
});

const showPrices = adminOperation({
  id: 'showPrices',
  method: 'get',
  path: '/prices/{scope_kind}/{scope_id}',
  command: 'prices show',
  summary: 'Show what those below a reseller or a tenant pay, as your level and those below it have set it.',
  action: 'prices.read',
  input: z.strictObject(scopeInputs),
  output: pricesPageOutput,
  run: async ({ scope_kind, scope_id }, request) => {
    const { deps, administrator } = request;
    administrator.reach('prices.read');
    administrator.assertMay('prices.read', await placeOf(request, scope_kind, scope_id), scope_kind);
    const found = await recordedScope(deps.log, scope_kind, scope_id);
    if (found === null) throw notFound(scope_kind);
    return { object: 'list', data: shownTerms(found, administrator.actor), next: null };
  },
});

/** Operations on prices. */
export const priceOperations: readonly AdminOperation[] = [setPrices, showPrices];
