import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';

test('a report is compared with what was recorded, and what nothing explains ends with 1', async (t) => {
  const environment = await seededDirectory(t);
  const path = join(scratchFolder(t), 'usage.csv');
  const today = new Date().toISOString().slice(0, 10);
  const write = (input: number, model = 'small-model'): void =>
    writeFileSync(path, `day,model,counter,quantity\n${today},${model},input,${input}\n`);
  const compare = ['invoices', 'compare', path, '--upstream', 'sandbox'] as const;
  // What is recorded: each charge with counters has 100 tokens in.
  write(0);
  const { stdout } = await waybill(t, environment, ...compare, '--json');
  const { rows } = JSON.parse(stdout) as { readonly rows: readonly { readonly recorded: number }[] };
  const recorded = rows[0]?.recorded ?? 0;
  t.true(recorded > 0 && recorded % 100 === 0, stdout);
  write(recorded);
  t.like(await waybillJson(t, environment, ...compare), { differences: 0, unexplained: 0 });
  write(recorded - 1, 'their-model');
  const { exitCode, stdout: table } = await waybill(t, environment, ...compare, '--as', 'their-model=small-model');
  t.is(exitCode, 1);
  t.regex(table, /small-model +input .* -1 /);
});

test('a file that is no report, and an upstream that was never asked, are refused in words', async (t) => {
  const environment = await seededDirectory(t);
  const folder = scratchFolder(t);
  const path = join(folder, 'usage.csv');
  const failure = (...args: readonly string[]) => waybillFailure(t, environment, 'invoices', 'compare', ...args);
  t.like(await failure(path, '--upstream', 'sandbox'), { exitCode: 2 });
  t.like(await failure(folder, '--upstream', 'sandbox'), { exitCode: 2 });
  writeFileSync(path, '\0');
  t.like(await failure(path, '--upstream', 'sandbox'), { exitCode: 1, code: 'report_unreadable' });
  writeFileSync(path, 'day,model,counter,quantity\n2026-11-01,m,input,1\n');
  t.like(await failure(path, '--upstream', 'nobody'), { exitCode: 1, code: 'upstream_not_found' });
  t.like(await failure(path), { exitCode: 2 });
  t.like(await failure(path, '--upstream', 'sandbox', '--as', 'x'), { exitCode: 2 });
});
