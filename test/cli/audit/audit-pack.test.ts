import { hash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import type { DomainEvent } from '../../../src/domain/event-catalogue.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import { camtEntry, camtText } from '../../_support/camt-text.ts';
import { record } from '../../_support/recorded-log.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { until } from '../../_support/until.ts';
import {
  ended,
  recordInto,
  seededDirectory,
  startWaybill,
  waybill,
  waybillFailure,
  waybillJson,
} from '../../_support/waybill-command.ts';
import { walletId } from '../../_support/wallet-vocabulary.ts';

const days = ['--from', '2026-01-01', '--to', '2099-12-31'] as const;

test('a pack has every kept event, sheets with their totals, digests of all files, and a page', async (t) => {
  const environment = await seededDirectory(t);
  const cause = { kind: 'correction', id: randomUUID() } as const;
  const formula: Extract<DomainEvent, { type: 'WalletDebited' }>['data'] = {
    debit_id: randomUUID(),
    amount_eur: '0.1',
    reason: '=HYPERLINK("x")',
    actor: 'cli:uid-7',
    cause,
    postings: [],
  };
  const debited = { type: 'WalletDebited', data: formula } as const;
  await recordInto(environment, (log) => record(log, walletStream(walletId), debited));
  await waybill(t, environment, 'ledger', 'checkpoint');
  const folder = scratchFolder(t);
  const out = join(folder, 'pack');
  const statement = join(folder, 'bank.xml');
  writeFileSync(statement, camtText([camtEntry({ reference: 'BANK-0001', text: '' })]));
  const manifest = await waybillJson(t, environment, 'audit', 'pack', ...days, '--out', out, '--statement', statement);
  const written = readdirSync(out);
  const sheetsOf = ['bank_entries', 'bank_payments', 'decisions', 'postings', 'price_lists', 'roles', 'trial_balance'];
  t.deepEqual(
    written.filter((file) => file.endsWith('.csv')),
    sheetsOf.map((name) => `${name}.csv`),
  );
  t.is(written.length, sheetsOf.length + 11, written.join(' '));
  t.false(existsSync(`${out}.partial`));
  t.deepEqual(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')), manifest);
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  t.is(sums.length, written.length - 1);
  for (const line of sums) {
    const [digest = '', file = ''] = line.split('  ');
    t.is(hash('sha256', readFileSync(join(out, file)), 'hex'), digest, file);
  }
  const checks = manifest['checks'] as readonly { readonly ok: boolean }[];
  t.true(checks.length >= 5 && checks.every(({ ok }) => ok));
  const lines = gunzipSync(readFileSync(join(out, 'events.jsonl.gz')))
    .toString()
    .trimEnd()
    .split('\n');
  t.is(lines.length, (manifest['events'] as { readonly count: number }).count);
  t.true(readFileSync(join(out, 'decisions.csv'), 'utf8').includes(`"'=HYPERLINK(""x"")"`));
  const page = readFileSync(join(out, 'README.md'), 'utf8');
  t.true(page.includes('**The days were not over then**'));
  const sheets = manifest['sheets'] as readonly { readonly file: string; readonly how: string }[];
  for (const { file, how } of sheets) t.true(page.includes(`### ${file}`) && page.includes(how), file);
});

test('a pack is never written over anything, and needs days in order', async (t) => {
  const environment = await seededDirectory(t);
  const folder = scratchFolder(t);
  const failure = (...args: readonly string[]) => waybillFailure(t, environment, 'audit', 'pack', ...args);
  t.like(await failure(...days, '--out', folder), { exitCode: 1, code: 'folder_exists' });
  // Longer than any file system takes.
  const unusable = await failure(...days, '--out', join(folder, 'x'.repeat(300)));
  t.like(unusable, { exitCode: 3, code: 'system_error' });
  mkdirSync(join(folder, 'half.partial'));
  t.like(await failure(...days, '--out', join(folder, 'half')), { exitCode: 1, code: 'folder_exists' });
  t.like(await failure('--from', '2026-11-02', '--to', '2026-11-01', '--out', join(folder, 'new')), { exitCode: 2 });
  t.like(await failure('--from', '2026-11-02', '--out', join(folder, 'new')), { exitCode: 2 });
  t.like(await failure(...days, '--out', join(folder, 'no', 'such', 'folder')), { exitCode: 2 });
  const missing = await failure(...days, '--out', join(folder, 'new'), '--statement', join(folder, 'none.xml'));
  t.like(missing, { exitCode: 2 });
  t.deepEqual(readdirSync(folder), ['half.partial']);
});

test('a pack that was killed half way has another name', async (t) => {
  const environment = await seededDirectory(t);
  const out = join(scratchFolder(t), 'pack');
  const running = startWaybill(t, environment, ['audit', 'pack', ...days, '--out', out]);
  const done = ended(running);
  await until('the pack is begun or made', () => existsSync(`${out}.partial`) || existsSync(out));
  running.kill('SIGKILL');
  await done;
  // Whichever came first: a folder under its name is whole.
  t.is(existsSync(out), !existsSync(`${out}.partial`));
  if (existsSync(out)) t.true(existsSync(join(out, 'SHA256SUMS')));
});
