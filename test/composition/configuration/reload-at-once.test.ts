import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import {
  requestReload,
  startReloadRequests,
  takeReloadAnswer,
} from '../../../src/composition/configuration/reload-requests.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { until } from '../../_support/until.ts';

test('commands that ask one gateway at the same time are all answered, each once', async (t) => {
  const dataDir = scratchFolder(t);
  const instanceId = randomUUID();
  const requests = ['cli:one', 'cli:two', 'cli:three'].map((actor) => ({ request_id: randomUUID(), actor }));
  const taken: string[] = [];
  const waiting = startReloadRequests({
    dataDir,
    instanceId,
    watched: () => [],
    take: async (actor) => {
      taken.push(actor);
      return taken.length === 1 ? { kind: 'taken', settings: [actor], priceLists: [] } : { kind: 'unchanged' };
    },
  });

  for (const request of requests) requestReload(dataDir, instanceId, request);
  await until('all are taken', () => taken.length === requests.length);
  await waiting.stop();
  const left = readdirSync(join(dataDir, 'configuration'));

  t.deepEqual(taken.toSorted(), requests.map(({ actor }) => actor).toSorted());
  t.deepEqual(left, []);
});

test('an answer is for the command that asked, and is taken once', async (t) => {
  const dataDir = scratchFolder(t);
  const instanceId = randomUUID();
  const [first, second] = [randomUUID(), randomUUID()];
  const waiting = startReloadRequests({
    dataDir,
    instanceId,
    watched: () => [],
    take: async (actor) => ({ kind: 'refused', reason: actor }),
  });
  t.teardown(() => waiting.stop());

  requestReload(dataDir, instanceId, { request_id: first, actor: 'cli:first' });
  requestReload(dataDir, instanceId, { request_id: second, actor: 'cli:second' });

  for (const [requestId, reason] of [
    [first, 'cli:first'],
    [second, 'cli:second'],
  ] as const) {
    t.like(await until('an answer', () => takeReloadAnswer(dataDir, instanceId, requestId)), {
      request_id: requestId,
      reason,
    });
    t.is(takeReloadAnswer(dataDir, instanceId, requestId), null);
  }
});
