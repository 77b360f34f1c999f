import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createPriceList } from '../../src/domain/price-list.ts';
import { isCharging, marginOf } from '../../src/domain/prices/margin.ts';
import { ownPriceList } from '../../src/domain/prices/own-price-list.ts';
import { createTransfer } from '../../src/ledger/administration/transfers.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { copyLedger, type CopyVerdict } from '../../src/ledger/copy/copy-ledger.ts';
import { DerivedLists } from '../../src/ledger/derived-lists.ts';
import { appendMargins } from '../../src/ledger/margins.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { billing } from '../_support/usage.ts';
import * as words from '../_support/wallet-vocabulary.ts';

// A copy writes streams side by side: what depends on the order of two of them.

type Engine = ReturnType<typeof createMemoryEventLog>;

function copy(source: Engine, target: Engine): Promise<CopyVerdict> {
  return copyLedger({ source, target, mayGrow: false, createId: randomUUID, now: 0 });
}

/** A wallet that is credited so many times. */
async function recordCredits(log: EventLog, credits: number, walletId: string): Promise<void> {
  const opened = new Wallets({ log: chainedLog(log), createId: randomUUID });
  await opened.execute(walletId, { type: 'open_wallet', walletId, tenantId: randomUUID() });
  for (let n = 0; n < credits; n += 1) await opened.execute(walletId, words.credit('0.000000001', randomUUID()));
}

/** The same log, whose appends take longer the more events they have: an idle lane overtakes a busy one. */
function slowed(target: Engine): Engine {
  const append = target.append.bind(target);
  target.append = async (stream, expected, events) => {
    await new Promise((resolve) => setTimeout(resolve, events.length / 5));
    return await append(stream, expected, events);
  };
  return target;
}

test('the steps of transfers and top-ups keep their order beside a wallet with many events', async (t) => {
  const source = createMemoryEventLog();
  const log = chainedLog(source);
  const [busy, idle] = [randomUUID(), randomUUID()];
  const opened = new Wallets({ log, createId: randomUUID });
  await recordCredits(source, 300, busy);
  await recordCredits(source, 1, idle);
  const deps = { log, createId: randomUUID, wallets: opened, keyHasher: createHmacKeyHasher(Buffer.alloc(32, 7)) };
  const sides = { tenantId: randomUUID(), sourceId: busy, destinationId: idle };
  for (const reason of ['one', 'two', 'three']) {
    const answer = await createTransfer(deps, { ...sides, transferId: randomUUID(), amount: 1n, reason });
    t.true(answer.accepted);
  }
  const verdict = await copy(source, slowed(createMemoryEventLog()));
  t.like(verdict, { ok: true }, JSON.stringify(verdict));
});

test('a margin may be copied before its charge, and a hold before its price list', async (t) => {
  const source = createMemoryEventLog();
  const log = chainedLog(source);
  const [busy, resellerId, key] = [randomUUID(), randomUUID(), '0123456789abcdef'];
  const opened = new Wallets({ log, createId: randomUUID });
  await recordCredits(source, 300, busy);
  await opened.execute(busy, words.credit('1'));
  const above = words.priceList.record;
  const prices = { factor_basis_points: 10_000 };
  const made = ownPriceList(above, prices, key);
  const list = { key, level: 'reseller', reseller_id: resellerId, above, prices, price_list: made } as const;
  await new DerivedLists({ log, createId: randomUUID }).record([list]);
  const own = createPriceList(made);
  for (let nth = 0; nth < 3; nth += 1) {
    const reservationId = randomUUID();
    await opened.execute(busy, words.reserve('0.1', { reservationId, priceList: own }));
    const named = {
      reservationId,
      ...billing({ input_tokens: 1 }, own),
      priceListId: own.id,
      priceListVersion: own.version,
    };
    const answer = await opened.execute(busy, words.settle('0', named));
    const charging = answer.accepted ? answer.events.find(isCharging) : undefined;
    if (charging === undefined) return t.fail('nothing was charged');
    const margins = [marginOf({ walletId: busy, charging, list, own, above: createPriceList(above) })];
    t.true(await appendMargins({ log, createId: randomUUID }, resellerId, { recorded: nth, margins }));
  }
  const verdict = await copy(source, slowed(createMemoryEventLog()));
  t.like(verdict, { ok: true }, JSON.stringify(verdict));
});
