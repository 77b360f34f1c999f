// A year of money in a minute: an operator sets up a reseller, a tenant and its people, payments are found in the
// bank's notice at noon and its statement at night, one is paid back, a wallet is shared out, calls are made, a gateway is killed
// while money and a call are on their way, what it left unknown is settled by hand, a key is rotated and a tenant suspended. Over
// HTTP, but for the statements and the gateway that dies.
// Run: npm start, then in another terminal: npm run example examples/finance-story.ts
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainEnd, sandbox } from './_gateway.ts';

// Where the gateway is, and an operator's key: what the sandbox of npm start wrote. For gateways of your own:
// WAYBILL_ADMIN_KEY, and WAYBILL_ADMIN_URLS and WAYBILL_BASE_URLS, by commas. Several on one ledger are asked in turn.
const { WAYBILL_ADMIN_KEY, WAYBILL_ADMIN_URLS, WAYBILL_BASE_URLS } = process.env;
const {
  admin_api_key: operator,
  admin_url,
  base_url,
} = WAYBILL_ADMIN_KEY === undefined
  ? sandbox('WAYBILL_ADMIN_KEY, WAYBILL_ADMIN_URLS and WAYBILL_BASE_URLS to gateways of yours')
  : { admin_api_key: WAYBILL_ADMIN_KEY, admin_url: '', base_url: '' };
const adminUrls = (WAYBILL_ADMIN_URLS ?? admin_url).split(',');
const baseUrls = (WAYBILL_BASE_URLS ?? base_url).split(',');
const home = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'finance-story-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

type Json = Readonly<Record<string, unknown>>;

const run = randomUUID();
let asked = 0;

/** One request of the management API: `POST /topups`. Every write has a key, so that it could be sent again. */
async function admin(key: string, wish: string, body?: Json, url?: string): Promise<Json> {
  asked += 1;
  const [method = '', path = ''] = wish.split(' ');
  const response = await fetch((url ?? adminUrls[asked % adminUrls.length] ?? '') + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': `story-${asked}-${run}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { http_status: response.status, ...((await response.json()) as Json) };
}

/** Of what was made. */
const idOf = (json: Json): string => {
  const { http_status: status, error } = json as {
    readonly http_status: number;
    readonly error?: { readonly message: string };
  };
  if (status !== 200) throw new PlainEnd(`${status} ${error?.message ?? ''}`);
  return String(json['id']);
};

const listOf = (json: Json): readonly Json[] => json['data'] as readonly Json[];

const resellerId = idOf(await admin(operator, 'POST /resellers', { name: 'Example Resale' }));
const tenantId = idOf(await admin(operator, 'POST /tenants', { name: 'Example Ltd', reseller_id: resellerId }));

/** A person of the tenant, and a key with which they administer and call. */
async function person(roles: Json): Promise<{ readonly id: string; readonly key: string; readonly wallet: string }> {
  const user = await admin(operator, 'POST /users', { tenant_id: tenantId, pii_enabled: false, ...roles });
  const key = await admin(operator, 'POST /keys', {
    user_id: idOf(user),
    name: 'story',
    administers: true,
    inference: true,
  });
  idOf(key);
  return { id: idOf(user), key: String(key['api_key']), wallet: String(user['wallet_id']) };
}

const finance = await person({ platform_role: 'finance' });
const head = await person({ role: 'admin' });
const groupId = idOf(await admin(head.key, 'POST /groups', { name: 'Research' }));
const member = await person({ role: 'member' });
await admin(head.key, `PUT /groups/${groupId}/members/${member.id}`);
await admin(head.key, `PUT /policies/group/${groupId}`, {
  allowed_profiles: ['light', 'average'],
  default_profile: 'light',
  pii_required: false,
  max_request_eur: '1',
});
console.log('set up: a reseller, a tenant, a group with a policy, three people');

// The reference stands in what the payer wrote: that is how the payment finds its top-up.
const topup = await admin(head.key, 'POST /topups', { wallet_id: head.wallet, amount_eur: '100' });
const topupId = idOf(topup);
const reference = String(topup['reference']);

/** A booking of the bank: what came in is positive. The bank has its own reference for each. */
interface Booking {
  readonly id: string;
  readonly eur: string;
  readonly text: string;
  readonly isOut?: boolean;
}

const invoice = { id: `BANK-${run}`, eur: '99.50', text: `invoice 7, ${reference}` };
const rest = { id: `REST-${run}`, eur: '0.50', text: `rest of ${reference}` };
const rent = { id: `RENT-${run}`, eur: '1200.00', text: 'rent for November' };
const back = { id: `BACK-${run}`, eur: '0.50', text: `account closed, ${reference}`, isOut: true };

/** A file of the bank: the notice of the day is a camt.054, the statement of the night a camt.053. */
function bankFile(name: string, message: 'camt.054' | 'camt.053', bookings: readonly Booking[]): string {
  const [root, part] = message === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  const entries = bookings.map(
    ({ id, eur, text, isOut = false }) =>
      `<Ntry><Amt Ccy="EUR">${eur}</Amt><CdtDbtInd>${isOut ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
      `<BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef>` +
      `<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  const file = join(folder, name);
  const account = '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>';
  const space = `urn:iso:std:iso:20022:tech:xsd:${message}.001.08`;
  writeFileSync(
    file,
    `<Document xmlns="${space}"><${root}><${part}>${account}${entries.join('')}</${part}></${root}></Document>`,
  );
  return file;
}

async function importFile(file: string, ...options: readonly string[]): Promise<string> {
  const waybill = join(home, 'src', 'cli', 'waybill.mjs');
  // Not in one piece with this process: a connection that the gateway closes meanwhile would be used again.
  const child = spawn(process.execPath, [waybill, 'payments', 'import', file, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const output = await text(child.stdout);
  // It ends with 1 where something is listed, as the rent is, which names no top-up.
  const [status] = (await ended) as [number | null];
  if (status !== 1) throw new PlainEnd(`payments import ended with ${status}`);
  return output.trim().split('\n').at(-1) ?? '';
}

const noon = bankFile('noon.xml', 'camt.054', [invoice, rent]);
const night = bankFile('night.xml', 'camt.053', [rent, rest, invoice]);
const nextDay = bankFile('next-day.xml', 'camt.053', [rent, back]);
console.log(`at noon: ${await importFile(noon)}`);
console.log(`at night: ${await importFile(night)}`);
console.log(`the same statement again: ${await importFile(night)}`);
console.log(`the next day: ${await importFile(nextDay)}`);
console.log(`the return is booked: ${await importFile(nextDay, '--reverse-returns')}`);
console.log(`top-up: ${String((await admin(head.key, `GET /topups/${topupId}`))['status'])}`);

/** Cents of an amount of the bank. */
const centsOf = (eur: string): number => Math.round(Number(eur) * 100);
const inBank = [invoice, rest, back].reduce((sum, { eur, isOut }: Booking) => sum + (isOut ? -1 : 1) * centsOf(eur), 0);
const inBooks = await admin(finance.key, `GET /wallets/${head.wallet}`);
console.log(`in the bank: ${(inBank / 100).toFixed(2)} euro, in the books: ${String(inBooks['posted_eur'])}`);

const other = await admin(head.key, 'POST /topups', { wallet_id: head.wallet, amount_eur: '1' });
const payment = { bank_reference: invoice.id, bank_date: '2026-11-20', received_eur: invoice.eur };
const again = await admin(finance.key, `POST /topups/${idOf(other)}/confirm`, payment);
console.log(`the same bank reference for another: ${String(again['http_status'])}`);

idOf(
  await admin(finance.key, 'POST /allocations', {
    parent_id: head.wallet,
    allocations: [{ wallet_id: member.wallet, basis_points: 1_000 }],
    frequency: 'monthly',
  }),
);
const order = { id: randomUUID(), source_id: head.wallet, destination_id: member.wallet, amount_eur: '5' };
await admin(head.key, 'POST /transfers', order);
console.log(`transfer, sent twice: ${String((await admin(head.key, 'POST /transfers', order))['status'])}`);

/** A call of a model; answers its status. */
async function call(key: string, surface: string, body: Json, url?: string): Promise<number> {
  asked += 1;
  const response = await fetch(`${url ?? baseUrls[asked % baseUrls.length]}/${surface}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', ...body }),
  });
  await response.arrayBuffer();
  return response.status;
}

const question = (content: string): Json => ({ max_tokens: 20, messages: [{ role: 'user', content }] });
const chat = (key: string): Promise<number> => call(key, 'chat/completions', question('Where is my money?'));
console.log(`a chat completion: ${await chat(member.key)}`);
console.log(`a message: ${await call(member.key, 'messages', question('Where is my money?'))}`);
console.log(`an embedding: ${await call(member.key, 'embeddings', { input: 'money' })}`);

/** A process that says where it listens. */
interface Listening {
  readonly child: ChildProcess;
  readonly told: Json;
}

/** Starts a script of Waybill beside what runs. */
async function start(script: string, environment: Readonly<Record<string, string>>): Promise<Listening> {
  const child = fork(join(home, script), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 2, 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  for await (const piece of child.stdout ?? []) {
    output += String(piece);
    const ready = /ready (\{.*\})$/m.exec(output)?.[1];
    if (ready !== undefined) return { child, told: JSON.parse(ready) as Json };
  }
  throw new Error(`${script} did not start`);
}

async function kill({ child }: Listening): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** The configuration of a gateway on the same ledger, at an upstream without billing records. */
function configuration(upstream: string): Json {
  const { WAYBILL_EVENTSTOREDB_URL: engine, WAYBILL_CONTENT_KEY: contentKey } = process.env;
  const prices = { id: 'story', version: '1', eur_per_million_tokens: { input: '0.10', output: '0.40' } };
  const target = { model: 'sandbox-small', surfaces: ['chat_completions'], context_tokens_max: 32_000 };
  return {
    ...(engine !== undefined && { ledger: { engine: 'eventstoredb', connection_string: engine } }),
    ...(contentKey !== undefined && { content_keys: [{ id: '1', key: contentKey }] }),
    upstreams: { story: { base_url: upstream, api_key: 'sandbox-upstream-key' } },
    targets: { story: { upstream: 'story', output_tokens_max: 1_000, prices, ...target } },
    profiles: { light: { targets: ['story'], public: true } },
    default_profile: 'light',
  };
}

/** Nano-euro that a wallet has available. */
async function available(wallet: string): Promise<bigint> {
  const { available_eur } = await admin(finance.key, `GET /wallets/${wallet}`);
  return BigInt(String(available_eur).replace('.', ''));
}

/** Asks until it is so. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 6_000; turn += 1) {
    if (await isSo()) return;
    await sleep(10);
  }
  throw new Error(`a minute, and still not: ${what}`);
}

const wallet = await admin(operator, 'POST /wallets', { tenant_id: tenantId });
const purse = String(wallet['wallet_id'] ?? wallet['id']);
const total = await available(head.wallet);
const upstream = await start('infra/sandbox-upstream/main.ts', { SANDBOX_UPSTREAM_PORT: '0' });
const path = join(folder, 'waybill.yaml');
writeFileSync(path, JSON.stringify(configuration(String(upstream.told['base_url']))));

const toBeChecked = async (): Promise<readonly Json[]> =>
  listOf(await admin(finance.key, `GET /reservations?wallet_id=${member.wallet}`));

/** Starts a gateway, has it move money and answer a call, and kills it. Answers what is on its way, nano-euro. */
async function killWhileItMovesMoney(): Promise<bigint> {
  const doomed = await start('src/main.ts', {
    WAYBILL_CONFIG: path,
    // Beside the sandbox's own gateway, on its ledger.
    WAYBILL_SANDBOX_DATA: 'use',
    WAYBILL_PORT: '0',
    WAYBILL_ADMIN_PORT: '0',
    WAYBILL_METRICS_PORT: 'off',
    WAYBILL_LOG_LEVEL: 'silent',
  });
  const [adminUrl, baseUrl] = [String(doomed.told['admin_url']), String(doomed.told['base_url'])];
  const isHeld = (await toBeChecked()).length > 0;
  const hanging = isHeld ? null : call(member.key, 'chat/completions', question('[[sandbox: hang]]'), baseUrl);
  // Nobody answers it any more.
  const calling = hanging?.catch(() => null);
  await until('a call is held', async () => (await toBeChecked()).length > 0);
  const before = await available(head.wallet);
  const some = { source_id: head.wallet, destination_id: purse, amount_eur: '0.01' };
  const move = async (): Promise<void> => {
    for (;;) await admin(head.key, 'POST /transfers', some, adminUrl);
  };
  // Each ends when the gateway has.
  const movers = Array.from({ length: 8 }, () => move().catch(() => null));
  while ((await available(head.wallet)) === before);
  await kill(doomed);
  // The source first: what is credited in between is not on its way any more.
  const onItsWay = total - (await available(head.wallet)) - (await available(purse));
  await Promise.all([...movers, calling]);
  return onItsWay;
}

// Between a debit and its credit lie a few milliseconds: now and then the end comes before or after.
let onItsWay = 0n;
for (let turn = 0; turn < 50 && onItsWay === 0n; turn += 1) onItsWay = await killWhileItMovesMoney();
console.log(`a gateway was killed: ${onItsWay > 0n ? 'debited, and not credited' : 'nothing was on its way'}`);
await until('all of it is there', async () => (await available(head.wallet)) + (await available(purse)) === total);
console.log('another one has finished it: not a cent is missing');
const { available_eur: amount_eur } = await admin(finance.key, `GET /wallets/${purse}`);
idOf(await admin(head.key, 'POST /transfers', { source_id: purse, destination_id: head.wallet, amount_eur }));

// Whether the call that it had was charged nobody knows: its hold is flagged, and somebody decides.
await until('the call is flagged', async () => (await toBeChecked()).some(({ cause }) => cause !== null));
const [flagged = {}] = await toBeChecked();
const reservation = `/reservations/${String(flagged['id'])}`;
const { open } = await admin(finance.key, `GET ${reservation}`);
const { cause, billing_record } = open as {
  readonly cause: string;
  readonly billing_record: { readonly state: string };
};
console.log(`to be checked: ${cause}, billing records: ${billing_record.state}`);
const reason = 'the provider has billed the prompt';
const settled = await admin(finance.key, `POST ${reservation}/settle`, { cost_eur: '0.000001', reason });
console.log(`by hand: ${String(settled['outcome'])}, and to be checked: ${(await toBeChecked()).length}`);

const [{ id: keyId = '' } = {}] = listOf(await admin(member.key, 'GET /keys'));
const rotated = await admin(member.key, `POST /keys/${String(keyId)}/rotate`, { overlap_seconds: 60 });
const secret = String(rotated['api_key']);
console.log(`rotated: ${await chat(secret)}, and the secret before: ${await chat(member.key)}`);

const usage = listOf(await admin(head.key, `GET /usage?user_id=${member.id}`));
const surfaces = usage.map(({ surface, requests }) => `${String(surface)} ${String(requests)}`).toSorted();
console.log(`used: ${surfaces.join(', ')}`);
const { available_eur } = await admin(finance.key, `GET /wallets/${head.wallet}`);
console.log(`in the wallet of the tenant: ${String(available_eur)} euro`);
await admin(operator, `POST /tenants/${tenantId}/suspend`, { reason: 'the story ends' });
console.log(`suspended: ${await chat(secret)}`);
await kill(upstream);
