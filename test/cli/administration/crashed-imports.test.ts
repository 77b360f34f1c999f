import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { amountNanoMax } from '../../../src/domain/money.ts';
import { MovementsCheck } from '../../../src/ledger/verify/verify-movements.ts';
import { decodeEvent } from '../../../src/ledger/codec.ts';
import { walletIdOf } from '../../../src/ledger/stream-names.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { camtEntry, camtText } from '../../_support/camt-text.ts';
import { Crash, endingLog } from '../../_support/ending-log.ts';
import { importScene } from '../../_support/import-scene.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { logWith } from '../../_support/recorded-log.ts';

type Scene = Awaited<ReturnType<typeof threeTopups>>;

const digits = ['0123456789ABCDEF', 'FEDCBA9876543210', 'AAAABBBBCCCCDDDD'] as const;
const [first, second, third] = [`WB-${digits[0]}`, `WB-${digits[1]}`, `WB-${digits[2]}`] as const;
const reference = 'BATCH-0001';

async function threeTopups() {
  const scene = await importScene();
  const ids: string[] = [];
  for (const each of digits) ids.push((await scene.topup(each)).id);
  return { ...scene, ids };
}

/** A batch of 25 € by its parts, as a whole, and as a whole without the reference. */
const parts = camtText([
  camtEntry({
    reference,
    transactions: [
      { amount: '10.00', text: first },
      { amount: '15.00', text: second },
    ],
  }),
]);
const whole = camtText([camtEntry({ reference, text: third })]);
const unnamed = camtText([camtEntry({ text: third })]);
const files = [parts, whole, unnamed] as const;

/** The batch by its parts, and one like it as a whole. */
const both = camtText([
  camtEntry({
    reference,
    transactions: [
      { amount: '15.00', text: second },
      { amount: '10.00', text: first },
    ],
  }),
  camtEntry({ reference, text: third }),
]);

/** What is wrong after every process has ended, and another has read all files: nothing is credited but a payment once. */
async function wrongIn(scene: Scene, all: readonly string[]): Promise<readonly string[]> {
  for (const file of [...all, ...all]) await scene.read(file);
  const wrong: string[] = [];
  const balance = await scene.balance();
  const sums = ['10.000000000', '15.000000000', '25.000000000'];
  const right = all.includes(both) ? [...sums, '35.000000000', '40.000000000', '50.000000000'] : sums;
  if (!right.includes(balance)) wrong.push(`${balance} of ${right.at(-1) ?? ''} €`);
  const topups = await Promise.all(scene.ids.map((id) => scene.recorded(id)));
  const credited = new Set(
    topups.flatMap((each) => each?.payments.map(({ payment_id, status }) => `${payment_id} ${status}`) ?? []),
  );
  const check = new MovementsCheck();
  for (const recorded of await scene.log.readAll({ limit: 10_000 })) {
    const event = decodeEvent(recorded);
    const found = check.check(event, walletIdOf(recorded.stream));
    if (found !== null) wrong.push(`${found.kind}: ${found.expected} / ${found.found}`);
    if (event.type === 'WalletCredited' && !credited.delete(`${event.data.credit_id} credited`)) {
      wrong.push('a credit that its top-up does not know');
    }
  }
  if (credited.size > 0) wrong.push('a payment without its credit');
  return wrong;
}

/** Whether the process came to the end of the file. */
async function isRead(scene: Scene, log: EventLog, file: string): Promise<boolean> {
  try {
    await scene.readOn(log, file);
    return true;
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return false;
  }
}

for (const isWritten of [false, true]) {
  const when = isWritten ? 'after' : 'before';
  test(`an import that ends ${when} any append, and others of the batch after it, credit it once`, async (t) => {
    for (const file of files) {
      for (const other of files) {
        for (let append = 1; ; append += 1) {
          const scene = await threeTopups();
          const isWhole = await isRead(scene, endingLog(scene.log, append, isWritten), file);
          await scene.read(other);
          t.deepEqual(await wrongIn(scene, files), [], `${files.indexOf(file)} ${files.indexOf(other)} ${append}`);
          if (isWhole) break;
        }
      }
    }
  });
}

/** A payment by itself, and as a part of a batch of 25 €. */
const alone = camtText([camtEntry({ amount: '10.00', reference: 'PART-0001', text: first })]);
const inBatch = camtText([
  camtEntry({
    reference,
    transactions: [
      { amount: '10.00', text: first, refs: { AcctSvcrRef: 'PART-0001' } },
      { amount: '15.00', text: 'a gift' },
    ],
  }),
]);

test('a payment whose import ended claims its part of the batch in which another file has it', async (t) => {
  for (const isWritten of [false, true]) {
    for (let append = 1; ; append += 1) {
      const scene = await threeTopups();
      const isWhole = await isRead(scene, endingLog(scene.log, append, isWritten), alone);
      for (const file of [inBatch, whole, alone]) await scene.read(file);
      t.is(await scene.balance(), '10.000000000', `${append}`);
      if (isWhole) break;
    }
  }
});

test('a payment that another import records in between claims its part of the batch all the same', async (t) => {
  const scene = await threeTopups();
  const [asked, recorded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [mayRecord, mayFinish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isTopup = (stream: string): boolean => stream.startsWith('topup-');
  const ofBatch = logWith(scene.log, {
    append: async (...appended: Parameters<EventLog['append']>) => {
      if (isTopup(appended[0])) {
        asked.resolve();
        await mayRecord.promise;
      }
      return await scene.log.append(...appended);
    },
  });
  const ofPayment = logWith(scene.log, {
    append: async (...appended: Parameters<EventLog['append']>) => {
      const answer = await scene.log.append(...appended);
      if (isTopup(appended[0])) {
        recorded.resolve();
        await mayFinish.promise;
      }
      return answer;
    },
  });
  const batch = scene.readOn(ofBatch, inBatch);
  await asked.promise;
  const payment = scene.readOn(ofPayment, alone);
  await recorded.promise;
  mayRecord.resolve();
  await batch;
  mayFinish.resolve();
  await payment;
  await scene.read(whole);
  t.is(await scene.balance(), '10.000000000');
});

test('two processes that finish a payment decide alike, although a file shows more of its entry in between', async (t) => {
  const scene = await threeTopups();
  t.false(await isRead(scene, endingLog(scene.log, 1, true), parts));
  await scene.read(whole);
  /** A process that stops before it writes what became of the payment. */
  const stopping = (file: string) => {
    const [stopped, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const log = logWith(scene.log, {
      append: async (...appended: Parameters<EventLog['append']>) => {
        if (appended[0] === `topup-${scene.ids[0] ?? ''}`) {
          stopped.resolve();
          await mayGoOn.promise;
        }
        return await scene.log.append(...appended);
      },
    });
    return { stopped: stopped.promise, goOn: mayGoOn.resolve, ended: scene.readOn(log, file) };
  };
  const earlier = stopping(parts);
  await earlier.stopped;
  const later = stopping(both);
  await later.stopped;
  for (const { goOn, ended } of [earlier, later]) {
    goOn();
    await ended;
  }
  t.deepEqual(await wrongIn(scene, [parts, whole, both]), []);
});

test('an import tells that a payment is refused which another recorded, and whose entry a third has used', async (t) => {
  const scene = await threeTopups();
  const [asked, mayRecord] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waiting = logWith(scene.log, {
    append: async (...appended: Parameters<EventLog['append']>) => {
      if (appended[0] === `topup-${scene.ids[0] ?? ''}`) {
        asked.resolve();
        await mayRecord.promise;
      }
      return await scene.log.append(...appended);
    },
  });
  const importing = scene.readOn(waiting, parts);
  await asked.promise;
  t.false(await isRead(scene, endingLog(scene.log, 1, true), parts));
  t.is((await scene.read(whole)).credited.length, 1);
  mayRecord.resolve();
  const { credited, already, refused } = await importing;
  t.deepEqual([credited, already], [[], []]);
  t.is(refused.length, 2);
  t.is(await scene.balance(), '25.000000000');
});

test('a payment that waits for room in its wallet takes its part of the batch in which another file has it', async (t) => {
  const scene = await threeTopups();
  t.false(await isRead(scene, endingLog(scene.log, 1, true), alone));
  const most = { type: 'credit_wallet', creditId: randomUUID(), amount: amountNanoMax, reason: 'test' } as const;
  t.true((await scene.deps.wallets.execute(scene.walletId, most)).accepted);
  await scene.read(inBatch);
  const room = { type: 'debit_wallet', debitId: randomUUID(), amount: amountNanoMax, reason: 'test' } as const;
  t.true((await scene.deps.wallets.execute(scene.walletId, room)).accepted);
  for (const file of [whole, alone]) await scene.read(file);
  t.is(await scene.balance(), '10.000000000');
});

const importsAtOnce = test.macro(async (t, all: readonly string[]) => {
  const importing = fc.record({ file: fc.constantFrom(...all), appends: fc.integer({ min: 1, max: 20 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(importing, { minLength: 2, maxLength: 4 }),
      async (scheduler, imports) => {
        const scene = await threeTopups();
        const inTurns = logWith(scene.log, {
          append: scheduler.scheduleFunction((...appended: Parameters<EventLog['append']>) =>
            scene.log.append(...appended),
          ),
          readStream: scheduler.scheduleFunction((...read: Parameters<EventLog['readStream']>) =>
            scene.log.readStream(...read),
          ),
        });
        const running = imports.map(({ file, appends }) => isRead(scene, endingLog(inTurns, appends, true), file));
        await scheduler.waitFor(Promise.all(running));
        t.deepEqual(await wrongIn(scene, all), []);
      },
    ),
    { numRuns: propertyRuns(40) },
  );
});
test('imports at once, in any order of their steps, some of which end, credit a batch once', importsAtOnce, files);
test('imports at once of files that show more and more of an entry credit it once', importsAtOnce, [...files, both]);
