import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import type { BillFigures } from '../../src/domain/bills/bill-figures.ts';
import { daysOfMonth } from '../../src/domain/bills/bill.ts';
import { read } from '../house/_project-files.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { launcher, waybillJson } from '../_support/waybill-command.ts';
import { tenantId } from '../_support/wallet-vocabulary.ts';
import { writeMonth } from './_closed-month.ts';

/** The commands of the page, in their order. */
const [page = '', block = ''] =
  /## A month in ten commands.*?```sh\n(.*?)```.*?(?=\n## )/s.exec(read('docs/auditing.md')) ?? [];
const commands = block.trimEnd().split('\n');

test('the ten commands of the page close a month with top-ups, a return, a correction and charges', async (t) => {
  t.is(commands.length, 10);
  const folder = scratchFolder(t);
  // A month is closed when it is over.
  const month = Temporal.PlainYearMonth.from(new Date().toISOString().slice(0, 7)).subtract({ months: 1 }).toString();
  mkdirSync(join(folder, 'data'));
  await writeMonth(folder, month);
  const { verifier_key: key } = await waybillJson(
    t,
    { WAYBILL_DATA_DIR: join(folder, 'data') },
    'ledger',
    'checkpoint',
  );
  const bin = join(folder, 'npx');
  writeFileSync(bin, `#!/bin/sh\nshift\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  chmodSync(bin, 0o755);
  const env = {
    ...process.env,
    WAYBILL_DATA_DIR: 'data',
    PATH: `${folder}:${dirname(process.env['AUDIT_PYTHON'] ?? '')}:${process.env['PATH'] ?? ''}`,
  };
  const found: string[] = [];
  for (const command of commands) {
    const asked = command
      .replace('2026-11-01', daysOfMonth(month).from)
      .replace('2026-11-30', daysOfMonth(month).to)
      .replace('2026-11', month)
      .replace('<verifier_key>', String(key))
      .replace('<tenant_id>', tenantId)
      .replace('<upstream>', 'sandbox');
    t.notRegex(asked.replace(/ [<>] /, ' '), /<\w+>/);
    t.notThrows(() => {
      const told = execFileSync('bash', ['-ec', asked], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      found.push(told.toString());
    }, asked);
  }
  t.true(existsSync(join(folder, 'november', 'SHA256SUMS')));
  const [, verified = '', closed = '', , , , , unmatched = '', decisions = '', compared = ''] = found;
  t.regex(verified, /^funding_eur +-24\.000000000$/m);
  t.regex(closed, /^status +closed$/m);
  const { sums, closing_eur } = JSON.parse(/^bill +(\{.*)$/m.exec(closed)?.[1] ?? '{}') as BillFigures;
  const named = Object.entries({ opening_eur: '0.000000000', ...sums, closing_eur });
  // The figures of the page are those of its month.
  const told = [...page.matchAll(/^\| `(\w+_eur)` \| (-?[\d.]+) \|/gm)].map(([, name, eur]) => [name, eur]);
  t.deepEqual(
    told,
    named.filter(([, eur]) => eur !== '0.000000000'),
  );
  const paper = readFileSync(join(folder, 'bill.html'), 'utf8');
  t.true(paper.includes('23.99575') && paper.includes('Closing balance'));
  t.is(unmatched.trimEnd().split('\n').length, 2, unmatched);
  t.true(decisions.includes('correctWallet') && decisions.includes('charged too little'));
  t.regex(compared, / 20 figures compared, 0 differences,/);
});
