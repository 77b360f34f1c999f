// What a gateway sees of its targets, and keys that are about to expire, become events of the ledger.
import test from 'ava';
import { noticePrefix } from '../../../src/ledger/stream-names.ts';
import { setPoolScene } from '../../_support/failing-over-scene.ts';
import { until } from '../../_support/until.ts';
import { spawnSandbox } from '../../_support/sandbox.ts';

test('a target that goes out and comes back is recorded once each', async (t) => {
  const doomed = await spawnSandbox(t);
  const scene = await setPoolScene(t, {
    sandbox: doomed,
    firstUpstream: { circuit_failures: 2, circuit_open_ms: 500 },
  });
  const noticed = async (): Promise<readonly string[]> =>
    (await scene.ledger.log.readAll({ streamPrefixes: [noticePrefix] })).map(({ type }) => type);
  t.is((await scene.ask('hello')).status, 200);
  await doomed.kill('SIGKILL');
  for (let nth = 0; nth < 2; nth += 1) await scene.ask('hello');
  await until('it is recorded as out', async () => (await noticed()).length > 0);
  await spawnSandbox(t, { port: doomed.port });
  await until('it is recorded as back', async () => {
    await scene.ask('hello');
    return (await noticed()).length > 1;
  });
  t.deepEqual(await noticed(), ['TargetOutNoticed', 'TargetBackNoticed']);
});
