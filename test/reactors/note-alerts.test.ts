import { randomUUID } from 'node:crypto';
import test from 'ava';
import { changeScope } from '../../src/ledger/administration/scope-changes.ts';
import { changePrincipal, registerPrincipal } from '../../src/ledger/identities.ts';
import { noticeOnce, noticeTarget } from '../../src/ledger/notices.ts';
import { relayStream } from '../../src/ledger/stream-names.ts';
import { logFailing } from '../_support/failing-appends.ts';
import { principalWith } from '../_support/grant-vocabulary.ts';
import { tenantId } from '../_support/wallet-vocabulary.ts';
import { answered, webhookScene } from './_webhook-scene.ts';

const noted = (scene: ReturnType<typeof webhookScene>) => scene.process(async () => answered(200)).notes;

test('an alert is for the webhooks of its tenant, of its reseller and of the platform, and for no other', async (t) => {
  const scene = webhookScene();
  const [resellerId, foreign] = [randomUUID(), randomUUID()];
  const deps = { ...scene.parts, actor: 'cli:test' };
  for (const [scope_id, parent_id] of [
    [tenantId, resellerId],
    [foreign, randomUUID()],
  ] as const) {
    const scope = { scope_kind: 'tenant', scope_id, parent_id, name: 'x' } as const;
    await changeScope(deps, { kind: 'tenant', scopeId: scope_id }, { type: 'create_scope', scope });
  }
  const hooks = {
    platform: await scene.hook(),
    reseller: await scene.hook({ reseller_id: resellerId }),
    tenant: await scene.hook({ tenant_id: tenantId }),
    foreign: await scene.hook({ tenant_id: foreign }),
    otherReseller: await scene.hook({ reseller_id: randomUUID() }),
    otherAlerts: await scene.hook({ tenant_id: tenantId, alerts: ['topup.confirmed'] }),
  };
  await scene.lowWallet(tenantId);
  await noted(scene).note();
  const found = await Promise.all(
    Object.entries(hooks).map(async ([name, { id }]) => [name, (await scene.listed(id)).length]),
  );
  t.deepEqual(Object.fromEntries(found), {
    platform: 1,
    reseller: 1,
    tenant: 1,
    foreign: 0,
    otherReseller: 0,
    otherAlerts: 0,
  });
});

test('what happened before a webhook was made is not for it, also where another one had it noted', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  await scene.lowWallet();
  scene.clock.ms += 1;
  const late = await scene.hook();
  await noted(scene).note();
  t.is((await scene.listed()).length, 1);
  t.is((await scene.listed(late.id)).length, 0);
});

test('a process that begins reads on where the cursor is, and without a cursor from the beginning', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  await scene.lowWallet();
  await noted(scene).note();
  const cursor = async () => await scene.log.readStream(relayStream('webhooks'));
  const [first] = await cursor();
  t.truthy(first);
  await scene.lowWallet();
  await noted(scene).note();
  t.is((await scene.listed()).length, 2);
  const [second, ...others] = await cursor();
  t.deepEqual(others, []);
  t.true((second?.revision ?? 0) > (first?.revision ?? 0));
  await noted(scene).note();
  t.is((await cursor())[0]?.revision, second?.revision, 'without an alert it does not move');
});

test('without webhooks nothing is read, and the first one gets what follows it', async (t) => {
  const scene = webhookScene();
  const notes = noted(scene);
  await scene.lowWallet();
  await notes.note();
  t.deepEqual(await scene.log.readStream(relayStream('webhooks')), []);
  const { id } = await scene.hook();
  await scene.lowWallet();
  await notes.note();
  t.is((await scene.listed(id)).length, 1);
});

test('more alerts than a page are all noted', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  for (let wallets = 0; wallets < 400; wallets += 1) await scene.lowWallet();
  await noted(scene).note();
  t.is((await scene.listed()).length, 400);
});

test('a webhook that is made while alerts are noted misses none that follows it', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  await scene.lowWallet();
  const made: string[] = [];
  const { notes } = scene.process(
    async () => answered(200),
    scene.log,
    async () => {
      if (made.length > 0) return;
      made.push((await scene.hook()).id);
      await scene.lowWallet();
    },
  );
  await notes.note();
  await notes.note();
  t.is((await scene.listed(made[0])).length, 1);
});

test('an alert whose delivery could not be recorded is noted by the next process', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  await scene.lowWallet();
  const failing = logFailing(scene.log, (types) => (types.includes('WebhookDeliveryRequested') ? 'unavailable' : null));
  await t.throwsAsync(scene.process(async () => answered(200), failing).notes.note());
  await noted(scene).note();
  t.is((await scene.listed()).length, 1);
});

test('an alert of a person, a group or a tenant is of their tenant, and one of a reseller is not', async (t) => {
  const scene = webhookScene();
  const [resellerId, groupId] = [randomUUID(), randomUUID()];
  const deps = { ...scene.parts, keyHasher: scene.keyHasher, actor: 'cli:test' };
  const scopes = [
    ['reseller', resellerId, null],
    ['tenant', tenantId, resellerId],
    ['group', groupId, tenantId],
  ] as const;
  for (const [scope_kind, scope_id, parent_id] of scopes) {
    const scope = { scope_kind, scope_id, parent_id, name: 'x' };
    await changeScope(deps, { kind: scope_kind, scopeId: scope_id }, { type: 'create_scope', scope });
  }
  await registerPrincipal(deps, principalWith({ tenant_id: tenantId }));
  const { user_id } = principalWith({});
  const [ofTenant, ofReseller] = [
    await scene.hook({ tenant_id: tenantId }),
    await scene.hook({ reseller_id: resellerId }),
  ];
  await changePrincipal(deps, user_id, { type: 'suspend_principal', reason: 'x' });
  for (const [kind, scopeId] of scopes) {
    await changeScope(deps, { kind, scopeId }, { type: 'suspend_scope', reason: 'x' });
  }
  await noted(scene).note();
  const typesFor = async (id: string) => (await scene.listed(id)).map((each) => each.message_type).toSorted();
  const below = ['group.suspended', 'tenant.suspended', 'user.suspended'];
  t.deepEqual(await typesFor(ofTenant.id), below);
  t.deepEqual(await typesFor(ofReseller.id), [...below, 'reseller.suspended'].toSorted());
});

test('a target that is out is told to the platform alone, and a hold in doubt to its tenant too', async (t) => {
  const scene = webhookScene();
  const deps = { ...scene.parts, keyHasher: scene.keyHasher };
  const walletId = await scene.lowWallet(tenantId);
  const [platform, tenant, foreign] = [
    await scene.hook(),
    await scene.hook({ tenant_id: tenantId }),
    await scene.hook({ tenant_id: randomUUID() }),
  ];
  await noted(scene).note();
  const hold = { reservation_id: randomUUID(), wallet_id: walletId, key_id: randomUUID(), amount_eur: '1.000000000' };
  const data = { ...hold, flagged_at: '2026-11-01T12:00:00.000Z' };
  await noticeOnce(deps, [hold.reservation_id], { type: 'FlaggedHoldNoticed', data });
  for (const isOut of [true, false]) {
    await noticeTarget(deps, { target: 'small', upstream: 'sandbox', isOut }, scene.clock.now());
  }
  await noted(scene).note();
  const typesFor = async (id: string) => (await scene.listed(id)).map((each) => each.message_type).toSorted();
  t.deepEqual(await typesFor(platform.id), ['hold.in_doubt', 'target.back', 'target.out', 'wallet.low']);
  t.deepEqual(await typesFor(tenant.id), ['hold.in_doubt', 'wallet.low']);
  t.deepEqual(await typesFor(foreign.id), []);
});
