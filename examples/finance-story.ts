// A year of money in a minute: an operator sets up a reseller, a tenant and its people, finance confirms a payment by bank, a
// wallet is shared out, calls are made, money is transferred, a key is rotated and a tenant suspended. All over HTTP.
// Run: npm start, then in another terminal: npm run example examples/finance-story.ts
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Where the gateway is, and an operator's key: what the sandbox of npm start wrote. WAYBILL_ADMIN_URLS names several gateways on
// one ledger, by commas: then they are asked in turn.
const { WAYBILL_DATA_DIR = 'data', WAYBILL_ADMIN_URLS } = process.env;
const sandbox = JSON.parse(readFileSync(join(WAYBILL_DATA_DIR, 'sandbox.json'), 'utf8')) as {
  readonly base_url: string;
  readonly admin_url: string;
  readonly admin_api_key: string;
};
const urls = (WAYBILL_ADMIN_URLS ?? sandbox.admin_url).split(',');

type Json = Readonly<Record<string, unknown>>;

let asked = 0;

/** One request of the management API. Every write has a key, so that it could be sent again. */
async function admin(key: string, method: string, path: string, body?: Json): Promise<Json> {
  const url = urls[asked++ % urls.length] ?? '';
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': `story-${asked}-${run}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as Json) };
}

const run = randomUUID();
const operator = sandbox.admin_api_key;
const idOf = (json: Json): string => {
  if (json['status'] !== 200) throw new Error(JSON.stringify(json));
  return String(json['id']);
};

const resellerId = idOf(await admin(operator, 'POST', '/resellers', { name: 'Example Resale' }));
const tenantId = idOf(await admin(operator, 'POST', '/tenants', { name: 'Example Ltd', reseller_id: resellerId }));

/** A person of the tenant, and a key with which they administer and call. */
async function person(roles: Json): Promise<{ readonly id: string; readonly key: string; readonly wallet: string }> {
  const user = await admin(operator, 'POST', '/users', { tenant_id: tenantId, pii_enabled: false, ...roles });
  const key = await admin(operator, 'POST', '/keys', { user_id: idOf(user), name: 'story', administers: true });
  idOf(key);
  return { id: idOf(user), key: String(key['api_key']), wallet: String(user['wallet_id']) };
}

const finance = await person({ platform_role: 'finance' });
const head = await person({ role: 'admin' });
const groupId = idOf(await admin(head.key, 'POST', '/groups', { name: 'Research' }));
const member = await person({ role: 'member' });
await admin(head.key, 'PUT', `/groups/${groupId}/members/${member.id}`);
await admin(head.key, 'PUT', `/policies/group/${groupId}`, {
  allowed_profiles: ['light', 'average'],
  default_profile: 'light',
  pii_required: false,
  max_request_eur: '1',
});
console.log('set up: a reseller, a tenant, a group with a policy, three people');

const topup = await admin(head.key, 'POST', '/topups', { wallet_id: head.wallet, amount_eur: '100' });
const payment = { bank_reference: `BANK-${run}`, bank_date: '2026-11-20', received_eur: '99.50' };
const confirmed = await admin(finance.key, 'POST', `/topups/${idOf(topup)}/confirm`, payment);
console.log(`top-up: ${String(confirmed['standing'])}`);
const other = await admin(head.key, 'POST', '/topups', { wallet_id: head.wallet, amount_eur: '1' });
const again = await admin(finance.key, 'POST', `/topups/${idOf(other)}/confirm`, payment);
console.log(`the same bank reference again: ${String(again['status'])}`);

const shares = [{ wallet_id: member.wallet, basis_points: 1_000 }];
idOf(
  await admin(finance.key, 'POST', '/allocations', {
    parent_id: head.wallet,
    allocations: shares,
    frequency: 'monthly',
  }),
);
const order = { id: randomUUID(), source_id: head.wallet, destination_id: member.wallet, amount_eur: '5' };
await admin(head.key, 'POST', '/transfers', order);
const transfer = await admin(head.key, 'POST', '/transfers', order);
console.log(`transfer, sent twice: ${String(transfer['standing'])}`);

/** A call of a model; answers its status. */
async function call(key: string): Promise<number> {
  const response = await fetch(`${sandbox.base_url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'light',
      max_tokens: 20,
      messages: [{ role: 'user', content: 'Where is my money?' }],
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

console.log(`a call: ${await call(member.key)}`);
const keys = await admin(member.key, 'GET', '/keys');
const [{ id: keyId = '' } = {}] = keys['data'] as readonly { readonly id?: string }[];
const rotated = String((await admin(member.key, 'POST', `/keys/${keyId}/rotate`, { overlap_seconds: 60 }))['api_key']);
console.log(`rotated: ${await call(rotated)}, and the secret before: ${await call(member.key)}`);

const wallet = await admin(finance.key, 'GET', `/wallets/${head.wallet}`);
console.log(`in the wallet of the tenant: ${String(wallet['available_eur'])} euro`);
await admin(operator, 'POST', `/tenants/${tenantId}/suspend`, { reason: 'the story ends' });
console.log(`suspended: ${await call(rotated)}`);
