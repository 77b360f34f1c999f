import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import kafkajs, { type Admin } from 'kafkajs';
import { startKafkaCluster, type KafkaCluster } from '../../infra/kafka/kafka-cluster.ts';
import { createKafkaEventPublisher } from '../../src/adapters/kafka-event-publisher.ts';
import { startGateway } from '../../src/main.ts';
import { PublisherUnavailable } from '../../src/ports/event-publisher.ts';
import { messageOf } from '../adapters/event-publisher.contract.ts';
import { callChat } from '../_support/chat-call.ts';
import { dataDirectory, environmentFor, seedTenant, testConfig } from '../_support/gateway.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';
import { declareTopics, type KafkaTopics } from './_kafka-topics.ts';

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
type Operation = 'DESCRIBE' | 'WRITE';

let cluster: KafkaCluster;

test.before(async () => {
  cluster = await startKafkaCluster({ size: 1, isSecured: true, isRuled: true });
});
test.after.always(() => cluster?.stop());

const namesOf = ({ topics }: KafkaTopics): readonly string[] => Object.values(topics).map(({ name }) => name);

function rulesOf(topics: KafkaTopics, operation: Operation) {
  return namesOf(topics).map((resourceName) => ({
    resourceType: AclResourceTypes.TOPIC,
    resourceName,
    resourcePatternType: ResourcePatternTypes.LITERAL,
    principal: 'User:relay',
    host: '*',
    operation: AclOperationTypes[operation],
    permissionType: AclPermissionTypes.ALLOW,
  }));
}

const grant = (admin: Admin, topics: KafkaTopics, operation: Operation): Promise<unknown> =>
  admin.createAcls({ acl: rulesOf(topics, operation) });

const withdraw = (admin: Admin, topics: KafkaTopics, operation: Operation): Promise<unknown> =>
  admin.deleteAcls({ filters: rulesOf(topics, operation) });

function ruledPublisher(t: ExecutionContext, { brokers, topics }: KafkaTopics) {
  const { ssl: tls, sasl } = cluster.ruledAccess;
  if (tls === undefined || sasl === undefined) throw new Error('this cluster asks for a login');
  const publisher = createKafkaEventPublisher({ brokers, clientId: 'waybill-test', topics, tls, sasl: { ...sasl } });
  t.teardown(() => publisher.close());
  return publisher;
}

test.serial(
  'a user without a right to the topics is refused in words that say what to allow, and needs no more',
  async (t) => {
    const topics = await declareTopics(t, cluster.addresses, { access: cluster.access });
    const allow = `: allow the user of this relay to Describe and Write ${[topics.topics.ledger, topics.topics.responses, topics.topics.identity].map(({ name }) => name).join(', ')}`;
    const refusedBy = async (act: Promise<void>): Promise<void> => {
      const error = await t.throwsAsync(act, { instanceOf: PublisherUnavailable });
      t.true(error?.message.endsWith(allow), error?.message);
    };
    const publisher = ruledPublisher(t, topics);
    await refusedBy(publisher.check());
    await refusedBy(publisher.publish([messageOf('a', 0)]));
    await grant(topics.admin, topics, 'DESCRIBE');
    await until('the topics are seen', () =>
      publisher.check().then(
        () => true,
        () => false,
      ),
    );
    await refusedBy(publisher.publish([messageOf('a', 0)]));
    await grant(topics.admin, topics, 'WRITE');
    await until('the topics are written', () =>
      publisher.publish([messageOf('a', 1)]).then(
        () => true,
        () => false,
      ),
    );
    t.like((await topics.consume(({ length }) => length > 0)).at(-1), { key: 'a' });
  },
);

test.serial(
  'a relay whose right is withdrawn and granted again loses nothing, and requests are served meanwhile',
  async (t) => {
    const topics = await declareTopics(t, cluster.addresses, { access: cluster.access });
    const { admin } = topics;
    const { ssl, sasl } = cluster.ruledAccess;
    const directory = dataDirectory(t);
    const ca = join(directory, 'authority.pem');
    writeFileSync(ca, ssl?.ca ?? '');
    const kafka = { brokers: cluster.addresses, topics: topics.topics, tls: { enabled: true, ca_file: ca }, sasl };
    const environment = environmentFor(directory, testConfig(await startSandbox(t), { top: { kafka } }));
    const { apiKey } = await seedTenant(environment);
    await grant(admin, topics, 'WRITE');
    const gateway = await startGateway(environment);
    t.teardown(() => gateway.stop());
    const callTwice = async (): Promise<void> => {
      for (let call = 0; call < 2; call += 1) {
        t.is((await callChat(gateway, apiKey, chat(HELLO, { model: 'light' })).seen).status, 200);
      }
    };
    await callTwice();
    const settledIn = (events: Awaited<ReturnType<KafkaTopics['consume']>>): number =>
      new Set(
        events.flatMap(({ headers }) =>
          headers['ce_type'] === 'waybill.ReservationSettled.v1' ? [headers['ce_id']] : [],
        ),
      ).size;
    await topics.consume((events) => settledIn(events) === 2);
    await withdraw(admin, topics, 'WRITE');
    await callTwice();
    await until('the relay says so', async () =>
      /^waybill_relay_failures [1-9]/m.test(await (await fetch(String(gateway.metricsUrl))).text()),
    );
    await grant(admin, topics, 'WRITE');
    const arrived = await topics.consume((events) => settledIn(events) === 4);
    for (const [subject, its] of Map.groupBy(arrived, ({ headers }) => headers['ce_subject'])) {
      const sequences = its.map(({ headers }) => Number(headers['ce_sequence']));
      const first = sequences.filter((sequence, n) => sequences.indexOf(sequence) === n);
      t.deepEqual(
        first,
        first.map((_, n) => n),
        subject,
      );
    }
  },
);
