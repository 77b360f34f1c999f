import test from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { startGateway } from '../../src/main.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { dataDirectory, environmentFor, seedTenant, testConfig } from '../_support/gateway.ts';
import { deduplicated, factsOf, idsByStream, publishedByStream } from '../_support/published-events.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { waybillJson } from '../_support/waybill-command.ts';
import { declareTopics, sharedBrokers } from './_kafka-topics.ts';

const brokers = sharedBrokers();

/** Requests to a gateway that runs for them, and for what is done behind them. */
async function serve<Result>(
  environment: Readonly<Record<string, string>>,
  { apiKey, requests }: { readonly apiKey: string; readonly requests: number },
  behind: () => Promise<Result>,
): Promise<Result> {
  const gateway = await startGateway(environment);
  for (let n = 0; n < requests; n += 1) {
    const answer = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'hello' }], max_tokens: 50 }),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    await answer.text();
  }
  // What its relay has not published when it stops is for the next one.
  const result = await behind();
  await gateway.stop();
  return result;
}

test.serial(
  'a ledger moved to EventStoreDB continues to publish where it stopped, and leaves no event out',
  async (t) => {
    const [topics, sandbox, peer, directory] = [
      await declareTopics(t, brokers),
      await startSandbox(t),
      await startPeer(),
      dataDirectory(t),
    ];
    t.teardown(() => peer[Symbol.asyncDispose]());
    const kafka = { brokers, topics: topics.topics, checkpoint_ms: 20 };
    const before = environmentFor(directory, testConfig(sandbox, { top: { kafka } }));
    const { apiKey } = await seedTenant(before);
    // A wallet with its credit, a person, a key, and two events for each request.
    const eventsOf = (requests: number): number => 4 + 2 * requests;
    const embedded = await startGateway(before);
    await topics.consume((arrived) => arrived.length >= eventsOf(0));
    await embedded.stop();
    // Nobody publishes these before the move.
    await serve({ ...before, WAYBILL_ROLE: 'gateway' }, { apiKey, requests: 5 }, () => Promise.resolve());

    const ledger = { engine: 'eventstoredb', connection_string: '${LEDGER_URL}' };
    const content_keys = [{ id: '1', key: 'c0'.repeat(32) }];
    const after = {
      ...environmentFor(directory, testConfig(sandbox, { ledger, top: { kafka, content_keys } })),
      LEDGER_URL: peer.connectionString,
      WAYBILL_KEY_PEPPER: keyPepper(before['WAYBILL_DATA_DIR'] ?? '').toString('hex'),
    };
    const copied = await waybillJson(t, after, 'ledger', 'copy', '--from', 'sqlite', '--to', 'eventstoredb');
    t.like(copied, { ok: true, is_level: true, relays: [{ relay: 'kafka' }] });
    const arrived = await serve(after, { apiKey, requests: 3 }, () =>
      topics.consume((messages) => messages.length >= eventsOf(8)),
    );
    await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
    const [continued, ...facts] = await factsOf(log);
    // The copy itself records it, in front of what was published before the move.
    t.is(continued?.type, 'LedgerContinued');
    t.is(facts.length, eventsOf(8));
    t.is(arrived.length, facts.length, 'each once');
    t.deepEqual(publishedByStream(deduplicated(arrived)), idsByStream(facts));
  },
);
