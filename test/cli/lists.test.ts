import test, { type ExecutionContext } from 'ava';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherWalletId } from '../_support/recorded-ledger.ts';
import { seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';
import { keyA, tenantId, userId, walletId } from '../_support/wallet-vocabulary.ts';

type Environment = Awaited<ReturnType<typeof seededDirectory>>;

/** Every page of a list: the ids in it, page by page. */
async function pagesOf(
  t: ExecutionContext,
  environment: Environment,
  list: string,
  limit: number,
): Promise<readonly (readonly unknown[])[]> {
  const pages: unknown[][] = [];
  for (let after: string | null = null; ;) {
    const from: readonly string[] = after === null ? [] : ['--after', after];
    const page = await waybillJson(t, environment, list, 'list', '--limit', String(limit), ...from);
    pages.push((page['data'] as readonly Record<string, unknown>[]).map(({ id }) => id));
    if (typeof page['next'] !== 'string') return pages;
    after = page['next'];
  }
}

test('lists are printed in pages, each after the id that the page before names', async (t) => {
  const environment = await seededDirectory(t);
  t.deepEqual(await pagesOf(t, environment, 'wallets', 1), [[walletId], [otherWalletId]]);
  t.deepEqual(await pagesOf(t, environment, 'wallets', 2), [[walletId, otherWalletId]]);
  t.deepEqual(await pagesOf(t, environment, 'keys', 5), [[keyA]]);
  const reservations = await pagesOf(t, environment, 'reservations', 1);
  t.is(reservations.length, 2);
  t.is(new Set(reservations.flat()).size, 2);
  t.like(await waybillJson(t, environment, 'wallets', 'list'), { next: null });
  t.like(await waybillJson(t, environment, 'reservations', 'list', '--flagged', '--limit', '1'), { next: null });
  const { stderr } = await waybill(t, environment, 'wallets', 'list', '--limit', '1');
  t.regex(stderr, /--after \S+/);
});

test('an invalid limit is wrong usage', async (t) => {
  const environment = await seededDirectory(t);
  for (const limit of ['0', '201', '1.5', 'all']) {
    t.like(await waybillFailure(t, environment, 'wallets', 'list', '--limit', limit), { exitCode: 2 });
  }
});

test('a key is made, and a wallet shown and credited, from streams alone: no read model is folded', async (t) => {
  const environment = await seededDirectory(t);
  const directory = environment.WAYBILL_DATA_DIR;
  writeFileSync(join(directory, '.sandbox'), '');
  for (const file of ['read-models.db', 'read-models.db-wal', 'read-models.db-shm']) {
    rmSync(join(directory, file), { force: true });
  }
  const key = await waybillJson(t, environment, 'keys', 'create', '--name', 'ci', '--user-id', userId);
  t.like(key, { tenant_id: tenantId, wallet_id: walletId, new_user: false, new_wallet: false });
  t.like(
    await waybillFailure(t, environment, 'keys', 'create', '--name', 'x', '--wallet-id', walletId, '--tenant-id', keyA),
    {
      code: 'tenant_differs',
    },
  );
  await waybillJson(t, environment, 'wallets', 'credit', walletId, '1');
  t.like(await waybillJson(t, environment, 'wallets', 'show', walletId), { credited_eur: '11.000000000' });
  if (!existsSync(join(directory, 'read-models.db'))) return;
  const { projections } = await waybillJson(t, environment, 'projections', 'list');
  for (const projection of projections as readonly object[]) t.like(projection, { checkpoint: null });
});
