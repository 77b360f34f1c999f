import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { daysOfMonth } from '../../src/domain/bills/bill.ts';
import { read } from '../house/_project-files.ts';
import { camtEntry, camtText } from '../_support/camt-text.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { launcher, seededDirectory, waybillJson } from '../_support/waybill-command.ts';
import { tenantId } from '../_support/wallet-vocabulary.ts';

/** The commands of the page, in their order. */
const [, block = ''] = /## A month in ten commands.*?```sh\n(.*?)```/s.exec(read('docs/auditing.md')) ?? [];
const commands = block.trimEnd().split('\n');

test('the ten commands of the page go from a data directory to a month that is signed off', async (t) => {
  t.is(commands.length, 10);
  const environment = await seededDirectory(t);
  const { verifier_key: key } = await waybillJson(t, environment, 'ledger', 'checkpoint');
  const folder = scratchFolder(t);
  cpSync(environment.WAYBILL_DATA_DIR, join(folder, 'data'), { recursive: true });
  const bin = join(folder, 'npx');
  writeFileSync(bin, `#!/bin/sh\nshift\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  chmodSync(bin, 0o755);
  const month = new Date().toISOString().slice(0, 7);
  const last = Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString();
  writeFileSync(join(folder, 'bank.xml'), camtText([camtEntry({ reference: 'BANK-0001', text: '' })]));
  writeFileSync(join(folder, 'usage.csv'), 'day,model,counter,quantity\n2000-01-01,small-model,input,0\n');
  const env = {
    ...process.env,
    WAYBILL_DATA_DIR: 'data',
    PATH: `${folder}:${dirname(process.env['AUDIT_PYTHON'] ?? '')}:${process.env['PATH'] ?? ''}`,
  };
  for (const command of commands) {
    const asked = command
      // A month is closed when it is over: the events of this one are of today.
      .replace('--month 2026-11', `--month ${command.includes('bills close') ? last : month}`)
      .replace('2026-11-01', daysOfMonth(month).from)
      .replace('2026-11-30', daysOfMonth(month).to)
      .replace('<verifier_key>', String(key))
      .replace('<tenant_id>', tenantId)
      .replace('<upstream>', 'sandbox');
    t.notRegex(asked.replace(/ [<>] /, ' '), /<\w+>/);
    t.notThrows(
      () => execFileSync('bash', ['-ec', asked], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }),
      asked,
    );
  }
  t.true(existsSync(join(folder, 'november', 'SHA256SUMS')));
  t.true(readFileSync(join(folder, 'bill.html'), 'utf8').includes('Closing balance'));
});
