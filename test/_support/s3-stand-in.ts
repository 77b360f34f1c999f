// A server with the interface of S3, as far as an archive uses it, that does wrong on request.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3ArchiveSettings } from '../../src/adapters/s3-archive-store.ts';
import type { Teardown } from './gateway.ts';

/** What is done in place of an answer: a status with a body; or the connection breaks, before or after the work is done. */
export type S3Fault =
  { readonly status: number; readonly body?: string } | 'silent' | 'broken_before' | 'broken_after' | 'cut_body';

/** A request, as a fault is chosen for it. `key`: empty for the bucket itself. */
export interface S3Asked {
  readonly method: string;
  readonly key: string;
  /** The session token of temporary credentials; absent: none was sent. */
  readonly token?: string;
}

export interface S3StandIn {
  readonly settings: S3ArchiveSettings;
  /** The objects of the bucket by their names; may be edited. */
  readonly objects: Map<string, Buffer>;
  readonly asked: readonly S3Asked[];
  /** Decides what goes wrong; `null`: nothing does. */
  fault: (asked: S3Asked) => S3Fault | null;
  /** Most names of a page of a list. */
  pageNames: number;
  /** Whether it writes over what is there, as services do that do not know the condition. */
  writesOver: boolean;
}

/** Starts a server with one empty bucket. */
export async function startS3StandIn(t: Teardown): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>();
  const asked: S3Asked[] = [];
  const standIn = { objects, asked, fault: () => null, pageNames: 1_000, writesOver: false } as Omit<
    S3StandIn,
    'settings'
  > & {
    asked: S3Asked[];
  };
  const server = createServer((request, response) => {
    answer(standIn, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const settings: S3ArchiveSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'archive',
    prefix: 'ledger/',
    region: 'eu-central-1',
    accessKeyId: 'the-key',
    secretAccessKey: 'the-secret',
    sessionToken: '',
    answerMs: 2_000,
  };
  return Object.assign(standIn, { settings });
}

async function answer(
  { objects, asked, fault, pageNames, writesOver }: Omit<S3StandIn, 'settings'> & { readonly asked: S3Asked[] },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost');
  const [, bucket = '', ...names] = url.pathname.split('/').map(decodeURIComponent);
  const token = request.headers['x-amz-security-token'];
  const seen = { method: request.method ?? '', key: names.join('/'), ...(typeof token === 'string' && { token }) };
  asked.push(seen);
  const body = await buffer(request);
  const wrong = fault(seen);
  if (wrong === 'silent') return;
  if (wrong === 'broken_before') return void request.socket.destroy();
  if (wrong !== null && typeof wrong === 'object') return end(response, wrong.status, wrong.body ?? '');
  if (
    !/^AWS4-HMAC-SHA256 Credential=the-key\/\d{8}\/eu-central-1\/s3\/aws4_request, /.test(
      request.headers.authorization ?? '',
    )
  )
    return end(response, 403, error('InvalidAccessKeyId'));
  if (bucket !== 'archive') return end(response, 404, error('NoSuchBucket'));
  if (seen.method === 'GET' && seen.key === '') return end(response, 200, listed(objects, url.searchParams, pageNames));
  const found = objects.get(seen.key);
  if (seen.method === 'PUT') {
    const refusal = refused(request, body, found !== undefined && !writesOver);
    if (refusal !== null) return end(response, refusal[0], error(refusal[1]));
    objects.set(seen.key, body);
    if (wrong === 'broken_after') return void request.socket.destroy();
    return end(response, 200, '');
  }
  if (found === undefined) return end(response, 404, seen.method === 'HEAD' ? '' : error('NoSuchKey'));
  if (wrong === 'cut_body') {
    response.writeHead(200, { 'content-length': found.length });
    response.write(found.subarray(0, found.length / 2), () => setTimeout(() => request.socket.destroy(), 5));
    return;
  }
  response.writeHead(200, { 'content-length': found.length });
  response.end(seen.method === 'HEAD' ? undefined : found);
}

/** As strict servers are: both digests have to be there and right. */
function refused({ headers }: IncomingMessage, body: Buffer, isThere: boolean): readonly [number, string] | null {
  const sha256 = createHash('sha256').update(body).digest();
  if (headers['x-amz-content-sha256'] !== sha256.toString('hex')) return [400, 'XAmzContentSHA256Mismatch'];
  if (headers['x-amz-checksum-sha256'] !== sha256.toString('base64')) return [400, 'BadDigest'];
  return isThere && headers['if-none-match'] === '*' ? [412, 'PreconditionFailed'] : null;
}

function listed(objects: Map<string, Buffer>, asked: URLSearchParams, pageNames: number): string {
  const after = asked.get('continuation-token') ?? '';
  const prefix = asked.get('prefix') ?? '';
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted();
  const page = names.slice(0, pageNames);
  const isTruncated = names.length > page.length;
  const keys = page.map((name) => `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key></Contents>`).join('');
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${keys}${next}</ListBucketResult>`;
}

function error(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`;
}

function end(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
