import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { AppendOutcomeUnknown, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { walletSight } from '../_support/ledger-view.ts';
import { logWith } from '../_support/recorded-log.ts';
import { credit, id, open, release, reserve } from '../_support/wallet-vocabulary.ts';

const [first, second, third] = [id('a', 1), id('a', 2), id('a', 3)];

/** Wallets of 10 euro behind a log that counts reads, and whose appends to some wallets are not answered. */
async function fundedWallets(mailboxesMax: number) {
  const memory = createMemoryEventLog();
  const read: string[] = [];
  const held = new Set<string>();
  const waiting: (() => void)[] = [];
  const log = logWith(memory, {
    append: async (stream, ...append) => {
      if (held.has(stream)) await new Promise<void>((resolve) => waiting.push(resolve));
      return memory.append(stream, ...append);
    },
    readStream: (stream, reading) => {
      read.push(stream);
      return memory.readStream(stream, reading);
    },
  });
  const funding = new Wallets({ log: memory, createId: randomUUID });
  for (const walletId of [first, second, third]) {
    await funding.execute(walletId, { ...open, walletId });
    await funding.execute(walletId, credit('10'));
  }
  return {
    memory,
    read,
    wallets: new Wallets({ log, createId: randomUUID, mailboxesMax, commandMsMax: 90 }),
    hold: (walletId: string) => held.add(walletStream(walletId)),
    pass: (walletId: string) => held.delete(walletStream(walletId)),
    /** What was held back is written, and has been dealt with when this resolves. */
    arrive: async () => {
      for (const resolve of waiting.splice(0)) resolve();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('of too many wallets in memory, the least recently used one is dropped, and read again when it is needed', async (t) => {
  const { wallets, read } = await fundedWallets(2);
  for (const walletId of [first, second, first, third]) await wallets.execute(walletId, credit('1', randomUUID()));
  t.deepEqual(read.splice(0), [first, second, third].map(walletStream), 'each wallet was read once so far');
  await wallets.execute(first, credit('1', randomUUID()));
  await wallets.execute(third, credit('1', randomUUID()));
  t.deepEqual(read.splice(0), [], 'the two that were used last are still in memory');
  await wallets.execute(second, credit('1', randomUUID()));
  t.deepEqual(read, [walletStream(second)]);
});

test('a wallet with an append in doubt stays in memory, so that its hold can be released', async (t) => {
  const { memory, wallets, hold, pass, arrive } = await fundedWallets(1);
  hold(first);
  await t.throwsAsync(wallets.execute(first, reserve('1')), { instanceOf: AppendOutcomeUnknown });
  for (const walletId of [second, third]) t.true((await wallets.execute(walletId, credit('1', randomUUID()))).accepted);
  pass(first);
  t.true((await wallets.execute(first, release())).accepted);
  await arrive();
  t.is((await walletSight(memory, first)).state.reserved, 0n);
});

for (const [what, retention] of [
  ['its first events', { truncateBefore: 1 }],
  ['all but its last event', { maxCount: 1 }],
] as const) {
  test(`a wallet of which the log hides ${what} is refused by name, and others are not`, async (t) => {
    const { memory, wallets } = await fundedWallets(3);
    t.true((await wallets.execute(first, reserve('1'))).accepted);
    await memory.setRetention(walletStream(first), retention);
    const cold = new Wallets({ log: memory, createId: randomUUID });
    for (const command of [reserve('1', { reservationId: id('b', 1) }), credit('1', randomUUID())]) {
      const { message } = await t.throwsAsync(cold.execute(first, command), { instanceOf: EventLogUnavailable });
      t.true(message.startsWith(`events 0 to `) && message.includes(walletStream(first)), message);
    }
    t.true((await cold.execute(second, credit('1', randomUUID()))).accepted);
  });
}

test('a wallet that is used while all others are busy stays in memory like them', async (t) => {
  const { memory, wallets, hold, pass, arrive } = await fundedWallets(1);
  hold(first);
  hold(second);
  const busy = wallets.execute(first, credit('1', randomUUID()));
  await t.throwsAsync(wallets.execute(second, reserve('1')), { instanceOf: AppendOutcomeUnknown });
  pass(second);
  t.true((await wallets.execute(second, release())).accepted, 'the hold in doubt is still known');
  await t.throwsAsync(busy, { instanceOf: AppendOutcomeUnknown });
  await arrive();
  t.is((await walletSight(memory, second)).state.reserved, 0n);
});
