import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import type { GatewayError } from '../../src/errors.ts';
import { listen } from '../../src/http/http-listener.ts';
import { errorResponse } from '../../src/http/error-response.ts';
import { requestId } from '../../src/http/request-id.ts';
import { readFormBody } from '../../src/surfaces/form-body.ts';
import { openaiFileFields as fields } from '../../src/protocols/files/file-fields.ts';
import { openSpoolFile } from '../../src/surfaces/spool-file.ts';
import { removeSpoolLeftovers } from '../../src/surfaces/spool-leftovers.ts';
import { createSpools, type SpoolsOptions } from '../../src/surfaces/spools.ts';
import { httpCall } from '../_support/http-call.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';

// What becomes of uploads when there is no room for them: over a socket, with the disk as it is or as it might be.

const ignored = (): void => undefined;
const telemetry = { warn: ignored, info: ignored, inferenceEnded: ignored, requestEnded: ignored };
const boundary = { 'content-type': 'multipart/form-data; boundary=b' };
const form = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'),
    Buffer.alloc(bytes, 'x'),
    Buffer.from('\r\n--b--\r\n'),
  ]);

const sharer = { tenantId: 'tenant', keyId: 'key' };

/** Takes forms, and holds those that say so until they are let go. */
async function serve(t: ExecutionContext, options: Partial<SpoolsOptions>) {
  const directory = join(scratchFolder(t), 'uploads');
  const spools = createSpools({ directory, filesMax: 2, bytesMax: 1_000_000, ...options });
  const held: (() => void)[] = [];
  const application = new Koa();
  application.silent = true;
  application.use(requestId).use(errorResponse(telemetry));
  application.use(async (ctx) => {
    const { spool, parts } = await readFormBody(ctx, {
      openSpool: () => spools.open(sharer),
      formBytesMax: 10_000_000,
      fieldsBytesMax: 1_000,
      fields,
    });
    if (ctx.path === '/held') await new Promise<void>((resolve) => held.push(resolve));
    await spool.close();
    ctx.body = { bytes: parts[0]?.bytes };
  });
  const listener = await listen(application.callback(), {
    host: '127.0.0.1',
    port: 0,
    requestTimeoutMs: 10_000,
    keepAliveTimeoutMs: 1_000,
    telemetry: { requestEnded: () => undefined },
  });
  t.teardown(async () => {
    listener.shut();
    await listener.close(0);
  });
  const post = (bytes: number, path = '/') =>
    httpCall(`${listener.origin}${path}`, { method: 'POST', headers: boundary, body: form(bytes).toString('latin1') });
  return { post, held, directory, origin: listener.origin };
}

const full = /"code":"upload_storage_full"/;

for (const code of ['ENOSPC', 'EDQUOT']) {
  test(`an upload on a full disk (${code}) gets 503, and the next one succeeds once there is space`, async (t) => {
    let isFull = true;
    const { post } = await serve(t, {
      openFile: async (directory) => {
        const file = await openSpoolFile(directory);
        const fail = () => Promise.reject(Object.assign(new Error('no room'), { code }));
        return { ...file, write: (bytes) => (isFull ? fail() : file.write(bytes)) };
      },
    });
    const refused = await post(500_000);
    t.is(refused.status, 503, refused.text);
    t.regex(refused.text, full);
    t.is(refused.headers['retry-after'], '10');
    isFull = false;
    t.deepEqual(JSON.parse((await post(500_000)).text), { bytes: 500_000 });
  });
}

test('a disk that cannot create a file counts as full; any other failure is a defect', async (t) => {
  let code = 'ENOSPC';
  const { post } = await serve(t, {
    openFile: () => Promise.reject(Object.assign(new Error('no file'), { code })),
  });
  t.regex((await post(10)).text, full);
  code = 'EIO';
  t.is((await post(10)).status, 500);
});

test('fields are refused when they are together larger than memory allows, and the file beside them frees its space', async (t) => {
  const { origin, directory } = await serve(t, { filesMax: 1 });
  const field = (name: string, bytes: number) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${'x'.repeat(bytes)}\r\n`;
  const post = async (bytes: number) => {
    const file = form(300_000).toString('latin1').replace('--b--\r\n', '');
    const body = `${field('purpose', 400)}${file}${field('model', bytes)}--b--\r\n`;
    return httpCall(origin, { method: 'POST', headers: boundary, body });
  };
  const refused = await post(601);
  t.is(refused.status, 413, refused.text);
  t.regex(refused.text, /"code":"body_too_large"/);
  t.regex(refused.text, /The fields of the form are larger than 1000 bytes/);
  t.is((await post(600)).status, 200, 'the room for one upload is free again');
  t.deepEqual(readdirSync(directory), []);
});

test('all uploads together share one limit of disk space and free what they used', async (t) => {
  const { post, held, directory } = await serve(t, {});
  const first = post(600_000, '/held');
  while (held.length === 0) await new Promise(setImmediate);
  const second = await post(600_000);
  t.is(second.status, 503, second.text);
  t.regex(second.text, full);
  held[0]?.();
  t.is((await first).status, 200);
  t.is((await post(600_000)).status, 200);
  t.true(existsSync(directory));
  t.deepEqual(readdirSync(directory), [], 'no file has a name');
});

test('an upload above the limit of concurrent uploads is refused before its body is read', async (t) => {
  const { post, held } = await serve(t, {});
  const running = [post(10, '/held'), post(10, '/held')];
  while (held.length < 2) await new Promise(setImmediate);
  const refused = await post(10);
  t.is(refused.status, 503);
  t.regex(refused.text, /"code":"overloaded"/);
  for (const letGo of held) letGo();
  for (const reply of await Promise.all(running)) t.is(reply.status, 200);
  t.is((await post(10)).status, 200);
});

test('a sender that disconnects in the middle of an upload frees its space', async (t) => {
  const { post, origin } = await serve(t, { filesMax: 1 });
  const { hostname, port } = new URL(origin);
  const gone = httpRequest({ hostname, port, method: 'POST', headers: { ...boundary, 'content-length': 1_000_000 } });
  gone.on('error', ignored);
  gone.write(form(500_000).subarray(0, 400_000));
  const refused = async (): Promise<boolean> => (await post(10)).status === 503;
  while (!(await refused())) await new Promise(setImmediate);
  gone.destroy();
  while (await refused()) await new Promise(setImmediate);
  t.is((await post(900_000)).status, 200);
});

test('old upload files of a dead process are removed, and recent ones stay', async (t) => {
  const directory = join(scratchFolder(t), 'uploads');
  t.is(await removeSpoolLeftovers(directory, Date.now()), 0, 'no folder is no failure');
  mkdirSync(directory);
  for (const name of ['left', 'just-opened']) writeFileSync(join(directory, name), '');
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(join(directory, 'left'), hourAgo, hourAgo);
  t.is(await removeSpoolLeftovers(directory, Date.now()), 1);
  t.deepEqual(readdirSync(directory), ['just-opened']);
});

test('spools raise overloaded above its file limit and upload_storage_full above its byte limit', async (t) => {
  const spools = createSpools({ directory: join(scratchFolder(t), 'uploads'), filesMax: 1, bytesMax: 5 });
  const file = await spools.open(sharer);
  t.is((await t.throwsAsync<GatewayError>(spools.open(sharer)))?.code, 'overloaded');
  await file.write(Buffer.from('12345'));
  t.is((await t.throwsAsync<GatewayError>(file.write(Buffer.from('6'))))?.code, 'upload_storage_full');
  await file.close();
  await file.close();
  const next = await spools.open(sharer);
  await next.write(Buffer.from('12345'));
  await next.close();
});
