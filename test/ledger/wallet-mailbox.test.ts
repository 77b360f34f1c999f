import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { AppendTooLarge } from '../../src/ports/event-log.ts';
import type { EventLog } from '../../src/ports/event-log.ts';

test('commands that are too large together for one append are appended in several', async (t) => {
  const memory = createMemoryEventLog();
  const sizes: number[] = [];
  const log: EventLog = {
    append: async (stream, expected, events) => {
      if (events.length > 3) throw new AppendTooLarge(`${events.length} events`);
      sizes.push(events.length);
      return memory.append(stream, expected, events);
    },
    readStream: memory.readStream.bind(memory),
    readAll: memory.readAll.bind(memory),
    follow: memory.follow.bind(memory),
    comparePositions: memory.comparePositions.bind(memory),
  };
  const wallets = new Wallets({ log, mintId: randomUUID });
  const walletId = randomUUID();
  await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId: randomUUID() });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount: 1n, reason: 'gift' }),
    ),
  );
  t.true(answers.every(({ accepted }) => accepted));
  t.is(
    sizes.reduce((sum, size) => sum + size, 0),
    21,
  );
});
