import test from 'ava';
import { billing, daysOfMonth, monthAfter, type CloseBill } from '../../../src/domain/bills/bill.ts';
import { billDigest } from '../../../src/domain/bills/bill-digest.ts';
import type { BillFigures } from '../../../src/domain/bills/bill-figures.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

const close = (month: string, digest = '0'.repeat(64)): CloseBill => ({
  type: 'close_bill',
  bill: {
    tenant_id: id('3', 1),
    month,
    origin: 'waybill/0123456789abcdef',
    zone: 'UTC',
    from_time: `${month}-01T00:00:00.000Z`,
    before_time: `${monthAfter(month)}-01T00:00:00.000Z`,
    opening_eur: '0.000000000',
    closing_eur: '0.000000000',
    digest,
    wallets: [{ wallet_id: id('a', 1), after: -1, revision: 3 }],
  },
  actor: 'cli:uid-7',
});

test('bills are closed one month after another, and each once', (t) => {
  const first = billing.decide(close('2026-11'), billing.initialState);
  t.true(first.accepted);
  const events = first.accepted ? first.events : [];
  t.is(events[0]?.data.actor, 'cli:uid-7');
  const closed = events.reduce(billing.evolve, billing.initialState);
  t.deepEqual(billing.decide(close('2026-11', '1'.repeat(64)), closed), { accepted: true, events: [] });
  t.deepEqual(billing.decide(close('2027-01'), closed), { accepted: false, refusal: 'month_not_next' });
  t.deepEqual(billing.decide(close('2026-10'), closed), { accepted: false, refusal: 'month_not_next' });
  t.true(billing.decide(close('2026-12'), closed).accepted);
});

test('behind a bill from before every event any later month may be closed, and no earlier one', (t) => {
  const empty = { ...close('2006-11').bill, wallets: [] };
  const decided = (month: string) => billing.decide(close(month), [empty]).accepted;
  t.deepEqual(['2006-10', '2006-12', '2026-11'].map(decided), [false, true, true]);
});

test('months have their days', (t) => {
  t.is(monthAfter('2026-12'), '2027-01');
  t.deepEqual(daysOfMonth('2028-02'), { from: '2028-02-01', to: '2028-02-29' });
});

test('the digest of a bill is of its members, whatever their order', (t) => {
  const one = { b: [{ y: '1', x: 'ä' }], a: '2' } as unknown as BillFigures;
  const other = { a: '2', b: [{ x: 'ä', y: '1' }] } as unknown as BillFigures;
  t.is(billDigest(one), billDigest(other));
  // printf '{"a":"2","b":[{"x":"ä","y":"1"}]}' | sha256sum
  t.is(billDigest(one), 'c1c98f1f26356f3a88687dc4db385b565d61461995544f4a684642a805055f81');
});
