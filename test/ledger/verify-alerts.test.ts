import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import * as alerting from '../_support/alert-vocabulary.ts';
import { budget, keyReached, reached } from '../_support/budget-vocabulary.ts';
import { billing } from '../_support/usage.ts';
import { historyOf } from '../_support/wallet-history.ts';
import { record } from '../_support/recorded-log.ts';
import * as words from '../_support/wallet-vocabulary.ts';

const watched = [words.opened, words.credited('10'), alerting.walletAlert('11')];
const told = alerting.walletLow('11', '10.000000000');
const budgeted = [words.opened, words.credited('10'), alerting.budgetAlert('5', '5')];
const today = budget('day', '6');
/** Costs €3. */
const bill = billing({ output_tokens: 1_500_000 }, words.priceList);
const charged = historyOf([
  words.open,
  words.credit('10'),
  words.reserve('4', { budgets: [today] }),
  words.settle('3', bill),
]).flatMap(({ events }) => events.filter(({ type }) => type !== 'BudgetReached'));
const halfTold = reached(50, today, '3');
const budgetTold = alerting.budgetLow('5', '5', '0.000000000');

async function verdictOn(events: readonly WalletEvent[]): Promise<string> {
  const log = chainedLog(createMemoryEventLog());
  await record(log, walletStream(words.walletId), ...events);
  const readModels = createMemoryReadModels(log);
  const verdict = await verifyLedger({ log, readModels, projections: [], now: 0 });
  return verdict.ok ? 'right' : verdict.difference.kind;
}

test('a correct alert of a low wallet or budget verifies', async (t) => {
  t.is(await verdictOn([...watched, told]), 'right');
  t.is(await verdictOn([...budgeted, budgetTold]), 'right');
  t.is(await verdictOn([...charged, halfTold]), 'right');
});

const wrong: Readonly<Record<string, readonly WalletEvent[]>> = {
  'of a wallet without an alert': [words.opened, words.credited('10'), told],
  'of a wallet that has enough': [words.opened, words.credited('10'), alerting.walletAlert('10'), told],
  'of a wallet twice': [...watched, told, told],
  'with another balance': [...watched, alerting.walletLow('11', '9.000000000')],
  'of a budget without an alert': [words.opened, words.credited('10'), budgetTold],
  'of a budget twice': [...budgeted, budgetTold, budgetTold],
  'of a share twice': [...charged, halfTold, halfTold],
  'of a share that is not reached': [...charged, halfTold, reached(80, today, '3')],
  'of a share before its charge': [...charged.slice(0, 3), halfTold],
  'of a share with another sum': [...charged, reached(50, today, '4')],
  'of a share of another period': [...charged, reached(50, budget('day', '6', '2026-11-29T12:00:00Z'), '3')],
  'of a share of a key without a budget': [...charged, keyReached(50, '6', '3')],
  'of a budget of which more is left': [words.opened, words.credited('10'), alerting.budgetAlert('5', '4'), budgetTold],
};

for (const [what, events] of Object.entries(wrong)) {
  test(`verify names an alert ${what}`, async (t) => {
    t.is(await verdictOn(events), 'alert');
  });
}
