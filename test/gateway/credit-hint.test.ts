import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { changeScope } from '../../src/ledger/administration/scope-changes.ts';
import type { TenantOptions } from '../_support/gateway.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// Where a caller without credit gets some: in the operator's words, the nearest ones, whatever there is too little of.

const [reseller, silent] = [randomUUID(), randomUUID()];
const [own, resold, both, quiet] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const hints = {
  text: 'Ask the operator: https://pay.example',
  resellers: { [reseller]: 'Ask the reseller: https://reseller.example' },
  tenants: { [own]: 'Ask Anna, room 3', [both]: 'Ask Ben, room 4' },
};

const served = sharedGateway({
  config: {
    target: { surfaces: ['chat_completions', 'messages', 'responses'] },
    top: { credit_hint: hints },
  },
});
test.after.always(served.end);

async function refusalOf(options: TenantOptions, headers: Readonly<Record<string, string>> = {}) {
  const { baseUrl, tenant } = await served.start();
  const { apiKey } = await tenant(options);
  const answer = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'light', max_tokens: 900, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  const { error } = (await answer.json()) as { readonly error: Readonly<Record<string, string>> };
  return { status: answer.status, error };
}

function assertHinted(t: ExecutionContext, { status, error }: Awaited<ReturnType<typeof refusalOf>>, hint: string) {
  t.is(status, 402);
  t.is(error['credit_hint'], hint);
  t.true(error['message']?.endsWith(`. ${hint}`), error['message']);
}

const causes: Readonly<Record<string, readonly [code: string, TenantOptions]>> = {
  'an empty wallet': ['insufficient_credit', { creditEur: '0' }],
  'a wallet with too little': ['insufficient_credit', { creditEur: '0.000001' }],
  'a spent budget of the key': ['key_budget_exceeded', { budgetEur: '0' }],
  'too small a budget of the key': ['key_budget_exceeded', { budgetEur: '0.000001' }],
  'a cap of a request': ['request_cap_exceeded', { maxRequestEur: '0.000001' }],
};

for (const [cause, [code, options]] of Object.entries(causes)) {
  test(`${cause} is refused with the hint, with and without an idempotency key`, async (t) => {
    for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
      const refusal = await refusalOf(options, headers);
      t.is(refusal.error['code'], code);
      assertHinted(t, refusal, hints.text);
    }
  });
}

test("a tenant's hint stands before its reseller's, and that before the operator's", async (t) => {
  const { log } = await served.start();
  const create = (kind: 'reseller' | 'tenant', scopeId: string, parent_id: string | null) =>
    changeScope(
      { log, createId: randomUUID, actor: 'system:test' },
      { kind, scopeId },
      { type: 'create_scope', scope: { scope_kind: kind, scope_id: scopeId, parent_id, name: 'a name' } },
    );
  for (const id of [reseller, silent]) await create('reseller', id, null);
  for (const id of [resold, both]) await create('tenant', id, reseller);
  await create('tenant', quiet, silent);
  const nearest = [
    [own, 'Ask Anna, room 3'],
    [both, 'Ask Ben, room 4'],
    [resold, hints.resellers[reseller]],
    [quiet, hints.text],
  ] as const;
  for (const [tenantId, hint] of nearest) {
    assertHinted(t, await refusalOf({ tenantId, creditEur: '0' }), hint ?? '');
  }
});

test('a refusal for another reason has no hint', async (t) => {
  const { status, error } = await refusalOf({ profiles: ['other'] });
  t.is(status, 403);
  t.false('credit_hint' in error);
  t.false(error['message']?.includes('pay.example'));
});
