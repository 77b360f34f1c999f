import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataDirectory, environmentFor, seedTenant, testConfig } from '../_support/gateway.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { waybillFailure, waybillJson } from '../_support/waybill-command.ts';
import { limitWriting } from './_client-rate.ts';
import { declareTopics, sharedBrokers } from './_kafka-topics.ts';

test.serial('a part of the log is published once more by events replay', async (t) => {
  const topics = await declareTopics(t, sharedBrokers());
  const kafka = { brokers: sharedBrokers(), topics: topics.topics, source: 'urn:waybill:test' };
  const environment = environmentFor(dataDirectory(t), testConfig(await startSandbox(t), { top: { kafka } }));
  await seedTenant(environment);
  t.deepEqual(await waybillJson(t, environment, 'events', 'replay', '--from', '2', '--to', '3'), {
    published: 2,
    from: '2',
    to: '3',
  });
  t.deepEqual(await waybillJson(t, environment, 'events', 'replay', '--from', '4'), {
    published: 1,
    from: '4',
    to: '4',
  });
  t.like(await waybillFailure(t, environment, 'events', 'replay', '--from', '3', '--to', '2'), { exitCode: 2 });
  const arrived = await topics.consume(({ length }) => length >= 3);
  t.true(arrived.every(({ headers }) => headers['ce_source'] === 'urn:waybill:test'));
  t.deepEqual(
    arrived.map(({ headers }) => String(headers['ce_type'])).toSorted((a, b) => (a < b ? -1 : 1)),
    ['waybill.ApiKeyCreated.v1', 'waybill.PrincipalRegistered.v1', 'waybill.WalletCredited.v1'],
  );
});

test.serial('events replay repeats what a broker that throttles it did not take in time', async (t) => {
  const topics = await declareTopics(t, sharedBrokers());
  const client_id = randomUUID();
  await limitWriting(sharedBrokers()[0] ?? '', client_id, 80);
  const kafka = { brokers: sharedBrokers(), topics: topics.topics, client_id, publish_timeout_ms: 2_000 };
  const environment = environmentFor(dataDirectory(t), testConfig(await startSandbox(t), { top: { kafka } }));
  await seedTenant(environment);
  const { published } = await waybillJson(t, environment, 'events', 'replay', '--from', '0', '--timeout', '600');
  const arrived = await topics.consume(
    (all) => new Set(all.map(({ headers }) => headers['ce_id'])).size >= Number(published),
  );
  t.true(arrived.length >= 3);
});
