import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import OpenAI, { toFile } from 'openai';
import { stateSamples } from '../../docs/pages/state-samples.ts';
import { fileStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { adminScene, type Answer } from '../_support/admin-scene.ts';
import { appendGate, removalGate } from '../_support/append-gate.ts';
import { observedTransitions, transitionsOnPage } from '../_support/observed-transitions.ts';
import { plantResponse } from '../_support/planted-contents.ts';
import { until } from '../_support/until.ts';
import { waybill } from '../_support/waybill-command.ts';
import { choosing, tooLate, unseen } from './_caused-reservations.ts';
import { causedTopups } from './_caused-topups.ts';
import { causedLogIns } from './_caused-log-ins.ts';
import { causedDeliveries, causedWebhooks } from './_caused-webhooks.ts';

/**
 * Every transition of the page of states is caused from outside: over HTTP, by the command, an upstream, the clock, a
 * slow ledger or a lost process. What was caused is read from the events, and is what the page has: no less, no more.
 */

const reason = 'test';
const gate = appendGate();
const removals = removalGate();

async function sceneOf(t: ExecutionContext) {
  const files = {
    sweep_interval_ms: 100,
    lost_upload_grace_ms: 3_000,
    openai: { upstream: 'sandbox' },
    anthropic: { upstream: 'sandbox' },
  };
  const own = await adminScene(t, {
    top: { webhooks: { http_loopback: true }, files, responses: { sweep_interval_ms: 100 } },
    // Shorter than the grace of uploads, as it must be.
    upstream: { total_timeout_ms: 2_900, retries_max: 0, circuit_failures: 1_000 },
    wrappers: { wrapLog: (log) => gate.wrapLog(log), wrapUpstream: (upstream) => removals.wrapUpstream(upstream) },
  });
  const as =
    (role: keyof typeof own.people) =>
    (method: string, path: string, body?: object): Promise<Answer> =>
      own.ask(own.people[role], path, { method, ...(body !== undefined && { body }) });
  return { ...own, operator: as('operator'), finance: as('finance'), tenantAdmin: as('tenant_admin'), as };
}

const idOf = ({ status, json }: Answer): string => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`);
  return String(json['id']);
};

const types = async (log: EventLog, stream: string): Promise<readonly string[]> =>
  (await log.readStream(stream)).map(({ type }) => type);

const monthly = { per: 'month', zone: 'Europe/Rome' } as const;
const declared = { name: 'project', values: ['atlas'] } as const;

const raised = (amount_eur: string): object => ({
  ...monthly,
  amount_eur,
  until: new Date(Date.now() + 86_400_000).toISOString(),
  reason,
});

/** The ledgers that each life was caused in. */
const causes: Readonly<Record<string, (t: ExecutionContext) => Promise<readonly EventLog[]>>> = {
  Transfers: async (t) => {
    const scene = await sceneOf(t);
    const { walletId, resellerId } = scene.tenant;
    const closed = await scene.addScope('tenant', resellerId);
    const wallets = [await scene.addWallet(scene.tenant.tenantId), await scene.addWallet(closed)];
    idOf(await scene.operator('POST', `/tenants/${closed}/close`, { reason }));
    for (const destination_id of wallets) {
      idOf(await scene.finance('POST', '/transfers', { source_id: walletId, destination_id, amount_eur: '1' }));
    }
    return [scene.ledger.log];
  },

  Payouts: async (t) => {
    const scene = await sceneOf(t);
    const { walletId: wallet_id } = scene.tenant;
    const requested = async (): Promise<string> =>
      idOf(await scene.finance('POST', '/payouts', { wallet_id, amount_eur: '1' }));
    const bank = { bank_reference: 'E2E-0044', bank_date: '2026-11-02' };
    idOf(await scene.finance('POST', `/payouts/${await requested()}/confirm`, bank));
    idOf(await scene.finance('POST', `/payouts/${await requested()}/cancel`, { reason }));
    return [scene.ledger.log];
  },

  Allocations: async (t) => {
    const scene = await sceneOf(t);
    const shares = [{ wallet_id: scene.tenant.walletId, basis_points: 100 }];
    const body = async (): Promise<object> => ({
      parent_id: await scene.addWallet(scene.tenant.tenantId, '5'),
      allocations: shares,
    });
    const whole = idOf(await scene.finance('POST', '/allocations', await body()));
    idOf(await scene.finance('POST', `/allocations/${whole}/stop`));
    const id = randomUUID();
    const held = gate.next('WalletDebited');
    const paying = scene.finance('POST', '/allocations', { ...(await body()), id });
    const release = await held;
    const stopped = scene.finance('POST', `/allocations/${id}/stop`);
    await until('it is stopped', async () => (await types(scene.ledger.log, `allocation-${id}`)).length > 2);
    release();
    idOf(await paying);
    idOf(await stopped);
    return [scene.ledger.log];
  },

  Webhooks: async (t) => causedWebhooks(t, await sceneOf(t)),
  Deliveries: async (t) => causedDeliveries(t, await sceneOf(t)),

  Keys: async (t) => {
    const { operator, people, tenant, ledger } = await sceneOf(t);
    const id = idOf(
      await operator('POST', '/keys', { name: 'x', user_id: people.member.userId, allow_all_models: true }),
    );
    idOf(await operator('PATCH', `/keys/${id}`, { name: 'y' }));
    idOf(await operator('POST', `/keys/${id}/narrow`, { allowed_profiles: ['light'] }));
    idOf(await operator('PUT', `/keys/${id}/limits`, { requests_at_once_max: 1 }));
    idOf(await operator('POST', `/keys/${id}/narrow`, { budgets: [{ ...monthly, amount_eur: '5' }] }));
    idOf(await operator('POST', `/keys/${id}/budgets/raise`, raised('6')));
    idOf(await operator('PUT', `/tenants/${tenant.tenantId}/tags`, { tags: [declared] }));
    idOf(await operator('PUT', `/keys/${id}/tags`, { required_tags: [declared.name] }));
    idOf(await operator('POST', `/keys/${id}/rotate`));
    idOf(await operator('POST', `/keys/${id}/revoke`, { reason }));
    return [ledger.log];
  },

  People: async (t) => {
    const { operator, tenantAdmin, tenant, ledger, environment } = await sceneOf(t);
    const made = async (more: object = {}): Promise<string> =>
      `/users/${idOf(await operator('POST', '/users', { tenant_id: tenant.tenantId, pii_enabled: false, ...more }))}`;
    idOf(await operator('POST', `${await made()}/close`, { reason }));
    await made({ platform_role: 'finance' });
    const person = await made();
    const member = `/groups/${tenant.groupId}/members/${person.slice('/users/'.length)}`;
    for (const [index, pii_enabled] of [true, false].entries()) {
      idOf(await operator('PATCH', person, { role: index === 0 ? 'admin' : 'member' }));
      idOf(await operator('PATCH', person, { platform_role: 'finance' }));
      idOf(await operator('PATCH', person, { platform_role: 'none' }));
      idOf(await operator('PATCH', person, { pii_enabled }));
      idOf(await operator('PUT', `${person}/limits`, { requests_at_once_max: index + 1 }));
      idOf(await operator('PUT', `${person}/budgets`, { budgets: [{ ...monthly, amount_eur: `${index + 1}` }] }));
      idOf(await operator('POST', `${person}/budgets/raise`, raised(`${index + 5}`)));
      idOf(await operator('PUT', member));
      idOf(await operator('DELETE', member));
      idOf(await tenantAdmin('POST', `${person}/suspend`, { reason }));
    }
    idOf(await operator('POST', `${person}/suspend`, { reason }));
    idOf(await operator('POST', `${person}/resume`));
    idOf(await tenantAdmin('POST', `${person}/suspend`, { reason }));
    idOf(await tenantAdmin('POST', `${person}/close`, { reason }));
    idOf(await operator('POST', `${person}/close`, { reason }));
    await waybill(
      t,
      environment,
      'keys',
      'create',
      '--user-id',
      person.slice('/users/'.length),
      '--name',
      'x',
      '--pii',
    );
    return [ledger.log];
  },

  'Log-ins': causedLogIns,

  'Tenants, groups and resellers': async (t) => {
    const { operator, as, tenant, ledger } = await sceneOf(t);
    const reseller = as('reseller_admin');
    const made = async () =>
      `/tenants/${idOf(await operator('POST', '/tenants', { name: 'x', reseller_id: tenant.resellerId }))}`;
    idOf(await operator('POST', `${await made()}/close`, { reason }));
    const one = await made();
    for (const name of ['y', 'z']) {
      idOf(await operator('PATCH', one, { name }));
      idOf(await operator('PUT', `${one}/limits`, { requests_at_once_max: name === 'y' ? 1 : 2 }));
      idOf(await operator('PUT', `${one}/tags`, { tags: [{ ...declared, values: [name] }] }));
      const factor_basis_points = name === 'y' ? 11_000 : 12_000;
      idOf(await operator('PUT', one.replace('/tenants', '/prices/tenant'), { factor_basis_points }));
      idOf(await reseller('POST', `${one}/suspend`, { reason }));
    }
    idOf(await operator('POST', `${one}/suspend`, { reason }));
    idOf(await operator('POST', `${one}/resume`));
    idOf(await reseller('POST', `${one}/suspend`, { reason }));
    idOf(await reseller('POST', `${one}/close`, { reason }));
    idOf(await operator('POST', `${one}/close`, { reason }));
    return [ledger.log];
  },

  Reservations: async (t) => [await choosing(t), await tooLate(t, gate), await unseen(t, gate)],

  'Top-ups': async (t) => await causedTopups(t, await sceneOf(t), gate),

  Files: async (t) => {
    const { ledger, people, baseUrl, operator, sandbox } = await sceneOf(t);
    const { files } = new OpenAI({ apiKey: people.member.apiKey, baseURL: baseUrl, maxRetries: 0 });
    const made = async (more: object = {}): Promise<string> =>
      (await files.create({ file: await toFile(Buffer.from('Hello'), 'a.txt'), purpose: 'batch', ...more })).id;
    const recorded = (id: string, type: string) =>
      until(`${type} of ${id}`, async () => (await types(ledger.log, fileStream(id))).includes(type));
    const expiring = { expires_after: { anchor: 'created_at', seconds: 1 } } as const;
    const take = async (id: string) => idOf(await operator('POST', `/files/${id}/delete`, { reason }));

    await sandbox.misbehave('400');
    await t.throwsAsync(made());
    await files.delete(await made());
    const taken = await made();
    await take(taken);
    await recorded(taken, 'FileDeleted');
    await recorded(await made(expiring), 'FileExpired');

    // The upstream refuses to delete it, has it still, and deletes it when it is asked a second time, meanwhile.
    const refused = await made();
    await sandbox.misbehave('400');
    await t.throwsAsync(files.delete(refused));
    const asked = removals.next();
    const second = files.delete(refused);
    const goOn = await asked;
    await recorded(refused, 'FileRemovalRefused');
    goOn();
    await second;

    // An administrator takes it, while its owner's removal is under way.
    const both = await made();
    const first = gate.next('FileDeleted');
    const removing = files.delete(both);
    const finish = await first;
    await take(both);
    finish();
    await removing;

    // Its owner removes it just before its time is over, and the sweep comes first to the upstream.
    const late = await made({ expires_after: { anchor: 'created_at', seconds: 8 } });
    const beginning = gate.next('FileRemovalBegan');
    const leaving = files.delete(late);
    const begin = await beginning;
    const expire = await removals.next();
    const ending = gate.next('FileDeleted');
    begin();
    const end = await ending;
    expire();
    await recorded(late, 'FileExpired');
    end();
    await leaving;
    return [ledger.log];
  },

  'Stored responses': async (t) => {
    const { ledger, people, baseUrl, tenant } = await sceneOf(t);
    const { responses } = new OpenAI({ apiKey: people.member.apiKey, baseURL: baseUrl, maxRetries: 0 });
    await responses.delete((await responses.create({ model: 'light', input: 'Hello' })).id);
    const life = { createdAtMs: Date.now() - 2_000, expiresAtMs: Date.now() - 1_000 };
    const old = await plantResponse(ledger.log, { userId: people.member.userId, tenantId: tenant.tenantId }, life);
    await until('it expires', async () => (await types(ledger.log, `response-${old}`)).includes('ResponseExpired'));
    return [ledger.log];
  },
};

/** What the deciders take, and nobody asks for in this way from outside. */
const uncaused: Readonly<Record<string, readonly string[]>> = {
  // A process that ended or stood still in an attempt: see the tests of the reactor.
  Deliveries: [
    'running | WebhookDeliveryFailed, WebhookDeliveryTried | running',
    'pending | WebhookDelivered | delivered',
    'parked | WebhookDelivered | delivered',
  ],
};

for (const life of stateSamples) {
  const { title } = life;
  test.serial(
    `every transition of ${title.toLowerCase()} on the page, and no other, is caused from outside`,
    async (t) => {
      const logs = (await causes[title]?.(t)) ?? [];
      const observed = await Promise.all(
        logs.map((log) => observedTransitions(log, life, { prefix: prefixes[title] ?? '', besides: besides[title] })),
      );
      const all = new Set([...observed.flat(), ...(uncaused[title] ?? [])]);
      t.deepEqual([...all].toSorted(), transitionsOnPage(life));
      t.deepEqual(uncaused[title]?.filter((each) => observed.flat().includes(each)) ?? [], [], 'caused after all');
    },
  );
}

/** Events of the same streams that are of another life. */
const besides: Readonly<Record<string, readonly string[]>> = { 'Log-ins': ['PrincipalRegistered'] };

const prefixes: Readonly<Record<string, string>> = {
  Reservations: 'wallet-',
  'Top-ups': 'topup-',
  Transfers: 'transfer-',
  Payouts: 'payout-',
  Allocations: 'allocation-',
  Keys: 'api-key-',
  People: 'principal-',
  'Log-ins': 'principal-',
  'Tenants, groups and resellers': 'scope-tenant',
  Webhooks: 'webhook-',
  Deliveries: 'delivery-',
  'Stored responses': 'response-',
  Files: 'file-',
};
