import test from 'ava';
import type { RecordedFile, FileState } from '../../src/domain/file-life.ts';
import { createFileRemovals, type RemoveFilesDeps } from '../../src/reactors/remove-files.ts';
import { EventLogBusy } from '../../src/ports/event-log.ts';
import { UpstreamFailure } from '../../src/ports/upstream.ts';

// Sweeps over files that are nobody's any more: in what order, how far, and what holds up what.

const factsOf = (fileId: string, more: Partial<RecordedFile> = {}): RecordedFile => ({
  file_id: fileId,
  dialect: 'openai',
  user_id: 'u',
  tenant_id: 't',
  key_id: 'k',
  upstream: 'sandbox',
  account: 'main',
  upstream_file_id: `up-${fileId}`,
  bytes: 1,
  counted_bytes: 1,
  content_digest: 'd'.repeat(43),
  purpose: null,
  created_at: '2026-11-21T00:00:00.000Z',
  expires_at: '2026-11-21T01:00:00.000Z',
  ...more,
});

const nowMs = Date.parse('2026-11-21T02:00:00.000Z');

interface Scene {
  readonly expired?: readonly RecordedFile[];
  readonly leaving?: readonly RecordedFile[];
  /** Their removal began an hour before the sweep, or so many milliseconds. */
  readonly asked?: readonly RecordedFile[];
  readonly askedMsAgo?: number;
  /** Status by the id that the upstream knows; `null`: it is away. */
  readonly answers?: Readonly<Record<string, number | null>>;
  /** Files whose events cannot be read. */
  readonly unread?: Set<string>;
}

function scene({
  expired = [],
  leaving = [],
  asked: askedAway = [],
  askedMsAgo = 3_600_000,
  answers = {},
  unread = new Set(),
}: Scene) {
  const files = new Map<string, FileState>([
    ...expired.map((facts) => [facts.file_id, { stage: 'stored', facts }] as const),
    ...leaving.map((facts) => [facts.file_id, { stage: 'orphaned', facts }] as const),
  ]);
  for (const facts of askedAway) {
    files.set(facts.file_id, { stage: 'removing', facts, beganAt: new Date(nowMs - askedMsAgo).toISOString() });
  }
  const asked: string[] = [];
  const recorded: string[] = [];
  const told: (readonly [what: string, fileId: unknown])[] = [];
  const ignored = (): void => undefined;
  const end = (what: string) => async (facts: Pick<RecordedFile, 'file_id'>) => {
    recorded.push(`${facts.file_id} ${what}`);
    return files.delete(facts.file_id);
  };
  const deps: RemoveFilesDeps = {
    index: {
      expired: async (_now, { afterKey, limit }) =>
        expired
          .filter(({ file_id }) => files.has(file_id) && (afterKey === null || file_id > afterKey))
          .slice(0, limit)
          .map(({ file_id }) => ({ key: file_id, fileId: file_id })),
      jobs: async ({ afterId, limit }) =>
        [
          ...leaving.map(({ file_id }) => ({ kind: 'removal', file_id }) as const),
          ...askedAway.map(({ file_id }) => ({ kind: 'asked_removal', file_id }) as const),
        ]
          .filter(({ file_id }) => files.has(file_id) && (afterId === null || file_id > afterId))
          .slice(0, limit),
    },
    files: {
      state: async (fileId) => {
        if (unread.has(fileId)) throw new EventLogBusy('a fault of the test');
        return files.get(fileId) ?? null;
      },
      delete: end('deleted'),
      expire: end('expired'),
      refuseRemoval: end('kept'),
    },
    upstream: {
      send: async ({ path, method }) => {
        const id = path.slice('/files/'.length);
        asked.push(method === 'GET' ? `${id}?` : id);
        const status = answers[id] === undefined ? 200 : answers[id];
        if (status === null) throw new UpstreamFailure('connect', 'not_sent');
        return { status, headers: {}, body: nothing() };
      },
    },
    accounts: { openai: { upstream: 'sandbox', account: 'main' }, anthropic: null },
    clock: { now: () => nowMs, isSettled: true },
    graceMs: 60_000,
    telemetry: {
      warn: (what, facts) => void told.push([what, facts['fileId']]),
      info: ignored,
      inferenceEnded: ignored,
      requestEnded: ignored,
    },
  };
  const sweep = createFileRemovals(deps);
  return { sweep: (signal = new AbortController().signal) => sweep(signal), asked, recorded, told };
}

async function* nothing(): AsyncGenerator<Buffer> {
  yield* [];
}

test('expired and orphaned files are removed at the upstream, and then recorded as removed', async (t) => {
  const { sweep, asked, recorded } = scene({
    expired: [factsOf('a'), factsOf('b')],
    leaving: [factsOf('c')],
    answers: { 'up-b': 404 },
  });
  t.is(await sweep(), 3);
  t.deepEqual(asked, ['up-c', 'up-a', 'up-b']);
  t.deepEqual(recorded, ['c deleted', 'a expired', 'b expired'], 'one that the upstream has forgotten is removed too');
  t.is(await sweep(), 0);
});

test('a removal with an unrecorded answer ends as the upstream shows the file, without another removal', async (t) => {
  const { sweep, asked, recorded } = scene({
    asked: [factsOf('a'), factsOf('b'), factsOf('c'), factsOf('d')],
    answers: { 'up-a': 404, 'up-b': 200, 'up-c': 503 },
  });
  t.is(await sweep(), 1);
  t.deepEqual(asked, ['up-a?', 'up-b?', 'up-c?'], 'an account that is away is asked nothing more');
  t.deepEqual(recorded, ['a deleted', 'b kept']);
});

test('a file whose events cannot be read holds up no other, and is removed by a later sweep', async (t) => {
  const unread = new Set(['a', 'c', 'e']);
  const { sweep, recorded, told } = scene({
    expired: [factsOf('a'), factsOf('b')],
    leaving: [factsOf('c'), factsOf('d')],
    asked: [factsOf('e'), factsOf('f')],
    answers: { 'up-e': 404, 'up-f': 404 },
    unread,
  });
  t.is(await sweep(), 3);
  t.deepEqual(recorded, ['d deleted', 'f deleted', 'b expired']);
  t.deepEqual(told, [
    ['file_not_removed', 'c'],
    ['file_removal_not_ended', 'e'],
    ['file_not_removed', 'a'],
  ]);
  unread.clear();
  t.is(await sweep(), 3);
});

test('a removal that may still be under way is left alone', async (t) => {
  const { sweep, asked } = scene({ asked: [factsOf('a')], askedMsAgo: 59_000, answers: { 'up-a': 404 } });
  t.is(await sweep(), 0);
  t.deepEqual(asked, []);
});

test('an unavailable account is not asked again in the same sweep, and is asked in the next', async (t) => {
  const answers: Record<string, number | null> = { 'up-a': null };
  const { sweep, asked, recorded } = scene({ expired: [factsOf('a'), factsOf('b')], answers });
  t.is(await sweep(), 0);
  t.deepEqual([asked, recorded], [['up-a'], []]);
  delete answers['up-a'];
  t.is(await sweep(), 2);
});

test('a file that the upstream does not remove holds up no other', async (t) => {
  const { sweep, recorded } = scene({ expired: [factsOf('a'), factsOf('b')], answers: { 'up-a': 409 } });
  t.is(await sweep(), 1);
  t.deepEqual(recorded, ['b expired']);
});

test('a file at an account that is not configured waits', async (t) => {
  const elsewhere = [
    factsOf('a', { account: 'old' }),
    factsOf('b', { upstream: 'other' }),
    factsOf('c', { dialect: 'anthropic' }),
  ];
  const { sweep, asked, recorded } = scene({ expired: elsewhere, leaving: [factsOf('d', { account: 'old' })] });
  t.is(await sweep(), 0);
  t.deepEqual([asked, recorded], [[], []]);
});

test('a thousand files that stay do not hide the next one for ever', async (t) => {
  const names = Array.from({ length: 1_001 }, (_, index) => `f${String(index).padStart(4, '0')}`);
  const answers = Object.fromEntries(names.slice(0, 1_000).map((name) => [`up-${name}`, 409]));
  const { sweep, recorded } = scene({ expired: names.map((name) => factsOf(name)), answers });
  t.is(await sweep(), 0);
  t.is(await sweep(), 1);
  t.deepEqual(recorded, ['f1000 expired']);
});

test('ten thousand removals that cannot end do not hide the next one for ever', async (t) => {
  const names = Array.from({ length: 10_001 }, (_, index) => `f${String(index).padStart(5, '0')}`);
  const leaving = names.map((name, index) => factsOf(name, index < 10_000 ? { account: 'old' } : {}));
  const { sweep, recorded } = scene({ leaving });
  t.is(await sweep(), 0);
  t.is(await sweep(), 1);
  t.deepEqual(recorded, ['f10000 deleted']);
});

test('a sweep that is stopped asks nothing more', async (t) => {
  const { sweep, asked } = scene({ expired: [factsOf('a')], leaving: [factsOf('b')] });
  t.is(await sweep(AbortSignal.abort()), 0);
  t.deepEqual(asked, []);
});
