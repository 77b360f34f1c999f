import test from 'ava';
import { adminScene, type Answer, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { waybillJson } from '../_support/waybill-command.ts';

/** What usage and wallets come to together. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { auditor, operator, tenant_admin: admin, member } = scene.people;
const { tenantId } = scene.tenant;

async function call({ apiKey }: Person): Promise<void> {
  const response = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  await response.text();
}

type Row = Readonly<Record<string, unknown>> & { readonly cost_eur: string };
const rowsOf = ({ json }: Answer): readonly Row[] => json['data'] as readonly Row[];
const nano = (eur: unknown): bigint => BigInt(String(eur).replace('.', ''));
const sumOf = (rows: readonly Row[]): bigint => rows.reduce((sum, { cost_eur }) => sum + nano(cost_eur), 0n);

test.before('calls are made', async () => {
  for (const person of [member, member, admin, scene.foreign.member]) await call(person);
});

test.serial('hours, days and months come to what the rows of usage do, however they are divided', async (t) => {
  const whole = sumOf(rowsOf(await scene.ask(admin, '/usage')));
  t.true(whole > 0n);
  for (const step of ['hour', 'day', 'month']) {
    for (const part of ['model', 'key_id', 'user_id', 'surface']) {
      for (const zone of ['UTC', 'Asia/Kolkata']) {
        const { json } = await scene.ask(admin, `/usage/sums?step=${step}&part=${part}&zone=${zone}`);
        t.is(json['whole'], true);
        t.is(sumOf(json['data'] as readonly Row[]), whole, `${step} ${part} ${zone}`);
      }
    }
  }
  const [hour] = rowsOf(await scene.ask(member, '/usage/sums?step=hour&zone=Asia/Kolkata&model=light'));
  t.like(hour, { object: 'usage_sum', name: 'light', requests: 2 });
  t.regex(String(hour?.['starts']), /^\d{4}-\d\d-\d\dT\d\d:00:00\+05:30$/);
  t.deepEqual(rowsOf(await scene.ask(member, '/usage/sums?model=average')), []);
});

test.serial('beyond twelve names the rest is one of its own', async (t) => {
  const person = await scene.addPerson(scene.tenant);
  for (let made = 0; made < 14; made += 1) {
    const body = { name: `key ${made}`, user_id: person.userId, inference: true };
    const { json } = await scene.ask(person, '/keys', { method: 'POST', body });
    await call({ ...person, apiKey: String(json['api_key']) });
  }
  const rows = rowsOf(await scene.ask(person, '/usage/sums?part=key_id'));
  t.is(rows.length, 13);
  t.like(rows.at(-1), { name: null, requests: 2 });
});

test.serial('wallets are summed within what their reader reaches', async (t) => {
  const { json } = await scene.ask(admin, '/wallet-sums');
  const listed = rowsOf(await scene.ask(admin, '/wallets?limit=200')) as readonly (Row & { posted_eur: string })[];
  t.is(json['wallets'], listed.length);
  t.is(
    nano(json['posted_eur']),
    listed.reduce((sum, { posted_eur }) => sum + nano(posted_eur), 0n),
  );
  t.is(json['low_wallets'], 0);
  const alert = { method: 'PUT', body: { below_eur: '1000000' } };
  t.is((await scene.ask(operator, `/wallets/${scene.tenant.walletId}/alert`, alert)).status, 200);
  t.is((await scene.ask(admin, '/wallet-sums')).json['low_wallets'], 1);
  t.deepEqual(
    rowsOf(await scene.ask(admin, '/wallets?low=true')).map((row) => row['id']),
    [scene.tenant.walletId],
  );
  t.deepEqual(rowsOf(await scene.ask(member, '/wallets?low=true')), []);
  t.is((await scene.ask(member, '/wallet-sums')).json['wallets'], 1);
  t.true(Number((await scene.ask(auditor, '/wallet-sums')).json['wallets']) > listed.length);
  t.is((await scene.ask(admin, `/wallet-sums?tenant_id=${scene.foreign.tenantId}`)).status, 404);
  const printed = await waybillJson(t, scene.environment, 'wallets', 'measure', '--tenant-id', tenantId);
  t.is(printed['wallets'], listed.length);
});
