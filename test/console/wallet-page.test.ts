import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { lostInstance, plantReservation } from '../_support/planted-reservation.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** The page of one wallet. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { finance, member, tenant_admin: admin } = scene.people;
const { tenant } = scene;

test.after.always('close', shared.end);

const visitorOf = (person: { readonly apiKey: string }) => ConsoleVisitor.loggedIn(scene.adminUrl, person);

const walletOf = async (person: Person): Promise<string> =>
  String((await scene.ask(person, `/users/${person.userId}`)).json['wallet_id']);

test('a wallet has its balances and its statement, whose rows are downloaded as they are seen', async (t) => {
  const walletId = await walletOf(member);
  const visitor = await visitorOf(member);
  await visitor.get('/console/');
  t.true(visitor.page.includes(`href="/console/wallet?wallet_id=${walletId}"`));
  t.is((await visitor.get(`/console/wallet?wallet_id=${walletId}&limit=1&order=oldest_first`)).status, 200);
  const rows = visitor.page.match(/<div id="answer">[^]*?<\/tbody>/)?.[0] ?? '';
  t.is(rows.match(/<tr>/g)?.length, 2, 'a heading and a row');
  const csv = /href="([^"]*exportEntries[^"]*)"[^>]*>\s*CSV of these rows/.exec(visitor.page)?.[1] ?? '';
  const { text } = await visitor.get(csv.replaceAll('&amp;', '&'));
  t.is(text.trimEnd().split('\r\n').length, 2);
  t.regex(visitor.page, /data-follow="\/console\/operations\/listEntries\?[^"]*follow=true"/);
});

test('the wallet of somebody else is as unknown as one that does not exist', async (t) => {
  const foreign = await walletOf(scene.foreign.member);
  const visitor = await visitorOf(member);
  for (const id of [foreign, foreign.replace(/^./, (first) => (first === '0' ? '1' : '0'))]) {
    t.is((await visitor.get(`/console/wallet?wallet_id=${id}`)).status, 404);
  }
  t.is((await visitor.get(`/console/wallet?wallet_id=${await walletOf(member)}&zone=Nowhere/Land`)).status, 400);
});

test('a hold in doubt stands first, with the record of the provider and the two decisions', async (t) => {
  const instanceId = await lostInstance(scene.environment);
  const holder = { ...tenant.member, tenantId: tenant.tenantId, walletId: tenant.walletId };
  const planted = { instanceId, upstream: 'elsewhere', flag: 'process_lost' };
  const id = await plantReservation(scene.ledger.log, holder, planted);
  const visitor = await visitorOf(finance);
  await visitor.get(`/console/wallet?wallet_id=${tenant.walletId}`);
  t.true(visitor.page.includes('In doubt: decide'));
  t.is(visitor.page.match(/action="\/console\/operations\/(settle|release)Reservation"/g)?.length, 2);
  t.regex(visitor.page, new RegExp(`id="f-settleReservation-${id}-cost_eur"`));
  const own = await visitorOf(tenant.member);
  await own.get(`/console/wallet?wallet_id=${tenant.walletId}`);
  t.false(own.page.includes('settleReservation'));
});

test('a credit leads to the top-up that made it, and its time to the wallet as it was then', async (t) => {
  // Of its own: others write to the tenant's wallet meanwhile.
  const walletId = await scene.addWallet(tenant.tenantId);
  const visitor = await visitorOf(finance);
  const { json } = await scene.ask(finance, '/topups', {
    method: 'POST',
    body: { wallet_id: walletId, amount_eur: '12.50' },
  });
  const body = { received_eur: '12.50', bank_reference: 'BANK-101', bank_date: '2026-11-20' };
  await scene.ask(finance, `/topups/${String(json['id'])}/confirm`, { method: 'POST', body });
  await visitor.get(`/console/wallet?wallet_id=${walletId}`);
  const rows = visitor.page.match(/<div id="answer">[^]*?<\/tbody>/)?.[0] ?? '';
  t.regex(rows, new RegExp(`href="/console/operations/showTopup\\?topup_id=${String(json['id'])}"`));
  const then = /href="(\/console\/wallet\?[^"]*revision=\d+)"/.exec(rows)?.[1] ?? '';
  t.is((await visitor.get(then.replaceAll('&amp;', '&'))).status, 200);
  t.regex(visitor.page, /As it was after revision/);
  const at = Number(/revision=(\d+)/.exec(then)?.[1]);
  t.notRegex(visitor.page, /→/, 'there is no event after the newest');
  await visitor.get(then.replaceAll('&amp;', '&').replace(`revision=${at}`, `revision=${at - 1}`));
  t.regex(visitor.page, new RegExp(`${at} →`));
});

test('what an allocation moved leads to the allocation', async (t) => {
  const other = await scene.addWallet(tenant.tenantId);
  const shares = { allocations: [{ wallet_id: other, basis_points: 100 }], frequency: 'once' };
  const body = { parent_id: tenant.walletId, ...shares };
  const { json } = await scene.ask(admin, '/allocations', { method: 'POST', body });
  const visitor = await visitorOf(admin);
  await visitor.get(`/console/wallet?wallet_id=${other}`);
  const [, to = ''] = /allocation_id=([0-9a-f-]{36})"/.exec(visitor.page) ?? [];
  t.is(to, String(json['id']));
});

test('rows come before the form of their filters, which says what is filtered', async (t) => {
  const visitor = await visitorOf(finance);
  for (const address of [
    `/console/operations/listCharges?tenant_id=${tenant.tenantId}&state=settled`,
    `/console/wallet?wallet_id=${tenant.walletId}&from=2026-01-01`,
  ]) {
    await visitor.get(address);
    const [, filters = ''] = /<details class="filters"\s*>\s*<summary>([^]*?)<\/summary>/.exec(visitor.page) ?? [];
    t.regex(filters, /class="filter"[^]*(settled|2026-01-01)/, address);
  }
  await visitor.get('/console/operations/listCharges?tenant_id=nothing');
  t.regex(visitor.page, /<details class="filters" open/, 'a filter that was refused is there to be corrected');
});

test('a budget is a sentence', async (t) => {
  const budgets = [{ amount_eur: '5', per: 'month', zone: 'Europe/Rome', profiles: ['light'] }];
  const body = { name: 'x', budgets, user_id: member.userId, inference: true };
  const { json } = await scene.ask(admin, '/keys', { method: 'POST', body });
  const visitor = await visitorOf(admin);
  await visitor.get(`/console/operations/showKey?key_id=${String(json['id'])}`);
  const text = visitor.page.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/\s+/g, ' ');
  t.regex(text, /€ 5\.00 0{7} a month \(Europe\/Rome\), for light: € 0\.00/);
});

test('a requested top-up is shown with how to pay it', async (t) => {
  const visitor = await visitorOf(member);
  t.is((await visitor.fill('requestTopup', { amount_eur: '25' })).status, 200);
  t.regex(visitor.page, /RF\d\d/);
});
