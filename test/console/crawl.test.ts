import test from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { lostInstance, plantReservation } from '../_support/planted-reservation.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);

test.after.always('close', shared.end);

test('open holds of whoever lists those of one wallet lead to the wallets that have some', async (t) => {
  const { tenant_admin: admin } = scene.people;
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, admin);
  await visitor.get('/console/');
  for (const mark of ['held', 'flagged']) {
    t.true(visitor.page.includes(`href="/console/operations/listWallets?${mark}=true"`), mark);
    const { json } = await scene.ask(admin, `/wallets?${mark}=true`);
    const ids = (json['data'] as readonly { readonly id: string }[]).map(({ id }) => id);
    t.deepEqual(ids, [scene.tenant.walletId]);
    const { json: others } = await scene.ask(admin, `/wallets?${mark}=true&restricted=true`);
    t.deepEqual(others['data'], []);
  }
});

test.before('there is something of most kinds', async () => {
  const { member, tenantId, walletId } = scene.tenant;
  const { finance, tenant_admin: admin } = scene.people;
  await scene.call(scene.people.member);
  const planted = { instanceId: await lostInstance(scene.environment), upstream: 'elsewhere', flag: 'process_lost' };
  await plantReservation(scene.ledger.log, { ...member, tenantId, walletId }, planted);
  const other = await scene.addWallet(tenantId);
  const made = async (person: Person, path: string, body: object): Promise<void> => {
    const { status, json } = await scene.ask(person, path, { method: 'POST', body });
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(json)}`);
  };
  await made(admin, '/topups', { wallet_id: walletId, amount_eur: '10' });
  await made(admin, '/transfers', { source_id: walletId, destination_id: other, amount_eur: '1' });
  await made(admin, '/allocations', {
    parent_id: walletId,
    allocations: [{ wallet_id: other, basis_points: 100 }],
    frequency: 'monthly',
  });
  await made(finance, '/payouts', { wallet_id: walletId, amount_eur: '2' });
  await made(admin, '/webhooks', { url: 'https://hooks.example/one', alerts: ['wallet.low'] });
});

/** Addresses of one form: an id, a day or a cursor in the place of another leads to no other page. */
function formOf(address: string): string {
  return address
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')
    .replace(/\bafter=[^&]+/, 'after=CURSOR');
}

/** What a page leads to: its links, and the pages of the operations that its forms send. */
function ledTo(page: string): readonly string[] {
  const found = page.matchAll(/<(?:a\b[^>]*?\shref|form method="post" action)="(\/console\/[^"]*)"/g);
  const addresses = [...found].map(([, address = '']) => address.replaceAll('&amp;', '&'));
  // A receipt waits for the next checkpoint.
  const others = /^\/console\/(log-out|settings|sessions\/end|operations\/showReceipt\?)/;
  return addresses.filter((address) => !others.test(address));
}

for (const [role, person] of Object.entries(scene.people)) {
  test(`every link and form that a page shows ${role} is theirs`, async (t) => {
    const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, person);
    const seen = new Set<string>();
    const wrong: string[] = [];
    const waiting: { readonly address: string; readonly from: string }[] = [{ address: '/console/', from: '' }];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { status, headers, text } = await visitor.get(next.address);
      if (status !== 200 && status !== 302) wrong.push(`${status} ${next.address} from ${next.from}`);
      if (headers['content-type']?.startsWith('text/html') !== true) continue;
      for (const address of ledTo(text)) {
        if (!seen.has(formOf(address))) waiting.push({ address, from: next.address });
        seen.add(formOf(address));
      }
    }
    t.deepEqual(wrong, []);
    t.true(seen.size > 40, `${seen.size} pages`);
  });
}
