import { randomUUID } from 'node:crypto';
import test from 'ava';
import { listOfKey, owedMargins, owedPrefix, resellerOf } from '../../projections/owed-margins.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { costOf } from '../../src/domain/cost.ts';
import { nanoFromEur, type NanoEur } from '../../src/domain/money.ts';
import { createPriceList } from '../../src/domain/price-list.ts';
import type { DerivedPriceList } from '../../src/domain/prices/derived-list-events.ts';
import { ownPriceList } from '../../src/domain/prices/own-price-list.ts';
import { noUsage } from '../../src/domain/usage.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { decodeEvent } from '../../src/ledger/codec.ts';
import { DerivedLists } from '../../src/ledger/derived-lists.ts';
import { resellerPrefix } from '../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { recordMargins } from '../../src/reactors/record-margins.ts';
import { appendFaults, logFailing } from '../_support/failing-appends.ts';
import { feedAll } from '../_support/feed-all.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { billing } from '../_support/usage.ts';
import { priceList, reserve, settle } from '../_support/wallet-vocabulary.ts';

const resellers = [randomUUID(), randomUUID()] as const;
const projections = [owedMargins];

function listUnder(resellerId: string | null, factor_basis_points: number, nth: number): DerivedPriceList {
  const key = String(nth).padStart(16, '0');
  const prices = { factor_basis_points };
  const level = resellerId === null ? 'platform' : 'reseller';
  const above = priceList.record;
  return { key, level, reseller_id: resellerId, above, prices, price_list: ownPriceList(above, prices, key) };
}

async function marginLedger() {
  const log = chainedLog(createMemoryEventLog());
  const lists = [
    listUnder(resellers[0], 12_000, 1),
    listUnder(resellers[0], 9_000, 2),
    listUnder(resellers[1], 50_000, 3),
    listUnder(null, 20_000, 4),
  ] as const;
  await new DerivedLists({ log, createId: randomUUID }).record(lists);
  const wallets = new Wallets({ log, createId: randomUUID });
  const walletId = randomUUID();
  await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId: randomUUID() });
  const amount = nanoFromEur('1000');
  await wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount, reason: 'test' });

  /** Charges the wallet by a list, and returns what the one above would have charged less. */
  const charge = async (list: DerivedPriceList, tokens: number): Promise<NanoEur> => {
    const [own, above] = [createPriceList(list.price_list), createPriceList(list.above)];
    const reservationId = randomUUID();
    const usage = { ...noUsage, input_tokens: tokens, output_tokens: tokens };
    const bill = billing(usage, own);
    await wallets.execute(walletId, reserve('1', { reservationId, priceList: own }));
    const named = { priceListId: own.id, priceListVersion: own.version };
    await wallets.execute(walletId, settle('0', { reservationId, ...bill, ...named }));
    return bill.cost.total - costOf(usage, above).total;
  };
  /** A process with a read model of its own. */
  const reactor = (own: EventLog = log) => {
    const readModels = createMemoryReadModels(log);
    return async (): Promise<number> =>
      await recordMargins({
        log: own,
        createId: randomUUID,
        readModels,
        owed: { projection: owedMargins, prefix: owedPrefix, listOfKey, resellerOf },
        catchUp: () => feedAll(log, readModels, projections),
        telemetry: { warn: () => undefined },
      });
  };
  const recorded = async () => {
    const events = await log.readAll({ limit: 10_000, streamPrefixes: [resellerPrefix] });
    return events.map(decodeEvent).flatMap((event) => (event.type === 'MarginRecorded' ? [event.data] : []));
  };
  const verdict = () => verifyLedger({ log, readModels: createMemoryReadModels(log), projections: [], now: 0 });
  return { log, lists, charge, reactor, recorded, verdict };
}

test('the margin of each charge by a reseller’s list is recorded once, and a loss is negative', async (t) => {
  const { lists, charge, reactor, recorded, verdict } = await marginLedger();
  const [dearer, cheaper, foreign, platforms] = lists;
  const expected = [await charge(dearer, 1_000), await charge(cheaper, 1_000), await charge(foreign, 7)];
  await charge(platforms, 1_000);
  t.true((expected[1] ?? 0n) < 0n);
  const run = reactor();
  t.is(await run(), 3);
  t.is(await run(), 0);
  const margins = await recorded();
  t.is(margins.length, 3);
  const sum = expected.reduce((total, margin) => total + margin, 0n);
  const found = await verdict();
  t.like(found, { ok: true, owed_margins: 0, totals: { margin_eur: euro(sum) } }, JSON.stringify(found));
  t.deepEqual(
    margins.flatMap(({ postings }) => postings.map(({ debit_account }) => debit_account)).toSorted(),
    ['platform:revenue', 'platform:revenue', `reseller:${resellers[0]}:margin`].toSorted(),
  );
});

test('a charge that no reactor has seen is owed, and no difference', async (t) => {
  const { lists, charge, verdict } = await marginLedger();
  await charge(lists[0], 3);
  t.like(await verdict(), { ok: true, owed_margins: 1 });
});

test('margins are recorded once, whoever races and whatever fails', async (t) => {
  const random = randomOf(t);
  for (let round = 0; round < 15; round += 1) {
    const { log, lists, charge, reactor, recorded, verdict } = await marginLedger();
    const failing = logFailing(log, () => (random.whole(0, 3) === 0 ? random.oneOf(appendFaults) : null));
    const processes = [reactor(failing), reactor(failing), reactor()] as const;
    let charges = 0;
    let sum = 0n;
    for (let step = 0; step < 6; step += 1) {
      for (let n = random.whole(0, 4); n > 0; n -= 1) {
        const list = random.oneOf([lists[0], lists[1], lists[2]]);
        sum += await charge(list, random.whole(0, 5_000));
        charges += 1;
      }
      await Promise.allSettled([random.oneOf(processes)(), random.oneOf(processes)(), random.oneOf(processes)()]);
    }
    const [, , sound] = processes;
    while ((await sound()) > 0);
    const margins = await recorded();
    t.is(margins.length, charges);
    t.is(new Set(margins.map(({ reservation_id }) => reservation_id)).size, charges);
    t.like(await verdict(), { ok: true, owed_margins: 0, totals: { margin_eur: euro(sum) } });
  }
});

function euro(nano: NanoEur): string {
  const [sign, digits] = nano < 0n ? ['-', String(-nano)] : ['', String(nano)];
  return `${sign}${digits.padStart(10, '0').replace(/(\d{9})$/, '.$1')}`;
}
