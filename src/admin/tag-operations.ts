import { z } from 'zod';
import { apiKeys } from '../../projections/api-keys.ts';
import { ownedPrefix } from '../../projections/owned-ids.ts';
import type { ApiKey } from '../domain/api-key.ts';
import { levelOf } from '../domain/scopes/level.ts';
import {
  declaredTagsSchema,
  metadataTagsSchema,
  requiredTagsSchema,
  askedTags,
  type TagDeclaration,
} from '../domain/tags/tag-terms.ts';
import {
  namesFrom,
  shownRequiredTags,
  shownTags,
  withRequiredTags,
  withTags,
  type SetRequiredTags,
  type SetTags,
} from '../domain/tags/set-tags.ts';
import { requestTagsMax } from '../domain/tags/tags.ts';
import { GatewayError } from '../errors.ts';
import { recordedScope } from '../ledger/administration/scope-changes.ts';
import { changedKey, changedScope } from './changed-scope.ts';
import { uuidInput } from './inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { idOutput } from './outputs.ts';
import { ownedPage } from './owned-page.ts';
import { changeableKey, placeOfTenant } from './reads-within.ts';
import { requiredTagsOutput } from './shown/shown-key.ts';
import { declaredTagsOutput } from './shown/shown-scope.ts';

const tagsOutput = z
  .strictObject({
    id: idOutput,
    object: z.literal('tags'),
    ...declaredTagsOutput,
    declared_by: declaredTagsOutput.declared_by.optional(),
  })
  .meta({ id: 'TenantTags' });
const keyTagsOutput = z
  .strictObject({ id: idOutput, object: z.literal('required_tags'), ...requiredTagsOutput })
  .meta({ id: 'KeyTags' });

/** What a tenant has declared, and the tags that a key of it requires itself. */
interface Asked {
  readonly tags?: TagDeclaration | undefined;
  ofKey(key: ApiKey): SetRequiredTags;
}

/**
 * Raises `invalid_value` where requests would have to name more tags than they can have: those of the tenant, unless they are
 * fewer than before, or those of a key and of the keys that it was made by, unless they are as many as before.
 */
async function assertPossible(
  request: AdminRequest,
  tenantId: string,
  { before, after, param }: { readonly before: Asked; readonly after: Asked; readonly param: string },
): Promise<void> {
  const count = ({ tags, ofKey }: Asked, keys: readonly ApiKey[]): number =>
    tags === undefined
      ? 0
      : askedTags(
          tags,
          keys.flatMap((key) => ofKey(key).required_tags ?? []),
        ).length;
  const ofTenant = count(after, []);
  if (ofTenant > requestTagsMax && ofTenant >= count(before, [])) throw beyond(ofTenant, '', param);
  // A key that needs too many stands in the way of those alone that need more of it.
  const tooMany = (keys: readonly ApiKey[]): number | null => {
    const required = count(after, keys);
    return required <= requestTagsMax || required <= count(before, keys) ? null : required;
  };
  if ((after.tags?.declared.length ?? 0) <= requestTagsMax) return;
  const { readModels } = request.deps;
  const madeBy = (key: ApiKey): readonly ApiKey[] => {
    const parent = key.parent_key_id === undefined ? null : readModels.get(apiKeys, key.parent_key_id);
    return parent === null ? [key] : [key, ...madeBy(parent)];
  };
  const list = {
    prefix: ownedPrefix('key', tenantId),
    projection: apiKeys,
    keyOf: (id: string) => id,
    shown: (key: ApiKey) => key,
    isWanted: (key: ApiKey) => !key.revoked && tooMany(madeBy(key)) !== null,
  };
  for (let next: string | null | undefined; next !== null;) {
    const page = await ownedPage(request, list, { limit: 1, after: next });
    const [key] = page.data;
    if (key !== undefined) throw beyond(tooMany(madeBy(key)) ?? 0, ` with the key ${key.key_id}`, param);
    ({ next } = page);
  }
}

function beyond(required: number, by: string, param: string): GatewayError {
  const detail = `A request has at most ${requestTagsMax} tags, and would have to name ${required}${by}, those of all levels counted.`;
  return new GatewayError('invalid_value', { detail, param });
}

async function taggedTenant(request: AdminRequest, tenantId: string): Promise<SetTags> {
  request.administrator.assertMay('tags.write', await placeOfTenant(request, tenantId), 'tenant');
  return (await recordedScope(request.deps.log, 'tenant', tenantId)) ?? {};
}

const declareTags = adminOperation({
  id: 'declareTags',
  method: 'put',
  path: '/tenants/{tenant_id}/tags',
  command: 'tenants tag',
  summary:
    'Declare the tags that requests of a tenant may have in `x-waybill-tags`, in place of those that your level declared before; levels below narrow them. Values name projects and cost centres, not persons: they stay in the ledger for ever.',
  action: 'tags.write',
  input: z.strictObject({
    tenant_id: uuidInput,
    tags: declaredTagsSchema.meta({ examples: [[{ name: 'project', values: ['atlas', 'helios'], required: true }]] }),
    metadata_tags: metadataTagsSchema.default(false),
  }),
  output: tagsOutput,
  replaces: async ({ tenant_id }, request) => {
    const { tags_by } = await taggedTenant(request, tenant_id);
    const own = tags_by?.[levelOf(request.administrator.actor)];
    return own === undefined ? null : { tags: own.declared, metadata_tags: own.from_metadata };
  },
  run: async ({ tenant_id, tags, metadata_tags }, request) => {
    const { administrator } = request;
    const known = await taggedTenant(request, tenant_id);
    const asked = { declared: tags, from_metadata: metadata_tags };
    const before = { tags: known.tags, ofKey: (key: ApiKey) => key };
    const after = { ...before, tags: withTags(known, asked, administrator.actor).tags };
    await assertPossible(request, tenant_id, { before, after, param: 'tags' });
    const command = { type: 'declare_tags', tags: asked } as const;
    const tenant = await changedScope(request, { kind: 'tenant', scopeId: tenant_id }, command);
    return { id: tenant_id, object: 'tags', tags: [], metadata_tags: false, ...shownTags(tenant ?? {}) };
  },
});

const requireTags = adminOperation({
  id: 'requireTags',
  method: 'put',
  path: '/keys/{key_id}/tags',
  command: 'keys tag',
  summary:
    'Set the tags that every request of a key, and of the keys that are made with it, has to name, in place of those that your level set before. Your level or one above has to have declared them for the tenant.',
  action: 'tags.write',
  input: z.strictObject({ key_id: uuidInput, required_tags: requiredTagsSchema }),
  output: keyTagsOutput,
  replaces: async ({ key_id }, request) => {
    const { required_tags_by } = await changeableKey(request, 'tags.write', key_id);
    return { required_tags: required_tags_by?.[levelOf(request.administrator.actor)] };
  },
  run: async ({ key_id, required_tags: tags }, request) => {
    const { deps, administrator } = request;
    const key = await changeableKey(request, 'tags.write', key_id);
    const tenant = await recordedScope(deps.log, 'tenant', key.tenant_id);
    const declared = namesFrom(tenant ?? {}, administrator.actor);
    const unknown = tags.find((name) => !declared.includes(name));
    if (unknown !== undefined) {
      const detail = `Nobody of your level or above has declared the tag \`${unknown}\` for the tenant of the key.`;
      throw new GatewayError('invalid_value', { detail, param: 'required_tags' });
    }
    const changing = withRequiredTags(key, tags, administrator.actor);
    const before = { tags: tenant?.tags, ofKey: (each: ApiKey) => each };
    const after = { ...before, ofKey: (each: ApiKey) => (each.key_id === key_id ? changing : each) };
    await assertPossible(request, key.tenant_id, { before, after, param: 'required_tags' });
    const changed = await changedKey(request, key_id, { type: 'require_tags', tags });
    return { id: key_id, object: 'required_tags', ...shownRequiredTags(changed) };
  },
});

/** Operations on tags. */
export const tagOperations: readonly AdminOperation[] = [declareTags, requireTags];
