import test from 'ava';
import { AppendTooLarge, RevisionConflict, StreamTombstoned } from '../../src/ports/event-log.ts';
import { event, events, freshName, idsOf } from './_event-log-fixtures.ts';
import type { EventLog, EventToAppend, ExpectedRevision } from '../../src/ports/event-log.ts';
import type { EngineUnderTest, EventLogEngine } from './_event-log-fixtures.ts';

/** How a stream came to stand where it stands, and its last revision (-1: none). */
const STANDINGS = {
  absent: { last: -1, prepare: async () => {} },
  present: { last: 2, prepare: writeThree },
  'soft-deleted': {
    last: 2,
    prepare: async (log: EventLogEngine, stream: string) => {
      await writeThree(log, stream);
      await log.deleteStream(stream, 2);
    },
  },
  revived: {
    last: 4,
    prepare: async (log: EventLogEngine, stream: string) => {
      await writeThree(log, stream);
      await log.deleteStream(stream, 2);
      await log.append(stream, 'no_stream', events(2));
    },
  },
  tombstoned: {
    last: 2,
    prepare: async (log: EventLogEngine, stream: string) => {
      await writeThree(log, stream);
      await log.tombstoneStream(stream, 2);
    },
  },
} as const;

/** `at n`: written, and the first new event has revision n. `conflict n`: refused, the stream is said to be at n. */
const REFUSAL_MATRIX = `
  expected      | absent             | present    | soft-deleted | revived    | tombstoned
  any           | at 0               | at 3       | at 3         | at 5       | tombstoned
  no_stream     | at 0               | conflict 2 | at 3         | conflict 4 | tombstoned
  stream_exists | conflict no_stream | at 3       | conflict     | at 5       | tombstoned
  lower         | -                  | conflict 2 | conflict     | conflict 4 | tombstoned
  equal         | -                  | at 3       | at 3         | at 5       | tombstoned
  higher        | conflict no_stream | conflict 2 | conflict     | conflict 4 | tombstoned
`;

/**
 * On a stream that holds a b c, one append each. `is n`: answered as made before, up to revision n. `x`, `y`: ids that
 * the stream has never seen.
 */
const IDEMPOTENCY = `
  no_stream | a b c   | is 2     | the whole stream again
  no_stream | a       | is 0     | its first event again
  no_stream | a b     | is 1     | its first two again
  0         | b c     | is 2     | its tail again
  0         | b       | is 1     | a middle event again
  1         | c       | is 2     | its last event again
  no_stream | a b c x | conflict | more than was written
  1         | c x     | conflict | the last event and one more
  no_stream | a x     | conflict | another second event
  no_stream | x b c   | conflict | another first event
  no_stream | b       | conflict | an event that stands elsewhere
  0         | x       | conflict | another event in the middle
  0         | b x     | conflict | another end
  0         | b b     | conflict | the same event twice
  2         | c       | at 3     | an old id at the end
  2         | a b c   | at 3     | all old ids at the end
  2         | x x     | at 3     | one id twice in an append
  3         | x       | conflict | beyond the end
`;

/** Registers the promises of `append`. */
export function appendContract({ name, shared }: EngineUnderTest): void {
  for (const { expected, status, outcome } of matrixCells()) {
    test(`${name}: appending with ${expected} to a stream that is ${status}: ${outcome}`, async (t) => {
      const log = await shared();
      const stream = freshName();
      const { last, prepare } = STANDINGS[status];
      await prepare(log, stream);
      const appended = events(2);
      const attempt = log.append(stream, revisionFor(expected, last), appended);
      await assertOutcome(t, attempt, outcome);
      if (outcome.startsWith('tombstoned')) return;
      const fromRevision = last + 1;
      const tail = await log.readStream(stream, { fromRevision });
      t.deepEqual(idsOf(tail), outcome.startsWith('at') ? idsOf(appended) : []);
    });
  }

  for (const [expected = '', ids = '', outcome = '', story] of table(IDEMPOTENCY)) {
    test(`${name}: a b c, then at ${expected} ${ids}, ${story}: ${outcome}`, async (t) => {
      const log = await shared();
      const stream = freshName();
      const known = new Map<string, string>();
      const named = (id: string, data = JSON.stringify({ id })): EventToAppend => {
        const uuid = known.get(id) ?? event().id;
        known.set(id, uuid);
        return event({ id: uuid, data });
      };
      const first = await log.append(
        stream,
        'no_stream',
        ['a', 'b', 'c'].map((id) => named(id)),
      );
      const again = ids.split(' ').map((id) => named(id, '{"other":"payload"}'));
      const attempt = log.append(stream, expected === 'no_stream' ? expected : Number(expected), again);
      await assertOutcome(t, attempt, outcome, again.length);
      const kept = (await log.readStream(stream)).slice(0, 3);
      t.deepEqual(
        kept.map(({ data }) => data),
        ['{"id":"a"}', '{"id":"b"}', '{"id":"c"}'],
        'what was written first stays as it was',
      );
      if (outcome === 'is 2') {
        const { position } = await attempt;
        t.true(position === null || position === first.position);
      }
    });
  }

  test(`${name}: an append is answered with the numbers of its last event`, async (t) => {
    const log = await shared();
    const stream = freshName();
    const answer = await log.append(stream, 'no_stream', events(3));
    const last = (await log.readStream(stream)).at(-1);
    t.is(answer.revision, 2);
    t.is(last?.revision, 2);
    t.is(answer.position, last?.position ?? null);
  });

  test(`${name}: an event is recorded unchanged`, async (t) => {
    const log = await shared();
    const stream = freshName();
    const written = event({
      type: 'ReservationSettled',
      data: '{"text":"žluťoučký kůň 🐎","escaped":"\\u0000\\ud800"}',
      metadata: '{"correlation":"c-1"}',
    });
    await log.append(stream, 'no_stream', [written]);
    const [recorded] = await log.readStream(stream);
    const { position, recordedAt, ...rest } = recorded ?? t.fail('nothing was recorded');
    t.deepEqual(rest, { ...written, stream, revision: 0 });
    t.not(position, '');
    t.regex(recordedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test(`${name}: one of many appends at one revision is written`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(1));
    const attempts = Array.from({ length: 20 }, () => events(2));
    const outcomes = await Promise.allSettled(attempts.map((attempt) => log.append(stream, 0, attempt)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    t.is(refused.length, 19);
    t.true(refused.every(({ reason }) => reason instanceof RevisionConflict && reason.actual === 2));
    const winner = attempts[outcomes.findIndex(({ status }) => status === 'fulfilled')];
    t.deepEqual(idsOf((await log.readStream(stream)).slice(1)), idsOf(winner ?? []));
  });

  test(`${name}: pipelined appends at consecutive revisions are written in order`, async (t) => {
    const log = await shared();
    const stream = freshName();
    const sent = events(50);
    const answers = await Promise.all(
      sent.map((one, index) => log.append(stream, index === 0 ? 'no_stream' : index - 1, [one])),
    );
    t.deepEqual(
      answers.map(({ revision }) => revision),
      sent.map((_, index) => index),
    );
    t.deepEqual(idsOf(await log.readStream(stream)), idsOf(sent));
  });

  test(`${name}: a refused append leaves its neighbours alone`, async (t) => {
    const log = await shared();
    const streams = Array.from({ length: 12 }, () => freshName());
    const outcomes = await Promise.allSettled(
      streams.map((stream, index) => log.append(stream, index % 3 === 0 ? 7 : 'no_stream', events(2))),
    );
    for (const [index, stream] of streams.entries()) {
      const refused = index % 3 === 0;
      t.is(outcomes[index]?.status, refused ? 'rejected' : 'fulfilled');
      t.is((await log.readStream(stream)).length, refused ? 0 : 2);
    }
  });

  test(`${name}: an append of 1,000 events is one whole`, async (t) => {
    const log = await shared();
    const stream = freshName();
    const written = events(1_000);
    t.is((await log.append(stream, 'no_stream', written)).revision, 999);
    await t.throwsAsync(log.append(stream, 5, events(1_000)), { instanceOf: RevisionConflict });
    t.deepEqual(idsOf(await log.readStream(stream, { limit: 2_000 })), idsOf(written));
  });

  const tooLarge: readonly (readonly [string, () => EventToAppend[]])[] = [
    ['1,001 events', () => events(1_001)],
    ['data of more than 256 KiB', () => [event({ data: `"${'x'.repeat(256 * 1024 - 1)}"` })]],
    ['data of more than 256 KiB in few characters', () => [event({ data: `"${'€'.repeat(90_000)}"` })]],
    ['more than 1 MiB in all', () => Array.from({ length: 5 }, () => event({ data: `"${'x'.repeat(220_000)}"` }))],
    ['more than 1 MiB of metadata', () => [event({ metadata: `"${'x'.repeat(1024 * 1024)}"` })]],
    ['more than 1 MiB with its types', () => ofBytes(1024 * 1024 + 2)],
  ];
  for (const [what, make] of tooLarge) {
    test(`${name}: an append of ${what} is too large, and nothing is written`, async (t) => {
      const log = await shared();
      const stream = freshName();
      await t.throwsAsync(log.append(stream, 'any', make()), { instanceOf: AppendTooLarge });
      t.deepEqual(await log.readStream(stream), []);
    });
  }

  test(`${name}: an append of exactly 1 MiB is written`, async (t) => {
    const log = await shared();
    const stream = freshName();
    const written = ofBytes(1024 * 1024);
    await log.append(stream, 'no_stream', written);
    t.deepEqual(idsOf(await log.readStream(stream)), idsOf(written));
  });

  test(`${name}: data of exactly 256 KiB is written`, async (t) => {
    const log = await shared();
    const stream = freshName();
    const data = `"${'x'.repeat(256 * 1024 - 2)}"`;
    await log.append(stream, 'no_stream', [event({ data })]);
    t.is((await log.readStream(stream))[0]?.data, data);
  });

  test(`${name}: an append without events, or with an invalid revision, is a fault of the caller`, async (t) => {
    const log = await shared();
    await t.throwsAsync(log.append(freshName(), 'any', []), { instanceOf: RangeError });
    await t.throwsAsync(log.append(freshName(), -1, events(1)), { instanceOf: RangeError });
    await t.throwsAsync(log.append(freshName(), 0.5, events(1)), { instanceOf: RangeError });
    await t.throwsAsync(log.append('', 'any', events(1)), { instanceOf: RangeError });
  });

  test(`${name}: a conflict carries the expected and the actual revision`, async (t) => {
    const log = await shared();
    const stream = freshName();
    await log.append(stream, 'no_stream', events(4));
    const conflict = await t.throwsAsync(log.append(stream, 9, events(1)), { instanceOf: RevisionConflict });
    t.like(conflict, { stream, expected: 9, actual: 3 });
  });
}

/** Nine events of so many bytes in all, near 1 MiB: their data and metadata, and their types in UTF-16. */
function ofBytes(bytes: number): EventToAppend[] {
  const text = (length: number): string => `"${'x'.repeat(length - 2)}"`;
  const whole = { type: 'T'.repeat(200), data: text(98_000), metadata: text(30_000) };
  const rest = bytes - 8 * (400 + 98_000 + 30_000);
  return [...Array.from({ length: 8 }, () => event(whole)), event({ type: 'T', data: text(rest - 4), metadata: '{}' })];
}

async function assertOutcome(
  t: { throwsAsync: ThrowsAsync; is(actual: unknown, expected: unknown): unknown },
  attempt: ReturnType<EventLog['append']>,
  outcome: string,
  appended = 2,
): Promise<void> {
  const [word, number] = outcome.split(' ');
  if (word === 'at') t.is((await attempt).revision, Number(number) + appended - 1);
  else if (word === 'is') t.is((await attempt).revision, Number(number));
  else if (word === 'tombstoned') await t.throwsAsync(attempt, { instanceOf: StreamTombstoned });
  else {
    const conflict = await t.throwsAsync(attempt, { instanceOf: RevisionConflict });
    if (number !== undefined) t.is(String(conflict?.actual), number);
  }
}

type ThrowsAsync = <Thrown extends Error>(
  promise: PromiseLike<unknown>,
  expectation: { instanceOf: new (...parameters: never[]) => Thrown },
) => Promise<Thrown | undefined>;

async function writeThree(log: EventLogEngine, stream: string): Promise<void> {
  await log.append(stream, 'no_stream', events(3));
}

function revisionFor(expected: string, last: number): ExpectedRevision {
  if (expected === 'lower') return last - 1;
  if (expected === 'equal') return last;
  if (expected === 'higher') return last + 1;
  return expected as ExpectedRevision; // the words of the table are those of the port
}

function matrixCells(): { expected: string; status: keyof typeof STANDINGS; outcome: string }[] {
  const [header = [], ...rows] = table(REFUSAL_MATRIX);
  const statuses = header.slice(1) as (keyof typeof STANDINGS)[]; // the header names the statuses
  return rows.flatMap(([expected = '', ...outcomes]) =>
    statuses
      .map((status, column) => ({ expected, status, outcome: outcomes[column] ?? '-' }))
      .filter(({ outcome }) => outcome !== '-'),
  );
}

function table(text: string): string[][] {
  const lines = text.trim().split('\n');
  return lines.map((line) => line.split('|').map((cell) => cell.trim()));
}
