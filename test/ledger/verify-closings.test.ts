import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import type { WalletPeriodClosed } from '../../src/domain/wallet-closing-events.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { keepId } from '../../src/ledger/kept-ids.ts';
import type { DifferenceKind } from '../../src/ledger/verify/ledger-difference.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import * as the from '../_support/wallet-vocabulary.ts';
import { verified } from './_closing-engines.ts';
import { changeData, digestedAnew, forget, logHolding, setData, type Tampering } from './_tampered-log.ts';

/** What `verify` makes of closings that say something else than the events before them. Every digest is valid. */

const hold = (n: number, amount = '0.5'): WalletCommand => ({ ...the.reserve(amount), reservationId: the.id('e', n) });
const ending = { cost: { total: the.eur('0.25'), lines: [] }, counted: the.uncounted, ...the.byOperator };

/** Whose second closing holds something of everything. */
const life: readonly WalletCommand[] = [
  the.open,
  { ...the.credit('20'), creditId: the.id('f', 1) },
  { ...the.debit('1'), debitId: the.id('9', 1) },
  hold(1),
  hold(2),
  { ...the.flag(), reservationId: the.id('e', 2), reason: 'process_unknown' },
  { ...the.release(), reservationId: the.id('e', 2), resolvedBy: 'rule' },
  hold(3),
  { ...the.settle('0'), ...ending, reservationId: the.id('e', 3) },
  hold(4),
  { ...the.flag(), reservationId: the.id('e', 4) },
  hold(5, '0.1'),
  { ...the.settle('0'), ...ending, reservationId: the.id('e', 5) },
  { ...the.credit('2'), creditId: the.id('f', 2) },
  { ...the.debit('1'), debitId: the.id('9', 2) },
];

async function closedLedger(): Promise<EventLog> {
  const log = chainedLog(createMemoryEventLog());
  const wallets = new Wallets({
    log,
    createId: randomUUID,
    closingTimes: { events: 4, milliseconds: 86_400_000 },
  });
  for (const command of life) {
    const answer = await wallets.execute(the.walletId, command);
    if (!answer.accepted) throw new Error(`${command.type} was refused: ${answer.refusal}`);
  }
  return log;
}

async function differenceAfter(
  tampering: Tampering,
): Promise<{ readonly kind: DifferenceKind; readonly expected: string } | null> {
  const log = await closedLedger();
  const verdict = await verified(logHolding(log, digestedAnew(tampering(await log.readAll({ limit: 1_000 })))));
  return verdict.ok ? null : verdict.difference;
}

type Change = (closing: WalletPeriodClosed) => Partial<WalletPeriodClosed>;

const key = (closing: WalletPeriodClosed) => closing.keys[0] ?? { key_id: '', settled_eur: '' };
const open = (closing: WalletPeriodClosed) => closing.open_reservations[0] ?? never();

function never(): never {
  throw new Error('the closing that is changed holds something of everything');
}

/** Each member of a closing, changed; and what the difference names. */
const changes: Readonly<Record<string, readonly [Change, named: string]>> = {
  tenant: [() => ({ tenant_id: the.id('b', 9) }), 'tenant_id'],
  events: [({ events }) => ({ events: events + 1 }), 'events'],
  part: [() => ({ part: 2, parts: 2 }), 'part 1'],
  credits: [() => ({ credited_eur: '99.000000000' }), 'credited_eur'],
  debits: [() => ({ debited_eur: '0.500000000' }), 'debited_eur'],
  charges: [() => ({ settled_eur: '0.100000000' }), 'settled_eur'],
  overruns: [() => ({ overrun_eur: '7.000000000' }), 'overrun_eur'],
  restriction: [({ restricted }) => ({ restricted: !restricted }), 'restricted'],
  'spend of a key': [(closing) => ({ keys: [{ ...key(closing), settled_eur: '0.000000000' }] }), 'keys'],
  'a key that is left out': [() => ({ keys: [] }), 'keys'],
  'a hold that is left out': [
    ({ open_reservations }) => ({ open_reservations: open_reservations.slice(1) }),
    'reserved_eur',
  ],
  'the flag of a hold': [
    (closing) => ({ open_reservations: closing.open_reservations.map((it) => ({ ...it, flag: 'other' })) }),
    'reservations',
  ],
  'the end of a hold': [
    (closing) => ({
      open_reservations: [
        { ...open(closing), expires_at: '2030-01-01T00:00:00.000Z' },
        ...closing.open_reservations.slice(1),
      ],
    }),
    'reservations',
  ],
  'the attempt of a hold': [
    (closing) => ({ open_reservations: closing.open_reservations.map((it) => ({ ...it, attempt: 3 })) }),
    'reservations',
  ],
  'what is held beside a request': [
    (closing) => ({ open_reservations: closing.open_reservations.map((it) => ({ ...it, apart_eur: '0.100000000' })) }),
    'reservations',
  ],
  'an awaited reservation that is left out': [() => ({ awaited_reservations: [] }), 'awaited_reservations'],
  'an ended reservation that is left out': [() => ({ ended_reservation_ids: [] }), 'ended_reservation_ids'],
  'a credit too many': [
    ({ credits }) => ({ credits: [...credits, { id: the.id('f', 7), amount_eur: '1.000000000' }] }),
    'credits',
  ],
  'a count of kept ids': [({ credits_kept }) => ({ credits_kept: credits_kept + 1 }), 'credits_kept'],
};

test('a ledger whose wallet was closed several times verifies', async (t) => {
  const log = await closedLedger();
  const events = await log.readAll({ limit: 1_000 });
  const closings = events.filter(({ type }) => type === 'WalletPeriodClosed');
  t.true(closings.length >= 2, `${closings.length} closings`);
  t.is(await differenceAfter((all) => all), null);
});

for (const [what, [change, named]] of Object.entries(changes)) {
  test(`a wrong closing is named: ${what}`, async (t) => {
    const changed = changeData('WalletPeriodClosed', 2, (data) => ({
      ...data,
      ...change(data as unknown as WalletPeriodClosed),
    }));
    const difference = await differenceAfter(changed);
    t.is(difference?.kind, 'closing');
    t.true(difference?.expected.includes(named), difference?.expected);
  });
}

const kept: Readonly<Record<string, Tampering>> = {
  'an id that a closing leaves out, and no stream keeps': forget('CreditIdKept'),
  'an id that is kept with another amount': setData('DebitIdKept', 1, { amount_eur: '3.000000000' }),
};

for (const [what, tampering] of Object.entries(kept)) {
  test(`${what} is named`, async (t) => {
    t.is((await differenceAfter(tampering))?.kind, 'kept_id');
  });
}

test('an id that is kept in a stream without a posting is named', async (t) => {
  const log = await closedLedger();
  const { walletId } = the;
  await keepId({ log, createId: randomUUID }, { kind: 'credit', walletId, id: the.id('f', 77) }, the.eur('1'));
  const verdict = await verified(log);
  t.is(verdict.ok ? null : verdict.difference.kind, 'kept_id');
});
