import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { parse } from 'yaml';
import { createS3ArchiveStore, type S3ArchiveSettings } from '../../src/adapters/s3-archive-store.ts';
import { lastManifest } from '../../src/ledger/archive/stored-manifest.ts';
import { environmentFor, startTestGateway, unauditedDirectory, walletEvents } from './gateway.ts';
import { keyedPost } from './keyed-post.ts';
import { chat } from './sandbox-post.ts';
import { serveGateway } from './served-gateway.ts';
import { until } from './until.ts';
import { waybill, waybillFailure, waybillJson } from './waybill-command.ts';

/** A range for every event: nothing waits to be archived. */
function archiveTo(settings: S3ArchiveSettings, sealedContents: boolean) {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = settings;
  const keys = { access_key_id: accessKeyId, secret_access_key: secretAccessKey };
  return { endpoint, bucket, prefix, region, ...keys, range_bytes_max: 1, sealed_contents: sealedContents };
}

/** Waits until a bucket holds all that a log holds. */
async function allArchived(
  settings: S3ArchiveSettings,
  { log }: Pick<Awaited<ReturnType<typeof serveGateway>>, 'log'>,
): Promise<void> {
  await using store = createS3ArchiveStore(settings);
  await until('the archive to be level', async () => {
    const last = await lastManifest(store);
    const reached = last?.manifest.last ?? '0';
    const events = await log.readAll({ limit: 10_000 });
    return reached === events.at(-1)?.position;
  });
}

const body = chat('Hello', { model: 'light', max_tokens: 100 });

/**
 * Archives a gateway's ledger, restores it on a machine that has nothing else, and calls there: with a new idempotency key,
 * which is charged, and first with one that was used before. Answers what the repeated call got.
 */
export async function restoredFromArchive(
  t: ExecutionContext,
  bucket: S3ArchiveSettings,
  { sealedContents }: { readonly sealedContents: boolean },
) {
  const config = { top: { archive: archiveTo(bucket, sealedContents) } };
  const gateway = await serveGateway(t, { config });
  const { apiKey, walletId } = await gateway.tenant();
  const call = { apiKey, key: 'the-same', body };
  t.is((await keyedPost(gateway, call)).status, 200);
  const before = { WAYBILL_DATA_DIR: gateway.dataDir };
  const checkpoint = (await waybill(t, before, 'ledger', 'checkpoint')).stdout;
  await allArchived(bucket, gateway);
  const own = await waybillJson(t, before, 'ledger', 'verify');
  await gateway.stop();

  // Another machine: the configuration, the bucket, and nothing else.
  const directory = unauditedDirectory(t);
  const settings = parse(readFileSync(join(gateway.dataDir, '..', 'waybill.yaml'), 'utf8')) as Record<string, unknown>;
  const environment = environmentFor(directory, { ...settings, archive: archiveTo(bucket, sealedContents) });
  const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
  const restored = await waybillJson(t, environment, 'archive', 'restore');
  t.like(restored, { ok: true, ledger: join(dataDir, 'ledger.db') });
  const missing = restored['missing_secrets'] as readonly string[];
  t.true(missing.includes('key-pepper'));
  for (const secret of missing) copyFileSync(join(gateway.dataDir, secret), join(dataDir, secret));
  const kept = join(directory, 'checkpoint.txt');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(kept, checkpoint);
  const verified = await waybillJson(t, environment, 'ledger', 'verify', '--checkpoint', kept);
  t.deepEqual(verified['totals'], own['totals']);
  t.deepEqual(verified['tree'], own['tree']);
  t.deepEqual(verified['checkpoint'], own['checkpoint']);

  const pepper = join(dataDir, 'key-pepper');
  writeFileSync(pepper, 'ab'.repeat(32));
  t.like(await waybillFailure(t, environment, 'keys', 'create', '--name', 'x'), { code: 'directory_contradicted' });
  copyFileSync(join(gateway.dataDir, 'key-pepper'), pepper);
  const again = await startTestGateway(t, environment);
  const repeated = await keyedPost(again, call);
  const fresh = await keyedPost(again, { ...call, key: 'another' });
  t.is(fresh.status, 200);
  await again.stop();
  const settled = (await walletEvents(environment, walletId)).filter(({ type }) => type === 'ReservationSettled');
  t.is(settled.length, 2, 'the first call and the fresh one');
  return repeated;
}
