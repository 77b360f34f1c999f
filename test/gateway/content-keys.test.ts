import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import OpenAI, { APIError } from 'openai';
import { parse, stringify } from 'yaml';
import { laterFileKeyId } from '../../src/composition/secrets/content-key-file.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig, type TestTenant } from '../_support/gateway.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { waybill, waybillJson } from '../_support/waybill-command.ts';

// Keys of kept contents are turned one gateway after the other, while both serve.

const [oldKey, newKey] = [
  { id: 'old', key: 'a1'.repeat(32) },
  { id: 'new', key: 'b2'.repeat(32) },
];
type Ring = readonly (typeof oldKey)[];

async function place(t: ExecutionContext) {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox, { target: { surfaces: ['responses'] } }));
  const ledger = await viewLedger(t, environment);
  const tenant = await ledger.tenant();
  const path = environment['WAYBILL_CONFIG'] ?? '';
  const config = parse(readFileSync(path, 'utf8')) as object;
  const start = (ring?: Ring) => {
    writeFileSync(path, stringify({ ...config, ...(ring && { content_keys: ring }) }));
    return startTestGateway(t, environment);
  };
  return { ledger, tenant, start, environment };
}

/** A place whose gateway has stored a response, sealed by the first key of the file at `path`, and stopped. */
async function sealedPlace(t: ExecutionContext) {
  const { tenant, start, environment } = await place(t);
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  const before = await start();
  const { id } = await clientOf(before, tenant).create({ input: 'sealed by the first one' });
  await before.stop();
  return { tenant, start, environment, dataDir, path: join(dataDir, 'content-key'), id };
}

const clientOf = ({ baseUrl }: { readonly baseUrl: string }, { apiKey }: TestTenant) =>
  new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 }).responses;

test('keys are rotated without interruption: each gateway shows and continues what the other stored', async (t) => {
  const { ledger, tenant, start } = await place(t);
  let gateways = [await start([oldKey]), await start([oldKey])];
  const said: string[] = [];
  let last: OpenAI.Responses.Response | null = null;
  const talk = async (): Promise<void> => {
    for (const gateway of [...gateways, ...gateways.toReversed()]) {
      const words: string = `said ${said.length}`;
      said.push(words);
      const responses = clientOf(gateway, tenant);
      last = await responses.create({ input: words, previous_response_id: last?.id ?? null });
      for (const other of gateways) t.is((await clientOf(other, tenant).retrieve(last.id)).id, last.id);
    }
  };
  await talk();
  for (const ring of [
    [oldKey, newKey],
    [newKey, oldKey],
  ] as const) {
    for (const index of [0, 1]) {
      const next = await start(ring);
      await gateways[index]?.stop();
      gateways = gateways.with(index, next);
      await talk();
    }
  }
  const [gateway] = gateways;
  if (gateway === undefined || last === null) return t.fail();
  const { id } = last as OpenAI.Responses.Response;
  const { data } = await clientOf(gateway, tenant).inputItems.list(id, { order: 'asc', limit: 100 });
  const texts = data.flatMap((item) => (item.type === 'message' && item.role === 'user' ? [JSON.stringify(item)] : []));
  t.deepEqual(
    texts.map((text) => /said \d+/.exec(text)?.[0]),
    said,
  );
  const facts = await ledger.log.readAll({ streamPrefixes: ['response-'], limit: 1_000 });
  t.is(facts.length, said.length);
});

test('a content whose key is missing gives 503, can be deleted, and can be read again once the key is back', async (t) => {
  const { tenant, start } = await place(t);
  const before = await start([oldKey]);
  const { id } = await clientOf(before, tenant).create({ input: 'sealed by the old one' });
  const { id: unwanted } = await clientOf(before, tenant).create({ input: 'this too' });
  await before.stop();
  const without = await start([newKey]);
  const responses = clientOf(without, tenant);
  for (const call of [responses.retrieve(id), responses.create({ input: 'go on', previous_response_id: id })]) {
    const error = await t.throwsAsync(call, { instanceOf: APIError });
    t.like(error, { status: 503, code: 'content_key_missing' });
  }
  t.like(await responses.delete(unwanted), { deleted: true });
  await without.stop();
  const after = clientOf(await start([newKey, oldKey]), tenant);
  t.is((await after.retrieve(id)).id, id);
  const gone = await t.throwsAsync(after.retrieve(unwanted), { instanceOf: APIError });
  t.is(gone.status, 404);
});

test('ledger accept reports a lost key file, and the next key gets a new id', async (t) => {
  const { tenant, start, environment, path, id } = await sealedPlace(t);
  const lostKey = readFileSync(path, 'utf8').trim();
  rmSync(path);
  const accepted = await waybillJson(t, environment, 'ledger', 'accept');
  t.like(accepted, { made: ['content-key'], lost: [{ secret: 'content-key content-key' }] });
  const told = await waybill(t, environment, 'ledger', 'accept');
  t.regex(told.stdout, /^lost: content-key content-key: stored responses, .*503 content_key_missing/m);
  const without = await start();
  const error = await t.throwsAsync(clientOf(without, tenant).retrieve(id), { instanceOf: APIError });
  t.like(error, { status: 503, code: 'content_key_missing' });
  const { id: later } = await clientOf(without, tenant).create({ input: 'sealed by the second one' });
  t.is((await clientOf(without, tenant).retrieve(later)).id, later);
  await without.stop();
  const again = await start();
  t.is((await clientOf(again, tenant).retrieve(later)).id, later);
  await again.stop();
  const key = readFileSync(path, 'utf8').trim();
  const both = clientOf(
    await start([
      { id: laterFileKeyId(Buffer.from(key, 'hex')), key },
      { id: 'content-key', key: lostKey },
    ]),
    tenant,
  );
  t.is(accepted['content_key_id'], laterFileKeyId(Buffer.from(key, 'hex')));
  for (const known of [id, later]) t.is((await both.retrieve(known)).id, known);
});

test('another key in the file is refused until it is accepted, and contents of the first key need that key', async (t) => {
  const { tenant, start, environment, path, id } = await sealedPlace(t);
  const first = readFileSync(path, 'utf8');
  writeFileSync(path, newKey.key);
  const refused = await waybill(t, environment, 'serve');
  t.is(refused.exitCode, 3);
  t.regex(refused.stderr, /content-key is not the one.* `waybill ledger accept` gives the file content-key such an id/);
  t.like(await waybillJson(t, environment, 'ledger', 'accept'), {
    made: [],
    lost: [{ secret: 'content-key content-key' }],
  });
  const without = await start();
  const error = await t.throwsAsync(clientOf(without, tenant).retrieve(id), { instanceOf: APIError });
  t.like(error, { status: 503, code: 'content_key_missing' });
  await without.stop();
  writeFileSync(path, first);
  t.like(await waybillJson(t, environment, 'ledger', 'accept'), { made: [] });
  t.is((await clientOf(await start(), tenant).retrieve(id)).id, id);
});
