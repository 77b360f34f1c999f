import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createSqliteInstanceLiveness } from '../../../src/adapters/sqlite-instance-liveness.ts';
import {
  takeReloadAnswer,
  requestReload,
  startReloadRequests,
  type ReloadRequest,
} from '../../../src/composition/configuration/reload-requests.ts';
import type { ReloadOutcome } from '../../../src/composition/configuration/reload.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { until } from '../../_support/until.ts';

const taken: ReloadOutcome = { kind: 'taken', settings: ['limits.tenant'], priceLists: [] };

interface Gateway {
  readonly dataDir: string;
  readonly instanceId: string;
  readonly file: string;
  /** Who asked for a reload, in order. */
  readonly actors: readonly string[];
}

/** A gateway that watches one file, which does not exist yet. */
function started(t: ExecutionContext, onTake: (gateway: Gateway) => void = () => undefined): Gateway {
  const dataDir = scratchFolder(t);
  const directory = join(dataDir, 'instances');
  mkdirSync(directory);
  const liveness = createSqliteInstanceLiveness({ directory });
  const file = join(dataDir, 'waybill.yaml');
  const actors: string[] = [];
  const gateway = { dataDir, instanceId: liveness.instanceId, file, actors };
  const requests = startReloadRequests({
    dataDir,
    instanceId: liveness.instanceId,
    watched: () => [file],
    take: async (actor) => {
      actors.push(actor);
      onTake(gateway);
      return taken;
    },
  });
  t.teardown(async () => {
    await requests.stop();
    await liveness.release();
  });
  return gateway;
}

const requestOf = (actor: string): ReloadRequest => ({ request_id: randomUUID(), actor });

test('a file that appears, changes or goes triggers a reload', async (t) => {
  const { file, actors } = started(t);
  await until('the first look', () => actors.length === 1);
  writeFileSync(file, 'one');
  await until('the new file is seen', () => actors.length === 2);
  writeFileSync(file, 'another');
  await until('the change is seen', () => actors.length === 3);
  rmSync(file);
  await until('the removal is seen', () => actors.length === 4);
  t.deepEqual([...new Set(actors)], ['system:watch']);
});

test('a file that changed before the first look, after the process had read it, is reloaded', async (t) => {
  const { actors } = started(t);
  await until('the first look', () => actors.length > 0);
  t.deepEqual(actors, ['system:watch']);
});

test('a request is answered once, with what became of it', async (t) => {
  const { dataDir, instanceId, actors } = started(t);
  const request = requestOf('cli:operator');
  requestReload(dataDir, instanceId, request);
  const answer = await until('the answer', () => takeReloadAnswer(dataDir, instanceId, request.request_id));
  const { request_id } = request;
  t.deepEqual(answer, { request_id, outcome: 'taken', settings: ['limits.tenant'], price_lists: [], reason: null });
  t.is(takeReloadAnswer(dataDir, instanceId, randomUUID()), null);
  t.deepEqual(actors, ['cli:operator']);
});

test('a change during a requested reload is reloaded after it', async (t) => {
  const { dataDir, instanceId, actors } = started(t, ({ file, actors: asked }) => {
    // The reload has read the file already.
    if (asked.length === 1) writeFileSync(file, 'later');
  });
  requestReload(dataDir, instanceId, requestOf('cli:operator'));
  await until('the change is seen', () => actors.length === 2);
  t.deepEqual(actors, ['cli:operator', 'system:watch']);
});

test('requests and answers of gateways that have ended are removed at the start', (t) => {
  const dataDir = scratchFolder(t);
  const directory = join(dataDir, 'instances');
  mkdirSync(directory);
  const liveness = createSqliteInstanceLiveness({ directory });
  t.teardown(() => liveness.release());
  const ended = randomUUID();
  for (const instanceId of [ended, liveness.instanceId]) {
    requestReload(dataDir, instanceId, requestOf('cli:operator'));
    writeFileSync(join(dataDir, 'configuration', `${instanceId}.answer.json`), '{}');
  }
  const requests = startReloadRequests({
    dataDir,
    instanceId: randomUUID(),
    watched: () => [],
    take: async () => taken,
  });
  t.teardown(() => requests.stop());
  const left = readdirSync(join(dataDir, 'configuration')).map((file) => file.split('.')[0]);
  t.deepEqual(left, [liveness.instanceId, liveness.instanceId]);
});
