import test, { type ExecutionContext } from 'ava';
import type { CountedAnswer } from '../../src/domain/idempotency/idempotent-request-events.ts';
import type { Upstream } from '../../src/ports/upstream.ts';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import { serveGateway, type ServedGateway } from '../_support/served-gateway.ts';
import { until } from '../_support/until.ts';
import { waybillJson } from '../_support/waybill-command.ts';

// How much a tenant may keep: stored responses, files and answers under idempotency keys together.

const files = { openai: { upstream: 'sandbox' } };
const target = { surfaces: ['responses'], model: 'sandbox-medium' };

const gatewayKeeping = (t: ExecutionContext, limits: object, wrappers = {}) =>
  serveGateway(t, { config: { target, top: { files, limits } }, wrappers });

const formOf = (bytes: number): string =>
  `--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n` +
  `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(bytes)}\r\n--b--\r\n`;

interface UploadAs {
  readonly apiKey: string;
  readonly bytes: number;
  readonly isChunked?: boolean;
}

const upload = ({ baseUrl }: ServedGateway, { apiKey, bytes, isChunked = false }: UploadAs) =>
  httpCall(`${baseUrl}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: formOf(bytes),
    isChunked,
  });

/** The refusal of a file of which only the head is sent. */
async function refusalByLength({ baseUrl }: ServedGateway, apiKey: string, bytes: number): Promise<string> {
  const { socket, until: answered } = await rawConnection(baseUrl);
  const head = `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${bytes}\r\n\r\n`;
  socket.write(`POST /v1/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\n${head}`);
  return await answered((text) => text.includes('storage_limit_exceeded'));
}

const ask = ({ baseUrl }: ServedGateway, apiKey: string, more: object = {}) =>
  httpCall(`${baseUrl}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', input: 'Hi', ...more }),
  });

const remove = ({ baseUrl }: ServedGateway, apiKey: string, path: string) =>
  httpCall(`${baseUrl}${path}`, { method: 'DELETE', headers: { authorization: `Bearer ${apiKey}` } });

const idOf = (text: string): string => (JSON.parse(text) as { readonly id: string }).id;
const refusal = { error: { type: 'permission_error', code: 'storage_limit_exceeded' } };

test('a file that exceeds the storage limit is refused before it is read, and fits once another is deleted', async (t) => {
  const gateway = await gatewayKeeping(t, { tenant: { kept_bytes_max: 10_000 } });
  const { apiKey } = await gateway.tenant();
  const first = await upload(gateway, { apiKey, bytes: 6_000 });
  t.is(first.status, 200, first.text);
  const reply = await refusalByLength(gateway, apiKey, 6_000);
  t.regex(reply, /^HTTP\/1\.1 403 /);
  t.regex(reply, /x-should-retry: false/i);
  t.regex(reply, /stores 6000 of at most 10000 bytes, and this needs at least 6000 more\. Delete stored responses/);
  t.is((await remove(gateway, apiKey, `/files/${idOf(first.text)}`)).status, 200);
  t.is((await upload(gateway, { apiKey, bytes: 6_000 })).status, 200);
});

test('a file without content-length is counted as it arrives, and takes no storage once refused', async (t) => {
  const gateway = await gatewayKeeping(t, { tenant: { kept_bytes_max: 10_000 } });
  const { apiKey } = await gateway.tenant();
  const refused = await upload(gateway, { apiKey, bytes: 20_000, isChunked: true });
  t.is(refused.status, 403, refused.text);
  t.like(JSON.parse(refused.text), refusal);
  t.is((await upload(gateway, { apiKey, bytes: 9_000, isChunked: true })).status, 200, 'its room was given back');
});

test('one of two concurrent files that exceed the limit together is refused', async (t) => {
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  const wrapUpstream = (upstream: Upstream): Upstream => ({
    send: async (request) => {
      arrived += 1;
      await gate.promise;
      return await upstream.send(request);
    },
  });
  const gateway = await gatewayKeeping(t, { tenant: { kept_bytes_max: 10_000 } }, { wrapUpstream });
  const { apiKey } = await gateway.tenant();
  const first = upload(gateway, { apiKey, bytes: 6_000 });
  await until('the first is on its way', () => arrived === 1);
  const second = await upload(gateway, { apiKey, bytes: 6_000 });
  t.like(JSON.parse(second.text), refusal);
  const other = await gateway.tenant();
  const others = upload(gateway, { apiKey: other.apiKey, bytes: 6_000 });
  gate.resolve();
  t.deepEqual([(await first).status, (await others).status], [200, 200]);
});

test('a response to be stored is refused if the storage is full, and nothing is held for it', async (t) => {
  const gateway = await gatewayKeeping(t, { tenant: { kept_bytes_max: 500 } });
  const { apiKey, walletId } = await gateway.tenant();
  const first = await ask(gateway, apiKey);
  t.is(first.status, 200, first.text);
  const before = (await gateway.wallet(walletId)).length;
  const refused = await until('its size is known', async () => {
    const reply = await ask(gateway, apiKey, { input: 'x'.repeat(500) });
    return reply.status === 403 ? reply : null;
  });
  t.like(JSON.parse(refused.text), refusal);
  t.is((await gateway.wallet(walletId)).length, before);
  t.is((await ask(gateway, apiKey, { store: false })).status, 200, 'what is not stored needs no room');
  t.is((await remove(gateway, apiKey, `/responses/${idOf(first.text)}`)).status, 200);
  t.is((await ask(gateway, apiKey)).status, 200, 'what was deleted made room at once');
});

/** What a tenant keeps, as the refusal of a file says after it has caught up with the log. */
const keptNow = async (gateway: ServedGateway, apiKey: string): Promise<number> =>
  Number(/stores (\d+) of/.exec(await refusalByLength(gateway, apiKey, 30_000_000))?.[1]);

test('large answers under keys are bounded: then nothing is forwarded or charged, and what was paid is kept', async (t) => {
  const target = { surfaces: ['embeddings'], model: 'sandbox-embed' };
  const limits = { tenant: { kept_bytes_max: 20_000_000 } };
  const gateway = await serveGateway(t, { config: { target, top: { files, limits } } });
  const { apiKey, walletId } = await gateway.tenant();
  const embed = (key: string | null) =>
    httpCall(`${gateway.baseUrl}/embeddings`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(key !== null && { 'idempotency-key': key }),
      },
      body: JSON.stringify({ model: 'light', input: Array.from({ length: 140 }, () => 'x'), dimensions: 3_072 }),
    });
  const answers: string[] = [];
  let kept = 0;
  for (let nth = 0; nth < 60; nth += 1) {
    const reply = await embed(`key-${nth}`);
    if (reply.status === 200) {
      answers.push(reply.text);
      kept = await keptNow(gateway, apiKey);
      continue;
    }
    t.is(reply.status, 403, reply.text);
    t.is(reply.headers['x-should-retry'], 'false');
    t.like(JSON.parse(reply.text), refusal);
  }
  const bytes = answers.reduce((sum, { length }) => sum + length, 0);
  const each = answers[0]?.length ?? 0;
  t.true(each > 3_000_000, 'the answers are large');
  t.true(kept >= bytes && kept < bytes + 1_000 * answers.length, `${kept} for ${bytes}`);
  t.true(kept >= 20_000_000 && kept - each < 20_000_000, 'one answer stands across the limit');
  const settled = async () =>
    (await gateway.wallet(walletId)).filter(({ type }) => type === 'ReservationSettled').length;
  t.is(await settled(), answers.length);
  for (const [nth, answer] of answers.entries()) {
    const again = await embed(`key-${nth}`);
    t.is(again.headers['idempotent-replayed'], 'true');
    t.is(again.text, answer);
  }
  t.is((await embed(null)).status, 200, 'what is not kept needs no room');
  t.is(await settled(), answers.length + 1);
});

test('answers under keys make room when they expire; until then they leave less for files', async (t) => {
  const gateway = await gatewayKeeping(t, { tenant: { kept_bytes_max: 1_000 } });
  const { apiKey } = await gateway.tenant();
  const keyed = (key: string) =>
    httpCall(`${gateway.baseUrl}/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ model: 'light', input: 'Hi', store: false }),
    });
  t.is((await keyed('a')).status, 200);
  t.is((await upload(gateway, { apiKey, bytes: 900 })).status, 403);
  const answered = (await gateway.log.readAll({ streamPrefixes: ['idempotency-'] })).find(
    ({ type }) => type === 'IdempotentRequestAnswered',
  );
  const { counted } = JSON.parse(answered?.data ?? '{}') as { readonly counted: CountedAnswer };
  const keptMs = Date.parse(counted.expires_at) - Date.parse(answered?.recordedAt ?? '');
  t.true(Math.abs(keptMs - 86_400_000) < 60_000, `kept for ${keptMs} ms`);
});

test('keys of a tenant share its storage; an override changes it for one tenant; a limit of 0 stores nothing', async (t) => {
  const [large, none] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const gateway = await gatewayKeeping(t, {
    tenant: { kept_bytes_max: 10_000 },
    tenants: { [large]: { kept_bytes_max: 20_000 }, [none]: { kept_bytes_max: 0 } },
  });
  const first = await gateway.tenant();
  const second = await gateway.tenant({ tenantId: first.tenantId, walletId: first.walletId });
  t.is((await upload(gateway, { apiKey: first.apiKey, bytes: 6_000 })).status, 200);
  t.is((await upload(gateway, { apiKey: second.apiKey, bytes: 6_000 })).status, 403);
  const favoured = await gateway.tenant({ tenantId: large });
  for (let nth = 0; nth < 2; nth += 1) {
    t.is((await upload(gateway, { apiKey: favoured.apiKey, bytes: 6_000 })).status, 200);
  }
  const { apiKey } = await gateway.tenant({ tenantId: none });
  t.is((await upload(gateway, { apiKey, bytes: 1 })).status, 403);
  t.is((await ask(gateway, apiKey)).status, 403);
});

test('tenants measure shows the stored bytes of each tenant before the limit is reached', async (t) => {
  const gateway = await gatewayKeeping(t, {});
  const [{ apiKey }] = [await gateway.tenant(), await gateway.tenant()];
  const listed = () => waybillJson(t, { WAYBILL_DATA_DIR: gateway.dataDir }, 'tenants', 'measure');
  const kept = async (): Promise<readonly number[]> => {
    const { tenants } = (await listed()) as { readonly tenants: readonly { readonly kept_bytes: number }[] };
    return tenants.map(({ kept_bytes }) => kept_bytes).toSorted((a, b) => a - b);
  };
  t.deepEqual(await kept(), [0, 0]);
  const { text } = await upload(gateway, { apiKey, bytes: 6_000 });
  t.deepEqual(await kept(), [0, 6_000]);
  t.is((await remove(gateway, apiKey, `/files/${idOf(text)}`)).status, 200);
  t.deepEqual(await kept(), [0, 0]);
});
