import test from 'ava';
import { bankEntry, type EntryClaim } from '../../../src/domain/payments/bank-entry.ts';
import type { BankEntryEvent } from '../../../src/domain/payments/bank-entry-events.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(bankEntry);
const days = ['2026-11-20'];
const reference = 'a'.repeat(64);
const whole: EntryClaim = {
  entry_eur: '25.000000000',
  kept_at: '2026-11-20',
  topup_id: id('6', 1),
  payment_id: id('4', 1),
  received_eur: '25.000000000',
  is_part: false,
  shown_eur: '25.000000000',
  by: 'statement',
  entry: { reference, days },
};
const part: EntryClaim = {
  ...whole,
  topup_id: id('6', 2),
  payment_id: id('4', 2),
  received_eur: '10.000000000',
  is_part: true,
};
const recorded = (claim: EntryClaim): BankEntryEvent => ({ type: 'BankEntryClaimed', data: claim });
const refused = (claim: EntryClaim): BankEntryEvent => ({ type: 'BankEntryRefused', data: claim });
const claimed = (claim: EntryClaim) => ({ type: 'claim_entry', claim }) as const;

test('an entry that is used as a whole has nothing left for a part, nor one used by parts for the whole', (t) => {
  given([])
    .when(claimed(whole))
    .thenExpect(t, [recorded(whole)]);
  given([recorded(whole)])
    .when(claimed(whole))
    .thenExpect(t, []);
  given([recorded(whole)])
    .when(claimed(part))
    .thenExpect(t, [refused(part)]);
  given([recorded(part)])
    .when(claimed(whole))
    .thenExpect(t, [refused(whole)]);
});

test('what was refused stays so, whatever is told of the entry later, and takes nothing of it', (t) => {
  const shown = { ...part, payment_id: id('4', 3), received_eur: '15.000000000', shown_eur: '50.000000000' };
  given([recorded(whole), refused(part), recorded(shown)])
    .when(claimed({ ...part, shown_eur: '50.000000000' }))
    .thenExpect(t, []);
  const again = { ...part, payment_id: id('4', 4) };
  given([recorded(whole), refused(part), recorded(shown)])
    .when(claimed(again))
    .thenExpect(t, [recorded(again)]);
});

test('what a person states, what is recognised, and what a statement shows beside it is not refused', (t) => {
  for (const more of [{ by: 'person' }, { by: 'recognised' }, { shown_eur: '50.000000000' }] as const) {
    given([recorded(whole)])
      .when(claimed({ ...part, ...more }))
      .thenExpect(t, [recorded({ ...part, ...more })]);
  }
  for (const entry of [
    { reference: 'b'.repeat(64), days },
    { reference, days: ['2026-11-26'] },
    { days: ['2026-11-21'] },
  ]) {
    const other = { ...part, entry };
    given([recorded(whole)])
      .when(claimed(other))
      .thenExpect(t, [recorded(other)]);
  }
});
