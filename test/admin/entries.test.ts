import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { adminScene, type Person } from '../_support/admin-scene.ts';
import { plantReservation } from '../_support/planted-reservation.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { waybill, waybillJson } from '../_support/waybill-command.ts';

/** Statements of wallets, over HTTP and as commands. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { operator, finance, auditor, reseller_admin: reseller, tenant_admin: admin, member } = scene.people;
const { tenantId } = scene.tenant;

type Entry = Readonly<Record<string, string | number | null>>;

const post = (person: Person, path: string, body: object) => scene.ask(person, path, { method: 'POST', body });

async function entriesOf(person: Person, walletId: string, query = ''): Promise<readonly Entry[]> {
  const { json } = await scene.ask(person, `/wallets/${walletId}/entries?${query}`);
  return json['data'] as readonly Entry[];
}

const walletOf = async ({ userId }: Person): Promise<string> =>
  String((await scene.ask(operator, `/users/${userId}`)).json['wallet_id']);

/** A wallet that got money in each way, and paid for a request. */
async function eventfulWallet(): Promise<{
  readonly walletId: string;
  readonly topupId: string;
  readonly transferId: string;
}> {
  const walletId = await walletOf(member);
  const topup = await post(admin, '/topups', { wallet_id: walletId, amount_eur: '5' });
  const topupId = String(topup.json['id']);
  const paid = { bank_reference: randomUUID(), bank_date: '2026-11-20', received_eur: '5' };
  await post(finance, `/topups/${topupId}/confirm`, paid);
  await post(finance, `/wallets/${walletId}/grants`, { amount_eur: '2', reason: '=1+1' });
  const destination_id = await scene.addWallet(tenantId);
  const transfer = await post(admin, '/transfers', { source_id: walletId, destination_id, amount_eur: '3' });
  await fetch(`${scene.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': member.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
  }).then((response) => response.text());
  return { walletId, topupId, transferId: String(transfer.json['id']) };
}

let [walletId, topupId, transferId] = ['', '', ''];
test.before('there is a wallet with a statement', async () => {
  ({ walletId, topupId, transferId } = await eventfulWallet());
});

const nano = (eur: unknown): bigint => BigInt(String(eur).replace('.', ''));

test('a statement has each posting, with what caused it and what the wallet had after it', async (t) => {
  const [newest, ...older] = await entriesOf(auditor, walletId);
  const oldestFirst = await entriesOf(auditor, walletId, 'order=oldest_first');
  const { json: shown } = await scene.ask(auditor, `/wallets/${walletId}`);
  t.deepEqual(oldestFirst.toReversed(), [newest, ...older]);
  for (const name of ['posted_eur', 'reserved_eur', 'available_eur', 'granted_eur'])
    t.is(String(newest?.[name]), String(shown[name]));
  t.is(
    oldestFirst.reduce((sum, { change_eur }) => sum + nano(change_eur), 0n),
    nano(shown['posted_eur']),
  );
  t.deepEqual(
    oldestFirst.slice(0, 5).map(({ kind, cause, change_eur }) => [kind, cause, change_eur]),
    [
      ['credit', null, '10.000000000'],
      ['credit', 'topup', '5.000000000'],
      ['credit', 'grant', '2.000000000'],
      ['debit', 'transfer', '-2.000000000'],
      ['debit', 'transfer', '-1.000000000'],
    ],
  );
  t.like(oldestFirst[1], { cause_id: topupId, actor: 'api', actor_user_id: finance.userId, actor_role: 'finance' });
  t.like(oldestFirst[3], {
    cause_id: transferId,
    actor_role: 'tenant_admin',
    actor_level: 'tenant',
    granted_eur: '0.000000000',
  });
  const [hold, charge, release] = oldestFirst.slice(5);
  t.like(hold, { kind: 'hold', change_eur: '0.000000000', subject: 'reservation', key_id: member.keyId, actor: null });
  t.like(charge, { kind: 'charge', subject_id: hold?.['subject_id'], reserved_eur: String(release?.['amount_eur']) });
  t.like(release, { kind: 'release', posting: 2, change_eur: '0.000000000', reserved_eur: '0.000000000' });
});

test('CSV, JSON and the commands say the same, in pages of any size', async (t) => {
  const whole = await entriesOf(operator, walletId);
  for (const limit of [1, 2, 3]) {
    const paged: Entry[] = [];
    for (let after = ''; after !== 'null';) {
      const { json } = await scene.ask(
        operator,
        `/wallets/${walletId}/entries?limit=${limit}${after === '' ? '' : `&after=${after}`}`,
      );
      paged.push(...(json['data'] as readonly Entry[]));
      t.true((json['data'] as readonly Entry[]).length <= limit);
      after = String(json['next']);
    }
    t.deepEqual(paged, whole);
  }
  const { json } = await scene.ask(operator, `/wallets/${walletId}/entries.csv`);
  const csv = String(json['text']);
  const [head = [], ...rows] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const cells = (entry: Entry): readonly string[] => head.map((name) => String(entry[name] ?? ''));
  t.deepEqual(rows, whole.map(cells));
  t.deepEqual([...head, 'object'].toSorted(), Object.keys(whole[0] ?? {}).toSorted());
  const exported = await waybill(t, scene.environment, 'wallets', 'export', walletId);
  t.is(exported.stdout, csv);
  t.deepEqual((await waybillJson(t, scene.environment, 'wallets', 'entries', walletId))['data'], whole);
});

test('a period has the entries of its days alone, with their balances', async (t) => {
  const today = new Date().toISOString().slice(0, 10);
  t.deepEqual(await entriesOf(operator, walletId, `from=${today}&to=9999-12-31`), await entriesOf(operator, walletId));
  t.deepEqual(await entriesOf(operator, walletId, 'to=2020-01-01'), []);
  t.deepEqual(await entriesOf(operator, walletId, 'from=9999-12-31&order=oldest_first'), []);
  const backwards = await scene.ask(operator, `/wallets/${walletId}/entries?from=2026-02-02&to=2026-02-01`);
  t.is(backwards.json.error?.param, 'to');
});

test('days and times are those of the zone that is asked for', async (t) => {
  const whole = await entriesOf(operator, walletId);
  // Fourteen hours before UTC, and eleven behind: not the same day anywhere.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'america/st_johns']) {
    const rows = await entriesOf(operator, walletId, `zone=${zone}`);
    t.deepEqual(
      rows.map(({ recorded_at }) => new Date(String(recorded_at)).toISOString()),
      whole.map(({ recorded_at }) => recorded_at),
    );
    const days = new Set(rows.map(({ recorded_at }) => String(recorded_at).slice(0, 10)));
    const byDay = await Promise.all(
      [...days].map((day) => entriesOf(operator, walletId, `zone=${zone}&from=${day}&to=${day}`)),
    );
    t.deepEqual(byDay.flat(), rows);
  }
  const { json } = await scene.ask(operator, `/wallets/${walletId}/entries.csv?zone=Asia/Kathmandu&limit=1`);
  t.regex(String(json['text']), /^\d+,\d{4}-\d\d-\d\dT[\d:.]+\+05:45,/m);
  const atHome = await entriesOf(operator, walletId, 'zone=Asia/Kathmandu');
  const command = ['wallets', 'entries', walletId, '--zone', 'Asia/Kathmandu'];
  t.deepEqual((await waybillJson(t, scene.environment, ...command))['data'], atHome);
  const refused = await scene.ask(operator, `/wallets/${walletId}/entries?zone=Europe/Nowhere`);
  t.like(refused.json.error, { code: 'invalid_value', param: 'zone' });
  t.regex(String(refused.json.error?.message), /`zone` must be an IANA time zone, such as Europe\/Rome\./);
});

test('a place belongs to one wallet, order, period and reader', async (t) => {
  const path = (wallet: string): string => `/wallets/${wallet}/entries`;
  const next = String((await scene.ask(operator, `${path(walletId)}?limit=2`)).json['next']);
  const statusOf = async (person: Person, wallet: string, query: string): Promise<number> =>
    (await scene.ask(person, `${path(wallet)}?after=${next}${query}`)).status;
  t.is(await statusOf(operator, walletId, ''), 200);
  t.is(await statusOf(auditor, walletId, ''), 400);
  t.is(await statusOf(operator, walletId, '&order=oldest_first'), 400);
  t.is(await statusOf(operator, walletId, '&from=2020-01-01'), 400);
  t.is(await statusOf(operator, walletId, '&zone=Europe/Rome'), 400);
  t.is(await statusOf(operator, scene.tenant.walletId, ''), 400);
  t.is((await scene.ask(operator, `${path(walletId)}?after=x`)).status, 400);
});

/** Everything that is said of who did the confirmation. */
const actorOf = (entries: readonly Entry[]): Entry => {
  const found = entries.find(({ cause }) => cause === 'topup') ?? {};
  return Object.fromEntries(Object.entries(found).filter(([name]) => name.startsWith('actor')));
};

test('readers below an actor learn the role and the level, and no ids', async (t) => {
  const above = {
    actor: 'api',
    actor_user_id: null,
    actor_key_id: null,
    actor_role: 'finance',
    actor_level: 'platform',
  };
  for (const reader of [reseller, admin, member]) t.deepEqual(actorOf(await entriesOf(reader, walletId)), above);
  const ofTransfer = async (reader: Person): Promise<unknown> =>
    (await entriesOf(reader, walletId)).find(({ cause }) => cause === 'transfer')?.['actor_user_id'];
  t.is(await ofTransfer(reseller), admin.userId);
  t.is(await ofTransfer(admin), admin.userId);
  t.is(await ofTransfer(member), null);
});

test('what a command did is named to the platform alone', async (t) => {
  const wallet = await scene.addWallet(tenantId);
  await waybillJson(t, scene.environment, 'wallets', 'credit', wallet, '1');
  const actor = async (reader: Person): Promise<unknown> => (await entriesOf(reader, wallet))[0]?.['actor'];
  t.regex(String(await actor(auditor)), /^cli:(uid-\d+|unknown)$/);
  t.is(await actor(admin), 'cli');
});

test('a member does not see whose requests their wallet paid for', async (t) => {
  const instanceId = randomUUID();
  await plantReservation(scene.ledger.log, { ...admin, tenantId, walletId: await walletOf(reseller) }, { instanceId });
  const hold = async (reader: Person): Promise<Entry | undefined> =>
    (await entriesOf(reader, await walletOf(reseller))).find(({ kind }) => kind === 'hold');
  t.like(await hold(admin), { key_id: admin.keyId, subject: 'reservation' });
  const other = await scene.addPerson(scene.tenant);
  await plantReservation(scene.ledger.log, { ...admin, tenantId, walletId: await walletOf(other) }, { instanceId });
  const [seen] = await entriesOf(other, await walletOf(other));
  t.like(seen, { kind: 'hold', key_id: null, subject: null, subject_id: null, amount_eur: '0.010000000' });
});

async function assertAlike(t: ExecutionContext, person: Person, suffix: string): Promise<void> {
  const answers = [scene.foreign.walletId, randomUUID()].map((id) =>
    scene.ask(person, `/wallets/${id}/entries${suffix}`),
  );
  const [foreign, unknown] = (await Promise.all(answers)).map(({ status, json }) => [status, json.error?.code]);
  t.deepEqual(foreign, [404, 'resource_not_found']);
  t.deepEqual(foreign, unknown);
}

test('a foreign wallet is as unknown as none', async (t) => {
  for (const person of [reseller, admin, member])
    for (const suffix of ['', '.csv']) await assertAlike(t, person, suffix);
});

test('a grant that would expire at a time that no event can have is refused, and writes nothing', async (t) => {
  const walletId = await scene.addWallet(tenantId);
  const grant = (expires_at: string) =>
    post(finance, `/wallets/${walletId}/grants`, { amount_eur: '1', reason: 'test', expires_at });
  const late = await grant('9999-12-31T23:59:59-12:00');
  t.is(late.status, 400);
  t.regex(late.json.error?.message ?? '', /before the year 10000/);
  t.is((await grant('9999-12-31T23:59:59Z')).status, 200);
  t.is((await entriesOf(finance, walletId)).length, 1);
});
