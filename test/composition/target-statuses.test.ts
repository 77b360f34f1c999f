import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createSqliteInstanceLiveness } from '../../src/adapters/sqlite-instance-liveness.ts';
import { startTargetStatuses, targetStatuses } from '../../src/composition/target-statuses.ts';
import type { MemberStatus } from '../../src/pools/balanced-pools.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { until } from '../_support/until.ts';

const status: MemberStatus = {
  target: 'large',
  upstream: 'near',
  status: 'ejected',
  waitMs: 999.5,
  running: 2,
  latencyMs: null,
  lastFailure: 'refused',
};

test('targets of a running gateway are reported, and the file of a dead one is ignored', async (t) => {
  const dataDir = scratchFolder(t);
  mkdirSync(join(dataDir, 'targets'));
  writeFileSync(join(dataDir, 'targets', 'dead.json'), JSON.stringify({ targets: [] }));
  const { instanceId, release } = createSqliteInstanceLiveness({ directory: join(dataDir, 'instances') });
  t.teardown(release);
  let members: readonly MemberStatus[] = [status];
  const stop = startTargetStatuses({ dataDir, instanceId, status: () => members });
  t.teardown(stop);
  const figures = { wait_ms: 1_000, requests_running: 2, first_byte_ms: null, last_failure: 'refused' };
  const told = { instance_id: instanceId, target: 'large', upstream: 'near', status: 'ejected', ...figures };
  await until('the first figures are written', () => targetStatuses(dataDir).length === 1);
  t.deepEqual(targetStatuses(dataDir), [told] as never);
  t.deepEqual(readdirSync(join(dataDir, 'targets')), [`${instanceId}.json`]);
  members = [{ ...status, status: 'healthy' }];
  await until('the change is written', () => targetStatuses(dataDir)[0]?.status === 'healthy');
  writeFileSync(join(dataDir, 'targets', `${instanceId}.json`), '{"targets":[{}]}');
  t.deepEqual(targetStatuses(dataDir), [], 'what is nothing of ours is not told');
  members = [status];
  await stop();
  t.deepEqual(readdirSync(join(dataDir, 'targets')), []);
});

test('figures that are being written when the gateway stops leave no file behind', async (t) => {
  const dataDir = scratchFolder(t);
  const stop = startTargetStatuses({ dataDir, instanceId: 'one', status: () => [status] });
  await stop();
  t.deepEqual(readdirSync(join(dataDir, 'targets')), []);
});
