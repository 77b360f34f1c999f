import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import {
  chainedDigest,
  metadataWithDigest,
  noDigest,
  ownDigest,
  singleDigest,
  splitMetadata,
} from '../../src/domain/event-digest.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { contentStream, idempotencyStream, walletStream } from '../../src/ledger/stream-names.ts';
import { RevisionConflict, type EventLog, type EventToAppend, type RecordedEvent } from '../../src/ports/event-log.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { logWith } from '../_support/recorded-log.ts';

const stream = walletStream('1');

const event = (data = '{}'): EventToAppend => ({ id: randomUUID(), type: 'Something', data, metadata: '{"v":1}' });

const digestOf = ({ metadata }: RecordedEvent): string | undefined => splitMetadata(metadata)?.digest;

/** The digests that the events of a stream ought to carry. */
function expectedDigests(events: readonly RecordedEvent[], before: string = noDigest): readonly string[] {
  let digest = before;
  return events.map((event) => (digest = chainedDigest(digest, { ...event, metadata: '{"v":1}' })));
}

test('each event carries a digest of itself and of the one before it in its stream', async (t) => {
  const log = createMemoryEventLog();
  const chained = chainedLog(log);
  await chained.append(stream, 'no_stream', [event('{"a":1}'), event('{"a":2}')]);
  await chained.append(walletStream('2'), 'no_stream', [event()]);
  await chained.append(stream, 1, [event('{"a":3}')]);
  const events = await log.readStream(stream);
  t.deepEqual(events.map(digestOf), expectedDigests(events));
});

test('a second process continues the digest chain of a stream', async (t) => {
  const log = createMemoryEventLog();
  await chainedLog(log).append(stream, 'no_stream', [event(), event()]);
  await chainedLog(log).append(stream, 1, [event()]);
  const events = await log.readStream(stream);
  t.deepEqual(events.map(digestOf), expectedDigests(events));
});

test('a batch that is appended again has the same bytes after other appends and reads', async (t) => {
  const batches: (readonly EventToAppend[])[] = [];
  const log = createMemoryEventLog();
  const watched: EventLog = logWith(log, {
    append: (name, expected, events) => {
      batches.push(events);
      return log.append(name, expected, events);
    },
  });
  const chained = chainedLog(watched);
  const batch = [event(), event()];
  await chained.append(stream, 'no_stream', [event()]);
  await chained.append(stream, 0, batch);
  await chained.append(stream, 2, [event()]);
  await chained.readStream(stream);
  t.is((await chained.append(stream, 0, batch)).revision, 2);
  t.deepEqual(batches[3], batches[1]);
  await chained.append(stream, 3, [event()]);
  const events = await log.readStream(stream);
  t.deepEqual(events.map(digestOf), expectedDigests(events));
});

test('a process that follows the appends of another appends to that stream without reading it', async (t) => {
  let reads = 0;
  const log = createMemoryEventLog();
  const counting = logWith(log, {
    readStream: (name, options) => {
      reads += 1;
      return log.readStream(name, options);
    },
  });
  const chained = chainedLog(counting);
  await chained.append(stream, 'no_stream', [event()]);
  await chainedLog(log).append(stream, 0, [event(), event()]);
  const stop = new AbortController();
  for await (const step of chained.follow({ signal: stop.signal })) if (step.kind === 'caught_up') stop.abort();
  await chained.append(stream, 2, [event()]);
  t.is(reads, 0);
  const events = await log.readStream(stream);
  t.deepEqual(events.map(digestOf), expectedDigests(events));
});

test('a process that has read or written the end of a stream appends without reading it again', async (t) => {
  let reads = 0;
  const log = createMemoryEventLog();
  await chainedLog(log).append(stream, 'no_stream', [event(), event()]);
  const counting = logWith(log, {
    readStream: (name, options) => {
      reads += 1;
      return log.readStream(name, options);
    },
  });
  const chained = chainedLog(counting);
  await chained.readStream(stream);
  await chained.append(stream, 1, [event()]);
  await chained.append(stream, 2, [event()]);
  t.is(reads, 1);
});

test('a stream without digests is continued, and the next digest covers its last event', async (t) => {
  const log = createMemoryEventLog();
  await log.append(stream, 'no_stream', [event(), event()]);
  await chainedLog(log).append(stream, 1, [event()]);
  const [, last, next] = await log.readStream(stream);
  if (last === undefined || next === undefined) return t.fail();
  t.is(digestOf(next), chainedDigest(ownDigest(last), { ...next, metadata: '{"v":1}' }));
});

test('a digest covers its event alone in streams that lose their older events', async (t) => {
  const log = createMemoryEventLog();
  const chained = chainedLog(log);
  for (const name of [contentStream('1'), idempotencyStream('2')]) {
    await chained.append(name, 'no_stream', [event(), event()]);
    await log.deleteStream(name, 'any');
    await chained.append(name, 'no_stream', [event()]);
    const [back] = await log.readStream(name);
    if (back === undefined) return t.fail();
    t.is(back.revision, 2);
    t.is(digestOf(back), singleDigest({ ...back, metadata: '{"v":1}' }));
  }
  t.pass();
});

test('an append behind the end of its stream conflicts, and the conflict names the end', async (t) => {
  const chained = chainedLog(createMemoryEventLog());
  await chained.append(stream, 'no_stream', [event(), event()]);
  const error = await t.throwsAsync(chained.append(stream, 7, [event()]), { instanceOf: RevisionConflict });
  t.is(error.actual, 1);
  const absent = await t.throwsAsync(chained.append(walletStream('3'), 0, [event()]), { instanceOf: RevisionConflict });
  t.is(absent.actual, 'no_stream');
});

test('an append without an exact revision is refused', async (t) => {
  const chained = chainedLog(createMemoryEventLog());
  await t.throwsAsync(chained.append(stream, 'any', [event()]), { instanceOf: RangeError });
  await t.throwsAsync(chained.append(stream, 'stream_exists', [event()]), { instanceOf: RangeError });
});

test('split metadata is the text of the writer and the digest', (t) => {
  const text = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(text, fc.string(), (metadata, seed) => {
      const digest = singleDigest({ stream: seed, revision: 0, id: '', type: '', data: '', metadata });
      const both = metadataWithDigest(metadata, digest);
      t.deepEqual(splitMetadata(both), { metadata, digest });
      t.deepEqual(JSON.parse(both), { ...(JSON.parse(metadata) as object), digest });
    }),
    { numRuns: propertyRuns(200) },
  );
});
