import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import test from 'ava';
import { startKafkaCluster, type KafkaCluster } from '../../infra/kafka/kafka-cluster.ts';
import { createKafkaEventPublisher } from '../../src/adapters/kafka-event-publisher.ts';
import { startGateway } from '../../src/main.ts';
import { PublisherUnavailable } from '../../src/ports/event-publisher.ts';
import { messageOf } from '../adapters/event-publisher.contract.ts';
import { dataDirectory, environmentFor, seedTenant, testConfig } from '../_support/gateway.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { declareTopics } from './_kafka-topics.ts';

let cluster: KafkaCluster;

test.before(async () => {
  cluster = await startKafkaCluster({ size: 1, isSecured: true });
});
test.after.always(() => cluster?.stop());

test.serial('a relay logs in by SCRAM over TLS as its configuration says', async (t) => {
  const { access, addresses } = cluster;
  const topics = await declareTopics(t, addresses, { access });
  const directory = dataDirectory(t);
  const ca = join(directory, 'authority.pem');
  writeFileSync(ca, access.ssl?.ca ?? '');
  const kafka = { brokers: addresses, topics: topics.topics, tls: { enabled: true, ca_file: ca }, sasl: access.sasl };
  const environment = environmentFor(directory, testConfig(await startSandbox(t), { top: { kafka } }));
  await seedTenant(environment);
  const gateway = await startGateway(environment);
  t.teardown(() => gateway.stop());
  const arrived = await topics.consume(({ length }) => length >= 4);
  t.true(arrived.some(({ headers }) => headers['ce_type'] === 'waybill.WalletCredited.v1'));
});

test.serial(
  'a wrong password, no password, and a certificate of a stranger are refused in words that name it',
  async (t) => {
    const { access, addresses: brokers } = cluster;
    const { topics } = await declareTopics(t, brokers, { access });
    const stranger = await startKafkaCluster({ size: 1, isSecured: true });
    t.teardown(() => stranger.stop());
    const { ssl: tls, sasl } = access;
    if (tls === undefined || sasl === undefined) throw new Error('this cluster asks for a login');
    const asked = /Closed connection: do kafka\.tls and kafka\.sasl say what this broker asks for\?$/;
    const cases = {
      'a wrong password': [{ tls, sasl: { ...sasl, password: 'wrong' } }, /authentication/i],
      'no login': [{ tls }, asked],
      'no TLS': [{ sasl }, asked],
      'another authority': [{ tls: { ca: rootCertificates[0] ?? '' }, sasl }, /certificate/i],
    } as const;
    for (const [what, [given, words]] of Object.entries(cases)) {
      const publisher = createKafkaEventPublisher({ brokers, clientId: 'waybill-test', topics, ...given });
      t.teardown(() => publisher.close());
      for (const act of [publisher.check(), publisher.publish([messageOf('a', 0)])]) {
        const error = await t.throwsAsync(act, { instanceOf: PublisherUnavailable });
        t.regex(error?.message ?? '', words, what);
        t.notRegex(error?.message ?? '', new RegExp(sasl.password), what);
      }
    }
  },
);
