import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import {
  AppendOutcomeUnknown,
  EventLogUnavailable,
  RevisionConflict,
  type Position,
} from '../../../src/ports/event-log.ts';
import { RemoteAppendQueue } from '../../../src/adapters/eventstoredb-event-log/append-queue.ts';
import type { ExpectedRevision } from '../../../src/ports/event-log.ts';
import type { RemoteRowFields } from '../../../src/adapters/eventstoredb-event-log/messages.ts';

const callTimeoutMs = 1_000;
const outcomeMs = 10_000;
/** When an append at an exact revision is sent again. */
const repeatMs = 200;

/** The event of an append as the engine reads it. */
const rowOf = (id: string, revision = 0): RemoteRowFields => ['wallet-1', revision, '7', '7', 0, id, 'T', '{}', '{}'];

/**
 * A queue with one append that was sent and not answered; what it asks of the engine is told. `stands`: what the engine
 * finds in the stream, of the id of that append.
 */
async function unanswered(
  expected: ExpectedRevision = 'no_stream',
  stands: (appendedId: string) => RemoteRowFields = () => [],
) {
  const told: string[] = [];
  const ids: string[] = [];
  const engine = {
    isUp: true,
    isAway: false,
    answeredProbeAtMs: 0,
    sendAppends: () => told.push('sent'),
    ask: () => {
      told.push('asked');
      return Promise.resolve(stands(ids.at(-1) ?? ''));
    },
    suspect: () => told.push('suspected'),
    replace: () => told.push('replaced'),
    hold: () => undefined,
    release: () => undefined,
  };
  const queue = new RemoteAppendQueue(engine, { queueEventsMax: 1_000, callTimeoutMs, outcomeMs });
  const add = async (stream: string) => {
    const id = randomUUID();
    ids.push(id);
    const appending = queue.add(stream, expected, [{ id, type: 'T', data: '{}', metadata: '{}' }]);
    await new Promise((resolve) => setImmediate(resolve));
    return { appending };
  };
  const { appending: appended } = await add('wallet-1');
  const sentAtMs = queue.waitingSinceMs() ?? Number.NaN;
  const settle = async (): Promise<void> => {
    queue.answered([{ id: 1, attempt: 1, outcome: { revision: 0, place: null } }]);
    await appended;
  };
  return { queue, engine, told, sentAtMs, appended, settle, add };
}

const written = { revision: 0, place: null } as const;

test('an overdue append replaces the connection only after a later sign of life', async (t) => {
  const { queue, engine, told, sentAtMs, settle } = await unanswered('any');
  queue.tick(sentAtMs + callTimeoutMs - 1);
  t.deepEqual(told, ['sent']);
  // The thread of the client may be held up: it is asked.
  queue.tick(sentAtMs + callTimeoutMs + 1);
  engine.answeredProbeAtMs = sentAtMs + callTimeoutMs - 1;
  queue.tick(sentAtMs + callTimeoutMs + 50);
  t.deepEqual(told, ['sent', 'suspected', 'suspected']);
  engine.answeredProbeAtMs = sentAtMs + callTimeoutMs + 1;
  queue.tick(sentAtMs + callTimeoutMs + 100);
  t.deepEqual(told, ['sent', 'suspected', 'suspected', 'replaced']);
  await settle();
});

test('an append at an exact revision is sent again, and looked for, once a later probe was answered, and the connection replaced if that does not help', async (t) => {
  const { queue, engine, told, sentAtMs, settle } = await unanswered();
  queue.tick(sentAtMs + repeatMs - 1);
  t.deepEqual(told, ['sent']);
  engine.answeredProbeAtMs = sentAtMs + repeatMs - 1;
  queue.tick(sentAtMs + repeatMs + 1);
  t.deepEqual(told, ['sent', 'suspected']);
  engine.answeredProbeAtMs = sentAtMs + repeatMs + 1;
  queue.tick(sentAtMs + repeatMs + 50);
  t.deepEqual(told, ['sent', 'suspected', 'sent', 'asked']);
  engine.answeredProbeAtMs = sentAtMs + callTimeoutMs + 1;
  queue.tick(sentAtMs + callTimeoutMs + 50);
  t.deepEqual(told, ['sent', 'suspected', 'sent', 'asked', 'replaced']);
  await settle();
});

test('an append that is found in its stream has succeeded, and its late answer changes nothing', async (t) => {
  const { queue, engine, sentAtMs, appended } = await unanswered('no_stream', (id) => rowOf(id));
  engine.answeredProbeAtMs = sentAtMs + repeatMs + 1;
  queue.tick(sentAtMs + repeatMs + 50);
  t.deepEqual(await appended, { revision: 0, position: '7/7' as Position });
  queue.answered([{ id: 1, attempt: 1, outcome: written }]);
  t.deepEqual([queue.events, queue.appends, queue.unknownOutcomes], [0, 1, 0]);
});

test('an append in whose place another stands is a conflict as soon as that is seen', async (t) => {
  const { queue, engine, sentAtMs, appended } = await unanswered('no_stream', () => rowOf(randomUUID()));
  engine.answeredProbeAtMs = sentAtMs + repeatMs + 1;
  queue.tick(sentAtMs + repeatMs + 50);
  await t.throwsAsync(appended, { instanceOf: RevisionConflict });
  t.is(queue.events, 0);
});

test('no more than eight appends are looked for at once, and none twice at a time', async (t) => {
  const { queue, engine, told, sentAtMs, settle, add } = await unanswered('no_stream', () => []);
  const others = await Promise.all(Array.from({ length: 20 }, (_, index) => add(`wallet-${index + 2}`)));
  engine.answeredProbeAtMs = sentAtMs + 900;
  queue.tick(sentAtMs + 600);
  queue.tick(sentAtMs + 900);
  t.is(told.filter((what) => what === 'asked').length, 8);
  queue.answered(others.map((_, index) => ({ id: index + 2, attempt: 1, outcome: written })));
  await Promise.all(others.map(({ appending }) => appending));
  await settle();
});

for (const [story, isAnswered] of [
  ['is replaced', false],
  ['is kept if it answers one meanwhile', true],
] as const) {
  test(`a connection whose appends are found for a while, and never answered, ${story}`, async (t) => {
    const { queue, engine, told, sentAtMs, appended, add } = await unanswered('no_stream', (id) => rowOf(id));
    const find = async (nowMs: number): Promise<void> => {
      engine.answeredProbeAtMs = nowMs;
      queue.tick(nowMs);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await find(sentAtMs + repeatMs + 50);
    await appended;
    // The next append is younger than a call may take when the first was found that long ago.
    await pause(callTimeoutMs / 2);
    const { appending } = await add('wallet-2');
    if (isAnswered) queue.answered([{ id: 1, attempt: 1, outcome: written }]);
    const dueAtMs = (queue.waitingSinceMs() ?? Number.NaN) + repeatMs + 50;
    await find(Math.max(dueAtMs, sentAtMs + repeatMs + callTimeoutMs + 100));
    await appending;
    t.is(told.includes('replaced'), !isAnswered);
  });
}

test('an append is sent again when one that was sent after it has been written, and each settles once', async (t) => {
  const { queue, told, sentAtMs, appended, settle, add } = await unanswered();
  const { appending: later } = await add('wallet-2');
  queue.answered([{ id: 2, attempt: 1, outcome: written }]);
  queue.tick(sentAtMs + repeatMs - 1);
  t.deepEqual(told, ['sent', 'sent']);
  queue.tick(sentAtMs + repeatMs + 1);
  t.deepEqual(told, ['sent', 'sent', 'sent']);
  await settle();
  // The second try is answered as well.
  queue.answered([{ id: 1, attempt: 2, outcome: { failure: { code: 'conflict', actual: 4 } } }]);
  t.deepEqual([(await appended).revision, (await later).revision, queue.events], [0, 0, 0]);
});

test('a busy engine is sent no append twice while it writes those that were sent before', async (t) => {
  const { queue, engine, told, settle, add } = await unanswered();
  const { appending: later } = await add('wallet-2');
  // After the second append was sent, and before the first is told to be written.
  const betweenMs = performance.now();
  await settle();
  engine.answeredProbeAtMs = betweenMs + repeatMs;
  queue.tick(betweenMs + repeatMs);
  t.deepEqual(told, ['sent', 'sent']);
  queue.answered([{ id: 2, attempt: 1, outcome: written }]);
  t.is((await later).revision, 0);
});

test('a pause of its own thread makes no append overdue', async (t) => {
  const { queue, told, sentAtMs, settle } = await unanswered();
  queue.late(20_000);
  queue.tick(sentAtMs + 20_000 + repeatMs - 1);
  t.deepEqual(told, ['sent']);
  queue.tick(sentAtMs + 20_000 + repeatMs + 1);
  t.deepEqual(told, ['sent', 'suspected']);
  await settle();
});

test('an append in doubt is repeated when the engine is back, and not given up before', async (t) => {
  const { queue, engine, told, sentAtMs, settle } = await unanswered();
  engine.isUp = false;
  queue.lost();
  queue.tick(sentAtMs + outcomeMs - 1);
  t.deepEqual(told, ['sent']);
  engine.isUp = true;
  queue.up();
  t.deepEqual(told, ['sent', 'sent']);
  await settle();
  t.is(queue.unknownOutcomes, 0);
});

test('an append in doubt is given up in time when the engine stays unavailable', async (t) => {
  const { queue, engine, told, sentAtMs, appended } = await unanswered();
  engine.isUp = false;
  queue.lost();
  queue.tick(sentAtMs + outcomeMs + 1);
  await t.throwsAsync(appended, { instanceOf: AppendOutcomeUnknown });
  t.deepEqual([told, queue.unknownOutcomes], [['sent', 'asked'], 1]);
});

const unsent = [{ id: 1, attempt: 1, outcome: { failure: { code: 'unsent', message: 'No connection' } } }] as const;

test('an append that was not sent waits while the engine is being reached, and is sent when it is', async (t) => {
  const { queue, engine, told, settle } = await unanswered();
  queue.answered(unsent);
  engine.isUp = false;
  t.deepEqual(told, ['sent', 'suspected']);
  engine.isUp = true;
  queue.up();
  t.deepEqual(told, ['sent', 'suspected', 'sent']);
  await settle();
  t.is(queue.unknownOutcomes, 0);
});

test('an append that was not sent is refused when the engine is unavailable', async (t) => {
  const { queue, engine, appended } = await unanswered();
  queue.answered(unsent);
  engine.isUp = false;
  queue.down(new EventLogUnavailable('the engine is away'));
  await t.throwsAsync(appended, { instanceOf: EventLogUnavailable, message: 'the engine is away' });
  const next = await unanswered();
  next.engine.isAway = true;
  next.queue.answered(unsent);
  await t.throwsAsync(next.appended, { instanceOf: EventLogUnavailable, message: 'No connection' });
});

test('an append that can never be sent is refused in time, without a look into its stream', async (t) => {
  const { queue, told, sentAtMs, appended } = await unanswered();
  queue.answered(unsent);
  queue.tick(sentAtMs + outcomeMs - callTimeoutMs + 1);
  await t.throwsAsync(appended, { instanceOf: EventLogUnavailable });
  t.deepEqual([told, queue.unknownOutcomes, queue.events], [['sent', 'suspected'], 0, 0]);
});

test('an append that was sent at its second try alone is refused by the engine’s word', async (t) => {
  const { queue, told, appended } = await unanswered();
  queue.answered(unsent);
  queue.up();
  queue.answered([{ id: 1, attempt: 1, outcome: { failure: { code: 'conflict', actual: 4 } } }]);
  await t.throwsAsync(appended, { instanceOf: RevisionConflict });
  t.deepEqual(told, ['sent', 'suspected', 'sent']);
});

test('an append that may have been written is not refused because a repetition was not sent', async (t) => {
  const { queue, engine, told, settle } = await unanswered();
  queue.lost();
  queue.up();
  queue.answered([{ ...unsent[0], attempt: 2 }]);
  engine.isUp = false;
  queue.down(new EventLogUnavailable('the engine is away'));
  engine.isUp = true;
  queue.up();
  t.deepEqual(told, ['sent', 'sent', 'suspected', 'sent']);
  await settle();
});
