import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { responseId } from '../../src/domain/responses/response-id.ts';
import type { StoredResponse } from '../../src/protocols/responses/stored-response.ts';
import { SealedContents } from '../../src/ledger/sealed-contents.ts';
import { StoredResponses } from '../../src/ledger/stored-responses.ts';
import { contentStream, responseStream } from '../../src/ledger/stream-names.ts';
import { EventLogUnavailable, StreamTombstoned, type EventLog } from '../../src/ports/event-log.ts';
import { events } from '../adapters/_event-log-fixtures.ts';
import { contentDigestOf } from '../_support/content-digest-of.ts';
import { logWith } from '../_support/recorded-log.ts';
import { until } from '../_support/until.ts';
import { logFailing, type AppendFault } from '../_support/failing-appends.ts';

const dayMs = 86_400_000;
const owner = { userId: randomUUID(), tenantId: randomUUID() };
const facts = { keyId: randomUUID(), reservationId: randomUUID(), previousResponseId: null, itemIds: [] };

/** A log whose clock the test holds, and what is kept in it. */
function room() {
  let now = Date.parse('2026-11-01T12:00:00Z');
  const clock = { now: () => now };
  const log = createMemoryEventLog({ clock });
  const cipher = createAesContentCipher([{ id: '1', key: randomBytes(32) }]);
  const responsesOn = (over: EventLog): StoredResponses =>
    new StoredResponses({
      log: over,
      contents: new SealedContents({ log: over, retention: log, cipher, createId: randomUUID }),
      index: { holderOf: async () => null, expired: async () => [] },
      clock,
      hasher: createHmacKeyHasher(Buffer.alloc(32, 1)),
      createId: randomUUID,
    });
  return { log, clock, responsesOn, pass: (milliseconds: number) => (now += milliseconds) };
}

function responseAt(nowMs: number): StoredResponse {
  const id = responseId(nowMs, randomBytes(16).toString('hex'));
  return {
    responseId: id,
    binding: { profile: 'light', target: 'small', upstreamModel: 'm', account: 'a', isCast: false },
    createdAtMs: nowMs,
    expiresAtMs: nowMs + 30 * dayMs,
    shown: Buffer.from(`{"id":"${id}","output":[]}`),
    input: Buffer.from('[]'),
    sent: null,
    mapping: null,
    fileNames: [],
  };
}

/** The log on which the fact that a response is kept is not recorded. */
const factless = (log: EventLog, fault: AppendFault): EventLog =>
  logFailing(log, (types) => (types.includes('ResponseStored') ? fault : null));

test('the record of a stored response carries the digest of its sealed content', async (t) => {
  const { log, clock, responsesOn } = room();
  const stored = { ...responseAt(clock.now()), input: randomBytes(100_000) };
  await responsesOn(log).store(stored, owner, facts);
  const [recorded] = await log.readStream(responseStream(stored.responseId));
  t.like(JSON.parse(recorded?.data ?? '{}'), {
    content_digest: await contentDigestOf(log, contentStream(stored.responseId)),
  });
});

test('a content without a recorded fact is not found by its owner, and not removed by them', async (t) => {
  const { log, clock, responsesOn } = room();
  const stored = responseAt(clock.now());
  await t.throwsAsync(responsesOn(factless(log, 'unavailable')).store(stored, owner, facts), {
    instanceOf: EventLogUnavailable,
  });
  t.is((await log.readStream(contentStream(stored.responseId))).length, 1, 'the content was written');
  t.is(await responsesOn(log).find(stored.responseId, owner), null);
  t.false(await responsesOn(log).delete(stored.responseId, owner));
});

test('a content that a crash left without a fact goes by its age, after every response of its time', async (t) => {
  const { log, clock, responsesOn, pass } = room();
  const stored = responseAt(clock.now());
  await t.throwsAsync(responsesOn(factless(log, 'unavailable')).store(stored, owner, facts));
  const left = async (): Promise<number> => (await log.readStream(contentStream(stored.responseId))).length;
  pass(30 * dayMs);
  t.is(await left(), 1);
  pass(2 * dayMs);
  t.is(await left(), 0);
});

for (const fault of ['unavailable', 'unknown_but_written'] as const) {
  test(`a partly stored response is removed whole: its fact ${fault}`, async (t) => {
    const { log, clock, responsesOn } = room();
    const stored = responseAt(clock.now());
    await responsesOn(factless(log, fault))
      .store(stored, owner, facts)
      .catch(() => undefined);
    const isRecorded = fault === 'unknown_but_written';
    t.is((await responsesOn(log).find(stored.responseId, owner)) !== null, isRecorded);
    t.is(await responsesOn(log).takeBack(stored.responseId), isRecorded);
    t.is(await responsesOn(log).find(stored.responseId, owner), null);
    await t.throwsAsync(log.append(contentStream(stored.responseId), 'any', events(1)), {
      instanceOf: StreamTombstoned,
    });
  });
}

test('a response is found by its owner until it expires', async (t) => {
  const { log, clock, responsesOn, pass } = room();
  const responses = responsesOn(log);
  const stored = responseAt(clock.now());
  await responses.store(stored, owner, facts);
  t.deepEqual(await responses.find(stored.responseId, owner), stored);
  for (const other of [
    { ...owner, userId: randomUUID() },
    { ...owner, tenantId: randomUUID() },
  ]) {
    t.is(await responses.find(stored.responseId, other), null);
    t.false(await responses.delete(stored.responseId, other));
  }
  pass(30 * dayMs);
  t.is(await responses.find(stored.responseId, owner), null);
  t.false(await responses.delete(stored.responseId, owner));
  t.true(await responses.expire(stored.responseId));
  t.false(await responses.expire(stored.responseId));
});

test('few large contents are opened at once, and all small contents', async (t) => {
  const { log, clock, responsesOn } = room();
  const waiting: (() => void)[] = [];
  const watched = logWith(log, {
    readStream: async (stream, options) => {
      if (stream.startsWith('content-')) await new Promise<void>((resolve) => waiting.push(resolve));
      return await log.readStream(stream, options);
    },
  });
  const responses = responsesOn(watched);
  const keep = async (bytes: number): Promise<string> => {
    const stored = { ...responseAt(clock.now()), input: Buffer.from(`["${'x'.repeat(bytes)}"]`) };
    await responsesOn(log).store(stored, owner, facts);
    return stored.responseId;
  };
  for (const [bytes, count, atOnce] of [
    [30_000_000, 3, 2],
    [1_000, 50, 50],
  ] as const) {
    const id = await keep(bytes);
    let found = 0;
    const looks = Promise.all(
      Array.from({ length: count }, async () => {
        const stored = await responses.find(id, owner);
        if (stored?.responseId === id) found += 1;
      }),
    );
    await until('as many as may are opened', () => waiting.length === atOnce);
    await until('all are found', () => {
      for (const go of waiting.splice(0)) go();
      return found === count;
    });
    await looks;
  }
  t.pass();
});
