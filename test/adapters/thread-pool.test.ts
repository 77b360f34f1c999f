import test, { type ExecutionContext } from 'ava';
import { ThreadLost, ThreadPool, type ThreadPoolOptions } from '../../src/adapters/thread-pool.ts';

const keyOf = (tenantId: string) => ({ tenantId, keyId: `key of ${tenantId}` });

function pool(t: ExecutionContext, more: Partial<ThreadPoolOptions> = {}) {
  const opened = new ThreadPool({
    program: new URL('./_odd-thread.ts', import.meta.url),
    name: 'odd',
    data: null,
    threadsMax: 2,
    heapMibMax: 32,
    taskMsMax: 60_000,
    waitMs: 60_000,
    heard: async () => null,
    ...more,
  });
  t.teardown(() => opened.close());
  const run = (task: string, tenantId = 'ann') => opened.run({ task, transfer: [] }, keyOf(tenantId));
  return { opened, run };
}

for (const fault of ['die', 'exit', 'hoard']) {
  test(`a thread that does not survive its task loses this one alone: ${fault}`, async (t) => {
    const { run } = pool(t);
    const [lost, other] = await Promise.allSettled([run(fault), run('well', 'bob')]);
    t.true(lost.status === 'rejected' && lost.reason instanceof ThreadLost);
    t.deepEqual(other, { status: 'fulfilled', value: { kind: 'done', result: 'well' } });
    t.deepEqual(await run('again'), { kind: 'done', result: 'again' });
  });
}

test('a thread that hangs is ended, and the tasks behind it are done by another', async (t) => {
  const { run } = pool(t, { threadsMax: 1, taskMsMax: 2_000 });
  const outcomes = await Promise.allSettled([run('loop'), run('first'), run('loop'), run('second', 'bob')]);
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
});

test('what a task raises reaches its caller, and the thread goes on', async (t) => {
  const { run } = pool(t);
  t.deepEqual(await run('fail'), { kind: 'failed', error: 'as it was told' });
  t.deepEqual(await run('well'), { kind: 'done', result: 'well' });
});

test('a tenant waits for one task of each other tenant, however many they bring', async (t) => {
  const { run } = pool(t, { threadsMax: 1 });
  const done: string[] = [];
  const note = async (task: string, tenantId: string): Promise<void> => {
    await run(task, tenantId);
    done.push(tenantId);
  };
  const many = Array.from({ length: 200 }, (_, place) => note(`${place}`, 'ann'));
  await Promise.all([...many, note('one', 'bob')]);
  t.true(done.indexOf('bob') <= 2, `bob was served after ${done.indexOf('bob')} of the others`);
});

test('one tenant leaves threads to the others, whatever it brings', async (t) => {
  const { opened, run } = pool(t, { threadsMax: 4 });
  const waiting = Array.from({ length: 20 }, () => run('wait'));
  const ended = Promise.allSettled(waiting);
  t.deepEqual(await run('one', 'bob'), { kind: 'done', result: 'one' });
  t.deepEqual(await run('two', 'cid'), { kind: 'done', result: 'two' });
  await opened.close();
  t.true((await ended).every(({ status }) => status === 'rejected'));
});

test('what a thread asks is answered, and the question ends with the task', async (t) => {
  const signals: AbortSignal[] = [];
  const heard = async (words: unknown, signal: AbortSignal): Promise<unknown> => {
    signals.push(signal);
    return `${String(words)} that`;
  };
  const { run } = pool(t, { heard });
  t.deepEqual(await run('ask'), { kind: 'done', result: 'what? that' });
  t.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  );
});

test('a question that nobody answers is over when its task is', async (t) => {
  const asked = Promise.withResolvers<AbortSignal>();
  const { opened, run } = pool(t, {
    heard: (_, signal) => {
      asked.resolve(signal);
      return new Promise(() => undefined);
    },
  });
  const lost = t.throwsAsync(run('ask'), { instanceOf: ThreadLost });
  const signal = await asked.promise;
  t.false(signal.aborted);
  await opened.close();
  await lost;
  t.true(signal.aborted);
});

test('a task that waits too long is refused, and so is one after the end', async (t) => {
  const { opened, run } = pool(t, { threadsMax: 1, waitMs: 200 });
  const running = run('wait');
  await t.throwsAsync(run('late'), { instanceOf: ThreadLost });
  const lost = t.throwsAsync(running, { instanceOf: ThreadLost });
  await opened.close();
  await lost;
  await t.throwsAsync(run('after'), { instanceOf: ThreadLost });
});
