// What one caller does on purpose takes no target from the others.
import test from 'ava';
import { failureClasses } from '../../src/catalogue/failure-class.ts';
import { CallerEvidence } from '../../src/pools/caller-evidence.ts';
import { failedBy, PoolScene } from '../_support/pool-scene.ts';

const healthy = (): 'healthy' => 'healthy';
test('a second failure of one caller is no evidence, until no other caller was served for ten seconds', (t) => {
  const evidence = new CallerEvidence();
  evidence.served('bob', 0);
  evidence.served('mallory', 1);
  t.true(evidence.failed('mallory', 2), 'the first time it may be the target');
  t.false(evidence.failed('mallory', 10_000));
  t.true(evidence.failed('mallory', 10_001));
  t.true(evidence.failed('bob', 10_002));
});

const groups = [['first'], ['second']];

for (const failure of failureClasses) {
  test(`a refusal that depends on the request ejects no target, however often it is repeated: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    const refused = (target: string) =>
      target === 'first' ? failedBy(failure, { isOfRequest: true, retryAfterMs: 60_000 }) : ('healthy' as const);
    for (let nth = 0; nth < 50; nth += 1) await scene.request(refused, { caller: 'mallory' });
    t.deepEqual(scene.changes, []);
    t.deepEqual((await scene.request(healthy, { caller: 'bob' })).asked, ['first'], 'nor is it left alone');
  });
}

for (const failure of ['model_gone', 'context_too_long'] as const) {
  test(`a class that a request can name by itself counts as nothing: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    for (let nth = 0; nth < 50; nth += 1) await scene.request(() => failedBy(failure), { caller: 'mallory' });
    t.deepEqual(scene.changes, []);
  });
}

for (const failure of ['server_error', 'timed_out', 'cut', 'overloaded'] as const) {
  const poison = (target: string) =>
    target === 'first' ? failedBy(failure, { ran: 'unknown' }) : ('healthy' as const);

  test(`an input that makes a target fail does not eject it while other callers are served: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    for (let nth = 0; nth < 200; nth += 1) {
      if (nth % 20 === 0) t.deepEqual((await scene.request(healthy, { caller: 'bob' })).asked, ['first']);
      // What they are served themselves does not make what they break tell more.
      if (nth % 3 === 0) await scene.request(healthy, { caller: 'mallory' });
      await scene.request(poison, { caller: 'mallory' });
      await scene.timer.pass(400);
    }
    t.deepEqual(scene.changes, []);
  });

  test(`a target that fails for several callers is ejected, though some were served a moment ago: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    for (const caller of ['ada', 'bob']) await scene.request(healthy, { caller });
    for (const caller of ['ada', 'bob', 'ada']) await scene.request(poison, { caller });
    t.is(scene.changes.length, 1);
  });

  test(`a target that fails for its only caller is ejected: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    await scene.request(healthy, { caller: 'bob' });
    await scene.timer.pass(10_001);
    for (let nth = 0; nth < 3; nth += 1) await scene.request(poison, { caller: 'ada' });
    t.is(scene.changes.length, 1);
  });
}

test('a failed trial counts as failed for every caller', async (t) => {
  const scene = new PoolScene({ groups });
  const dead = (target: string) => (target === 'first' ? failedBy('server_error') : ('healthy' as const));
  for (const caller of ['ada', 'bob', 'ada', 'bob']) await scene.request(dead, { caller });
  await scene.timer.pass(1_000);
  t.deepEqual((await scene.request(dead, { caller: 'bob' })).asked, ['first', 'second']);
  t.deepEqual((await scene.request(dead, { caller: 'bob' })).asked, ['second']);
});

test('a trial that is given back is taken by the next request at once', async (t) => {
  const scene = new PoolScene({ groups });
  const dead = (target: string) => (target === 'first' ? failedBy('server_error') : ('healthy' as const));
  for (const caller of ['ada', 'bob', 'ada', 'bob']) await scene.request(dead, { caller });
  await scene.timer.pass(1_000);
  for (let nth = 0; nth < 5; nth += 1) {
    const turns = scene.open({ caller: 'mallory' });
    const attempt = await turns.next();
    t.is(attempt.target?.name, 'first');
    if (attempt.target !== null) attempt.giveBack();
    turns.close();
  }
  t.deepEqual((await scene.request(healthy, { caller: 'bob' })).asked, ['first']);
  t.deepEqual(scene.changes.at(-1)?.isHealthy, true);
});

test('an attempt that is given back is no attempt in the metrics, and cannot be ended as well', async (t) => {
  const scene = new PoolScene({ groups: [['first']], limits: { requestsPerMinute: 1, tokensPerMinute: 10 } });
  for (let nth = 0; nth < 3; nth += 1) {
    const turns = scene.open({ tokens: 10 });
    const attempt = await turns.next();
    if (attempt.target === null) return t.fail('no turn');
    attempt.giveBack();
    attempt.giveBack();
    attempt.end(failedBy('server_error'));
    turns.close();
  }
  t.deepEqual(scene.outcomes, []);
  t.is((await scene.request(healthy)).ended, 'healthy');
});
