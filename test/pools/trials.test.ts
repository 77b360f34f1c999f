import test from 'ava';
import { failureClasses } from '../../src/catalogue/failure-class.ts';
import { RecentMaximum } from '../../src/pools/trial-patience.ts';
import { failedBy, PoolScene } from '../_support/pool-scene.ts';

type Scene = InstanceType<typeof PoolScene>;

const healthy = (): 'healthy' => 'healthy';
const failing = (by: Parameters<typeof failedBy>) => (name: string) =>
  name === 'first' ? failedBy(...by) : ('healthy' as const);

const twoGroups = () => new PoolScene({ groups: [['first'], ['second']] });

async function takeOut(scene: Scene): Promise<void> {
  for (let nth = 0; nth < 3; nth += 1) await scene.request(failing(['refused']));
}

/** Asks ten times a second; when the first target was asked, milliseconds since the beginning. */
async function triesOf(scene: Scene, forMs: number, how: Parameters<Scene['request']>[0]): Promise<readonly number[]> {
  const tries: number[] = [];
  for (let ms = 0; ms < forMs; ms += 100) {
    const { asked } = await scene.request(how);
    tries.push(...asked.filter((name) => name === 'first').map(() => ms));
    await scene.timer.pass(100);
  }
  return tries;
}

test('a trial that hangs is given up after twice the slowest answer of late, each fourth one much later', async (t) => {
  const scene = twoGroups();
  const slow = await scene.open().next();
  await scene.timer.pass(400);
  if (slow.target === null) return t.fail();
  slow.firstByte();
  slow.end('healthy');
  t.is(slow.headMsMax, null, 'only trials are hurried');
  await takeOut(scene);
  const patience: (number | null)[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    await scene.timer.pass(5_000);
    const trial = await scene.open().next();
    t.is(trial.target?.name, 'first');
    if (trial.target === null) return t.fail();
    patience.push(trial.headMsMax);
    await scene.timer.pass(trial.headMsMax ?? 0);
    trial.end(failedBy('timed_out', { ran: 'unknown' }));
  }
  t.deepEqual(patience, [800, 800, 800, 6_400, 800]);
});

test('the time limit of a trial follows the answers of its own kind, whole or streamed', async (t) => {
  const scene = twoGroups();
  for (const [isStreamed, tookMs] of [
    [false, 10_000],
    [true, 300],
  ] as const) {
    const answer = await scene.open({ isStreamed }).next();
    await scene.timer.pass(tookMs);
    if (answer.target === null) return t.fail();
    answer.firstByte();
    answer.end('healthy');
  }
  await takeOut(scene);
  const patience: (number | null)[] = [];
  for (const isStreamed of [false, true]) {
    await scene.timer.pass(5_000);
    const trial = await scene.open({ isStreamed }).next();
    if (trial.target === null) return t.fail();
    patience.push(trial.headMsMax);
    trial.end(failedBy('timed_out', { ran: 'unknown' }));
  }
  t.deepEqual(patience, [20_000, 600]);
});

test('a trial has no time limit of its own when no other target is healthy, or none has answered such a request', async (t) => {
  const unknown = twoGroups();
  await takeOut(unknown);
  await unknown.timer.pass(5_000);
  t.is(await headMsMaxOf(unknown), 250, 'another has');
  const alone = new PoolScene({ groups: [['first']] });
  await alone.request(healthy);
  await takeOut(alone);
  await alone.timer.pass(5_000);
  t.is(await headMsMaxOf(alone), null);
  const silent = twoGroups();
  await takeOut(silent);
  await silent.timer.pass(5_000);
  t.is(await headMsMaxOf(silent, true), null);
});

test('a trial has no time limit of its own when no other target would be asked after it', async (t) => {
  const failsOver = new Set(failureClasses.filter((each) => each !== 'timed_out'));
  for (const pool of [{ failsOver }, { attemptsMax: 1 }]) {
    const scene = new PoolScene({ groups: [['first'], ['second']], pool });
    // Known of both.
    for (const name of ['first', 'second']) {
      const answer = await scene.open({ members: scene.targets.filter((target) => target.name === name) }).next();
      if (answer.target === null) return t.fail();
      answer.firstByte();
      answer.end('healthy');
    }
    await takeOut(scene);
    await scene.timer.pass(5_000);
    t.is(await headMsMaxOf(scene), null);
  }
});

async function headMsMaxOf(scene: Scene, isStreamed = false): Promise<number | null | undefined> {
  const turn = await scene.open({ isStreamed }).next();
  return turn.target === null ? undefined : turn.headMsMax;
}

test('the pause from trial to trial does not grow with the duration of a trial', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']] });
  await takeOut(scene);
  for (let nth = 0; nth < 3; nth += 1) {
    await scene.timer.pass(5_000);
    await scene.request(failing(['refused']));
  }
  await scene.timer.pass(5_000);
  const trial = await scene.open().next();
  if (trial.target === null) return t.fail();
  await scene.timer.pass(3_000);
  trial.end(failedBy('timed_out', { ran: 'unknown' }));
  t.deepEqual(await triesOf(scene, 2_000, healthy), [1_300, 1_400, 1_500, 1_600, 1_700, 1_800, 1_900]);
});

test('a target that returned with an answer that only began is ejected again by the next failure', async (t) => {
  const scene = twoGroups();
  await takeOut(scene);
  await scene.timer.pass(1_000);
  const begun = await scene.open().next();
  if (begun.target === null) return t.fail();
  begun.firstByte();
  t.deepEqual((await scene.request(healthy)).asked, ['first'], 'it is back');
  const again = twoGroups();
  await takeOut(again);
  await again.timer.pass(1_000);
  const cut = await again.open().next();
  if (cut.target === null) return t.fail();
  cut.firstByte();
  cut.end(failedBy('cut', { ran: 'unknown' }));
  t.deepEqual((await again.request(healthy)).asked, ['second'], 'the trial itself was cut');
  await again.timer.pass(1_700);
  t.deepEqual((await again.request(healthy)).asked, ['first']);
  t.deepEqual((await again.request(failing(['cut']))).asked, ['first', 'second']);
  t.deepEqual((await again.request(healthy)).asked, ['first'], 'one answer has ended well: it takes three again');
});

test('a target that begins every answer and ends none is tried no more often than a dead one', async (t) => {
  const scene = twoGroups();
  let tries = 0;
  for (let ms = 0; ms < 30_000; ms += 100) {
    const turns = scene.open();
    const turn = await turns.next();
    if (turn.target === null) return t.fail();
    turn.firstByte();
    if (turn.target.name === 'first') tries += 1;
    turn.end(turn.target.name === 'first' ? failedBy('cut', { ran: 'unknown' }) : 'healthy');
    turns.close();
    await scene.timer.pass(100);
  }
  t.is(tries, 3 + 8);
});

test('callers who leave during a trial do not cause trials in quick succession', async (t) => {
  const scene = twoGroups();
  await takeOut(scene);
  await scene.timer.pass(1_000);
  const left = await scene.open().next();
  t.is(left.target?.name, 'first');
  if (left.target !== null) left.end('inconclusive');
  t.deepEqual((await scene.request(healthy)).asked, ['second']);
  await scene.timer.pass(850);
  t.deepEqual((await scene.request(healthy)).asked, ['first']);
});

test('when the time of a 429 is over, one request goes first, and the others follow its answer', async (t) => {
  const scene = twoGroups();
  await scene.request(failing(['rate_limited', { retryAfterMs: 2_000 }]));
  await scene.timer.pass(2_000);
  const first = await scene.open().next();
  const aside = [await scene.open().next(), await scene.open().next()];
  t.deepEqual(
    [first, ...aside].map(({ target }) => target?.name),
    ['first', 'second', 'second'],
  );
  if (first.target === null) return t.fail();
  first.firstByte();
  t.is((await scene.open().next()).target?.name, 'first');
  first.end('healthy');
  t.is((await scene.open().next()).target?.name, 'first');
});

test('requests that wait for the only target follow the first of them as soon as it is answered', async (t) => {
  const scene = new PoolScene({ groups: [['only']], credential: { retriesMax: 2 } });
  const requests = [scene.open(), scene.open(), scene.open()];
  for (const refused of await Promise.all(requests.map((turns) => turns.next()))) {
    if (refused.target !== null) refused.end(failedBy('rate_limited', { retryAfterMs: 2_000 }));
  }
  const began = requests.map((turns) => answeredAfter(scene, turns, 300));
  await scene.timer.pass(3_000);
  const [first = 0, ...others] = await Promise.all(began);
  t.true(first >= 2_000 && first < 2_300, `${first}`);
  t.deepEqual(others, [first + 300, first + 300]);
});

/** When the next attempt began, milliseconds, which is answered after so long. */
async function answeredAfter(scene: Scene, turns: ReturnType<Scene['open']>, tookMs: number): Promise<number> {
  const turn = await turns.next();
  const beganMs = scene.timer.monotonic();
  await new Promise<void>((resolve) => void scene.timer.after(tookMs, resolve));
  if (turn.target !== null) turn.firstByte();
  return beganMs;
}

test('a first request that is refused, or leaves, does not delay the others', async (t) => {
  for (const how of ['inconclusive', failedBy('refused'), failedBy('rate_limited')] as const) {
    const scene = twoGroups();
    await scene.request(failing(['rate_limited', { retryAfterMs: 2_000 }]));
    await scene.timer.pass(2_000);
    const first = await scene.open().next();
    if (first.target === null) return t.fail();
    first.end(how);
    await scene.timer.pass(500);
    t.deepEqual((await scene.request(healthy)).asked, ['first']);
  }
});

test('429 without a time is met once a second at most, and its end is found within five seconds', async (t) => {
  for (const retryAfterMs of [null, 0]) {
    const scene = twoGroups();
    const tries = await triesOf(scene, 60_000, failing(['rate_limited', { retryAfterMs }]));
    const later = tries.filter((ms) => ms >= 1_000);
    t.true(later.length <= 59, `${later.length}`);
    t.true(Math.max(...tries.map((ms, nth) => ms - (tries[nth - 1] ?? 0))) <= 4_000);
    const [back] = await triesOf(scene, 5_000, healthy);
    t.true(back !== undefined && back <= 4_000);
  }
});

test('429 with a time is met once in that time, by any number of requests', async (t) => {
  const scene = twoGroups();
  const tries = await triesOf(scene, 20_000, failing(['rate_limited', { retryAfterMs: 2_000 }]));
  t.deepEqual(tries, [0, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000, 16_000, 18_000]);
});

test('a late refusal of a request from before a good answer makes no later request wait', async (t) => {
  const scene = twoGroups();
  const late = await scene.open().next();
  await scene.timer.pass(100);
  await scene.request(failing(['rate_limited']));
  await scene.timer.pass(250);
  t.deepEqual((await scene.request(healthy)).asked, ['first']);
  if (late.target === null) return t.fail();
  late.end(failedBy('rate_limited'));
  t.deepEqual((await scene.request(healthy)).asked, ['first']);
});

test('the slowest recent answer is halved when faster ones follow, and kept otherwise', (t) => {
  const slowest = new RecentMaximum();
  t.is(slowest.value, null);
  slowest.add(8_000, 0);
  t.is(slowest.value, 8_000);
  slowest.add(100, 60_000);
  t.is(slowest.value, 4_000);
  slowest.add(5_000, 60_000);
  t.is(slowest.value, 5_000);
});
