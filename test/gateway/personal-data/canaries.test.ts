import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import OpenAI, { APIError } from 'openai';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { filesBelow } from '../../_support/files-below.ts';
import { dataDirectory, environmentFor, seedTenant, spawnGateway, testConfig } from '../../_support/gateway.ts';
import { httpCall } from '../../_support/http-call.ts';
import { createMemoryEventPublisher } from '../../_support/memory-event-publisher.ts';
import { startPresidio } from '../../_support/presidio-stand-in.ts';
import { factsOf } from '../../_support/published-events.ts';
import { RelayRoom } from '../../_support/relay-room.ts';
import { startSandbox } from '../../_support/sandbox.ts';
import { until } from '../../_support/until.ts';
import { leakMatrixSaid as said, leakMatrixTarget, leakMatrixValues as values } from './leak-matrix.contract.ts';

// Where what was cast could lie in clear: the data directory, the log, metrics, what is published.

const name = 'Okonkwo';
const question = `Yesterday ${name} called me. ${said}`;
/** Also mappings, and keys of the caller's in other spellings. */
const canaries = [...values, name, 'Rossi', '0542811101', '3471234567', 'PERSON-', 'IBAN-', 'EMAIL-', 'PHONE-'];

const spellingsOf = (canary: string): readonly string[] =>
  [
    canary,
    canary.toLowerCase(),
    encodeURIComponent(canary),
    Buffer.from(canary).toString('base64').slice(4, -4),
  ].filter((spelled) => spelled.length >= 5);

function canariesIn(bytes: Buffer | string): readonly string[] {
  return canaries.filter((canary) => spellingsOf(canary).some((spelled) => bytes.includes(spelled)));
}

test('no personal value and no mapping is in the data directory, the debug log, metrics or published events', async (t) => {
  const [sandbox, presidio] = [await startSandbox(t), await startPresidio(t, { [name]: 'PERSON' })];
  const personal_data = { deadline_ms: 60_000, presidio: { url: presidio.url } };
  const config = testConfig(sandbox, { target: leakMatrixTarget, top: { personal_data } });
  const environment: Record<string, string> = environmentFor(dataDirectory(t), config);
  environment['WAYBILL_LOG_LEVEL'] = 'debug';
  const caller = await seedTenant(environment, { piiEnabled: true });
  const gateway = await spawnGateway(t, environment, undefined, { log: 'pipe' });
  const log = gateway.child.stderr === null ? Promise.resolve('') : text(gateway.child.stderr);
  const client = new OpenAI({ apiKey: caller.apiKey, baseURL: gateway.baseUrl, maxRetries: 0 });
  const chat = (content: string) => ({ model: 'light', messages: [{ role: 'user' as const, content }] });

  const first = await client.responses.create({ model: 'light', input: question });
  await client.responses.create({ model: 'light', input: `Again, ${values[0]}`, previous_response_id: first.id });
  await client.chat.completions.create(chat(question), { headers: { 'idempotency-key': 'once' } });
  await client.chat.completions.stream(chat(`${question} [[sandbox: frames=0]]`)).finalChatCompletion();
  // What fails is told of too: by the upstream, by a detector, and for what cannot be cast.
  const failing = [
    () => client.chat.completions.create(chat(`${question} [[sandbox: 400]]`)),
    () => client.chat.completions.create(chat(`${question} [[sandbox: 500]]`)),
    () => client.chat.completions.create({ ...chat(question), tool_choice: `find ${values[1]}` as never }),
    () => client.post(`/chat/completions?of=${values[0]}`, { body: chat(question), headers: { 'x-of': values[0] } }),
  ];
  for (const call of failing) await call().catch((error: unknown) => t.true(error instanceof APIError));
  presidio.fault = 'one list for all';
  await t.throwsAsync(client.chat.completions.create(chat(`${question} once more`)), { message: /503/ });
  const { text: metrics } = await httpCall(gateway.metricsUrl ?? '');
  await gateway.kill('SIGTERM');

  t.regex(metrics, /waybill_personal_data_cast_total\{kind="IBAN"\} [3-9]/);
  t.deepEqual(canariesIn(metrics), []);
  const logged = await log;
  t.regex(logged, /personal_data_detector_failed/);
  t.deepEqual(canariesIn(logged), []);
  const files = filesBelow(environment['WAYBILL_DATA_DIR'] ?? '');
  t.true(files.length > 3);
  for (const [path, bytes] of files) t.deepEqual(canariesIn(bytes), [], path);
  // It is there to be found: what the gateway was asked for is what the upstream answered to.
  t.deepEqual(canariesIn(Buffer.from(question)).length > 5, true);

  await using events = await openSqliteEventLog({ path: join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db') });
  const publisher = createMemoryEventPublisher();
  new RelayRoom(events).start(t, publisher);
  const facts = await factsOf(events);
  await until('all is published', () => publisher.published.length >= facts.length);
  t.deepEqual(canariesIn(JSON.stringify(publisher.published)), []);
  t.true(JSON.stringify(publisher.published).includes('"is_cast\\":true'));
});

for (const place of ['detector', 'casting', 'sweep', 'putting back', 'putting back, streamed']) {
  test(`the text of an engine’s own error is in no answer and no log: ${place}`, async (t) => {
    const sandbox = await startSandbox(t);
    const environment: Record<string, string> = environmentFor(dataDirectory(t), testConfig(sandbox));
    environment['WAYBILL_LOG_LEVEL'] = 'debug';
    const caller = await seedTenant(environment, { piiEnabled: true });
    const script = join(import.meta.dirname, '..', '..', '_support', 'babbling-gateway.ts');
    const gateway = await spawnGateway(t, environment, script, { log: 'pipe' });
    const log = gateway.child.stderr === null ? Promise.resolve('') : text(gateway.child.stderr);
    const content = `${question} [[${place.split(',')[0]}]]`;
    const stream = place.endsWith('streamed');
    const reply = await httpCall(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'light', stream, messages: [{ role: 'user', content }] }),
    }).catch(() => null);
    const isSent = place.startsWith('putting back');
    if (!isSent) t.is(reply?.status, 503, reply?.text);
    if (!isSent) t.regex(reply?.text ?? '', /"pii_engine_unavailable"/);
    t.deepEqual(canariesIn(reply?.text ?? ''), []);
    t.is((await sandbox.requests()).length, isSent ? 1 : 0);
    await gateway.kill('SIGTERM');
    const logged = await log;
    // It tells where it failed.
    t.regex(logged, /RangeError.*babbling-gateway/s);
    t.deepEqual(canariesIn(logged), []);
  });
}
