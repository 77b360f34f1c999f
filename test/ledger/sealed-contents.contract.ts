import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import { contentStream } from '../../src/ledger/stream-names.ts';
import { ContentDamaged, ContentKeyMissing } from '../../src/ports/content-cipher.ts';
import { EventLogUnavailable, RevisionConflict, StreamTombstoned, type EventLog } from '../../src/ports/event-log.ts';
import { logFailing, type AppendFault } from '../_support/failing-appends.ts';
import { logWith } from '../_support/recorded-log.ts';
import type { EngineUnderTest, EventLogEngine } from '../adapters/_event-log-fixtures.ts';

const ring = [{ id: '1', key: randomBytes(32) }];

function contentsOn(engine: EventLogEngine, log: EventLog = engine): SealedContents {
  return new SealedContents({ log, retention: engine, cipher: createAesContentCipher(ring), createId: randomUUID });
}

/** Fails the appends before `times` are over. */
function failing(log: EventLog, fault: AppendFault, times: number): EventLog {
  let left = times;
  return logFailing(log, () => (left-- > 0 ? fault : null));
}

const freshStream = (): string => contentStream(randomUUID());

/** Sizes around the borders of parts, groups and pages. */
const sizes = [0, 1, 46_000, 46_080, 46_081, 368_640, 368_700, 2_949_120, 3_000_000];

/** Registers what kept contents promise, on one engine. */
export function sealedContentsContract({ name, shared, own }: EngineUnderTest): void {
  test(`${name}: a content of any size is read whole`, async (t) => {
    const contents = contentsOn(await shared());
    for (const size of sizes) {
      const [stream, plain] = [freshStream(), randomBytes(size)];
      await contents.put(stream, 'mine', plain);
      t.true((await contents.get(stream, 'mine'))?.equals(plain), `${size} bytes`);
    }
  });

  test(`${name}: a content of another place, or without its key, is not read`, async (t) => {
    const engine = await shared();
    const stream = freshStream();
    await contentsOn(engine).put(stream, 'mine', Buffer.from('text'));
    await t.throwsAsync(contentsOn(engine).get(stream, 'of another'), { instanceOf: ContentDamaged });
    const cipher = createAesContentCipher([{ id: '2', key: randomBytes(32) }]);
    const turned = new SealedContents({ log: engine, retention: engine, cipher, createId: randomUUID });
    await t.throwsAsync(turned.get(stream, 'mine'), { instanceOf: ContentKeyMissing });
  });

  test(`${name}: an undamaged content that does not open lacks its key`, async (t) => {
    const engine = await shared();
    const stream = freshStream();
    const digest = await contentsOn(engine).put(stream, 'mine', randomBytes(100_000));
    const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
    const other = new SealedContents({ log: engine, retention: engine, cipher, createId: randomUUID });
    const missing = await t.throwsAsync(other.get(stream, 'mine', digest), { instanceOf: ContentKeyMissing });
    t.is(missing.keyId, '1');
    await t.throwsAsync(other.get(stream, 'mine', 'x'.repeat(43)), { instanceOf: ContentDamaged });
    await t.throwsAsync(other.get(stream, 'mine'), { instanceOf: ContentDamaged });
  });

  test(`${name}: a content is never overwritten, and an unwritten one is absent`, async (t) => {
    const contents = contentsOn(await shared());
    const stream = freshStream();
    t.is(await contents.get(stream, 'mine'), null);
    await contents.put(stream, 'mine', Buffer.from('first'));
    await t.throwsAsync(contents.put(stream, 'mine', Buffer.from('second')), { instanceOf: RevisionConflict });
    t.deepEqual(await contents.get(stream, 'mine'), Buffer.from('first'));
  });

  test(`${name}: a removed content is gone at once and for ever, also when it is removed again`, async (t) => {
    const engine = await shared();
    const contents = contentsOn(engine);
    const [stream, never] = [freshStream(), freshStream()];
    await contents.put(stream, 'mine', randomBytes(100_000));
    await contents.remove(stream);
    await contents.remove(stream);
    await contents.remove(never);
    t.is(await contents.get(stream, 'mine'), null);
    t.is(await contents.get(never, 'mine'), null);
    await t.throwsAsync(contents.put(stream, 'mine', Buffer.from('again')), { instanceOf: StreamTombstoned });
  });

  for (const fault of ['busy', 'unknown', 'unknown_but_written'] as const) {
    test(`${name}: an append that is ${fault} is repeated identically, and the content is written once`, async (t) => {
      const engine = await shared();
      const [stream, plain] = [freshStream(), randomBytes(500_000)];
      await contentsOn(engine, failing(engine, fault, 2)).put(stream, 'mine', plain);
      t.true((await contentsOn(engine).get(stream, 'mine'))?.equals(plain));
      t.is((await engine.readStream(stream)).length, 11);
    });
  }

  test(`${name}: a partly written content is absent, and can be removed`, async (t) => {
    const engine = await shared();
    let appends = 0;
    const cutting = logWith(engine, {
      append: async (...append) => {
        appends += 1;
        if (appends > 1) throw new EventLogUnavailable('a fault of the test');
        return engine.append(...append);
      },
    });
    const stream = freshStream();
    const put = contentsOn(engine, cutting).put(stream, 'mine', randomBytes(500_000));
    await t.throwsAsync(put, { instanceOf: EventLogUnavailable });
    t.is((await engine.readStream(stream)).length, 8);
    t.is(await contentsOn(engine).get(stream, 'mine'), null);
    await contentsOn(engine).remove(stream);
    t.deepEqual(await engine.readAll({ streamPrefixes: [`${stream}!`] }), []);
  });

  test(`${name}: a content with a part hidden by retention is absent`, async (t) => {
    const engine = await shared();
    const contents = contentsOn(engine);
    for (const [parts, truncateBefore] of [
      [5, 2],
      [200, 100],
    ] as const) {
      const stream = freshStream();
      await contents.put(stream, 'mine', randomBytes(46_080 * parts - 100));
      await engine.setRetention(stream, { truncateBefore });
      t.is(await contents.get(stream, 'mine'), null);
    }
  });

  // Alone: it keeps the thread from the others, and a write is repeated for ten seconds only.
  test.serial(`${name}: 64 MiB are written in small appends and read whole`, async (t) => {
    const engine = await own(t);
    let mostBytes = 0;
    const watched = logWith(engine, {
      append: (stream, expected, events) => {
        const bytes = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
        mostBytes = Math.max(mostBytes, bytes);
        return engine.append(stream, expected, events);
      },
    });
    const contents = contentsOn(engine, watched);
    const [stream, plain] = [freshStream(), randomBytes(67_108_864)];
    await contents.put(stream, 'mine', plain);
    t.true(mostBytes < 524_288, `${mostBytes} bytes in one append`);
    t.true((await contents.get(stream, 'mine'))?.equals(plain));
  });
}
