import Anthropic, { NotFoundError as AnthropicNotFound } from '@anthropic-ai/sdk';
import OldAnthropic from 'anthropic-sdk-0';
import test, { type ExecutionContext } from 'ava';
import { type APIError, BadRequestError, NotFoundError, toFile } from 'openai';
import type { TenantOptions, TestTenant } from '../_support/gateway.ts';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

const gateway = sharedGateway({
  config: {
    top: { files: { openai: { upstream: 'sandbox' }, anthropic: { upstream: 'sandbox' }, bytes_max: 100_000 } },
  },
});
test.after.always(gateway.end);

/** Bytes of every value. */
const content = Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7) % 256));
const name = 'Lebenslauf Zoë 👋🏽.pdf';
const upload = () => toFile(content, name, { type: 'application/pdf' });

async function callers(options: TenantOptions = {}) {
  const served = await gateway.start();
  const tenant = await served.tenant(options);
  return {
    served,
    tenant,
    openai: served.client(tenant.apiKey).files,
    anthropic: new Anthropic({ apiKey: tenant.apiKey, baseURL: served.origin, maxRetries: 0 }).beta.files,
    older: new OldAnthropic({ apiKey: tenant.apiKey, baseURL: served.origin, maxRetries: 0 }).beta.files,
  };
}

const call = async (tenant: TestTenant, path: string, more: object = {}): Promise<HttpReply> => {
  const { baseUrl } = await gateway.start();
  return httpCall(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${tenant.apiKey}` }, ...more });
};

test('a file goes through its life with the official OpenAI client, under an id of the gateway', async (t) => {
  const { openai, served } = await callers();
  const file = await openai.create({ file: await upload(), purpose: 'user_data' });
  t.regex(file.id, /^file-[0-9a-f]{44}$/);
  t.like(file, { object: 'file', bytes: content.length, filename: name, purpose: 'user_data' });
  t.deepEqual(await openai.retrieve(file.id), file);
  const read = await openai.content(file.id);
  t.is(read.headers.get('content-type'), 'application/pdf');
  t.is(read.headers.get('x-content-type-options'), 'nosniff');
  t.true(content.equals(Buffer.from(await read.arrayBuffer())));
  t.deepEqual(
    (await openai.list()).data.map(({ id }) => id),
    [file.id],
  );
  t.deepEqual(await openai.delete(file.id), { id: file.id, object: 'file', deleted: true });
  await t.throwsAsync(openai.retrieve(file.id), { instanceOf: NotFoundError });
  await t.throwsAsync(openai.content(file.id), { instanceOf: NotFoundError });
  t.deepEqual((await openai.list()).data, []);
  const deleted = (await served.sandbox.requests()).filter(({ method }) => method === 'DELETE');
  t.true(deleted.some(({ url }) => /^\/v1\/files\/file-sandbox\d+$/.test(url)));
});

for (const version of ['anthropic', 'older'] as const) {
  test(`a file goes through its life with the Anthropic client (${version})`, async (t) => {
    const { served, ...clients } = await callers();
    // Both versions have these five calls.
    const client = clients[version] as typeof clients.anthropic;
    const file = await client.upload({ file: await upload() });
    t.regex(file.id, /^file_[0-9a-f]{44}$/);
    t.like(file, { type: 'file', filename: name, size_bytes: content.length, mime_type: 'application/pdf' });
    t.deepEqual((await client.retrieveMetadata(file.id)).id, file.id);
    t.true(content.equals(Buffer.from(await (await client.download(file.id)).arrayBuffer())));
    const listed: string[] = [];
    for await (const { id } of client.list()) listed.push(id);
    t.deepEqual(listed, [file.id]);
    const received = (await served.sandbox.requests()).findLast(
      ({ method, headers }) => method === 'POST' && headers['anthropic-version'] !== undefined,
    );
    t.is(received?.method, 'POST');
    t.is(received?.headers['x-stainless-lang'], undefined);
    t.deepEqual((await client.delete(file.id)).type, 'file_deleted');
    await t.throwsAsync(client.retrieveMetadata(file.id));
  });
}

test('a file of one protocol is not found in the other', async (t) => {
  const { openai, anthropic } = await callers();
  const one = await openai.create({ file: await upload(), purpose: 'user_data' });
  const other = await anthropic.upload({ file: await upload() });
  await t.throwsAsync(anthropic.retrieveMetadata(one.id), { instanceOf: AnthropicNotFound });
  await t.throwsAsync(openai.retrieve(other.id), { instanceOf: NotFoundError });
  t.deepEqual(
    (await openai.list()).data.map(({ id }) => id),
    [one.id],
  );
});

test('a file id of another caller gets the same answer as an unknown id, byte for byte, on every path', async (t) => {
  const { openai, tenant } = await callers();
  const { id } = await openai.create({ file: await upload(), purpose: 'user_data' });
  const { served } = await callers();
  const colleague = await served.tenant({ tenantId: tenant.tenantId, walletId: tenant.walletId });
  const stranger = await served.tenant();
  const random = `file-${'0'.repeat(44)}`;
  const upstreams = 'file-sandbox1';
  for (const { method, path } of [
    { method: 'GET', path: '' },
    { method: 'DELETE', path: '' },
    { method: 'GET', path: '/content' },
  ]) {
    const told = await Promise.all([
      call(colleague, `/files/${id}${path}`, { method }),
      call(stranger, `/files/${id}${path}`, { method }),
      call(stranger, `/files/${random}${path}`, { method }),
      call(tenant, `/files/${random}${path}`, { method }),
      call(tenant, `/files/${upstreams}${path}`, { method }),
      call(tenant, `/files/..%2fmodels${path}`, { method }),
    ]);
    for (const { status, text } of told) t.deepEqual([status, text], [404, told[0]?.text]);
  }
  for (const who of [colleague, stranger]) {
    t.deepEqual((JSON.parse((await call(who, '/files')).text) as { data: unknown[] }).data, []);
    const afters = await Promise.all([id, random].map((after) => call(who, `/files?after=${after}`)));
    t.deepEqual([afters[0]?.status, afters[0]?.text], [afters[1]?.status, afters[1]?.text]);
  }
  t.is((await openai.retrieve(id)).id, id);
});

test('clients page through lists of files by themselves, in both orders and by purpose', async (t) => {
  const { openai, anthropic, tenant } = await callers();
  const ids: string[] = [];
  for (const purpose of ['batch', 'evals', 'batch', 'evals', 'batch'] as const) {
    ids.push((await openai.create({ file: await upload(), purpose })).id);
    await anthropic.upload({ file: await upload() });
  }
  const listed = async (query: object) => {
    const seen: string[] = [];
    for await (const { id } of openai.list({ limit: 2, ...query })) seen.push(id);
    return seen;
  };
  t.deepEqual((await listed({})).toSorted(), ids.toSorted());
  t.deepEqual(await listed({ order: 'asc' }), (await listed({})).toReversed());
  t.is((await listed({ purpose: 'batch' })).length, 3);
  const others: string[] = [];
  for await (const { id } of anthropic.list({ limit: 2 })) others.push(id);
  t.is(new Set(others).size, 5);
  const headers = { 'x-api-key': tenant.apiKey, 'anthropic-version': '2023-06-01' };
  const page = async (query: string) =>
    JSON.parse((await call(tenant, `/files?${query}`, { headers })).text) as {
      readonly data: readonly { readonly id: string }[];
      readonly has_more: boolean;
      readonly first_id: string;
      readonly last_id: string;
    };
  const second = await page(`limit=2&after_id=${others[1]}`);
  t.deepEqual(
    [second.data.map(({ id }) => id), second.has_more, second.last_id],
    [others.slice(2, 4), true, others[3]],
  );
  const before = await page(`limit=2&before_id=${others[3]}`);
  t.deepEqual([before.data.map(({ id }) => id), before.has_more], [others.slice(1, 3), true]);
  for (const query of ['limit=0', 'limit=10001', 'limit=1e2', 'limit=-1', 'order=up', 'after=x', 'after=a&after=b']) {
    t.is((await call(tenant, `/files?${query}`)).status, 400, query);
  }
  t.regex((await call(tenant, '/files?limit=-1')).text, /`limit` must be a whole number from 1 to 10000\./);
  for (const query of ['page=x', 'before_id=x', `after_id=${ids[0]}`, 'scope_id=x']) {
    t.is((await call(tenant, `/files?${query}`, { headers })).status, 400, query);
  }
});

const edges = ({ data, has_more, first_id, last_id, next_page }: Listed) => {
  const [first, last] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
  return { length: data.length, has_more, isEdged: first_id === first && last_id === last, next_page };
};

interface Listed {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly next_page?: string | null;
}

test('a page of files names its first and last id and whether there are more, in both protocols', async (t) => {
  const { openai, anthropic, tenant } = await callers();
  const dialects = {
    openai: { headers: { authorization: `Bearer ${tenant.apiKey}` }, after: 'after', before: 'before' },
    anthropic: {
      headers: { 'x-api-key': tenant.apiKey, 'anthropic-version': '2023-06-01' },
      after: 'after_id',
      before: 'before_id',
    },
  };
  for (const [dialect, { headers, after, before }] of Object.entries(dialects)) {
    const next = (page: string | null | undefined) => (dialect === 'openai' ? undefined : page);
    const page = async (query: string) =>
      JSON.parse((await call(tenant, `/files?${query}`, { headers })).text) as Listed;
    const empty = { data: [], has_more: false, first_id: null, last_id: null };
    t.like(await page(''), empty);
    for (let count = 0; count < 3; count++) {
      if (dialect === 'openai') await openai.create({ file: await upload(), purpose: 'batch' });
      else await anthropic.upload({ file: await upload() });
    }
    const all = await page('limit=3');
    t.deepEqual(edges(all), { length: 3, has_more: false, isEdged: true, next_page: next(null) });
    const [newest, middle, oldest] = all.data.map(({ id }) => id);
    const first = await page('limit=2');
    t.deepEqual(edges(first), { length: 2, has_more: true, isEdged: true, next_page: next(first.last_id) });
    const rest = await page(`limit=2&${after}=${middle}`);
    t.deepEqual(edges(rest), { length: 1, has_more: false, isEdged: true, next_page: next(null) });
    t.is(rest.first_id, oldest ?? null);
    t.like(await page(`${after}=${oldest}`), empty);
    t.like(await page(`${before}=${newest}`), empty);
    const backwards = await page(`limit=1&${before}=${oldest}`);
    t.deepEqual(edges(backwards), { length: 1, has_more: true, isEdged: true, next_page: next(null) });
    t.is(backwards.first_id, middle ?? null);
    const tooMany = Array.from({ length: 101 }, () => `ids[]=${oldest}`).join('&');
    t.is((await call(tenant, `/files?${tooMany}`, { headers })).status, 400, 'the same id, named again, counts');
    if (dialect === 'openai') continue;
    const named = await page(`limit=1&ids[]=${oldest}&ids[]=${newest}&ids[]=file_other`);
    t.deepEqual(edges(named), { length: 2, has_more: false, isEdged: true, next_page: null });
  }
});

test('deleting files while paging through them misses none, with each client', async (t) => {
  const { openai, anthropic, older } = await callers();
  const many = Array.from({ length: 5 });
  for (const _ of many) await openai.create({ file: await upload(), purpose: 'batch' });
  for await (const { id } of openai.list({ limit: 2 })) await openai.delete(id);
  t.deepEqual((await openai.list()).data, []);
  for (const client of [anthropic, older as unknown as typeof anthropic]) {
    for (const _ of many) await anthropic.upload({ file: await upload() });
    for await (const { id } of client.list({ limit: 2 })) await client.delete(id);
    t.deepEqual((await anthropic.list()).data, []);
  }
});

test('the log holds facts without names: names that a person chose are sealed', async (t) => {
  const { openai, served, tenant } = await callers();
  const { id } = await openai.create({ file: await upload(), purpose: 'user_data' });
  await openai.delete(id);
  const events = await served.log.readStream(`file-${id}`, { limit: 10 });
  t.deepEqual(
    events.map(({ type }) => type),
    ['FileUploadBegan', 'FileUploaded', 'FileRemovalBegan', 'FileDeleted'],
  );
  t.like(JSON.parse(events[1]?.data ?? ''), {
    file_id: id,
    user_id: tenant.userId,
    tenant_id: tenant.tenantId,
    key_id: tenant.keyId,
    upstream: 'sandbox',
    bytes: content.length,
    purpose: 'user_data',
  });
  const all = await served.log.readAll({ limit: 10_000 });
  t.false(JSON.stringify(all).includes('Lebenslauf'));
});

test('an upload sends nothing of the caller upstream but the form: no key, cookie or organisation', async (t) => {
  const { served, tenant } = await callers();
  const boundary = 'own';
  const body = `--own\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nevals\r\n--own\r\ncontent-disposition: form-data; name="model"\r\n\r\nlight\r\n--own\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nHello\r\n--own--\r\n`;
  const reply = await call(tenant, '/files', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.apiKey}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      cookie: 'a=b',
      'openai-organization': 'org',
      'x-forwarded-for': '10.0.0.1',
      'openai-beta': 'x',
    },
    body,
  });
  t.is(reply.status, 200, reply.text);
  const received = (await served.sandbox.requests()).findLast(({ body_text }) => body_text.includes('Hello'));
  t.deepEqual(Object.keys(received?.headers ?? {}).toSorted(), [
    'accept-encoding',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'openai-beta',
    'user-agent',
  ]);
  t.is(received?.headers.authorization, `Bearer ${served.sandbox.apiKey}`);
  t.false(received?.body_text.includes('light'));
});

test('a header of the protocol that is not made of its words does not go upstream with a file or a question about it', async (t) => {
  const { openai, served, tenant } = await callers();
  const { id } = await openai.create({ file: await upload(), purpose: 'user_data' });
  const authorization = `Bearer ${tenant.apiKey}`;
  for (const beta of ['assistants=v9', 'mario.rossi@posta.example']) {
    const { status } = await call(tenant, `/files/${id}/content`, { headers: { authorization, 'openai-beta': beta } });
    t.is(status, 200);
    const form = new FormData();
    form.set('purpose', 'user_data');
    form.set('file', new Blob([`sent with ${beta.slice(0, 5)}`]), 'a.txt');
    const headers = { authorization, 'openai-beta': beta };
    t.is((await fetch(`${served.baseUrl}/files`, { method: 'POST', headers, body: form })).status, 200);
  }
  const uploads = (await served.sandbox.requests()).filter(({ body_text }) => body_text.includes('sent with '));
  const betas = new Set(uploads.map(({ headers }) => headers['openai-beta'] ?? 'none'));
  t.deepEqual([...betas].map(String).toSorted(), ['assistants=v9', 'none']);
  const seen = new Set((await served.sandbox.requests()).map(({ headers }) => headers['openai-beta']));
  t.true(seen.has('assistants=v9'));
  t.false(seen.has('mario.rossi@posta.example'));
});

// --- refusals ---------------------------------------------------------------------------------------------------

async function assertRefused(t: ExecutionContext, reply: HttpReply, status: number, code: string): Promise<void> {
  t.is(reply.status, status, reply.text);
  t.regex(reply.text, new RegExp(`"code":"${code}"`));
  await Promise.resolve();
}

test('an upload without a file, above the limit, without a key or by a caller who needs protection is refused', async (t) => {
  const { openai, served } = await callers();
  const missing = await t.throwsAsync<BadRequestError>(
    // As a hand-written client may send it.
    openai.create({ purpose: 'batch' } as unknown as Parameters<typeof openai.create>[0]),
  );
  t.is(missing?.status, 400);
  const large = await toFile(Buffer.alloc(100_001), 'large.bin');
  const error = await t.throwsAsync(openai.create({ file: large, purpose: 'batch' }));
  t.is((error as APIError).status, 413);
  const anonymous = await httpCall(`${served.baseUrl}/files`, { method: 'POST', body: 'x' });
  await assertRefused(t, anonymous, 401, 'invalid_api_key');
  const { openai: theirs } = await callers({ piiEnabled: true });
  await t.throwsAsync(theirs.create({ file: await upload(), purpose: 'batch' }), {
    instanceOf: BadRequestError,
    message: /protection of personal data/,
  });
});
