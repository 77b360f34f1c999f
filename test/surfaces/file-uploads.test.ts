import { randomUUID } from 'node:crypto';
import test from 'ava';
import { toFile } from 'openai';
import type { TenantOptions } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// What an upload may say beside its file: a model, an idempotency key, a purpose that is checked after it.

const gateway = sharedGateway({
  config: { top: { files: { openai: { upstream: 'sandbox' }, anthropic: { upstream: 'sandbox' } } } },
});
test.after.always(gateway.end);

type Fields = Readonly<Record<string, string>>;

function formOf(fields: Fields, content: string): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--b\r\ncontent-disposition: form-data; name=file; filename=a.txt\r\n\r\n${content}\r\n--b--\r\n`;
}

async function uploader(options: TenantOptions = {}) {
  const served = await gateway.start();
  const tenant = await served.tenant(options);
  const upload = (fields: Fields, headers: Fields = {}, content = 'Hello') =>
    httpCall(`${served.baseUrl}/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.apiKey}`,
        'content-type': 'multipart/form-data; boundary=b',
        ...headers,
      },
      body: formOf(fields, content),
    });
  const client = served.client(tenant.apiKey);
  const listed = async () => (await client.files.list()).data.map(({ id }) => id);
  return { served, tenant, upload, client, listed };
}

const idOf = (text: string): string => (JSON.parse(text) as { readonly id: string }).id;

test('the model of an upload must be a name that the caller may use, and is not sent upstream', async (t) => {
  const { upload, served, listed } = await uploader();
  const purpose = `evals-${randomUUID()}`;
  for (const [model, status, code] of [
    ['not-for-you', 403, 'profile_not_authorised'],
    ['switchyard', 403, 'profile_not_authorised'],
    [' light', 400, 'invalid_value'],
    ['', 400, 'invalid_value'],
    ['x'.repeat(201), 400, 'invalid_value'],
  ] as const) {
    const refused = await upload({ purpose, model });
    t.is(refused.status, status, model);
    t.regex(refused.text, new RegExp(`"param":"model".*"code":"${code}"`));
  }
  t.deepEqual(await listed(), []);
  t.is((await upload({ purpose, model: 'light' })).status, 200);
  const received = (await served.sandbox.requests()).filter(({ body_text: text }) => text.includes(purpose));
  t.is(received.length, 1);
  t.false(received[0]?.body_text.includes('"model"'));
});

test('repeated uploads under one idempotency key make one file', async (t) => {
  const { upload, listed } = await uploader();
  const key = { 'idempotency-key': randomUUID() };
  const first = await upload({ purpose: 'evals' }, key);
  t.is(first.status, 200, first.text);
  t.is(first.headers['idempotent-replayed'], undefined);
  const again = await Promise.all(Array.from({ length: 3 }, () => upload({ purpose: 'evals' }, key)));
  for (const reply of again) {
    t.deepEqual([reply.status, reply.text], [200, first.text]);
    t.is(reply.headers['idempotent-replayed'], 'true');
    t.is(reply.headers['x-waybill-reservation'], undefined);
  }
  t.deepEqual(await listed(), [idOf(first.text)]);
});

test('concurrent uploads under one idempotency key are sent once', async (t) => {
  const { upload, listed } = await uploader();
  const key = { 'idempotency-key': randomUUID() };
  const replies = await Promise.all(Array.from({ length: 5 }, () => upload({ purpose: 'evals' }, key)));
  t.deepEqual(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size, 1);
  t.deepEqual(await listed(), [idOf(replies[0]?.text ?? '{}')]);
});

test('the same key with another form is another request: 409, and nothing is sent', async (t) => {
  const { upload, listed } = await uploader();
  const key = { 'idempotency-key': randomUUID() };
  const { text } = await upload({ purpose: 'evals' }, key);
  const others = [
    await upload({ purpose: 'evals' }, key, 'Hello!'),
    await upload({ purpose: 'batch' }, key),
    await upload({}, { ...key, 'anthropic-version': '2023-06-01' }),
  ];
  for (const other of others) {
    t.is(other.status, 409);
    t.regex(other.text, /idempotency_key_reused/);
  }
  t.deepEqual(await listed(), [idOf(text)]);
  t.is((await upload({ purpose: 'evals' }, { 'idempotency-key': 'é' })).status, 400);
});

test('a refused upload frees its idempotency key', async (t) => {
  const { upload, listed } = await uploader();
  const key = { 'idempotency-key': randomUUID() };
  // The sandbox wants a purpose.
  t.is((await upload({}, key)).status, 400);
  const { status, text } = await upload({ purpose: 'evals' }, key);
  t.is(status, 200, text);
  t.deepEqual(await listed(), [idOf(text)]);
});

test('a client that polls for the processing of a file sees its end', async (t) => {
  const { client } = await uploader();
  const file = await client.files.create({ file: await toFile(Buffer.from('{}\n'), 'a.jsonl'), purpose: 'batch' });
  t.is(file.status, 'uploaded');
  const processed = await client.files.waitForProcessing(file.id, { pollInterval: 10, maxWait: 60_000 });
  t.is(processed.status, 'processed');
  t.deepEqual({ ...processed, status: 'uploaded' }, file);
});
