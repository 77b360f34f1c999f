import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { createS3ArchiveStore, type S3ArchiveSettings } from '../../src/adapters/s3-archive-store.ts';
import { freePort } from '../_support/free-port.ts';
import type { Teardown } from '../_support/gateway.ts';
import { unauditedDirectory } from '../_support/gateway.ts';
import { until } from '../_support/until.ts';

const program = process.env['ARCHIVE_SERVER'] ?? '';
const keys = { accessKeyId: 'the-key', secretAccessKey: 'the-secret', sessionToken: '' };

/** A strict server of S3 with a bucket, and the folder that its objects are files of. */
export interface Versitygw {
  readonly settings: S3ArchiveSettings;
  /** The folder of the bucket. */
  readonly folder: string;
  /** A signed request, as no part of Waybill makes it. */
  ask(
    method: string,
    path: string,
    options?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ): Promise<Response>;
  /** Ends the server, as a machine is switched off; `start` brings it back. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server. With `isLocked` its bucket keeps versions, and locks each new object for a day. */
export async function startVersitygw(t: Teardown, { isLocked = false } = {}): Promise<Versitygw> {
  const folder = unauditedDirectory(t);
  const [root, versions] = [join(folder, 'root'), join(folder, 'versions')];
  for (const each of [root, versions]) mkdirSync(each);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let stop: () => Promise<void> = () => Promise.resolve();
  const start = async (): Promise<void> => {
    const options = [
      '--port',
      `127.0.0.1:${port}`,
      '--access',
      keys.accessKeyId,
      '--secret',
      keys.secretAccessKey,
      '--quiet',
    ];
    const child = spawn(program, [...options, 'posix', '--versioning-dir', versions, root], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    stop = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    await until('the server', async () => (await fetch(endpoint).catch(() => null)) !== null);
  };
  t.teardown(() => stop());
  await start();
  const ask: Versitygw['ask'] = async (method, path, { headers = {}, body } = {}) => {
    const url = `${endpoint}/${path}`;
    const signer = new AwsV4Signer({
      ...keys,
      method,
      url,
      headers,
      region: 'us-east-1',
      service: 's3',
      ...(body !== undefined && { body }),
    });
    const signed = await signer.sign();
    return await fetch(signed.url, { method, headers: signed.headers, ...(body !== undefined && { body }) });
  };
  const made = await ask('PUT', 'archive', { headers: isLocked ? { 'x-amz-bucket-object-lock-enabled': 'true' } : {} });
  if (!made.ok) throw new Error(`the bucket was not made: ${await made.text()}`);
  if (isLocked) {
    const body =
      '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>COMPLIANCE</Mode><Days>1</Days></DefaultRetention></Rule></ObjectLockConfiguration>';
    const checksum = createHash('sha256').update(body).digest('base64');
    const locked = await ask('PUT', 'archive?object-lock', { body, headers: { 'x-amz-checksum-sha256': checksum } });
    if (!locked.ok) throw new Error(`the bucket was not locked: ${await locked.text()}`);
  }
  const settings = { endpoint, bucket: 'archive', prefix: 'ledger/', region: 'us-east-1', ...keys, answerMs: 10_000 };
  return { settings, folder: join(root, 'archive', 'ledger'), ask, stop: () => stop(), start };
}

/** The store of a server. */
export function storeOf(t: Teardown, { settings }: Versitygw, changes: Partial<S3ArchiveSettings> = {}) {
  const store = createS3ArchiveStore({ ...settings, ...changes });
  t.teardown(() => store[Symbol.asyncDispose]());
  return store;
}
