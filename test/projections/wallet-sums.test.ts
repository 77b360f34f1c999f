import test from 'ava';
import * as fc from 'fast-check';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { markedWalletsPrefix, walletSums, walletSumsKey } from '../../projections/wallet-sums.ts';
import { eurFromNano } from '../../src/domain/money.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { wallet } from '../../src/domain/wallet.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { documentsOf, recordedIn } from '../_support/fold-projection.ts';
import { place } from '../_support/tally-projection.ts';
import { anyHistory, type Step } from '../_support/wallet-history.ts';
import * as words from '../_support/wallet-vocabulary.ts';

/** Events of several wallets, one wallet after the other. */
function recordedOf(histories: readonly (readonly WalletEvent[])[]) {
  const all = histories.flatMap((events, n) => recordedIn(walletStream(words.id('a', n + 1)), events));
  return all.map((event, index) => ({ ...event, position: place(index + 1) }));
}

const eventsOf = (steps: readonly Step[]): readonly WalletEvent[] => steps.flatMap(({ events }) => events);

test('for any histories, the sums are those of the balances', (t) => {
  const law = fc.property(fc.array(anyHistory, { minLength: 1, maxLength: 3 }), (histories) => {
    const recorded = recordedOf(histories.map((steps) => [words.opened, ...eventsOf(steps).slice(1)]));
    const balances = Object.values(documentsOf(t, walletBalances, recorded));
    const sums = documentsOf(t, walletSums, recorded);
    const states = histories.map((steps) => steps.at(-1)?.after ?? wallet.initialState);
    const of = (amount: (state: (typeof states)[number]) => bigint): string =>
      eurFromNano(states.reduce((sum, state) => sum + amount(state), 0n));
    const all = sums[walletSumsKey(null)];
    t.like(all, {
      wallets: balances.length,
      credited_eur: of(({ credited }) => credited),
      reserved_eur: of(({ reserved }) => reserved),
      open_reservations: balances.reduce((sum, each) => sum + each.open_reservations, 0),
      flagged_reservations: balances.reduce((sum, each) => sum + each.flagged_reservations, 0),
      restricted_wallets: balances.filter(({ restricted }) => restricted).length,
    });
    t.deepEqual(sums[walletSumsKey(words.tenantId)], all);
  });
  fc.assert(law, { numRuns: 100 });
});

test('a wallet is low while its posted balance is below its alert', (t) => {
  const alert = (below_eur: string | null): WalletEvent => ({
    type: 'WalletAlertSet',
    data: { below_eur, actor: 'system:test' },
  });
  const low = (...events: readonly WalletEvent[]): readonly [number, boolean] => {
    const sums = documentsOf(t, walletSums, recordedIn(walletStream(words.walletId), [words.opened, ...events]));
    const count = Reflect.get(sums[walletSumsKey(words.tenantId)] ?? {}, 'low_wallets') as number;
    return [count, Object.hasOwn(sums, markedWalletsPrefix('low', words.tenantId) + words.walletId)];
  };
  const [ten, five] = [words.credited('10'), alert('5.000000000')];
  t.deepEqual(low(ten), [0, false]);
  t.deepEqual(low(ten, five), [0, false]);
  t.deepEqual(low(five), [1, true]);
  t.deepEqual(low(ten, five, words.debited('6')), [1, true]);
  t.deepEqual(low(ten, five, words.debited('6'), words.credited('2', words.id('f', 9))), [0, false]);
  t.deepEqual(low(ten, five, words.debited('6'), alert(null)), [0, false]);
});

test('the wallets that are restricted are those of the index', (t) => {
  const key = markedWalletsPrefix('restricted', words.tenantId) + words.walletId;
  const listed = (...events: readonly WalletEvent[]): boolean =>
    Object.hasOwn(documentsOf(t, walletSums, recordedIn(walletStream(words.walletId), [words.opened, ...events])), key);
  const restricted = [words.credited('10'), words.restricted('1')];
  t.false(listed(words.credited('10')));
  t.true(listed(...restricted));
  t.false(listed(...restricted, words.liftedBy('operator')));
});
