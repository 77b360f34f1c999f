import test from 'ava';
import type { DomainEvent } from '../../../src/domain/event-catalogue.ts';
import { MovementsCheck } from '../../../src/ledger/verify/verify-movements.ts';
import { id, tenantId, walletId } from '../../_support/wallet-vocabulary.ts';

/** What a verification says of the steps of a payout: as they are recorded, and in any other way. */

const named = { payout_id: id('6', 1), tenant_id: tenantId };
const amount_eur = '4.000000000';
const cause = { kind: 'payout', id: named.payout_id } as const;
const lot = {
  lot_id: `${id('f', 1)}.1`,
  number: 1,
  kind: 'paid',
  expires_at: '2027-01-01T00:00:00.000Z',
  amount_eur: '1.000000000',
} as const;
const moved = { amount_eur, reason: 'r', cause, postings: [] };

const debited: DomainEvent = {
  type: 'WalletDebited',
  data: { debit_id: named.payout_id, ...moved, takes: 'paid', lots: [lot] },
};
const requested: DomainEvent = {
  type: 'PayoutRequested',
  data: { ...named, wallet_id: walletId, amount_eur, reason: 'r' },
};
const confirmed: DomainEvent = {
  type: 'PayoutConfirmed',
  data: { ...named, bank_reference: 'E2E-0044', bank_date: '2026-11-20' },
};
const issued: DomainEvent = {
  type: 'PaymentIssued',
  data: { ...named, bank_reference: 'E2E-0044', bank_date: '2026-11-20', sent_eur: amount_eur },
};
const cancelled: DomainEvent = { type: 'PayoutCancelled', data: { ...named, reason: 'r' } };
const credited: DomainEvent = {
  type: 'WalletCredited',
  data: { credit_id: id('f', 7), ...moved, lots: [{ ...lot, lot_id: `${id('f', 7)}.1` }] },
};

/** The first mismatch, by the number of its event from 1; `null`: there is none. */
function firstWrong(events: readonly DomainEvent[], wallet = walletId): number | null {
  const check = new MovementsCheck();
  const found = events.findIndex((event) => check.check(event, wallet)?.kind === 'payout');
  return found < 0 ? null : found + 1;
}

test('a payout as it is recorded is right', (t) => {
  t.is(firstWrong([debited, requested, issued, confirmed]), null);
  // Another process may have claimed another reference of it.
  t.is(firstWrong([debited, requested, issued, confirmed, issued]), null);
  t.is(firstWrong([debited, requested, cancelled, credited]), null);
  t.is(firstWrong([debited]), null);
});

test('a payout in another order, twice, or with a step too many is a difference', (t) => {
  t.is(firstWrong([requested]), 1);
  t.is(firstWrong([debited, debited]), 2);
  t.is(firstWrong([debited, confirmed]), 2);
  t.is(firstWrong([issued]), 1);
  t.is(firstWrong([debited, issued]), 2);
  t.is(firstWrong([debited, requested, credited]), 3);
  t.is(firstWrong([debited, requested, requested]), 3);
  t.is(firstWrong([debited, requested, confirmed, cancelled]), 4);
  t.is(firstWrong([debited, requested, confirmed, credited]), 4);
  t.is(firstWrong([debited, requested, cancelled, credited, credited]), 5);
});

test('another amount, wallet or lot, and granted credit, are differences', (t) => {
  const other = '4.000000001';
  const edited = (event: DomainEvent, data: object): DomainEvent =>
    ({ ...event, data: { ...event.data, ...data } }) as DomainEvent; // members of its own type
  t.is(firstWrong([edited(debited, { lots: [{ ...lot, kind: 'granted' }] })]), 1);
  t.is(firstWrong([edited(debited, { takes: undefined })]), 1);
  t.is(firstWrong([debited, edited(requested, { amount_eur: other })]), 2);
  t.is(firstWrong([debited, requested, edited(issued, { sent_eur: other })]), 3);
  t.is(firstWrong([debited, edited(requested, { wallet_id: id('a', 2) })]), 2);
  for (const change of [{ amount_eur: other }, { lots: undefined }, { lots: [{ ...lot, amount_eur: other }] }]) {
    t.is(firstWrong([debited, requested, cancelled, edited(credited, change)]), 4);
  }
});
