import test from 'ava';
import { takeDueProbes } from '../../src/pools/due-probes.ts';
import { SimulatedTimer } from '../_support/simulated-timer.ts';
import { failedBy, PoolScene } from '../_support/pool-scene.ts';

const healthy = (): 'healthy' => 'healthy';
const dead = (target: string) => (target === 'second' ? ('healthy' as const) : failedBy('refused'));

/** Two targets at one upstream that are out, and one that is well. */
async function sceneOut(isProbed: boolean): Promise<PoolScene> {
  const scene = new PoolScene({
    groups: [[{ name: 'first', upstream: 'near' }], [{ name: 'other', upstream: 'near' }], ['second']],
    credential: { isProbed },
  });
  for (let nth = 0; nth < 3; nth += 1) await scene.request(dead);
  return scene;
}

test('a target with a probe is tried by probes alone, one for all targets of its credential', async (t) => {
  const scene = await sceneOut(true);
  t.deepEqual(scene.pools.takeDueProbes(), [], 'the first pause is waited for');
  await scene.timer.pass(1_000);
  t.deepEqual((await scene.request(healthy)).asked, ['second']);
  const [probe, ...others] = scene.pools.takeDueProbes();
  t.is(probe?.upstream, 'near');
  t.deepEqual(others, []);
  t.deepEqual(scene.pools.takeDueProbes(), [], 'one at a time');
  t.deepEqual((await scene.request(healthy)).asked, ['second']);
  probe?.done(true);
  t.deepEqual((await scene.request(healthy)).asked, ['first']);
  t.deepEqual(
    scene.changes.map(({ target, isHealthy }) => [target, isHealthy]),
    [
      ['first', false],
      ['other', false],
      ['first', true],
      ['other', true],
    ],
  );
});

test('a probe that fails is followed by the next after a longer pause', async (t) => {
  const scene = await sceneOut(true);
  const triedMs: number[] = [];
  for (let ms = 0; ms < 9_000; ms += 100) {
    for (const probe of scene.pools.takeDueProbes()) {
      triedMs.push(ms);
      probe.done(false);
    }
    await scene.timer.pass(100);
  }
  const pauses = triedMs.slice(1).map((atMs, nth) => atMs - (triedMs[nth] ?? 0));
  t.true(pauses.length >= 2 && pauses.length <= 5, String(triedMs));
  t.true((pauses[1] ?? 0) > (pauses[0] ?? 0), String(pauses));
});

test('without a probe, requests try an ejected target', async (t) => {
  const scene = await sceneOut(false);
  await scene.timer.pass(1_000);
  t.deepEqual(scene.pools.takeDueProbes(), []);
  t.is((await scene.request(healthy)).asked[0], 'first');
  t.deepEqual(takeDueProbes([], new SimulatedTimer()), []);
});

test('an ejected credential is probed like an ejected target', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']], credential: { isProbed: true } });
  await scene.request((target) => (target === 'first' ? failedBy('credential_rejected') : 'healthy'));
  await scene.timer.pass(1_000);
  t.deepEqual((await scene.request(healthy)).asked, ['second']);
  const [probe] = scene.pools.takeDueProbes();
  probe?.done(true);
  t.deepEqual((await scene.request(healthy)).asked, ['first']);
});

test('when all targets are ejected and probed, a request is refused at once with a time for the next', async (t) => {
  const scene = new PoolScene({ groups: [['only']], credential: { isProbed: true } });
  for (let nth = 0; nth < 3; nth += 1) await scene.request(() => failedBy('refused'));
  await scene.timer.pass(2_000);
  t.false(scene.pools.isAnyAvailable(scene.targets));
  t.like(await scene.open().next(), { target: null, reason: 'unhealthy', retryAfterMs: 1 });
});
