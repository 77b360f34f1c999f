import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { assertExportedTotals } from '../_support/exported-totals.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { seededDirectory, waybill } from '../_support/waybill-command.ts';

const python = process.env['BEANCOUNT_PYTHON'] ?? '';

/** What Python prints of a ledger. */
function beancount(t: ExecutionContext, ledger: string, ...words: readonly string[]) {
  const path = join(scratchFolder(t), 'ledger.beancount');
  writeFileSync(path, ledger);
  return spawnSync(python, [...words, path], { encoding: 'utf8' });
}

const check = ['-m', 'beancount.scripts.check'] as const;

const sums = `
import sys
from collections import Counter
from beancount import loader
entries, errors, _ = loader.load_file(sys.argv[1])
assert not errors, errors
totals = Counter()
for entry in entries:
    for posting in getattr(entry, "postings", None) or []:
        totals[posting.account] += posting.units.number
for name, total in totals.items():
    print(name, int(total * 10**9))
`;

test('bean-check accepts a ledger with every kind of event, and beancount computes the same totals', async (t) => {
  const environment = await seededDirectory(t);
  const { stdout, exitCode } = await waybill(t, environment, 'ledger', 'export', '--format', 'beancount');
  t.is(exitCode, 0);
  const checked = beancount(t, stdout, ...check);
  t.is(checked.status, 0, checked.stderr);
  const printed = beancount(t, stdout, '-c', sums);
  t.is(printed.status, 0, printed.stderr);
  const found = printed.stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [name = '', nano = '0'] = line.split(' ');
      return [ledgerAccount(name), BigInt(nano)] as const;
    });
  const balances = found.filter(([, nano]) => nano !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1));
  await assertExportedTotals(t, environment, new Map(balances));
  const later = await waybill(t, environment, 'ledger', 'export', '--format', 'beancount', '--from', '2999-01-01');
  t.is(beancount(t, later.stdout, ...check).status, 0, 'opening balances alone');
});

test('bean-check refuses a nano-euro too many', async (t) => {
  const { stdout } = await waybill(t, await seededDirectory(t), 'ledger', 'export', '--format', 'beancount');
  const wrong = stdout.replace(
    /(\d{9}) EUR\n/,
    (_, digits: string) => `${String(Number(digits) + 1).padStart(9, '0')} EUR\n`,
  );
  t.not(wrong, stdout);
  t.is(beancount(t, wrong, ...check).status, 1);
});

/** The account of the ledger that a name stands for. */
function ledgerAccount(name: string): string {
  const [, ...parts] = name.split(':');
  return parts
    .map((part) => part.replace(/^N(?=[0-9a-f]{8}-)/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase()))
    .join(':');
}
