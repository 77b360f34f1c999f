import * as fc from 'fast-check';
import { amountNanoMax, eurFromNano } from '../../src/domain/money.ts';
import { wallet } from '../../src/domain/wallet.ts';
import type { SelectionSpend } from '../../src/domain/selection/selection-commands.ts';
import type { WalletCommand, WalletRefusal } from '../../src/domain/wallet-commands.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import type { WalletState } from '../../src/domain/wallet-state.ts';
import * as alerting from './alert-vocabulary.ts';
import { anyBudgets } from './budget-vocabulary.ts';
import * as attempting from './attempt-vocabulary.ts';
import * as choosing from './selection-vocabulary.ts';
import * as the from './wallet-vocabulary.ts';

/** Arbitrary commands on one wallet, from pools so small that they meet, and what the wallet makes of them. */

const oneOf = (kind: string, count: number): fc.Arbitrary<string> =>
  fc.nat({ max: count - 1 }).map((n) => the.id(kind, n));
const reservationId = oneOf('e', 4);
/** Of a request, or of a choice or an attempt whose cost nobody knows. */
const heldId = fc.oneof(
  { weight: 3, arbitrary: reservationId },
  { weight: 1, arbitrary: oneOf('9', 4) },
  { weight: 1, arbitrary: oneOf('7', 8) },
);
const keyId = oneOf('d', 2);
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt({ min: 0n, max: 6_000_000_000n }) },
  { weight: 3, arbitrary: fc.bigInt({ min: -1n, max: 3n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: amountNanoMax + 1n }) },
);
const limit = fc.option(fc.bigInt({ min: 0n, max: 25_000_000_000n }), { nil: null, freq: 2 });
const reason = fc.constantFrom('connection_lost', 'process_unknown');
const resolvedBy = fc.constantFrom(null, null, 'rule' as const, 'operator' as const);
/** What was looked up; mostly nobody says. */
const ofAttempt = fc.constantFrom(undefined, undefined, 1, 2);
const cost = amount.map((total) => {
  const written = total < 0n ? '0.000000000' : eurFromNano(total);
  return { total, lines: [{ counter: 'output' as const, quantity: 1, unit_price_eur: written, amount_eur: written }] };
});

/** A command in which the given fields vary. */
const varying = <Command extends WalletCommand, Fields extends Partial<Command>>(
  command: Command,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
): fc.Arbitrary<Command> => fc.record(fields).map((values) => Object.assign({}, command, values));

/** Each choice has an id of its own, by which what it may cost is held where nobody knows. */
const selectionOf = (id: string): string => id.replaceAll('e', '9');

const anyChoosingHold: fc.Arbitrary<WalletCommand> = fc
  .record({ reservationId, keyId, amount, cap: amount, keyBudget: limit, budgets: anyBudgets })
  .map(({ cap, ...fields }) =>
    choosing.reserve('1', '0', {
      ...fields,
      selection: { selectionId: selectionOf(fields.reservationId), cap, call: choosing.judge },
    }),
  );

const anySpend: fc.Arbitrary<SelectionSpend> = fc.oneof(
  fc.constant<SelectionSpend>({ kind: 'nothing' }),
  fc.constant(choosing.unknown),
  cost.map((it): SelectionSpend => ({ ...(choosing.counted('1') as Counted), cost: it })),
);
type Counted = Extract<SelectionSpend, { readonly kind: 'counted' }>;

const anyChoice: fc.Arbitrary<WalletCommand> = fc
  .record({
    reservationId,
    hold: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 3_000_000_000n })),
    spent: anySpend,
    isAnswered: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
    resolvedBy: fc.constantFrom(null, null, 'rule' as const),
  })
  .map(({ hold, isAnswered, ...fields }) => {
    const chosen = choosing.choose('0');
    const answer = isAnswered && chosen.answer !== null ? { ...chosen.answer, hold } : null;
    return { ...chosen, ...fields, answer };
  });

/** What is held for the failed attempt has an id of its own, by its request and its number. */
const anyFailedAttempt: fc.Arbitrary<WalletCommand> = fc
  .record({
    n: fc.nat({ max: 3 }),
    attempt: fc.constantFrom(1, 1, 1, 2),
    hold: fc.oneof(fc.constant(0n), fc.bigInt({ min: -1n, max: 2_000_000_000n })),
    apart: fc.option(fc.oneof(fc.constant(0n), amount), { nil: null }),
    requestCap: limit,
    keyBudget: limit,
  })
  .map(({ n, apart, attempt, ...fields }) => {
    const open = attempting.leftOpen('0', the.id('7', 2 * n + attempt - 1));
    const leftOpen = apart === null ? null : { ...open, amount: apart };
    return attempting.fail('0', { ...fields, attempt, reservationId: the.id('e', n), leftOpen });
  });

const day = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z');
const takes = fc.constantFrom(undefined, 'paid' as const, 'paid_first' as const);

/** Few of its lots are not possible. */
const anyCreditOfLots: fc.Arbitrary<WalletCommand> = fc
  .record({
    n: fc.nat({ max: 7 }),
    lots: fc.array(
      fc.record({
        kind: fc.constantFrom('granted' as const, 'granted' as const, 'paid' as const),
        expiresAt: fc.option(day, { nil: null, freq: 4 }),
        amount: fc.bigInt({ min: 1n, max: 3_000_000_000n }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    more: fc.bigInt({ min: -10_000_000n, max: 900_000_000n }),
  })
  .map(({ n, lots, more }) => {
    const amountOfLots = lots.reduce((before, lot) => before + lot.amount, 0n);
    return { ...the.credit('1', the.id('f', n)), amount: amountOfLots + more, lots };
  });

export const anyCommand: fc.Arbitrary<WalletCommand> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(the.open) },
  { weight: 4, arbitrary: varying(the.credit('1'), { creditId: oneOf('f', 8), amount }) },
  { weight: 4, arbitrary: anyCreditOfLots },
  { weight: 2, arbitrary: varying(the.debit('1'), { debitId: oneOf('f', 8), amount, takes }) },
  { weight: 2, arbitrary: varying(the.expireLots(''), { at: day }) },
  {
    weight: 8,
    arbitrary: varying(the.reserve('1'), {
      reservationId,
      keyId,
      amount,
      requestCap: limit,
      keyBudget: limit,
      budgets: anyBudgets,
    }),
  },
  { weight: 5, arbitrary: anyChoosingHold },
  { weight: 6, arbitrary: anyChoice },
  { weight: 6, arbitrary: anyFailedAttempt },
  { weight: 5, arbitrary: varying(the.settle('1'), { reservationId: heldId, cost, resolvedBy, attempt: ofAttempt }) },
  { weight: 2, arbitrary: varying(the.release(), { reservationId: heldId, resolvedBy, attempt: ofAttempt }) },
  { weight: 2, arbitrary: varying(the.flag(), { reservationId: heldId, reason, lastSent: ofAttempt }) },
  { weight: 1, arbitrary: fc.constant(the.lift) },
  { weight: 1, arbitrary: varying(alerting.tellBelow('1'), { below: limit }) },
  { weight: 1, arbitrary: varying(alerting.tellBudget('9', '1'), { keyId, left: limit }) },
);

export interface Step {
  readonly command: WalletCommand;
  readonly before: WalletState;
  readonly after: WalletState;
  /** Empty when it was refused. */
  readonly events: readonly WalletEvent[];
  readonly refusal: WalletRefusal | null;
}

/**
 * The reservations that their own request has ended. Their ids do not come again: they are made afresh, only a retry repeats
 * one, and no request retries after it has ended its own.
 */
export function endedByRequest(events: readonly WalletEvent[]): readonly string[] {
  return events.flatMap(({ data }) =>
    'resolved_by' in data && data.resolved_by === null && !('strategy' in data) ? [data.reservation_id] : [],
  );
}

/** Decides the commands one after the other, each in the state that the ones before it left behind. */
export function historyOf(commands: readonly WalletCommand[]): readonly Step[] {
  let state = wallet.initialState;
  const endedByTheirRequest = new Set<string>();
  const steps: Step[] = [];
  for (const command of commands) {
    if (command.type === 'reserve_credit' && endedByTheirRequest.has(command.reservationId)) continue;
    const decision = wallet.decide(command, state);
    const events = decision.accepted ? decision.events : [];
    const after = events.reduce(wallet.evolve, state);
    steps.push({ command, before: state, after, events, refusal: decision.accepted ? null : decision.refusal });
    for (const id of endedByRequest(events)) endedByTheirRequest.add(id);
    state = after;
  }
  return steps;
}

const funded = [
  [the.open, the.credit('20')],
  [the.open, the.credit('50')],
];

/** Histories of a wallet that was mostly opened and credited first. */
export const anyHistory: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.constantFrom([], [the.open], ...funded, ...funded),
    fc.array(anyCommand, { minLength: 10, maxLength: 60, size: 'max' }),
  )
  .map(([first, commands]) => historyOf([...first, ...commands]));

/** A state as plain data: two that are equal look equal, whatever way they came about. */
export function plainState(state: WalletState): unknown {
  const sorted = (entries: Iterable<readonly [string, unknown]>): unknown =>
    Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...state,
    reservations: sorted(state.reservations.entries()),
    spendByKey: sorted(state.spendByKey.entries()),
    budgetSpends: sorted(state.budgetSpends.entries()),
    creditIds: sorted(state.creditIds.entries()),
    debitIds: sorted(state.debitIds.entries()),
    awaited: sorted(state.awaited.entries()),
    ended: [...state.ended],
    lots: { open: state.lots.open, held: sorted(state.lots.held.entries()) },
  };
}
