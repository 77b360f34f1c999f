import test from 'ava';
import { adminOperations } from '../../../src/admin/operations.ts';
import { cellOf, listColumns } from '../../../src/admin/shown/list-columns.ts';
import { adminScene } from '../../_support/admin-scene.ts';
import { SharedTeardown } from '../../_support/shared-teardown.ts';
import { until } from '../../_support/until.ts';
import { waybill, waybillJson } from '../../_support/waybill-command.ts';

/** Lists of operations as tables for people; `--json` is the answer of the management API. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, finance, member } = scene.people;
const { tenantId, walletId, groupId } = scene.tenant;

const post = (path: string, body: object) => scene.ask(finance, path, { method: 'POST', body });

const { resellerId } = scene.tenant;

let [webhookId, reservationId] = ['', ''];

test.before('there is something to list', async () => {
  const prices = { method: 'PUT', body: { factor_basis_points: 12_000 } };
  await scene.ask(scene.people.reseller_admin, `/prices/reseller/${resellerId}`, prices);
  const answer = await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': member.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  reservationId = answer.headers.get('x-waybill-reservation') ?? '';
  const other = await scene.addWallet(tenantId, '1');
  await post('/topups', { wallet_id: walletId, amount_eur: '5' });
  await post('/transfers', { source_id: walletId, destination_id: other, amount_eur: '1' });
  await post('/payouts', { wallet_id: walletId, amount_eur: '0.5' });
  await post('/allocations', { parent_id: walletId, allocations: [{ wallet_id: other, basis_points: 1 }] });
  const made = await scene.ask(operator, '/webhooks', { method: 'POST', body: { url: 'https://127.0.0.1:1/' } });
  webhookId = String(made.json['id']);
  await scene.ask(operator, `/webhooks/${webhookId}/try`, { method: 'POST' });
  const rules = { allowed_profiles: ['light'], default_profile: 'light', pii_required: false, max_request_eur: '1' };
  await scene.ask(operator, `/policies/tenant/${tenantId}`, { method: 'PUT', body: rules });
  await scene.ask(operator, `/groups/${groupId}/members/${member.userId}`, { method: 'PUT' });
  await until('the margin of the request is recorded', async () => {
    const { json } = await scene.ask(operator, `/resellers/${resellerId}/margins`);
    return (json['data'] as readonly object[]).length > 0;
  });
});

test('every operation that lists has columns, and no other', (t) => {
  const listing = adminOperations.filter(({ id }) => id.startsWith('list'));
  t.deepEqual(Object.keys(listColumns).toSorted(), listing.map(({ id }) => id).toSorted());
});

/** Nothing is held, stored or uploaded in this ledger. */
const empty = ['listReservations', 'listResponses', 'listFiles'];

for (const { id, path } of adminOperations.filter(({ id }) => listColumns[id] !== undefined && !empty.includes(id))) {
  test(`every column of ${id} is a member of its rows`, async (t) => {
    const { json } = await scene.ask(
      operator,
      path
        .replace('{user_id}', member.userId)
        .replace('{wallet_id}', walletId)
        .replace('{reseller_id}', resellerId)
        .replace('{webhook_id}', webhookId)
        .replace('{reservation_id}', reservationId)
        .replace('/charges', `/charges?tenant_id=${tenantId}`),
    );
    const rows = json['data'] as readonly object[];
    t.true(rows.length > 0);
    for (const row of rows) for (const column of listColumns[id] ?? []) t.true(column in row, column);
  });
}

test('the health of targets is a table, and JSON for machines', async (t) => {
  const { exitCode, stdout } = await waybill(t, scene.environment, 'targets', 'list');
  t.is(exitCode, 0);
  const [head = '', row = ''] = stdout.split('\n');
  t.regex(
    head,
    /^target {2,}upstream {2,}status {2,}wait_ms {2,}requests_running {2,}first_byte_ms {2,}last_failure {2,}/,
  );
  t.regex(row, /^small {2,}sandbox {2,}healthy {2,}0 {2,}0 {2,}\d+ {2,}– {2,}\S+$/);
  const { data } = await waybillJson(t, scene.environment, 'targets', 'list');
  t.like((data as readonly object[])[0], { object: 'target_status', target: 'small' });
});

test('usage is a table, and JSON for machines', async (t) => {
  const asked = ['usage', 'list', '--user-id', member.userId];
  const [head = '', row = ''] = (await waybill(t, scene.environment, ...asked)).stdout.split('\n');
  t.deepEqual(head.split(/ {2,}/), listColumns['listUsage']);
  const [day, ...cells] = row.split(/ {2,}/);
  t.regex(day ?? '', /^\d{4}-\d\d-\d\d$/);
  t.deepEqual(cells.slice(0, 6), [member.userId, member.keyId, 'chat_completions', 'light', '1', '0']);
  t.regex(cells[6] ?? '', /^0\.\d{9}$/);
  t.like(((await waybillJson(t, scene.environment, ...asked))['data'] as readonly object[])[0], { requests: 1 });
});

test('a list without rows is its heading', async (t) => {
  const { stdout } = await waybill(t, scene.environment, 'responses', 'list', '--user-id', member.userId);
  t.deepEqual(stdout.trimEnd().split(/ {2,}/), listColumns['listResponses']);
});

test('a cell shows nothing as a dash, words with commas, and other values as JSON', (t) => {
  t.deepEqual([null, undefined, 'a b', 3, false, ['a', 'b'], [], [{ a: 1 }]].map(cellOf), [
    '–',
    '–',
    'a b',
    '3',
    'false',
    'a,b',
    '',
    '[{"a":1}]',
  ]);
});
