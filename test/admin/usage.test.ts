import test from 'ava';
import { readXlsx } from 'hucre/xlsx';
import { workbookType } from '../../src/ports/workbook.ts';
import { adminScene, type Answer, type Person } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { waybillFailure, waybillJson } from '../_support/waybill-command.ts';

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { auditor, tenant_admin: admin, member } = scene.people;
const { tenantId } = scene.tenant;

async function call(person: Person, path: string, body: object): Promise<string> {
  const response = await fetch(scene.baseUrl + path, {
    method: 'POST',
    headers: { 'x-api-key': person.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.headers.get('x-waybill-cost-eur') ?? '';
}

const chat = (person: Person) =>
  call(person, '/chat/completions', { model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] });
const messages = (person: Person) =>
  call(person, '/messages', { model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] });

type Row = Readonly<Record<string, unknown>> & { readonly counters: Readonly<Record<string, number>> };
const rowsOf = ({ json }: Answer): readonly Row[] => json['data'] as readonly Row[];

const [today] = new Date().toISOString().split('T');
const costs: string[] = [];
test.before('calls are made', async () => {
  costs.push(await chat(member), await chat(member), await messages(member), await chat(admin));
  costs.push(await chat(scene.foreign.member));
});

test('a person sees the usage that is theirs, and no other', async (t) => {
  const own = rowsOf(await scene.ask(member, '/usage'));
  t.deepEqual(
    own.map(({ surface, requests, user_id, day }) => [surface, requests, user_id, day]),
    [
      ['chat_completions', 2, member.userId, today],
      ['messages', 1, member.userId, today],
    ],
  );
  t.like(own[0], { tenant_id: tenantId, key_id: member.keyId, model: 'light', errors: 0 });
  t.true((own[0]?.counters['input'] ?? 0) > 0);
  t.is(rowsOf(await scene.ask(admin, '/usage')).length, 3);
  const all = rowsOf(await scene.ask(auditor, '/usage'));
  t.is(all.length, 4);
  const sum = all.reduce((total, { cost_eur }) => total + Math.round(Number(cost_eur) * 1e9), 0);
  t.is(
    sum,
    costs.reduce((total, cost) => total + Math.round(Number(cost) * 1e9), 0),
  );
  const others = `/usage?user_id=${admin.userId}`;
  t.is((await scene.ask(member, others)).status, 404);
  t.is((await scene.ask(member, `/usage?tenant_id=${scene.sibling.tenantId}`)).status, 404);
});

test('filters select the matching usage', async (t) => {
  const count = async (query: string): Promise<number> => rowsOf(await scene.ask(auditor, `/usage?${query}`)).length;
  t.is(await count(`tenant_id=${tenantId}`), 3);
  t.is(await count(`tenant_id=${tenantId}&surface=messages`), 1);
  t.is(await count(`key_id=${admin.keyId}`), 1);
  t.is(await count('model=light'), 4);
  t.is(await count('model=average'), 0);
  t.is(await count(`user_id=${member.userId}&from=${today}&to=${today}`), 2);
  t.is(await count(`tenant_id=${tenantId}&to=2020-01-01`), 0);
  t.is(await count('from=2999-01-01'), 0);
  t.is((await scene.ask(auditor, '/usage?from=2026-02-02&to=2026-02-01')).json.error?.param, 'to');
  t.is((await scene.ask(auditor, '/usage?from=yesterday')).json.error?.param, 'from');
});

test('pages follow one another to the end, each row once', async (t) => {
  const seen: Row[] = [];
  let after = '';
  for (let pages = 0; pages < 10; pages += 1) {
    const page = await scene.ask(auditor, `/usage?limit=1${after}`);
    seen.push(...rowsOf(page));
    if (page.json['next'] === null) break;
    after = `&after=${page.json['next'] as string}`;
  }
  t.deepEqual(seen, rowsOf(await scene.ask(auditor, '/usage')));
});

test('usage is given as a workbook, with amounts as numbers and their totals', async (t) => {
  const response = await fetch(`${scene.adminUrl}/usage.xlsx`, { headers: { 'x-api-key': auditor.apiKey } });
  t.is(response.headers.get('content-type'), workbookType);
  t.regex(response.headers.get('content-disposition') ?? '', /^attachment; filename="usage.xlsx"/);
  const [about, usage] = (await readXlsx(await response.arrayBuffer())).sheets;
  const column = usage?.rows[0]?.indexOf('cost_eur') ?? -1;
  const sum = (usage?.rows ?? []).slice(1).reduce((total, row) => total + Math.round(Number(row[column]) * 1e9), 0);
  t.is(
    sum,
    costs.reduce((total, cost) => total + Math.round(Number(cost) * 1e9), 0),
  );
  const total = about?.rows.find(([what]) => what === 'total of cost_eur in usage');
  t.is(Math.round(Number(total?.[1]) * 1e9), sum);
});

test('usage is given as comma-separated values, with a column for each counter', async (t) => {
  const response = await fetch(`${scene.adminUrl}/usage.csv?limit=2`, { headers: { 'x-api-key': auditor.apiKey } });
  t.regex(response.headers.get('content-type') ?? '', /^text\/csv/);
  t.regex(response.headers.get('content-disposition') ?? '', /^attachment/);
  const [heading = '', ...lines] = (await response.text()).trimEnd().split('\r\n');
  t.is(lines.length, 2);
  t.true(heading.startsWith('tenant_id,day,user_id,key_id,surface,model,wallet_id,requests,errors,'));
  const next = response.headers.get('x-waybill-next');
  const rest = await scene.ask(auditor, `/usage.csv?after=${next}`);
  t.is(String(rest.json['text']).trimEnd().split('\r\n').length, 3);
});

test('days are those of the zone that is asked for, and sum to the same', async (t) => {
  const all = rowsOf(await scene.ask(auditor, '/usage'));
  const sumOf = (rows: readonly Row[], name: string): number =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 1e9), 0);
  for (const zone of ['pacific/kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu']) {
    const rows = rowsOf(await scene.ask(auditor, `/usage?zone=${zone}`));
    for (const name of ['cost_eur', 'requests']) t.is(sumOf(rows, name), sumOf(all, name), zone);
    const days = [...new Set(rows.map(({ day }) => String(day)))];
    const today = Temporal.Now.plainDateISO(zone);
    t.true(days.every((day) => day === today.toString() || day === today.subtract({ days: 1 }).toString()));
    const byDay = await Promise.all(
      days.map((day) => scene.ask(auditor, `/usage?zone=${zone}&tenant_id=${tenantId}&from=${day}&to=${day}`)),
    );
    const ofTenant = rowsOf(await scene.ask(auditor, `/usage?zone=${zone}&tenant_id=${tenantId}`));
    t.deepEqual(byDay.flatMap(rowsOf), ofTenant);
    const csv = String((await scene.ask(auditor, `/usage.csv?zone=${zone}`)).json['text'])
      .trimEnd()
      .split('\r\n');
    t.is(csv.length, rows.length + 1);
    t.true(csv.slice(1).every((line) => days.includes(line.split(',')[1] ?? '')));
  }
  const listed = await waybillJson(t, scene.environment, 'usage', 'list', '--zone', 'Asia/Kathmandu');
  t.deepEqual(listed['data'], rowsOf(await scene.ask(auditor, '/usage?zone=Asia/Kathmandu')));
  const wrong = await waybillFailure(t, scene.environment, 'usage', 'export', '--zone', 'Europe/Nowhere');
  t.like(wrong, { exitCode: 2 });
  for (const zone of ['Europe/Nowhere', '%2B02:00', '2026-01-01T00:00[Europe/Rome]']) {
    const refused = await scene.ask(auditor, `/usage?zone=${zone}`);
    t.like(refused.json.error, { code: 'invalid_value', param: 'zone' });
    t.regex(String(refused.json.error?.message), /`zone` must be an IANA time zone, such as Europe\/Rome\./);
  }
});
