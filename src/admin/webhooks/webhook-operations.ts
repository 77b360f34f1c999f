import { z } from 'zod';
import { webhooks } from '../../../projections/webhooks.ts';
import { alertTypes } from '../../domain/webhooks/alert-types.ts';
import { secretPlace, type Webhook, type WebhookCommand } from '../../domain/webhooks/webhook.ts';
import type { AdminAction, ScopePlace } from '../../domain/scopes/permissions.ts';
import { GatewayError } from '../../errors.ts';
import { recordedScope } from '../../ledger/administration/scope-changes.ts';
import { changeWebhook, recordedWebhook } from '../../ledger/webhooks/webhooks.ts';
import { notFound } from '../administrator.ts';
import { idInput, overlapInput, pageInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { idOutput, pageOutput, timeOutput, type Shown } from '../outputs.ts';
import { scannedPage } from '../owned-page.ts';
import { assertTenantOpen, placeOfTenant } from '../reads-within.ts';
import { notPossible } from '../refusal-advice.ts';
import { webhookUrlInput } from './webhook-url.ts';

const alertsInput = z.array(z.enum(alertTypes)).min(1).max(alertTypes.length).describe('The alerts that are sent.');
/** 192 bits: whole triples of Base64, so that no receiver stumbles over padding. */
const secretBytes = 24;

const webhookMembers = z.strictObject({
  id: idOutput,
  object: z.literal('webhook'),
  tenant_id: idOutput.nullable(),
  reseller_id: idOutput.nullable().describe("With neither of them, it is the platform's."),
  url: z.string(),
  alerts: z.array(z.enum(alertTypes)),
  status: z.enum(['active', 'disabled', 'deleted']).describe('`disabled`: the receiver answered 410.'),
  previous_secret_until: timeOutput
    .nullable()
    .describe('Until when messages are signed with the secret before too; `null`: it was never rotated.'),
});
const webhookOutput = webhookMembers.meta({ id: 'Webhook' });
const newWebhookOutput = webhookMembers
  .extend({ secret: z.string().nullable().describe('The secret; `null` where it was shown before.') })
  .meta({ id: 'NewWebhook' });

const createWebhook = adminOperation({
  id: 'createWebhook',
  method: 'post',
  path: '/webhooks',
  command: 'webhooks create',
  summary:
    'Send alerts to an address, signed as Standard Webhooks says. Only the first answer contains the secret. For a tenant: what happens in it. For a reseller: that, and what happens in its tenants. For neither: everything.',
  action: 'webhooks.write',
  input: z.strictObject({
    id: idInput,
    tenant_id: uuidInput.optional().describe('The tenant whose alerts are sent.'),
    reseller_id: uuidInput.optional().describe('The reseller whose alerts are sent. Neither: as wide as you may.'),
    url: webhookUrlInput,
    alerts: alertsInput.default([...alertTypes]),
  }),
  output: newWebhookOutput,
  run: async ({ id, url, alerts, ...asked }, request) => {
    const { deps, administrator } = request;
    const scope = await scopeToFill(request, asked);
    const webhookId = request.newId(id);
    const known = await recordedWebhook(deps.log, webhookId);
    if (known !== null) return shownAgain(request, known);
    const { secret, sealed } = await newSecret(request, webhookId);
    const command = {
      type: 'create_webhook',
      webhook: { webhook_id: webhookId, ...scope, url, alerts: [...new Set(alerts)] },
      sealed,
      actor: administrator.actor,
    } as const;
    const answer = await changeWebhook(deps, webhookId, command);
    if (answer.state === null) throw notFound('webhook');
    return answer.accepted ? { ...shownWebhook(answer.state), secret } : shownAgain(request, answer.state);
  },
});

/** A repeated request gets no secret: after a lost answer it has to be rotated. */
function shownAgain(request: AdminRequest, known: Webhook): Shown<typeof newWebhookOutput> {
  if (request.isRepeat()) return { ...shownWebhook(known), secret: null };
  throw new GatewayError('already_exists', { detail: `Another webhook has the id ${known.webhook_id}.` });
}

interface NamedScope {
  readonly tenant_id?: string | undefined;
  readonly reseller_id?: string | undefined;
}

type WebhookScope = Pick<Webhook, 'tenant_id' | 'reseller_id'>;

async function scopeToFill(request: AdminRequest, named: NamedScope): Promise<WebhookScope> {
  const scope = scopeOf(request, named);
  await assertWithin(request, scope);
  const { tenant_id, reseller_id } = scope;
  if (tenant_id !== null) await assertTenantOpen(request, tenant_id);
  if (reseller_id !== null && (await recordedScope(request.deps.log, 'reseller', reseller_id)) === null) {
    throw notFound('reseller');
  }
  return scope;
}

/** The scope that is named, or the widest that the caller may act in. Raises `invalid_value` for two. */
function scopeOf({ administrator }: AdminRequest, named: NamedScope): WebhookScope {
  const { tenant_id = null, reseller_id = null } = named;
  if (tenant_id !== null && reseller_id !== null) {
    const detail = 'A webhook is of a tenant or of a reseller.';
    throw new GatewayError('invalid_value', { detail, param: 'reseller_id' });
  }
  const reach = administrator.reach('webhooks.write');
  if (tenant_id !== null || reseller_id !== null || reach === 'all') return { tenant_id, reseller_id };
  const { person } = administrator;
  return reach === 'reseller'
    ? { tenant_id, reseller_id: person?.reseller_id ?? null }
    : { tenant_id: person?.tenant_id ?? null, reseller_id };
}

async function assertWithin(request: AdminRequest, scope: WebhookScope): Promise<void> {
  const { tenant_id, reseller_id } = scope;
  const what = tenant_id !== null ? 'tenant' : reseller_id !== null ? 'reseller' : 'webhook';
  request.administrator.assertMay('webhooks.write', await placeOf(request, scope), what);
}

async function placeOf(request: AdminRequest, { tenant_id, reseller_id }: WebhookScope): Promise<ScopePlace> {
  const place = await placeOfTenant(request, tenant_id);
  return tenant_id === null ? { resellerId: reseller_id } : place;
}

/** A webhook that the administrator may act on. Raises `not_permitted`, and `resource_not_found`. */
export async function webhookWithin(request: AdminRequest, action: AdminAction, webhookId: string): Promise<Webhook> {
  request.administrator.reach(action);
  const known = await recordedWebhook(request.deps.log, webhookId);
  const place = await placeOf(request, known ?? { tenant_id: null, reseller_id: null });
  if (known === null) throw notFound('webhook');
  request.administrator.assertMay(action, place, 'webhook');
  return known;
}

async function newSecret({ deps }: AdminRequest, webhookId: string) {
  const bytes = Buffer.from(deps.mintSecret().subarray(0, secretBytes));
  const sealed = await deps.sealSecret(bytes, secretPlace(webhookId));
  return { secret: `whsec_${bytes.toString('base64')}`, sealed: sealed.toString('base64') };
}

const listWebhooks = adminOperation({
  id: 'listWebhooks',
  method: 'get',
  path: '/webhooks',
  command: 'webhooks list',
  summary: 'List webhooks in the order of their ids, without those that were deleted.',
  action: 'webhooks.read',
  input: z.strictObject({
    ...pageInput,
    tenant_id: uuidInput.optional().describe('Only those of this tenant. Absent: all that you may read.'),
  }),
  output: pageOutput(webhookOutput),
  run: async ({ tenant_id, ...page }, request) => {
    const { administrator } = request;
    const reach = administrator.reach('webhooks.read');
    const tenantId = tenant_id ?? (reach === 'tenant' ? administrator.person?.tenant_id : undefined);
    if (tenantId !== undefined) {
      administrator.assertMay('webhooks.read', await placeOfTenant(request, tenantId), 'tenant');
    }
    const resellerId =
      tenantId === undefined && reach !== 'all' ? (administrator.person?.reseller_id ?? '') : undefined;
    const isWanted = (webhook: Webhook): boolean =>
      tenantId !== undefined
        ? webhook.tenant_id === tenantId
        : resellerId === undefined || webhook.reseller_id === resellerId;
    return await scannedPage(request, { projection: webhooks, shown: shownWebhook, isWanted }, page);
  },
});

const showWebhook = adminOperation({
  id: 'showWebhook',
  method: 'get',
  path: '/webhooks/{webhook_id}',
  command: 'webhooks show',
  summary: 'Show a webhook, without its secret.',
  action: 'webhooks.read',
  input: z.strictObject({ webhook_id: uuidInput }),
  output: webhookOutput,
  run: async ({ webhook_id }, request) => shownWebhook(await webhookWithin(request, 'webhooks.read', webhook_id)),
});

const changeWebhookOperation = adminOperation({
  id: 'changeWebhook',
  method: 'patch',
  path: '/webhooks/{webhook_id}',
  command: 'webhooks change',
  summary: 'Replace the address or the alerts of a webhook, and enable it again if its receiver has answered 410.',
  action: 'webhooks.write',
  input: z.strictObject({ webhook_id: uuidInput, url: webhookUrlInput.optional(), alerts: alertsInput.optional() }),
  output: webhookOutput,
  run: async ({ webhook_id, url, alerts }, request) => {
    const asked = { ...(url !== undefined && { url }), ...(alerts !== undefined && { alerts: [...new Set(alerts)] }) };
    return shownWebhook(await changed(request, webhook_id, { type: 'change_webhook', ...asked }));
  },
});

const rotateWebhook = adminOperation({
  id: 'rotateWebhook',
  method: 'post',
  path: '/webhooks/{webhook_id}/rotate',
  command: 'webhooks rotate',
  summary:
    'Replace the secret of a webhook. Only the first answer contains the new one. Messages are signed with both until the overlap ends.',
  action: 'webhooks.write',
  input: z.strictObject({
    webhook_id: uuidInput,
    id: idInput,
    overlap_seconds: overlapInput.describe('How long messages are signed with the old secret too.'),
  }),
  output: newWebhookOutput,
  run: async ({ webhook_id, id, overlap_seconds }, request) => {
    const known = await webhookWithin(request, 'webhooks.write', webhook_id);
    const rotationId = request.newId(id, `rotation ${webhook_id}`);
    if (known.secret.rotation_id === rotationId) return { ...shownWebhook(known), secret: null };
    const { secret, sealed } = await newSecret(request, webhook_id);
    const until = new Date(request.deps.now() + overlap_seconds * 1_000).toISOString();
    const command = { type: 'rotate_webhook_secret', rotationId, sealed, previousValidUntil: until } as const;
    const rotated = await changed(request, webhook_id, command);
    return { ...shownWebhook(rotated), secret: rotated.secret.sealed === sealed ? secret : null };
  },
});

const deleteWebhook = adminOperation({
  id: 'deleteWebhook',
  method: 'delete',
  path: '/webhooks/{webhook_id}',
  command: 'webhooks delete',
  summary: 'Send nothing to a webhook any more. What waits for it is parked.',
  action: 'webhooks.write',
  input: z.strictObject({ webhook_id: uuidInput }),
  output: webhookOutput,
  run: async ({ webhook_id }, request) => shownWebhook(await changed(request, webhook_id, { type: 'delete_webhook' })),
});

async function changed(request: AdminRequest, webhookId: string, command: WebhookCommand): Promise<Webhook> {
  await webhookWithin(request, 'webhooks.write', webhookId);
  const answer = await changeWebhook(request.deps, webhookId, { ...command, actor: request.administrator.actor });
  if (!answer.accepted) throw notPossible(answer.refusal);
  if (answer.state === null) throw notFound('webhook');
  return answer.state;
}

function shownWebhook(webhook: Webhook): Shown<typeof webhookOutput> {
  const { webhook_id, tenant_id, reseller_id, url, alerts, status, previous } = webhook;
  const previous_secret_until = previous?.until ?? null;
  return { id: webhook_id, object: 'webhook', tenant_id, reseller_id, url, alerts, status, previous_secret_until };
}

/** Operations on webhooks. */
export const webhookOperations: readonly AdminOperation[] = [
  createWebhook,
  listWebhooks,
  showWebhook,
  changeWebhookOperation,
  rotateWebhook,
  deleteWebhook,
];
