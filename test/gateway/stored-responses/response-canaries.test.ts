import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { publishedEvent } from '../../../src/ledger/published-event.ts';
import { filesBelow } from '../../_support/files-below.ts';
import { dataDirectory, environmentFor, testConfig } from '../../_support/gateway.ts';
import { httpCall } from '../../_support/http-call.ts';
import { viewLedger } from '../../_support/ledger-view.ts';
import { startSandbox } from '../../_support/sandbox.ts';

// Whatever a caller may put a secret into: none of it stands anywhere but where it is sealed.

const main = join(import.meta.dirname, '..', '..', '..', 'src', 'main.ts');

/** A gateway that logs all it can, and what it has logged so far. */
async function chattyGateway(t: ExecutionContext, environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...environment, WAYBILL_LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let [output, log] = ['', ''];
  child.stderr.on('data', (piece: Buffer) => (log += piece.toString()));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.once('close', () => reject(new Error(log)));
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString();
      const ready = /^waybill ready (\{.*\})$/m.exec(output)?.[1];
      if (ready !== undefined) resolve((JSON.parse(ready) as { readonly base_url: string }).base_url);
    });
  });
  return { baseUrl, logged: () => output + log };
}

test('no word of a caller is in the data directory, the log or published events', async (t) => {
  const sandbox = await startSandbox(t);
  const target = { surfaces: ['responses'], model: 'sandbox-medium', efforts: ['low', 'medium'] };
  const config = testConfig(sandbox, { target, upstream: { retries_max: 0, circuit_failures: 1_000 } });
  const environment = environmentFor(dataDirectory(t), config);
  const ledger = await viewLedger(t, environment);
  const { apiKey } = await ledger.tenant();
  const { baseUrl, logged } = await chattyGateway(t, environment);
  const said: string[] = [];
  /** By their places, the last ones. */
  const words = new Map<string, string>();
  const word = (place: string): string => {
    const canary = `canary_${place}_${randomUUID().slice(0, 8)}`;
    words.set(place, canary);
    said.push(canary);
    return canary;
  };
  const call = async (path: string, body?: object, headers: Readonly<Record<string, string>> = {}, method = 'POST') => {
    const all = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return await httpCall(`${baseUrl}/responses${path}`, { method, headers: all, ...sent });
  };
  const bodyOf = (directive: string, more: object = {}): object => ({
    instructions: word('instructions'),
    metadata: { [word('metadata_key')]: word('metadata') },
    user: word('user'),
    safety_identifier: word('safety'),
    prompt_cache_key: word('cache_key'),
    reasoning: { effort: 'low', summary: 'auto' },
    tools: [{ type: 'function', name: word('tool'), description: word('description'), parameters: {}, strict: false }],
    input: [
      { type: 'message', id: `msg_${word('item_id')}`, role: 'user', content: word('history') },
      {
        type: 'function_call',
        id: `fc_${word('fc')}`,
        call_id: word('call_id'),
        name: word('called'),
        arguments: '{}',
      },
      { type: 'function_call_output', call_id: words.get('call_id'), output: word('output') },
      { role: 'user', content: `${word('said')} ${directive}` },
    ],
    ...more,
  });
  const statuses: number[] = [];
  for (const stream of [false, true]) {
    const first = await call('', bodyOf('', { stream }), {
      'idempotency-key': word('key'),
      'user-agent': word('agent'),
    });
    statuses.push(first.status);
    t.true(first.text.includes(words.get('said') ?? ''), first.text);
    const id = /"id":"(resp_[0-9a-f]{44})"/.exec(first.text)?.[1] ?? '';
    const next = await call('', bodyOf('call the tool', { stream, previous_response_id: id, input: word('next') }));
    statuses.push(next.status);
    for (const path of [`/${id}`, `/${id}/input_items`]) statuses.push((await call(path, undefined, {}, 'GET')).status);
    statuses.push((await call(`/${id}`, undefined, {}, 'DELETE')).status);
    for (const directive of ['400', '500', 'html', 'cut_mid_stream', 'failed', 'missing_usage']) {
      const reply = await call('', bodyOf(`[[sandbox: ${directive}]]`, { stream })).catch(() => null);
      statuses.push(reply?.status ?? 0);
    }
    for (const wrong of [
      { previous_response_id: word('previous') },
      { input: [{ type: 'item_reference', id: word('reference') }] },
    ]) {
      statuses.push((await call('', bodyOf('', { stream, ...wrong }))).status);
    }
    statuses.push((await call(`/${word('path')}`, undefined, {}, 'GET')).status);
  }
  t.deepEqual(
    [...new Set(statuses)].toSorted((a, b) => a - b),
    [200, 400, 404, 503],
  );
  const events = await ledger.log.readAll({ limit: 10_000 });
  const published = events
    .flatMap((event) => publishedEvent(event, 'here') ?? [])
    .map((event) => JSON.stringify(event));
  t.true(published.some((event) => event.includes('ResponseStored')));
  const places = [
    ...filesBelow(environment['WAYBILL_DATA_DIR'] ?? ''),
    ['the log of the process', Buffer.from(logged())] as const,
    ['what is published', Buffer.from(published.join('\n'))] as const,
  ];
  t.true(logged().includes('"msg":"request"'));
  t.true(words.size > 20 && said.length > 300);
  for (const [place, bytes] of places) {
    for (const canary of said) {
      t.false(bytes.includes(canary), `${canary} stands in ${place}`);
      const base64 = Buffer.from(canary).toString('base64').slice(4, -4);
      t.false(bytes.includes(base64), `${canary} as Base64 stands in ${place}`);
    }
  }
});
