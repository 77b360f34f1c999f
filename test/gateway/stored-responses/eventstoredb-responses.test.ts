import test from 'ava';
import OpenAI, { NotFoundError } from 'openai';
import { openEventStoreDbEventLog } from '../../../src/adapters/eventstoredb-event-log.ts';
import { keyPepper } from '../../../src/adapters/secret-file.ts';
import { patience } from '../../_support/eventstoredb-peer/patience.ts';
import { startPeer } from '../../_support/eventstoredb-peer/peer.ts';
import { dataDirectory, environmentFor, recordTenant, spawnGateway, testConfig } from '../../_support/gateway.ts';
import { startSandbox } from '../../_support/sandbox.ts';

test('a response stored through one gateway is continued, referenced, shown and deleted through another, at once', async (t) => {
  const [sandbox, peer] = await Promise.all([startSandbox(t), startPeer()]);
  const log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  t.teardown(async () => {
    await log[Symbol.asyncDispose]();
    await peer[Symbol.asyncDispose]();
  });
  const config = testConfig(sandbox, {
    target: { surfaces: ['responses'] },
    ledger: { engine: 'eventstoredb', connection_string: '${LEDGER_URL}' },
    top: { content_keys: [{ id: '1', key: 'c0'.repeat(32) }] },
  });
  const seeding = dataDirectory(t);
  const shared = { LEDGER_URL: peer.connectionString, WAYBILL_KEY_PEPPER: keyPepper(seeding).toString('hex') };
  const { apiKey } = await recordTenant(seeding, log, {});
  const clients = await Promise.all(
    [0, 1].map(async () => {
      // Each with a data directory of its own, as on two machines.
      const { baseUrl } = await spawnGateway(t, { ...environmentFor(dataDirectory(t), config), ...shared });
      return new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 }).responses;
    }),
  );
  const [here, there] = clients;
  if (here === undefined || there === undefined) return t.fail();
  let last = await here.create({ input: 'turn 0' });
  for (let turn = 1; turn <= 6; turn++) {
    const responses = turn % 2 === 0 ? here : there;
    t.deepEqual((await responses.retrieve(last.id)).output, last.output);
    const names = last.output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }));
    await responses.create({ input: [...names, { role: 'user', content: 'named' }], store: false });
    last = await responses.create({ input: `turn ${turn}`, previous_response_id: last.id });
  }
  t.is((await here.inputItems.list(last.id, { limit: 100 })).data.length, 13);
  await there.delete(last.id);
  await t.throwsAsync(here.retrieve(last.id), { instanceOf: NotFoundError });
  const facts = await log.readAll({ streamPrefixes: ['response-'] });
  t.deepEqual(
    facts.map(({ type }) => type),
    [...Array.from({ length: 7 }, () => 'ResponseStored'), 'ResponseDeleted'],
  );
  t.false(
    peer.store.log.some(({ data }) => Buffer.from(data).toString().includes('turn ')),
    'nothing of it in the clear',
  );
});
