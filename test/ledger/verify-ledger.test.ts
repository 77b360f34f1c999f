import test from 'ava';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import type { DifferenceKind } from '../../src/ledger/verify/ledger-difference.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger, type LedgerVerdict } from '../../src/ledger/verify/verify-ledger.ts';
import { readEventsMax } from '../../src/event-log/event-log-limits.ts';
import type { EventLog, Position } from '../../src/ports/event-log.ts';
import type { ReadModels } from '../../src/ports/read-models.ts';
import {
  otherWalletId,
  projectAll,
  recordedLedgerTimes,
  recordLedger,
  reservations,
  recordedCounts,
} from '../_support/recorded-ledger.ts';
import { accounts, id, keyB, move, walletId } from '../_support/wallet-vocabulary.ts';
import {
  change,
  changeData,
  digestedAnew,
  drop,
  forget,
  logHolding,
  moveToStream,
  repeat,
  setData,
  type Tampering,
} from './_tampered-log.ts';

const [recordedEvents] = await recordedCounts();

const projections = projectionCatalogue;
const now = recordedLedgerTimes.overdue;
const wallet = walletStream(walletId);

async function recorded(): Promise<{ readonly log: EventLog; readonly readModels: ReadModels }> {
  const log = chainedLog(createMemoryEventLog());
  await recordLedger(log);
  const readModels = createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
  await projectAll(log, readModels);
  return { log, readModels };
}

async function verdictAfter(tampering: Tampering): Promise<LedgerVerdict> {
  const { log, readModels } = await recorded();
  const events = tampering(await log.readAll({ limit: readEventsMax }));
  return verifyLedger({ log: logHolding(log, digestedAnew(events)), readModels, projections, now });
}

test('pages read over a network are large', async (t) => {
  const { log, readModels } = await recorded();
  const asked = new Set<number | undefined>();
  const counting = {
    comparePositions: (a: Position, b: Position) => log.comparePositions(a, b),
    readAll: (options?: Parameters<EventLog['readAll']>[0]) => {
      asked.add(options?.limit);
      return log.readAll(options);
    },
  };
  const ask = { log: counting, readModels, projections, now };
  t.true((await verifyLedger(ask)).ok);
  t.deepEqual([...asked], [500]);
});

test('a ledger in which every type of event occurs verifies, with its totals', async (t) => {
  const { log, readModels } = await recorded();
  const progress: number[] = [];
  const verdict = await verifyLedger({ log, readModels, projections, now, onProgress: (n) => progress.push(n) });
  if (!verdict.ok) return t.fail(JSON.stringify(verdict.difference));
  t.like(verdict, { events: recordedEvents, wallets: 2 });
  t.deepEqual(progress, [recordedEvents]);
  t.deepEqual(verdict.totals, {
    available_eur: '10.873725000',
    reserved_eur: '5.000000000',
    posted_eur: '15.873725000',
    funding_eur: '-16.000000000',
    revenue_eur: '0.126275000',
    granted_eur: '0.000000000',
    breakage_eur: '0.000000000',
    margin_eur: '0.000000000',
  });
  t.deepEqual(
    verdict.projections.flatMap(({ name, documents }) => (documents === 0 ? [] : [[name.split('@')[0], documents]])),
    [
      ['wallet-balances', 2],
      ['wallet-sums', 4],
      ['open-reservations', 2],
      ['usage', 8],
      ['charges', 35],
      ['actions', 7],
      ['tenant-wallets', 2],
      ['policies', 1],
      ['principals', 1],
      ['owned-ids', 2],
      ['api-keys', 1],
    ],
  );
});

test('a ledger without an event verifies', async (t) => {
  const log = createMemoryEventLog();
  const readModels = createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
  const verdict = await verifyLedger({ log, readModels, projections, now });
  t.like(verdict, { ok: true, events: 0 });
});

test('an overdue hold is counted as overdue and is no difference', async (t) => {
  const { log, readModels } = await recorded();
  const late = await verifyLedger({ log, readModels, projections, now });
  const early = await verifyLedger({ log, readModels, projections, now: recordedLedgerTimes.before });
  if (!late.ok || !early.ok) return t.fail();
  t.is(early.overdue.count, 0);
  t.is(late.overdue.count, 1);
  t.like(late.overdue.first[0], { reservation_id: reservations.flagged, wallet_id: walletId, flag: 'connection_lost' });
});

test('read models behind the log, or without an event, verify', async (t) => {
  const { log, readModels } = await recorded();
  readModels.reset(walletBalances);
  await log.append(walletStream(id('a', 3)), 'no_stream', [
    {
      id: id('1', 1),
      type: 'WalletOpened',
      data: JSON.stringify({ wallet_id: id('a', 3), tenant_id: id('b', 3) }),
      metadata: '{}',
    },
  ]);
  const verdict = await verifyLedger({ log, readModels, projections, now });
  t.true(verdict.ok);
});

/** One way to falsify the log: what it is called, where it is noticed, and how it is done. */
interface Forgery {
  readonly title: string;
  readonly kind: DifferenceKind;
  readonly stream?: string;
  readonly tampering: Tampering;
}

const posting = (type: Parameters<typeof change>[0], fields: Record<string, unknown>): Tampering =>
  changeData(type, 1, (data) => ({ ...data, postings: [{ ...(data['postings'] as [object])[0], ...fields }] }));

const lines = (change: (lines: readonly Record<string, unknown>[]) => unknown): Tampering =>
  changeData('ReservationSettled', 1, (data) => ({
    ...data,
    lines: change(data['lines'] as readonly Record<string, unknown>[]),
  }));

const line = (fields: Record<string, unknown>): Tampering =>
  lines(([first, ...more]) => [{ ...first, ...fields }, ...more]);

const credit = (amount: string): Tampering =>
  setData('WalletCredited', 1, { amount_eur: amount, postings: [move('funding', 'available', amount)] });

const forgeries: readonly Forgery[] = [
  {
    title: 'an event at the place of the one before it',
    kind: 'position',
    tampering: (events) => events.with(3, { ...(events[3] ?? never()), position: events[2]?.position ?? never() }),
  },
  { title: 'an event that is missing', kind: 'revision', tampering: drop('CreditReserved', 2) },
  { title: 'a first event that is missing', kind: 'revision', tampering: drop('WalletOpened') },
  {
    title: 'an id that occurs twice in a stream',
    kind: 'event_id',
    tampering: (events) => events.with(5, { ...(events[5] ?? never()), id: events[1]?.id ?? never() }),
  },
  {
    title: 'a type that is not known',
    kind: 'event_type',
    tampering: change('WalletDebited', 1, () => ({ type: 'WalletEmptied' })),
  },
  {
    title: 'a type that every object has',
    kind: 'event_type',
    tampering: change('WalletDebited', 1, () => ({ type: 'constructor' })),
  },
  { title: 'data that is no JSON', kind: 'event_data', tampering: change('WalletDebited', 1, () => ({ data: '{' })) },
  {
    title: 'an amount with three decimals',
    kind: 'event_data',
    tampering: setData('WalletCredited', 1, { amount_eur: '10.000' }),
  },
  { title: 'a field too many', kind: 'event_data', tampering: setData('WalletDebited', 1, { approved_by: 'me' }) },
  {
    title: 'a wallet in the stream of another',
    kind: 'stream_name',
    stream: walletStream(otherWalletId),
    tampering: setData('WalletOpened', 2, { wallet_id: walletId }),
  },
  {
    title: 'a key in the stream of a wallet',
    kind: 'stream_name',
    stream: walletStream(id('a', 4)),
    tampering: moveToStream('ApiKeyCreated', walletStream(id('a', 4))),
  },
  {
    title: 'a credit in the stream of a policy',
    kind: 'stream_name',
    stream: 'policy-platform-1',
    tampering: moveToStream('WalletCredited', 'policy-platform-1'),
  },
  { title: 'a wallet that was never opened', kind: 'wallet_opening', tampering: forget('WalletOpened') },
  {
    title: 'a wallet that is opened twice',
    kind: 'wallet_opening',
    tampering: repeat('WalletOpened', 1, ['WalletCredited', 1]),
  },
  {
    title: 'a posting to the account of another wallet',
    kind: 'posting_accounts',
    tampering: posting('WalletCredited', { credit_account: `wallet:${otherWalletId}:available` }),
  },
  {
    title: 'a posting between the wrong accounts of the wallet',
    kind: 'posting_amounts',
    tampering: posting('WalletDebited', { credit_account: accounts.revenue }),
  },
  {
    title: 'a posting of another amount than its event states',
    kind: 'posting_amounts',
    tampering: posting('CreditReserved', { amount_eur: '1.000000001' }),
  },
  {
    title: 'a movement without a posting',
    kind: 'posting_amounts',
    tampering: setData('ReservationReleased', 1, { postings: [] }),
  },
  {
    title: 'a posting too many',
    kind: 'posting_amounts',
    tampering: changeData('WalletCredited', 1, (data) => ({
      ...data,
      postings: Array(2).fill((data['postings'] as [object])[0]),
    })),
  },
  {
    title: 'a credit that is posted twice',
    kind: 'movement_repeated',
    tampering: repeat('WalletCredited', 1, ['CreditReserved', 1]),
  },
  {
    title: 'a debit that is posted twice',
    kind: 'movement_repeated',
    tampering: repeat('WalletDebited', 1, ['WalletDebited', 1]),
  },
  {
    title: 'the arrival of a transfer that never left',
    kind: 'transfer',
    tampering: setData('WalletCredited', 1, { cause: { kind: 'transfer', id: id('6', 1), wallet_id: otherWalletId } }),
  },
  {
    title: 'a top-up for which no payment came',
    kind: 'topup',
    tampering: setData('WalletCredited', 1, { cause: { kind: 'topup', id: id('6', 2) } }),
  },
  {
    title: 'a reservation that is made twice',
    kind: 'reservation_repeated',
    tampering: repeat('CreditReserved', 1, ['CreditReserved', 1]),
  },
  {
    title: 'a reservation that is made again after it was settled',
    kind: 'reservation_repeated',
    tampering: repeat('CreditReserved', 1, ['ReservationSettled', 1]),
  },
  {
    title: 'a reservation that is settled twice',
    kind: 'reservation_not_open',
    tampering: repeat('ReservationSettled', 1, ['ReservationSettled', 1]),
  },
  {
    title: 'a reservation that is released after it was settled',
    kind: 'reservation_not_open',
    tampering: setData('ReservationReleased', 1, { reservation_id: reservations.settled }),
  },
  {
    title: 'a reservation that is flagged after it ended',
    kind: 'reservation_not_open',
    tampering: repeat('ReservationFlagged', 1, ['ReservationReleased', 1]),
  },
  {
    title: 'a reservation that was given up and is charged twice',
    kind: 'reservation_not_open',
    tampering: repeat('ReleasedReservationCharged', 1, ['ReleasedReservationCharged', 1]),
  },
  {
    title: 'a late charge of a reservation that was not given up',
    kind: 'reservation_not_open',
    tampering: setData('ReleasedReservationCharged', 1, { reservation_id: reservations.settled }),
  },
  {
    title: 'a settlement under another key',
    kind: 'reservation_key',
    tampering: setData('ReservationSettled', 1, { key_id: keyB }),
  },
  {
    title: 'a late charge under another key',
    kind: 'reservation_key',
    tampering: setData('ReleasedReservationCharged', 1, { key_id: keyB }),
  },
  {
    title: 'a release of more than was held',
    kind: 'reservation_amount',
    tampering: setData('ReservationReleased', 1, {
      amount_eur: '0.600000000',
      postings: [move('reserved', 'available', '0.6')],
    }),
  },
  {
    title: 'a release by rule of less than was held',
    kind: 'reservation_amount',
    tampering: setData('ReservationReleased', 2, {
      amount_eur: '0.200000000',
      postings: [move('reserved', 'available', '0.2')],
    }),
  },
  {
    title: 'a settlement that gives back too little',
    kind: 'reservation_amount',
    tampering: setData('ReservationSettled', 1, { released_eur: '0.900000000' }),
  },
  {
    title: 'a settlement that gives back and charges beyond its hold',
    kind: 'reservation_amount',
    tampering: setData('ReservationSettled', 1, { released_eur: '0.999600000', overrun_eur: '0.000025000' }),
  },
  { title: 'a line of another amount', kind: 'charge_line', tampering: line({ amount_eur: '0.000025001' }) },
  { title: 'a line of another quantity', kind: 'charge_line', tampering: line({ quantity: 101 }) },
  { title: 'a cost that is not the sum of its lines', kind: 'charge_sum', tampering: lines((all) => all.slice(0, 1)) },
  { title: 'a counted cost without lines', kind: 'charge_without_lines', tampering: lines(() => []) },
  {
    title: 'a unit price that is not of the price list',
    kind: 'charge_price',
    tampering: line({ quantity: 50, unit_price_eur: '0.500000000' }),
  },
  { title: 'a counter that has no price', kind: 'charge_price', tampering: line({ counter: 'goodwill' }) },
  {
    title: 'another edition of the price list',
    kind: 'charge_price',
    tampering: setData('ReservationSettled', 1, { price_list_version: '2026-12-01' }),
  },
  {
    title: 'a tier that costs the same under a price list of another name',
    kind: 'charge_price',
    tampering: setData('ReleasedReservationCharged', 1, { price_list_id: 'large-model' }),
  },
  { title: 'a credit too small for what was spent', kind: 'overdrawn', tampering: credit('3.000000000') },
];

for (const { title, kind, stream = wallet, tampering } of forgeries) {
  test(`verify names ${title}`, async (t) => {
    const verdict = await verdictAfter(tampering);
    if (verdict.ok) return t.fail('it was not noticed');
    t.is(verdict.difference.kind, kind, JSON.stringify(verdict.difference));
    t.is(verdict.difference.stream, stream);
    t.not(verdict.difference.expected, verdict.difference.found);
  });
}

test('verify names a credit that is gone with all its traces, because read models still know it', async (t) => {
  const verdict = await verdictAfter(forget('WalletCredited', 2));
  if (verdict.ok) return t.fail('it was not noticed');
  t.like(verdict.difference, { kind: 'projection', stream: null, projection: 'wallet-balances@4', key: otherWalletId });
});

test('verify names a document that was changed, is missing, or is one too many', async (t) => {
  const { log, readModels } = await recorded();
  const { checkpoint, documents } = readModels.snapshot(walletBalances);
  const balance = documents.get(walletId);
  if (balance === undefined) return t.fail();
  const forged: readonly (readonly [ReadonlyMap<string, typeof balance>, string])[] = [
    [new Map(documents).set(walletId, { ...balance, available_eur: '999.000000000' }), walletId],
    [new Map([[walletId, balance]]), otherWalletId],
    [new Map(documents).set('zzz', balance), 'zzz'],
  ];
  for (const [documents, key] of forged) {
    readModels.replace(walletBalances, { checkpoint, documents });
    const verdict = await verifyLedger({ log, readModels, projections, now });
    if (verdict.ok) return t.fail(`${key} was not noticed`);
    t.like(verdict.difference, { kind: 'projection', projection: 'wallet-balances@4', key });
  }
});

test('a difference is reported with the number of events before it', async (t) => {
  const verdict = await verdictAfter(forget('WalletOpened'));
  t.is(verdict.events, 0);
  const later = await verdictAfter(setData('ReservationSettled', 1, { key_id: keyB }));
  t.is(later.events, 3);
  if (!later.ok) t.is(later.difference.revision, 3);
});

function never(): never {
  throw new Error('there is no such event');
}
