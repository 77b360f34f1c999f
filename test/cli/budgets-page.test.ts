import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { launcher, seededDirectory, waybillFailure, waybillJson } from '../_support/waybill-command.ts';

// The commands of docs/budgets.md, as they stand there, and what keys create refuses.

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'budgets.md'), 'utf8');
const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);

async function sandboxDirectory(t: Parameters<typeof seededDirectory>[0]) {
  const environment = await seededDirectory(t);
  writeFileSync(join(environment.WAYBILL_DATA_DIR, '.sandbox'), '');
  return environment;
}

test('every command of the page of budgets runs, and does what the page says', async (t) => {
  const environment = await sandboxDirectory(t);
  const asked = '[{"amount_eur":"20","per":"month","zone":"Europe/Rome"},{"amount_eur":"9","per":"total"}]';
  const key = await waybillJson(t, environment, 'keys', 'create', '--name', 'x', '--budgets', asked);
  t.is(key['budget_eur'], '9.000000000', 'over all time, it is the budget of the key');
  const { key_id, user_id, tenant_id } = key;
  const wallet = async (): Promise<string> =>
    String((await waybillJson(t, environment, 'wallets', 'create', '--tenant-id', String(tenant_id)))['id']);
  const ids = {
    KEY_ID: String(key_id),
    USER_ID: String(user_id),
    TENANT_ID: String(tenant_id),
    TENANT_WALLET_ID: await wallet(),
    TEAM_WALLET_ID: await wallet(),
    UNTIL: new Date(Date.now() + 86_400_000).toISOString(),
  };
  t.true(blocks.length >= 5);
  for (const block of blocks) {
    const script = block.replaceAll('npx waybill', `"${process.execPath}" "${launcher}"`);
    const env = { PATH: process.env['PATH'] ?? '', ...environment, ...ids };
    const { status, stderr } = spawnSync('sh', ['-e', '-c', script], { env, encoding: 'utf8' });
    t.is(status, 0, `${block}${stderr}`);
  }
  const shown = await waybillJson(t, environment, 'keys', 'show', ids.KEY_ID);
  t.like((shown['budgets'] as readonly object[])[0], {
    amount_eur: '15.000000000',
    left_eur: '50.000000000',
    raised: { amount_eur: '50.000000000', reason: 'end of the year' },
  });
  const person = await waybillJson(t, environment, 'users', 'show', ids.USER_ID);
  t.like((person['budgets'] as readonly object[])[0], { set_by: 'platform', left_eur: '150.000000000' });
  t.is(person['wallet_id'], ids.TEAM_WALLET_ID);
});

test('keys create refuses budgets that are none', async (t) => {
  const environment = await sandboxDirectory(t);
  const refused = ['x', '[{"per":"day"}]', '[{"amount_eur":"1","per":"day","zone":"Nowhere"}]'];
  for (const budgets of refused) {
    const failure = await waybillFailure(t, environment, 'keys', 'create', '--name', 'x', '--budgets', budgets);
    t.is(failure.exitCode, 2, budgets);
    t.regex(String(failure.message), /^--budgets: /, budgets);
  }
});
