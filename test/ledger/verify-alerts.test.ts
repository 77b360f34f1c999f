import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import * as alerting from '../_support/alert-vocabulary.ts';
import { record } from '../_support/recorded-log.ts';
import * as words from '../_support/wallet-vocabulary.ts';

const watched = [words.opened, words.credited('10'), alerting.walletAlert('11')];
const told = alerting.walletLow('11', '10.000000000');
const budgeted = [words.opened, words.credited('10'), alerting.budgetAlert('5', '5')];
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
});

const wrong: Readonly<Record<string, readonly WalletEvent[]>> = {
  'of a wallet without an alert': [words.opened, words.credited('10'), told],
  'of a wallet that has enough': [words.opened, words.credited('10'), alerting.walletAlert('10'), told],
  'of a wallet twice': [...watched, told, told],
  'with another balance': [...watched, alerting.walletLow('11', '9.000000000')],
  'of a budget without an alert': [words.opened, words.credited('10'), budgetTold],
  'of a budget twice': [...budgeted, budgetTold, budgetTold],
  'of a budget of which more is left': [words.opened, words.credited('10'), alerting.budgetAlert('5', '4'), budgetTold],
};

for (const [what, events] of Object.entries(wrong)) {
  test(`verify names an alert ${what}`, async (t) => {
    t.is(await verdictOn(events), 'alert');
  });
}
