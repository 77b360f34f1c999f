import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openReservations } from '../../../projections/open-reservations.ts';
import { walletBalances } from '../../../projections/wallet-balances.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { openSqliteReadModels } from '../../../src/adapters/sqlite-read-models.ts';
import { statusNotices } from '../../../src/ledger/status-notices.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { ReadModels } from '../../../src/ports/read-models.ts';
import { record, recordUnknown } from '../../_support/recorded-log.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { tally } from '../../_support/tally-projection.ts';
import * as words from '../../_support/wallet-vocabulary.ts';
import { follow, stream } from './_followed.ts';

const otherWallet = words.id('a', 7);
const otherStream = walletStream(otherWallet);

const stores: Readonly<Record<string, (t: ExecutionContext, log: EventLog) => ReadModels>> = {
  memory: (_t, log) => createMemoryReadModels(log),
  sqlite: (t, log) => {
    const comparePositions = log.comparePositions.bind(log);
    const readModels = openSqliteReadModels({ path: join(scratchFolder(t), 'read-models.db'), comparePositions });
    t.teardown(() => readModels[Symbol.dispose]());
    return readModels;
  },
};

for (const [store, openStore] of Object.entries(stores)) {
  test(`${store}: an event of a later version stops its own wallet, and the stop is reported`, async (t) => {
    const log = createMemoryEventLog();
    const waits: string[] = [];
    const followed = follow(t, {
      log,
      readModels: openStore(t, log),
      projections: [walletBalances, openReservations, tally],
      onWaiting: ({ name }, waiting) => waits.push(`${name} ${waiting.stream}@${waiting.revision}`),
    });
    await record(log, stream, words.opened, words.credited('5'));
    await recordUnknown(log, stream);
    await record(log, stream, words.credited('7', words.id('f', 9)));
    await record(log, otherStream, words.credited('3'), words.reserved('1'));
    await followed.follower.caughtUp([walletBalances, openReservations]);
    await record(log, stream, words.credited('7', words.id('f', 10)));
    await record(log, otherStream, words.credited('4', words.id('f', 11)));
    await followed.follower.caughtUp([walletBalances, openReservations]);
    t.is(followed.readModels.get(walletBalances, words.walletId)?.available_eur, '5.000000000');
    t.is(followed.readModels.get(walletBalances, otherWallet)?.available_eur, '6.000000000');
    t.is(followed.readModels.list(openReservations).length, 1);
    for (const projection of [walletBalances, openReservations]) {
      const expected = [{ stream, revision: 2, type: 'FromTheFuture' }];
      t.deepEqual(followed.readModels.waiting(projection), expected);
    }
    t.deepEqual(waits, [`wallet-balances ${stream}@2`, `open-reservations ${stream}@2`]);
    t.deepEqual(
      followed.errors.map(({ stopped }) => stopped),
      ['tally'],
    );
    const [stopped, waiting, ...more] = statusNotices(followed);
    t.regex(stopped ?? '', /^projection_stopped: tally@1 stands \(event .* unknown type FromTheFuture.*upgrade/);
    t.regex(
      waiting ?? '',
      new RegExp(`^stream_waiting: ${stream} stands before event 2 of the type FromTheFuture, .*upgrade`),
    );
    t.deepEqual(more, []);
  });

  test(`${store}: a stream that an earlier version could not read is folded once this one looks`, async (t) => {
    const log = createMemoryEventLog();
    const readModels = openStore(t, log);
    const credits = Array.from({ length: 1_200 }, (_, n) => words.credited('1', words.id('f', n + 1)));
    await record(log, stream, words.opened, ...credits.slice(0, 600));
    await record(log, stream, ...credits.slice(600));
    const [opening, credit] = await log.readStream(stream, { limit: 2 });
    const end = (await log.readAll({ limit: 10_000 })).at(-1)?.position;
    if (opening === undefined || credit === undefined || end === undefined) return t.fail();
    // As a version left it that did not know credits.
    const opened = { position: opening.position, stream, recordedAt: opening.recordedAt, event: words.opened };
    const unread = [{ stream, revision: 1, type: credit.type, position: credit.position }];
    readModels.apply(walletBalances, { after: null, events: [opened], unread, upTo: end });
    const followed = follow(t, { log, readModels, projections: [walletBalances] });
    await followed.follower.caughtUp();
    t.deepEqual(readModels.waiting(walletBalances), []);
    t.is(readModels.get(walletBalances, words.walletId)?.available_eur, '1200.000000000');
    await record(log, stream, words.credited('1', words.id('f', 5_000)));
    await followed.follower.caughtUp();
    t.is(readModels.get(walletBalances, words.walletId)?.available_eur, '1201.000000000');
  });
}
