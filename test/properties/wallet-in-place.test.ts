import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import { closingOf } from '../../src/domain/wallet-closing.ts';
import { wallet } from '../../src/domain/wallet.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { foldedInPlace } from '../../src/domain/wallet-state.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { anyHistory, plainState } from '../_support/wallet-history.ts';
import * as choosing from '../_support/selection-vocabulary.ts';
import * as the from '../_support/wallet-vocabulary.ts';

/** A fold that changes its maps in place comes to the same state as one whose states all stay. */

function assertSameFold(events: readonly WalletEvent[]): void {
  let inPlace = foldedInPlace(wallet.initialState);
  let kept = wallet.initialState;
  for (const event of events) {
    inPlace = wallet.evolve(inPlace, event);
    kept = wallet.evolve(kept, event);
    assert.deepEqual(plainState(inPlace), plainState(kept), event.type);
  }
  // What begins at a closing, too.
  if (kept.walletId === null) return;
  const closing = closingOf(kept, events.length, { credits: new Set(), debits: new Set() });
  for (const data of closing) kept = wallet.evolve(kept, { type: 'WalletPeriodClosed', data });
  assert.deepEqual(plainState(foldedInPlace(kept)), plainState(kept));
}

test('a wallet folded in place is the wallet, after each event of any history', (t) => {
  const events = anyHistory.map((history) => history.flatMap((step) => step.events));
  fc.assert(fc.property(events, assertSameFold), { numRuns: propertyRuns(300) });
  t.pass();
});

test('a wallet folded in place is the wallet after holds were given up', (t) => {
  const begun = [the.opened, the.credited('10')];
  t.notThrows(() => assertSameFold([...begun, the.reserved('5'), ...the.givenUp('5'), the.chargedLate('3')]));
  // What was held for choosing, which is told apart until it is charged.
  const chosen = the.givenUp('1', choosing.selectionId);
  t.notThrows(() => assertSameFold([...begun, choosing.heldApart('1'), ...chosen]));
});

test('a fold in place does not change the state that it copied', (t) => {
  const before = [the.opened, the.credited('10')].reduce<typeof wallet.initialState>(
    wallet.evolve,
    wallet.initialState,
  );
  const plain = plainState(before);
  wallet.evolve(foldedInPlace(before), the.credited('1', the.id('f', 9)));
  t.deepEqual(plainState(before), plain);
});
