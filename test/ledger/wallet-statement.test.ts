import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { walletStatement } from '../../src/ledger/wallet-statement.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import * as the from '../_support/wallet-vocabulary.ts';

/** What a page of a long statement reads. */

const { walletId } = the;
const whole = { walletId, fromMs: null, beforeMs: null, isNewestFirst: false, begin: null };

/** Counts the events that are read. */
function counting(log: EventLog): { readonly log: EventLog; read(): number } {
  let events = 0;
  const readStream: EventLog['readStream'] = async (...asked) => {
    const found = await log.readStream(...asked);
    events += found.length;
    return found;
  };
  return { log: { ...log, readStream }, read: () => events };
}

/** A wallet that is closed every hundred events, after 1,000 credits. */
async function longStream(): Promise<EventLog> {
  const log = createMemoryEventLog();
  const closingTimes = { events: 100, milliseconds: 86_400_000 };
  const wallets = new Wallets({ log, createId: randomUUID, closingTimes, commandMsMax: 100_000 });
  await wallets.execute(walletId, the.open);
  for (let n = 0; n < 1_000; n += 1) await wallets.execute(walletId, { ...the.credit('1'), creditId: the.id('f', n) });
  return log;
}

test('a page reads a closing and what follows it, however deep it is in a long stream', async (t) => {
  const log = await longStream();
  for (const revision of [1, 300, 600, 950]) {
    for (const isNewestFirst of [true, false]) {
      const counted = counting(log);
      const begin = { revision, passed: 0 };
      const { entries } = await walletStatement(counted.log, { ...whole, isNewestFirst, begin, limit: 10 });
      t.true(entries.length > 0);
      t.true(counted.read() < 500, `${counted.read()} events at ${revision}`);
    }
  }
});

test('a page examines a bounded number of events, and goes on behind them', async (t) => {
  const log = createMemoryEventLog();
  const wallets = new Wallets({ log, createId: randomUUID, commandMsMax: 100_000 });
  await wallets.execute(walletId, the.open);
  await wallets.execute(walletId, the.credit('1'));
  // Requests to free models move no money.
  for (let n = 0; n < 600; n += 1) {
    const reservationId = the.id('e', n);
    await wallets.execute(walletId, { ...the.reserve('0'), reservationId });
    await wallets.execute(walletId, { ...the.release(), reservationId });
  }
  await wallets.execute(walletId, { ...the.credit('2'), creditId: the.id('f', 9) });
  for (const isNewestFirst of [true, false]) {
    const found: string[] = [];
    let pages = 0;
    for (let begin: Parameters<typeof walletStatement>[1]['begin'] = null; ; pages += 1) {
      const page = await walletStatement(log, { ...whole, isNewestFirst, begin, limit: 2 });
      found.push(...page.entries.map(({ posting }) => posting.amount_eur));
      begin = page.next;
      if (begin === null) break;
    }
    t.deepEqual(found.toSorted(), ['1.000000000', '2.000000000']);
    t.true(pages > 0);
  }
});
