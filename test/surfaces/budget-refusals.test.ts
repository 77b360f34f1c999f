import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Budget } from '../../src/domain/budgets/budget.ts';
import type { BudgetRest } from '../../src/domain/budgets/budget-rest.ts';
import { GatewayError, type ErrorCode } from '../../src/errors.ts';
import { openaiErrors } from '../../src/protocols/answers/openai-error.ts';
import { anthropicErrors } from '../../src/protocols/messages/error.ts';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// A refusal for a budget names it, says what is left and when it renews, in words and as members. Nothing is held.

const served = sharedGateway({ config: { profiles: { other: { targets: ['small'] } } } });
test.after.always(served.end);

const micro = '0.000001000';
const none = '0.000000000';
const hello = JSON.stringify({ model: 'light', max_tokens: 500, messages: [{ role: 'user', content: 'hello' }] });
const hi = JSON.stringify({ model: 'light', max_tokens: 500, messages: [{ role: 'user', content: 'hi' }] });

interface Case {
  readonly budgets?: readonly Omit<Budget, 'budget_id'>[];
  /** The budget over the whole life of the key. */
  readonly budgetEur?: string;
  readonly code?: ErrorCode;
  readonly body?: string;
  readonly says: RegExp;
  readonly named: Omit<BudgetRest, 'renews_at'>;
}

const monthInRome = { amount_eur: micro, per: 'month', zone: 'Europe/Rome' } as const;
const ofTheMonth = { of: 'key', per: 'month', zone: 'Europe/Rome', amount_eur: micro, left_eur: micro } as const;

const cases: Readonly<Record<string, Case>> = {
  'its whole life': {
    budgetEur: '0.000001',
    code: 'key_budget_exceeded',
    says: /; € 0.000001 are left of the key's budget of € 0.000001, with € 0.00 held.* or use a key with a larger budget\.$/,
    named: { of: 'key', per: 'total', amount_eur: micro, left_eur: micro },
  },
  'a month': {
    budgets: [monthInRome],
    says: /; € 0.000001 are left of the budget of € 0.000001 per month of the key, with € 0.00 held by running requests\./,
    named: ofTheMonth,
  },
  'all time, for its profile alone': {
    budgets: [
      { amount_eur: none, per: 'day', zone: 'UTC', profiles: ['other'] },
      { amount_eur: micro, per: 'total', profiles: ['light'] },
    ],
    body: hi,
    says: /of € 0.000001 in total for light of the key, .*, or ask an administrator to raise it\.$/,
    named: { of: 'key', per: 'total', profiles: ['light'], amount_eur: micro, left_eur: micro },
  },
  'a week, before the body is read': {
    budgets: [{ amount_eur: none, per: 'week', zone: 'UTC' }],
    body: '{',
    says: /^The budget of the key, € 0.00 per week, is spent or held. Wait until it renews at /,
    named: { of: 'key', per: 'week', zone: 'UTC', amount_eur: none, left_eur: none },
  },
};

for (const [title, { budgets = [], says, named, ...asked }] of Object.entries(cases)) {
  const { body = hello, code = 'budget_exceeded', budgetEur } = asked;
  test(`a request is refused above a budget of ${title}`, async (t) => {
    const { tenant, origin, wallet } = await served.start();
    const { apiKey, walletId } = await tenant({
      budgets: budgets.map((budget) => ({ budget_id: randomUUID(), ...budget })),
      ...(budgetEur !== undefined && { budgetEur }),
    });
    const before = Date.now();
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
    };
    const reply = await httpCall(`${origin}/v1/chat/completions`, { method: 'POST', headers, body });
    t.is(reply.status, 402);
    t.is(reply.headers['x-should-retry'], 'false');
    const { error } = JSON.parse(reply.text) as {
      readonly error: { readonly code: string; readonly message: string; readonly budget: BudgetRest };
    };
    t.is(error.code, code);
    t.regex(error.message, says);
    const { renews_at: renewsAt, ...budget } = error.budget;
    t.deepEqual<unknown, unknown>(budget, named);
    t.is(renewsAt === undefined, named.per === 'total');
    if (renewsAt !== undefined) {
      t.true(Date.parse(renewsAt) > before);
      t.true(error.message.includes(`wait until it renews at ${renewsAt} (${named.zone})`.slice(1)), error.message);
    }
    const types = (await wallet(walletId)).map(({ type }) => type);
    t.false(types.includes('CreditReserved'));
  });
}

test('each dialect of errors has the budget as a member', (t) => {
  const budget = { ...ofTheMonth, renews_at: '2026-12-01T00:00:00+01:00' };
  const refusal = new GatewayError('budget_exceeded', { budget });
  for (const { body } of [openaiErrors, anthropicErrors]) {
    t.like(body(refusal, 'request'), { error: { code: 'budget_exceeded', budget } });
    t.false(JSON.stringify(body(new GatewayError('insufficient_credit'), 'request')).includes('"budget"'));
  }
});
