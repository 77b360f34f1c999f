import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import { wallet } from '../../../src/domain/wallet.ts';
import { closingOf } from '../../../src/domain/wallet-closing.ts';
import type { WalletEvent } from '../../../src/domain/wallet-events.ts';
import type { LotPartRecord } from '../../../src/domain/lots/lot-events.ts';
import { lotsMismatch } from '../../../src/ledger/verify/verify-lots.ts';
import type { Mismatch } from '../../../src/ledger/verify/ledger-difference.ts';
import { ClosingCheck } from '../../../src/ledger/verify/verify-closing.ts';
import { accountsOfWallet, postedMovements, postingsMismatch } from '../../../src/ledger/verify/verify-postings.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { anyHistory } from '../../_support/wallet-history.ts';
import { walletId } from '../../_support/wallet-vocabulary.ts';

/** What a verification says of lots, of events as wallets write them and of edited ones. */

const accounts = accountsOfWallet(walletId);
const numRuns = propertyRuns(300);

test('every event that a wallet writes names its lots by the rule, and its postings keep granted credit apart', (t) => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      for (const { before, events } of history) {
        let state = before;
        for (const event of events) {
          assert.equal(lotsMismatch(event, state), null);
          assert.equal(postingsMismatch(event, postedMovements(event), accounts), null);
          state = wallet.evolve(state, event);
        }
      }
    }),
    { numRuns },
  );
  t.pass();
});

type Edit = (lots: readonly LotPartRecord[]) => readonly LotPartRecord[] | undefined;
const more = ([first, ...rest]: readonly LotPartRecord[]): readonly LotPartRecord[] =>
  first === undefined ? [] : [{ ...first, amount_eur: '900000000.000000000' }, ...rest];
const edits: Readonly<Record<string, Edit>> = {
  'no lots': () => undefined,
  'one lot less': (lots) => (lots.length === 1 ? undefined : lots.slice(1)),
  'another amount': more,
  'another kind': (lots) => lots.map((lot) => ({ ...lot, kind: lot.kind === 'paid' ? 'granted' : 'paid' })),
  'another lot': (lots) => lots.map((lot) => ({ ...lot, lot_id: `${lot.lot_id}0` })),
  'another age': (lots) => lots.map((lot) => ({ ...lot, number: lot.number + 1 })),
  'another expiry': (lots) => lots.map((lot) => ({ ...lot, expires_at: '2030-01-01T00:00:00.000Z' })),
};

for (const [name, edit] of Object.entries(edits)) {
  test(`an event that names ${name} than the rule says is a difference`, (t) => {
    let edited = 0;
    fc.assert(
      fc.property(anyHistory, (history) => {
        for (const { before, events } of history) {
          let state = before;
          for (const event of events) {
            const changed = withLots(event, edit);
            if (changed !== null) {
              edited += 1;
              assert.equal(lotsMismatch(changed, state)?.kind, 'lots', event.type);
            }
            state = wallet.evolve(state, event);
          }
        }
      }),
      { numRuns },
    );
    t.true(edited > 0);
  });
}

const lotOf = (lots: readonly LotPartRecord[] | undefined, edit: Edit): readonly LotPartRecord[] | undefined =>
  lots === undefined ? undefined : edit(lots);

for (const [name, edit] of Object.entries(edits)) {
  test(`a closing with ${name} than the wallet has is a difference`, (t) => {
    const edited = new Set<string>();
    const kept = { credits: new Set<string>(), debits: new Set<string>() };
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { after } = history.findLast((step) => step.after.lots.held.size > 0) ?? history.at(-1) ?? {};
        if (after?.walletId === undefined || after.walletId === null) return;
        const parts = closingOf(after, 7, kept);
        for (const member of ['lots', 'lot_holds'] as const) {
          const changed = parts.map((part) => ({ ...part, [member]: lotOf(part[member], edit) })) as typeof parts;
          const check = new ClosingCheck();
          const found = changed.map((part, index): Mismatch | null => check.close(part, after, 7 + index)).at(-1);
          const isEdited = parts.some((part) => part[member] !== undefined);
          assert.equal(found?.kind, isEdited ? 'closing' : undefined, member);
          if (isEdited) edited.add(member);
        }
      }),
      { numRuns },
    );
    t.deepEqual([...edited].toSorted(), ['lot_holds', 'lots']);
  });
}

/** The event with edited lots; `null`: it has none, or is a credit, whose lots a person chooses. */
function withLots(event: WalletEvent, edit: Edit): WalletEvent | null {
  if (event.type === 'WalletCredited' || event.type === 'WalletPeriodClosed' || !('lots' in event.data)) return null;
  const lots = event.data.lots === undefined ? undefined : edit(event.data.lots);
  return { ...event, data: { ...event.data, lots } } as WalletEvent; // one member was changed to another of its type
}
