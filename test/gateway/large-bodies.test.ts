import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { dataDirectory, environmentFor, seedTenant, spawnGateway, testConfig } from '../_support/gateway.ts';

// 100 MB in each direction through a gateway that is a process of its own, so that its memory is its own.

const megabyte = 1024 * 1024;
const bodyMegabytes = 100;
/** What the process may grow by: buffers of sockets and of the runtime, never a body. */
const growthMegabytesMax = 140;

function* pieces(): Generator<Buffer> {
  for (let index = 0; index < bodyMegabytes; index += 1) yield Buffer.alloc(megabyte, index);
}

const wholeDigest = (): string => {
  const hash = createHash('sha256');
  for (const piece of pieces()) hash.update(piece);
  return hash.digest('hex');
};

/** Takes uploads, telling what came, and gives 100 MB as the content of any file and as any speech. */
async function startUpstream(t: ExecutionContext): Promise<{ readonly baseUrl: string; uploaded(): number }> {
  let bytes = 0;
  const server: Server = createServer((request, response) => {
    if (request.url === '/v1/files') {
      request.on('data', (piece: Buffer) => (bytes += piece.length));
      request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ id: 'file-1', object: 'file', bytes, purpose: 'batch' }));
      });
      return;
    }
    request.resume();
    response.setHeader('content-type', request.url?.startsWith('/v1/audio') === true ? 'audio/mpeg' : 'text/plain');
    Readable.from(pieces(), { objectMode: false }).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address record.
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, uploaded: () => bytes };
}

/** Of a process, in megabytes: `VmRSS` now, `VmHWM` at its highest. */
function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${figure}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(line) / 1024;
}

async function digestOf(response: Response): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of response.body ?? []) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

function upload(
  url: string,
  headers: OutgoingHttpHeaders,
): Promise<{ readonly status: number; readonly text: string }> {
  const head = `--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    const form = function* () {
      yield Buffer.from(head);
      yield* pieces();
      yield Buffer.from('\r\n--b--\r\n');
    };
    Readable.from(form(), { objectMode: false }).pipe(request);
  });
}

const dialects = { OpenAI: {}, Anthropic: { 'anthropic-version': '2023-06-01' } };

test('100 MB are uploaded and downloaded whole in both protocols while the gateway’s memory stays small', async (t) => {
  if (!existsSync('/proc/self/status')) {
    t.pass('memory of other processes is told under Linux only');
    return;
  }
  const upstream = await startUpstream(t);
  const prices = { id: 'a', version: '1', eur_per_million_tokens: { input: '1', output: '1' } };
  const config = testConfig(
    { baseUrl: upstream.baseUrl, apiKey: 'key' },
    {
      target: { surfaces: ['audio_speech'], prices: { ...prices, eur_per_million_characters: '1' } },
      upstream: { billing_records_path: '/nowhere/{reservation_id}' },
      top: { files: { openai: { upstream: 'sandbox' }, anthropic: { upstream: 'sandbox' } } },
    },
  );
  const environment = environmentFor(dataDirectory(t), config);
  const { apiKey } = await seedTenant(environment);
  const gateway = await spawnGateway(t, environment);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  await (await fetch(`${gateway.baseUrl}/files`, { headers })).text();
  const before = memoryOf(gateway.child.pid ?? 0, 'VmRSS');

  for (const [protocol, dialect] of Object.entries(dialects)) {
    const uploadedBefore = upstream.uploaded();
    const caller = { ...headers, ...dialect };
    const { status, text } = await upload(`${gateway.baseUrl}/files`, caller);
    t.is(status, 200, `${protocol}: ${text}`);
    t.true(upstream.uploaded() - uploadedBefore > bodyMegabytes * megabyte);
    const { id } = JSON.parse(text) as { readonly id: string };
    const content = await fetch(`${gateway.baseUrl}/files/${id}/content`, { headers: caller });
    t.is(await digestOf(content), wholeDigest(), protocol);
  }
  const body = JSON.stringify({ model: 'light', voice: 'alloy', input: 'Hello' });
  const speech = await fetch(`${gateway.baseUrl}/audio/speech`, { method: 'POST', headers, body });
  t.is(await digestOf(speech), wholeDigest());

  const growth = memoryOf(gateway.child.pid ?? 0, 'VmHWM') - before;
  t.log(`${Math.round(before)} MB before, ${Math.round(growth)} MB more at the highest`);
  t.true(growth < growthMegabytesMax, `${Math.round(growth)} MB`);
});
