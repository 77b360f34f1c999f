import createClient from 'openapi-fetch';
import type { paths } from './.cache/admin.d.ts';

// A reseller's first day, told by the client that openapi-typescript and openapi-fetch make of the description. It is compiled
// and run by `npm run test:generated-clients`. Nothing here is cast: what does not fit the description does not compile.

/** Where a gateway listens, and the key of its operator. */
export interface Gateway {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly adminKey: string;
}

const clientOf = (baseUrl: string, key: string) =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

/** The answer of a call. Raises an error that says what was refused. */
async function answered<Data>(
  calling: Promise<{ readonly data?: Data; readonly error?: { readonly error: { readonly message: string } } }>,
) {
  const { data, error } = await calling;
  if (data === undefined) throw new Error(error?.error.message ?? 'no answer');
  return data;
}

function equal(found: unknown, expected: unknown, what: string): void {
  if (found !== expected) throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}

/** Makes what a caller needs, pays, calls, and reads what it cost. Raises for whatever is otherwise than described. */
export async function story({ baseUrl, adminUrl, adminKey }: Gateway): Promise<void> {
  const operator = clientOf(adminUrl, adminKey);
  const reseller = await answered(operator.POST('/resellers', { body: { name: 'North' } }));
  const tenant = await answered(operator.POST('/tenants', { body: { name: 'Harbour', reseller_id: reseller.id } }));
  equal(tenant.parent_id, reseller.id, 'the reseller of the tenant');
  const person = await answered(operator.POST('/users', { body: { tenant_id: tenant.id } }));
  const key = await answered(operator.POST('/keys', { body: { name: 'first', user_id: person.id, budget_eur: '5' } }));
  equal(key.budget_eur, '5.000000000', 'the budget of the key');

  const finance = clientOf(adminUrl, await financeKey(operator, tenant.id));
  const topup = await answered(finance.POST('/topups', { body: { wallet_id: person.wallet_id, amount_eur: '20' } }));
  const received = { bank_reference: `STORY-${topup.id}`, bank_date: '2026-01-02', received_eur: topup.amount_eur };
  const path = { topup_id: topup.id };
  const paid = await answered(finance.POST('/topups/{topup_id}/confirm', { params: { path }, body: received }));
  equal(paid.payments[0]?.received_eur, '20.000000000', 'what was received');

  const reservation = await call(baseUrl, key.api_key ?? '');
  const charge = await answered(
    operator.GET('/reservations/{reservation_id}', { params: { path: { reservation_id: reservation } } }),
  );
  equal(charge.state, 'settled', 'the state of the charge');
  const usage = await answered(
    operator.GET('/usage', { params: { query: { tenant_id: tenant.id, zone: 'Europe/Rome' } } }),
  );
  const [row] = usage.data;
  equal(row?.requests, 1, 'the requests of the tenant');
  equal(row?.cost_eur, charge.cost_eur, 'what the tenant used');
  const wallet = await answered(
    operator.GET('/wallets/{wallet_id}', { params: { path: { wallet_id: person.wallet_id } } }),
  );
  equal(wallet.settled_eur, charge.cost_eur, 'what the wallet paid');
  const statement = await answered(
    operator.GET('/wallets/{wallet_id}/entries', { params: { path: { wallet_id: person.wallet_id } } }),
  );
  equal(statement.data[0]?.posted_eur, wallet.posted_eur, 'the balance of the statement');
  equal(statement.next, null, 'the end of the statement');
}

/** The secret of a key of somebody of the finance department: an operator receives no money. */
async function financeKey(operator: ReturnType<typeof clientOf>, tenantId: string): Promise<string> {
  const roles = { tenant_id: tenantId, platform_role: 'finance' } as const;
  const person = await answered(operator.POST('/users', { body: roles }));
  const body = { name: 'finance', user_id: person.id, administers: true };
  return (await answered(operator.POST('/keys', { body }))).api_key ?? '';
}

/** Asks the sandbox something; returns the id of the reservation. */
async function call(baseUrl: string, apiKey: string): Promise<string> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', max_tokens: 20, messages: [{ role: 'user', content: 'Good morning.' }] }),
  });
  equal(response.status, 200, 'the status of the call');
  await response.text();
  return response.headers.get('x-waybill-reservation') ?? '';
}
