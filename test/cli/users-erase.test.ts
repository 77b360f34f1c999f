import { join } from 'node:path';
import test from 'ava';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { responseStream } from '../../src/ledger/stream-names.ts';
import { plantFile, plantResponse } from '../_support/planted-contents.ts';
import { until } from '../_support/until.ts';
import { tenantId, userId } from '../_support/wallet-vocabulary.ts';
import {
  recordInto,
  seededDirectory,
  startWaybill,
  waybill,
  waybillFailure,
  waybillJson,
} from '../_support/waybill-command.ts';

const args = ['users', 'erase', userId, '--reason', 'asked for erasure'];

async function scene(t: Parameters<typeof seededDirectory>[0], responses: number) {
  const environment = await seededDirectory(t);
  const ids: string[] = [];
  await recordInto(environment, async (log) => {
    for (let index = 0; index < responses; index += 1) ids.push(await plantResponse(log, { userId, tenantId }));
    await plantFile(log, { userId, tenantId });
  });
  const log = await openSqliteEventLog({ path: join(environment.WAYBILL_DATA_DIR, 'ledger.db') });
  t.teardown(() => log[Symbol.asyncDispose]());
  /** How often each response was removed: the newest first, as they are deleted. */
  const removals = async (upTo = responses): Promise<readonly number[]> => {
    const newest = ids.toReversed().slice(0, upTo);
    const streams = await Promise.all(newest.map((id) => log.readStream(responseStream(id))));
    return streams.map((events) => events.filter(({ type }) => type === 'ResponseDeleted').length);
  };
  return { environment, removals };
}

test('everything stored for a person is counted, and deleted only with a yes', async (t) => {
  const { environment, removals } = await scene(t, 3);
  const asked = await waybillFailure(t, environment, ...args);
  t.is(asked.exitCode, 2);
  t.is(asked.message, '3 responses and 1 file of 1040 bytes are deleted for ever: add --yes to go on.');
  t.like(await waybillJson(t, environment, ...args, '--dry-run'), { responses: 3, files: 1, bytes: 1_040 });
  t.deepEqual(await removals(), [0, 0, 0]);
  const answer = { id: userId, object: 'stored_of_user', dry_run: false, has_more: false };
  const counts = { responses: 3, files: 1, bytes: 1_040 };
  t.deepEqual(await waybillJson(t, environment, ...args, '--yes'), { ...answer, ...counts });
  t.deepEqual(await removals(), [1, 1, 1]);
  // Nothing is left to be asked about.
  t.deepEqual(await waybillJson(t, environment, ...args), { ...answer, responses: 0, files: 0, bytes: 0 });
});

test('a deletion that was killed in the middle is continued by the same command', async (t) => {
  const { environment, removals } = await scene(t, 250);
  const killed = startWaybill(t, environment, [...args, '--yes']);
  await until('the first is deleted', async () => (await removals(1))[0] === 1);
  killed.kill('SIGKILL');
  await new Promise((resolve) => killed.once('close', resolve));
  const before = (await removals()).filter((count) => count > 0).length;
  t.log(`${before} of 250 were deleted`);
  t.true(before < 250);
  t.like(await waybillJson(t, environment, ...args, '--yes'), { responses: 250 - before, files: 1 });
  t.deepEqual([...new Set(await removals())], [1]);
  t.is((await waybill(t, environment, 'ledger', 'verify')).exitCode, 0);
});
