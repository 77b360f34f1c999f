import test from 'ava';
import type { DomainEvent } from '../../../src/domain/event-catalogue.ts';
import { claimsOf, type EntryClaim } from '../../../src/domain/payments/bank-entry.ts';
import { MovementsCheck } from '../../../src/ledger/verify/verify-movements.ts';
import { id, tenantId, walletId } from '../../_support/wallet-vocabulary.ts';

/** What a verification says of the claims on entries of the bank: as they are recorded, and in any other way. */

const [ten, entire] = ['10.000000000', '25.000000000'];
const [days, batch] = [['2026-11-20'], 'b'.repeat(64)];
const named = { topup_id: id('6', 1), tenant_id: tenantId };

type Confirmed = Extract<DomainEvent, { readonly type: 'TopupConfirmed' }>['data'];

/** A part of a batch of 25 EUR. */
const part: Confirmed = {
  ...named,
  wallet_id: walletId,
  payment_id: id('4', 1),
  bank_reference: 'BANK-0001',
  bank_date: '2026-11-20',
  received_eur: ten,
  shown_eur: entire,
  identity: { batch, batch_eur: entire, days },
  by_hand: false,
};
/** The whole of it, for another top-up. */
const whole: Confirmed = {
  ...part,
  topup_id: id('6', 2),
  payment_id: id('4', 2),
  received_eur: entire,
  identity: { servicer: batch, days },
};

const confirmed = (data: Confirmed): DomainEvent => ({ type: 'TopupConfirmed', data });
const claimed = (data: EntryClaim): DomainEvent => ({ type: 'BankEntryClaimed', data });
const refused = (data: EntryClaim): DomainEvent => ({ type: 'BankEntryRefused', data });
const claimsFor = (data: Confirmed, by: EntryClaim['by'] = 'statement'): readonly EntryClaim[] =>
  claimsOf({ topup_id: data.topup_id, by }, data);
const credited = ({ topup_id, payment_id, received_eur }: Confirmed): DomainEvent => ({
  type: 'WalletCredited',
  data: {
    credit_id: payment_id,
    amount_eur: received_eur,
    reason: 'top-up',
    cause: { kind: 'topup', id: topup_id },
    postings: [],
  },
});
const paid = (data: Confirmed, claims = claimsFor(data)): readonly DomainEvent[] => [
  confirmed(data),
  ...claims.map(claimed),
  credited(data),
];

/** The first mismatch, as it is told; `null`: there is none. */
function wrongIn(...events: readonly DomainEvent[]): string | null {
  const check = new MovementsCheck();
  for (const event of events) {
    const found = check.check(event, walletId);
    if (found !== null) return `${found.kind}: ${found.expected} / ${found.found}`;
  }
  return null;
}

/** Each claim of a part, changed by itself. */
function wrongClaims(change: Partial<EntryClaim>): readonly (string | null)[] {
  const claims = claimsFor(part);
  return claims.map((_, changed) =>
    wrongIn(
      ...paid(
        part,
        claims.map((claim, index) => (index === changed ? { ...claim, ...change } : claim)),
      ),
    ),
  );
}

const everyClaim = (wrong: string): readonly string[] => claimsFor(part).map(() => wrong);

test('claims as they are recorded are right', (t) => {
  t.is(claimsFor(part).length, 3);
  t.is(wrongIn(...paid(part)), null);
  t.is(wrongIn(...paid(whole)), null);
  const stated = { ...whole, by_hand: true };
  t.is(wrongIn(...paid(part), ...paid(stated, claimsFor(stated, 'person'))), null, 'a person decides otherwise');
  const seen = { ...part, identity: { batch: 'c'.repeat(64), batch_eur: entire, days } };
  const later = claimsFor(seen, 'recognised').filter(({ is_part }) => is_part);
  t.is(wrongIn(...paid(part), ...later.map(claimed)), null, 'a later statement has it');
});

test('a payment that is credited without a claim at a day of its entry is named', (t) => {
  const claims = claimsFor(part);
  const missing = claims.map((claim) =>
    wrongIn(
      ...paid(
        part,
        claims.filter((each) => each !== claim),
      ),
    ),
  );
  const expected = 'bank_entry: a claim on 10.000000000 2026-11-20 before / none';
  const onWhole = 'bank_entry: a claim on 25.000000000 2026-11-20 before / none';
  t.deepEqual(missing, [expected, onWhole, null]);
  t.is(wrongIn(confirmed(part), credited(part), ...claims.map(claimed)), expected, 'it comes after the credit');
});

test('a payment from before there were claims needs none', (t) => {
  const { shown_eur: _, ...before } = part;
  t.is(wrongIn(confirmed(before), credited(before)), null);
});

test('a claim of a payment that nobody confirmed, for another top-up or of another amount is named', (t) => {
  const [claim] = claimsFor(part);
  t.not(claim, undefined);
  if (claim === undefined) return;
  t.is(wrongIn(claimed(claim)), `bank_entry: a payment ${part.payment_id} / ${ten} for ${part.topup_id}`);
  const told = `bank_entry: ${ten} for ${part.topup_id} / `;
  t.deepEqual(wrongClaims({ topup_id: id('6', 9) }), everyClaim(`${told}${ten} for ${id('6', 9)}`));
  t.deepEqual(wrongClaims({ received_eur: '9.000000000' }), everyClaim(`${told}9.000000000 for ${part.topup_id}`));
});

test('a claim that says it is of somebody else than its payment is named', (t) => {
  t.deepEqual(wrongClaims({ by: 'person' }), everyClaim('bank_entry: by statement / by person'));
  const [atDay, ...more] = claimsFor(part, 'recognised');
  t.is(
    wrongIn(confirmed(part), ...[atDay, ...more].flatMap((each) => (each === undefined ? [] : [claimed(each)]))),
    'bank_entry: by statement / by recognised',
    'the first claim of a payment is no later one',
  );
  const stated = { ...part, by_hand: true };
  t.is(wrongIn(...paid(stated)), 'bank_entry: by person / by statement');
});

test('a claim that leaves less than nothing of an entry is named, whichever comes first', (t) => {
  const tooMuch = 'bank_entry: BankEntryRefused / BankEntryClaimed';
  t.is(wrongIn(...paid(part), ...paid(whole)), tooMuch);
  t.is(wrongIn(...paid(whole), ...paid(part)), tooMuch);
  const other = { ...part, topup_id: id('6', 2), payment_id: id('4', 2), received_eur: '15.000000000' };
  t.is(wrongIn(...paid(part), ...paid(other)), null);
  const third = { ...part, topup_id: id('6', 3), payment_id: id('4', 3), received_eur: '1.000000000' };
  t.is(wrongIn(...paid(part), ...paid(other), ...paid(third)), tooMuch);
});

test('a refusal is right where the entry has not as much left, and then nothing is credited', (t) => {
  const claims = claimsFor(part);
  const onBatch = claims.filter(({ is_part }) => is_part);
  const [atDay, ...more] = onBatch;
  t.is(onBatch.length, 2);
  if (atDay === undefined) return;
  const own = claims.filter(({ is_part }) => !is_part).map(claimed);
  const before = [...paid(whole), confirmed(part), ...own];
  t.is(wrongIn(...before, refused(atDay)), null);
  t.is(wrongIn(...before, ...onBatch.map(refused)), null, 'at any place');
  t.is(wrongIn(confirmed(part), refused(atDay)), 'bank_entry: BankEntryClaimed / BankEntryRefused');
  const nothing = 'bank_entry: nothing more / BankEntryClaimed';
  t.is(wrongIn(...before, refused(atDay), claimed(atDay)), nothing, 'it is not taken back');
  t.is(wrongIn(...paid(part), claimed(atDay)), nothing, 'a claim counts once');
  const credit = 'bank_entry: no credit of what was refused / a credit';
  t.is(wrongIn(...before, refused(atDay), ...more.map(refused), credited(part)), credit);
});
