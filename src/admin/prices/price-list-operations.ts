import { z } from 'zod';
import {
  periodsPrefix,
  priceListPeriods,
  priceLists,
  priceTermsChanges,
  termsPrefix,
} from '../../../projections/price-lists.ts';
import type { PricedProfile } from '../../catalogue/priced-profile.ts';
import { grantOf } from '../../domain/policy.ts';
import { listedPrices, type ConfiguredPeriod, type PricedScope } from '../../domain/prices/listed-prices.ts';
import { profileNameSchema } from '../../domain/profile-name.ts';
import { GatewayError } from '../../errors.ts';
import type { Level } from '../../domain/scopes/level.ts';
import { recordedScope } from '../../ledger/administration/scope-changes.ts';
import { scopeStream } from '../../ledger/stream-names.ts';
import type { Projection } from '../../ports/read-models.ts';
import { notFound } from '../administrator.ts';
import { pageInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { pageOutput, timeOutput, type Shown } from '../outputs.ts';
import { pageOf } from '../owned-page.ts';
import { policiesDownTo } from '../policies-above.ts';
import { placeOfTenant } from '../reads-within.ts';
import { priceListOutput } from './price-operations.ts';

/** Most changes that are looked back at, of a list and of what each level has set. */
const changesMost = 50;

const listedOutput = z
  .strictObject({
    object: z.literal('price_list'),
    profile: z.string().describe('The profile that is charged by it; `switchyard`: choosing a route.'),
    target: z.string().nullable().describe('The target of it; `null`: only the platform reads which.'),
    id: z.string(),
    version: z.string(),
    since: timeOutput.describe('When it came into force; for who was made later, when they were made.'),
    until: timeOutput.nullable().describe('When another took its place; `null`: it is in force.'),
    price_list: priceListOutput,
  })
  .meta({ id: 'ListedPriceList', description: 'A price list, and when it was in force.' });

const listInput = z.strictObject({
  ...pageInput,
  reseller_id: uuidInput.optional().describe('The lists that this reseller pays by.'),
  tenant_id: uuidInput
    .optional()
    .describe(
      'The lists that this tenant pays by. Absent, and no reseller: those of the reseller or tenant of the caller; for the platform, the configured ones.',
    ),
  profile: profileNameSchema.optional().describe('Only those of this profile.'),
  history: z.boolean().optional().describe('Whether to list those before too, of one profile: name it.'),
});

type Asked = z.infer<typeof listInput>;
type Listed = Shown<typeof listedOutput>;

const listPriceLists = adminOperation({
  id: 'listPriceLists',
  method: 'get',
  path: '/price-lists',
  command: 'prices list',
  summary:
    'List the price lists in force, of which profile each is and since when: the configured ones, or those that a reseller or a tenant pays by. With `history`, those before too.',
  action: 'price_lists.read',
  input: listInput,
  output: pageOutput(listedOutput),
  run: async (asked, request) => {
    const { deps } = request;
    if (asked.history === true && asked.profile === undefined) {
      const detail = '`profile` is missing: the lists before are those of one profile.';
      throw new GatewayError('invalid_value', { detail, param: 'profile' });
    }
    const reader = await readerOf(asked, request);
    const profiles = deps.pricedProfiles();
    if (profiles === null) {
      throw new GatewayError('not_possible', {
        detail: 'There is no configuration that says which profiles there are.',
      });
    }
    await deps.catchUp([priceLists]);
    const priced = profiles
      .filter(({ name, aliases }) => asked.profile === undefined || [name, ...aliases].includes(asked.profile))
      .filter(({ name, aliases }) => [name, ...aliases].some(reader.mayUse))
      .flatMap((profile) => profile.targets.map((target) => ({ profile, target })))
      .filter(isFirstOf(reader));
    const rows =
      asked.history === true
        ? priced.flatMap((each) => [...rowsOf(each, reader, request)].map((row) => () => row))
        : priced.map((each) => () => rowsOf(each, reader, request).next().value ?? null);
    const prefix = JSON.stringify([reader.name, asked.profile, asked.history]);
    const keyed = rows.map((row, index) => ({ key: `${prefix}${String(index).padStart(9, '0')}`, document: { row } }));
    const list = ({ afterKey, limit }: { readonly afterKey: string; readonly limit: number }) =>
      keyed.filter(({ key }) => key > afterKey).slice(0, limit);
    return pageOf(request, { name: 'price lists', prefix, list }, asked, ({ row }) => row());
  },
});

/** Operations on price lists. */
export const priceListOperations: readonly AdminOperation[] = [listPriceLists];

/** Whose prices are read. */
interface Reader {
  readonly name: string;
  /** Whether they are told which target a list is of. */
  readonly isPlatform: boolean;
  readonly scope: PricedScope;
  readonly mayUse: (profile: string) => boolean;
}

/** Raises the errors of access checks, and `invalid_value`. */
async function readerOf({ reseller_id, tenant_id }: Asked, request: AdminRequest): Promise<Reader> {
  const { administrator, deps } = request;
  const reach = administrator.reach('price_lists.read');
  const { person } = administrator;
  if (reseller_id !== undefined && tenant_id !== undefined) {
    const detail = '`reseller_id` and `tenant_id` are two readers: name one of them.';
    throw new GatewayError('invalid_value', { detail, param: 'reseller_id' });
  }
  const isNamed = reseller_id !== undefined || tenant_id !== undefined;
  const ofReseller = reseller_id ?? (!isNamed && reach === 'reseller' ? person?.reseller_id : undefined);
  const ofTenant = tenant_id ?? (!isNamed && reach === 'tenant' ? person?.tenant_id : undefined);
  await deps.catchUp([priceLists]);
  const isPlatform = reach === 'all';
  if (typeof ofReseller === 'string') {
    administrator.assertMay('price_lists.read', { resellerId: ofReseller }, 'reseller');
    if ((await recordedScope(deps.log, 'reseller', ofReseller)) === null) throw notFound('reseller');
    const reseller = changesOf(request, 'reseller', ofReseller, ['platform']);
    const begin = later(await madeAt(request, 'reseller', ofReseller), reseller.begin);
    const scope = { begin, tenant: [], reseller: reseller.changes, resellerId: null };
    const grant = grantOf(
      everything,
      await policiesDownTo(request, 'reseller', { resellerId: ofReseller }, ofReseller),
      null,
    );
    return { name: `reseller ${ofReseller}`, isPlatform, scope, mayUse: (profile) => grant.allows(profile) };
  }
  if (ofTenant !== undefined) {
    const place = await placeOfTenant(request, ofTenant);
    administrator.assertMay('price_lists.read', place, 'tenant');
    const { resellerId = null } = place;
    const reseller = resellerId === null ? unchanged : changesOf(request, 'reseller', resellerId);
    const tenant = changesOf(request, 'tenant', ofTenant);
    const begin = later(await madeAt(request, 'tenant', ofTenant), later(tenant.begin, reseller.begin));
    const scope = { begin, tenant: tenant.changes, reseller: reseller.changes, resellerId };
    const grant = grantOf(everything, await policiesDownTo(request, 'tenant', place, ofTenant), null);
    return { name: `tenant ${ofTenant}`, isPlatform, scope, mayUse: (profile) => grant.allows(profile) };
  }
  return { name: '', isPlatform, scope: { begin: '', tenant: [], reseller: [], resellerId: null }, mayUse: () => true };
}

const everything = { allowed_profiles: [], allow_all_models: true, max_request_eur: null };

interface ReadChanges {
  /** What was set before is not all among the changes. Empty: they are all there are. */
  readonly begin: string;
  readonly changes: PricedScope['tenant'];
}

const unchanged: ReadChanges = { begin: '', changes: [] };

/** What levels have set for who is below. Writes of one level do not push out those of another, which would show its list. */
function changesOf(
  request: AdminRequest,
  kind: 'reseller' | 'tenant',
  id: string,
  of: readonly Level[] = ['platform', 'reseller'],
): ReadChanges {
  const read = of.map((level) => firstBelow(request, priceTermsChanges, termsPrefix(kind, id, level)));
  const begins = read.flatMap((changes) => (changes.length < changesMost ? [] : (changes.at(-1)?.at ?? [])));
  return { begin: begins.reduce(later, ''), changes: read.flat() };
}

/** When a reseller or tenant was made: what others paid before is not theirs to read. */
async function madeAt({ deps }: AdminRequest, kind: 'reseller' | 'tenant', id: string): Promise<string> {
  const [first] = await deps.log.readStream(scopeStream(kind, id), { limit: 1 });
  return first?.recordedAt ?? '';
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** The first documents below a prefix. */
function firstBelow<Document extends object>(
  { deps: { readModels } }: AdminRequest,
  projection: Projection<Document>,
  prefix: string,
): readonly Document[] {
  const entries = readModels.list(projection, { afterKey: prefix, limit: changesMost });
  return entries.flatMap(({ key, document }) => (key.startsWith(prefix) && document !== null ? [document] : []));
}

interface Priced {
  readonly profile: PricedProfile;
  readonly target: PricedProfile['targets'][number];
}

/** Who is not told the targets is told of each list of a profile once. */
function isFirstOf({ isPlatform }: Reader): (priced: Priced) => boolean {
  const seen = new Set<string>();
  return ({ profile, target }) => {
    const name = JSON.stringify([profile.name, target.prices]);
    const isFirst = isPlatform || !seen.has(name);
    seen.add(name);
    return isFirst;
  };
}

/** The lists of a target as their reader pays by them, the newest first. */
function* rowsOf(
  { profile, target }: Priced,
  { scope, isPlatform }: Reader,
  request: AdminRequest,
): Generator<Listed, undefined> {
  const names = [profile.name, ...profile.aliases];
  const hash = (text: string): string => request.deps.keyHasher.hash(text);
  for (const { since, until, price_list } of listedPrices(periodsOf(target, request), scope, { names, hash })) {
    const { id, version } = price_list;
    const [profileName, targetName] = [profile.name, isPlatform ? target.name : null];
    yield { object: 'price_list', profile: profileName, target: targetName, id, version, since, until, price_list };
  }
  return undefined;
}

/**
 * The lists of the id that a target has now, the newest first: several targets may have lists of one id at once, and the one
 * in force is that of the target.
 */
function periodsOf({ prices }: Priced['target'], request: AdminRequest): readonly ConfiguredPeriod[] {
  const all = firstBelow(request, priceListPeriods, periodsPrefix(prices.id));
  const inForce = all.filter(({ until }) => until === null);
  const own = inForce.find(({ price_list: { version } }) => version === prices.version) ?? inForce[0];
  return own === undefined ? all : [own, ...all.filter(({ until }) => until !== null && until <= own.since)];
}
