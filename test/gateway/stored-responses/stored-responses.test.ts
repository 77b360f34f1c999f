import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import OpenAI, { APIError } from 'openai';
import type { ResponseEvent } from '../../../src/domain/responses/response-events.ts';
import { changePrincipalPii } from '../../../src/ledger/identities.ts';
import { publishedEvent } from '../../../src/ledger/published-event.ts';
import { StreamTombstoned, type EventLog } from '../../../src/ports/event-log.ts';
import { events } from '../../adapters/_event-log-fixtures.ts';
import { filesBelow } from '../../_support/files-below.ts';
import { dataDirectory, environmentFor, spawnGateway, startTestGateway, testConfig } from '../../_support/gateway.ts';
import { logFailing } from '../../_support/failing-appends.ts';
import { logWith } from '../../_support/recorded-log.ts';
import { viewLedger } from '../../_support/ledger-view.ts';
import { startSandbox } from '../../_support/sandbox.ts';
import { placeholderOf, substitutingPiiEngine } from '../../_support/substituting-pii-engine.ts';
import { until } from '../../_support/until.ts';

const target = { surfaces: ['responses', 'chat_completions'], model: 'sandbox-medium', efforts: ['low', 'medium'] };

async function arena(t: ExecutionContext, top: object = {}) {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox, { target, top: { ...top } }));
  return { sandbox, environment, ledger: await viewLedger(t, environment) };
}

function clientOf({ baseUrl }: { readonly baseUrl: string }, { apiKey }: { readonly apiKey: string }) {
  return new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 }).responses;
}

async function refused(call: Promise<unknown>): Promise<{ status: unknown; code: unknown }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof APIError) return { status: error.status, code: error.code };
    throw error;
  }
  return { status: 200, code: null };
}

/** What the log tells of responses, in its order. */
async function factsIn(log: EventLog): Promise<ResponseEvent[]> {
  const recorded = await log.readAll({ streamPrefixes: ['response-'] });
  return recorded.map(({ type, data }) => ({ type, data: JSON.parse(data) }) as ResponseEvent);
}

test('a response is continued, shown and deleted by another process on the same log, at once', async (t) => {
  const { environment, ledger } = await arena(t);
  const [one, other] = [await spawnGateway(t, environment), await spawnGateway(t, environment)];
  const tenant = await ledger.tenant();
  const [here, there] = [clientOf(one, tenant), clientOf(other, tenant)];
  let last = await here.create({ input: 'turn 0' });
  for (let turn = 1; turn <= 10; turn++) {
    const responses = turn % 2 === 0 ? here : there;
    const names = last.output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }));
    t.truthy((await responses.create({ input: [...names, { role: 'user', content: 'named' }] })).id);
    last = await responses.create({ input: `turn ${turn}`, previous_response_id: last.id });
  }
  t.is((await there.inputItems.list(last.id, { limit: 100 })).data.length, 31);
  await there.delete(last.id);
  t.is((await refused(here.retrieve(last.id))).status, 404);
});

test('a response outlives a restart, and is the same', async (t) => {
  const { environment, ledger } = await arena(t);
  const first = await spawnGateway(t, environment);
  const tenant = await ledger.tenant();
  const { id, output } = await clientOf(first, tenant).create({ input: 'remember' });
  await first.kill('SIGKILL');
  const responses = clientOf(await spawnGateway(t, environment), tenant);
  t.deepEqual((await responses.retrieve(id)).output, output);
  t.is((await responses.create({ input: 'go on', previous_response_id: id })).previous_response_id, id);
});

test('every creation and deletion is one fact in the log, published for its owner', async (t) => {
  const { environment, ledger } = await arena(t);
  const gateway = await startTestGateway(t, environment);
  const tenant = await ledger.tenant();
  const responses = clientOf(gateway, tenant);
  const first = await responses.create({ input: 'facts' });
  const second = await responses.create({ input: 'more', previous_response_id: first.id });
  const removals = await Promise.all(Array.from({ length: 5 }, () => refused(responses.delete(first.id))));
  t.is(removals.filter(({ status }) => status === 200).length, 1);
  t.is(removals.filter(({ status }) => status === 404).length, 4);
  const facts = await factsIn(ledger.log);
  t.deepEqual(
    facts.map(({ type, data }) => [type, data.response_id, data.user_id]),
    [
      ['ResponseStored', first.id, tenant.userId],
      ['ResponseStored', second.id, tenant.userId],
      ['ResponseDeleted', first.id, tenant.userId],
    ],
  );
  t.like(facts[1]?.data, { previous_response_id: first.id, profile: 'light', target: 'small', key_id: tenant.keyId });
  const { reservations } = await ledger.settledWallet(tenant.walletId, 2);
  t.like(facts[1]?.data, { reservation_id: reservations[1]?.id });
  const published = (await ledger.log.readAll({ streamPrefixes: ['response-', 'content-'] })).flatMap(
    (recorded) => publishedEvent(recorded, 'here') ?? [],
  );
  t.deepEqual(
    published.map(({ topic, key }) => [topic, key]),
    facts.map(() => ['responses', tenant.userId]),
  );
});

test('an answer that cannot be stored is delivered with `store: false`', async (t) => {
  const { environment, ledger } = await arena(t);
  let isBroken = true;
  const wrapLog = (log: EventLog): EventLog =>
    logFailing(log, (types) => (isBroken && types.includes('ContentPart') ? 'unavailable' : null));
  const gateway = await startTestGateway(t, environment, { wrapLog });
  const tenant = await ledger.tenant();
  const responses = clientOf(gateway, tenant);
  const whole = await responses.create({ input: 'not kept' });
  t.false((whole as { store?: boolean }).store);
  t.is(whole.output_text, 'You said: not kept');
  const streamed = await responses.stream({ model: 'light', input: 'not kept either' }).finalResponse();
  t.false((streamed as { store?: boolean }).store);
  for (const { id } of [whole, streamed]) t.is((await refused(responses.retrieve(id))).status, 404);
  isBroken = false;
  const { reservations } = await ledger.settledWallet(tenant.walletId, 2);
  t.true(
    reservations.every(({ charged }) => charged > 0n),
    'they are paid for',
  );
  t.deepEqual(await factsIn(ledger.log), []);
});

test('an unknown outcome of storing is resolved, and one fact is recorded', async (t) => {
  const { environment, ledger } = await arena(t);
  let faults = 2;
  const wrapLog = (log: EventLog): EventLog =>
    logFailing(log, (types) => {
      if (!types.includes('ResponseStored') || faults === 0) return null;
      faults -= 1;
      return faults === 0 ? 'unknown_but_written' : 'unknown';
    });
  const responses = clientOf(await startTestGateway(t, environment, { wrapLog }), await ledger.tenant());
  const { id } = await responses.create({ input: 'in doubt' });
  t.is((await responses.retrieve(id)).id, id);
  t.is((await factsIn(ledger.log)).length, 1);
});

test('an answer does not wait for a slow store, and what was stored late is removed', async (t) => {
  const { environment, ledger } = await arena(t, { responses: { store_wait_ms: 50 } });
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const wrapLog = (log: EventLog): EventLog =>
    logWith(log, {
      append: async (stream, expected, events) => {
        if (stream.startsWith('content-')) await opened;
        return await log.append(stream, expected, events);
      },
    });
  const responses = clientOf(await startTestGateway(t, environment, { wrapLog }), await ledger.tenant());
  const { id, store } = (await responses.create({ input: 'slow to keep' })) as { id: string; store?: boolean };
  t.false(store);
  open();
  await until('it was removed', async () => (await factsIn(ledger.log)).length === 2);
  t.is((await refused(responses.retrieve(id))).status, 404);
});

test('an expired response is not found, and is removed with its content', async (t) => {
  const { environment, ledger } = await arena(t, { responses: { ttl_ms: 500, sweep_interval_ms: 50 } });
  const responses = clientOf(await startTestGateway(t, environment), await ledger.tenant());
  const { id } = await responses.create({ input: 'for a moment' });
  const facts = await until('it has expired', async () => {
    const seen = await factsIn(ledger.log);
    return seen.length === 2 && seen;
  });
  t.is(facts[1]?.type, 'ResponseExpired');
  t.is((await refused(responses.retrieve(id))).status, 404);
  t.is((await refused(responses.delete(id))).status, 404);
  t.is((await refused(responses.create({ input: 'x', previous_response_id: id }))).code, 'previous_response_not_found');
  await t.throwsAsync(ledger.log.append(`content-${id}`, 'any', events(1)), { instanceOf: StreamTombstoned });
});

test('an expired response is not found even before it is removed', async (t) => {
  const { environment, ledger } = await arena(t, { responses: { ttl_ms: 400 } });
  const gateway = await startTestGateway(t, { ...environment, WAYBILL_ROLE: 'gateway' });
  const responses = clientOf(gateway, await ledger.tenant());
  const { id } = await responses.create({ input: 'for a moment' });
  await until('it is not shown', async () => (await refused(responses.retrieve(id))).status === 404);
  t.is((await refused(responses.create({ input: 'x', previous_response_id: id }))).code, 'previous_response_not_found');
  t.is((await factsIn(ledger.log)).length, 1, 'nobody removed it');
});

test('a conversation ends when the account at the upstream changes, unless its name stays the same', async (t) => {
  const { sandbox, environment, ledger } = await arena(t);
  const first = await startTestGateway(t, environment);
  const tenant = await ledger.tenant();
  const { id } = await clientOf(first, tenant).create({ input: 'bound' });
  await first.stop();
  const moved = testConfig(sandbox, { target, upstream: { account: 'another' } });
  const second = await startTestGateway(t, {
    ...environment,
    ...environmentFor(dataDirectory(t), moved),
    WAYBILL_DATA_DIR: environment['WAYBILL_DATA_DIR'] ?? '',
  });
  const there = clientOf(second, tenant);
  t.deepEqual(await refused(there.create({ input: 'x', previous_response_id: id })), {
    status: 409,
    code: 'context_incompatible',
  });
  t.is((await there.retrieve(id)).id, id, 'it is shown all the same');
  const { id: named } = await there.create({ input: 'bound by name' });
  await second.stop();
  const renewed = testConfig(sandbox, { target, upstream: { account: 'another', total_timeout_ms: 1_799_000 } });
  const third = await startTestGateway(t, {
    ...environmentFor(dataDirectory(t), renewed),
    WAYBILL_DATA_DIR: environment['WAYBILL_DATA_DIR'] ?? '',
  });
  t.is((await clientOf(third, tenant).create({ input: 'y', previous_response_id: named })).previous_response_id, named);
});

test('no text of a conversation is readable in the data directory', async (t) => {
  const { environment, ledger } = await arena(t);
  const gateway = await spawnGateway(t, environment);
  const responses = clientOf(gateway, await ledger.tenant());
  const canaries = ['Canary-Instructions-1', 'Canary-Input-2', 'Canary-Tool-3', 'Canary-Meta-4', 'Canary-Call-5'];
  const [instructions, said, tool, meta, call] = canaries;
  const first = await responses.create({
    instructions: instructions ?? '',
    input: `${said} call the tool`,
    metadata: { note: meta ?? '' },
    tools: [{ type: 'function', name: 'clock', parameters: {}, strict: false }],
  });
  const made = first.output.find(({ type }) => type === 'function_call');
  await responses.create({
    previous_response_id: first.id,
    input: [
      {
        type: 'function_call_output',
        call_id: made?.type === 'function_call' ? made.call_id : '',
        output: `${tool} ${call}`,
      },
    ],
  });
  const directory = environment['WAYBILL_DATA_DIR'] ?? '';
  const files = filesBelow(directory);
  t.true(files.length > 3);
  for (const [path, bytes] of files) {
    for (const canary of canaries) {
      for (const spelled of [canary, Buffer.from(canary).toString('base64').slice(4, -4)]) {
        t.false(bytes.includes(spelled), `${canary} stands in ${path}`);
      }
    }
  }
});

test('a person who needs protection is shown their own words, and the upstream gets placeholders', async (t) => {
  const { sandbox, environment, ledger } = await arena(t);
  const gateway = await startTestGateway(t, environment, { piiEngine: substitutingPiiEngine('Zoë Canary') });
  const tenant = await ledger.tenant({ piiEnabled: true });
  const responses = clientOf(gateway, tenant);
  const first = await responses.create({ input: 'I am Zoë Canary' });
  t.regex(first.output_text, /Zoë Canary/);
  t.deepEqual((await responses.retrieve(first.id)).output, first.output);
  const second = await responses
    .stream({ model: 'light', input: 'Who am I?', previous_response_id: first.id })
    .finalResponse();
  t.is(second.output_text, 'You said: Who am I? (item 4)');
  const requests = (await sandbox.requests()).filter(({ url }) => url.includes('/responses'));
  t.is(requests.length, 2);
  for (const { body_text: text } of requests) {
    t.false(text.includes('Canary'));
    t.true(text.includes(placeholderOf('Zoë Canary')));
  }
});

test('a deleted content leaves the disk with the next compaction, sealed as it is', async (t) => {
  const { environment, ledger } = await arena(t, { responses: { compact_interval_ms: 300 } });
  const responses = clientOf(await startTestGateway(t, environment), await ledger.tenant());
  const { id } = await responses.create({ input: 'to be gone' });
  const [part] = await ledger.log.readAll({ streamPrefixes: [`content-${id}`] });
  const sealed = (JSON.parse(part?.data ?? '{}') as { sealed?: string }).sealed?.slice(0, 60) ?? '';
  t.is(sealed.length, 60);
  const stands = (): boolean =>
    filesBelow(environment['WAYBILL_DATA_DIR'] ?? '').some(([, bytes]) => bytes.includes(sealed));
  t.true(stands());
  await responses.delete(id);
  await until('its bytes are gone', async () => !stands());
  t.pass();
});

test('a conversation ends when protection is switched on, because earlier turns are not cast', async (t) => {
  const { sandbox, environment, ledger } = await arena(t);
  const gateway = await startTestGateway(t, environment, { piiEngine: substitutingPiiEngine('Zoë Canary') });
  const tenant = await ledger.tenant();
  const responses = clientOf(gateway, tenant);
  const { id } = await responses.create({ input: 'I am Zoë Canary' });
  t.is(
    await changePrincipalPii({ log: ledger.log, createId: randomUUID, actor: 'system:test' }, tenant.userId, true),
    null,
  );
  // A request that was read before is refused with `pii_engine_unavailable`, and may be sent again.
  await until('the protection holds', async () => {
    const { code } = await refused(responses.create({ input: 'Who am I?', previous_response_id: id }));
    return code === 'context_incompatible';
  });
  const { id: cast } = await responses.create({ input: 'I am Zoë Canary' });
  t.truthy(cast);
  const requests = (await sandbox.requests()).filter(({ body_text: text }) =>
    text.includes(placeholderOf('Zoë Canary')),
  );
  t.is(requests.length, 1);
});
