import test from 'ava';
import { assertExportedTotals } from '../../_support/exported-totals.ts';
import { seededDirectory, waybill, waybillFailure } from '../../_support/waybill-command.ts';
import { otherWalletId } from '../../_support/recorded-ledger.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

/** The sum of each account of a journal, nano-euro. */
function balances(journal: string): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [, account = '', sign, whole, decimals] of journal.matchAll(/^ {4}(\S+) {2}(-?)(\d+)\.(\d{9}) EUR$/gm)) {
    sums.set(account, (sums.get(account) ?? 0n) + BigInt(`${sign}${whole}${decimals}`));
  }
  return sums;
}

test('the journal has the totals that a verification finds', async (t) => {
  const environment = await seededDirectory(t);
  const { exitCode, stdout, stderr } = await waybill(t, environment, 'ledger', 'export');
  t.is(exitCode, 0);
  t.is(stderr, '');
  await assertExportedTotals(t, environment, balances(stdout));
});

test('a single wallet is exported, as a journal or a table', async (t) => {
  const environment = await seededDirectory(t);
  const { stdout } = await waybill(t, environment, 'ledger', 'export', '--wallet', otherWalletId);
  t.deepEqual([...balances(stdout).keys()].toSorted(), ['platform:funding', `wallet:${otherWalletId}:available`]);
  const table = await waybill(t, environment, 'ledger', 'export', '--wallet', otherWalletId, '--format', 'csv');
  t.is(table.stdout.trimEnd().split('\r\n').length, 2);
  const documents = await waybill(t, environment, 'ledger', 'export', '--wallet', otherWalletId, '--json');
  t.like(JSON.parse(documents.stdout), { type: 'WalletCredited', revision: 1, subject: { kind: 'credit' } });
});

test('dates and times are those of the zone that is asked for', async (t) => {
  const environment = await seededDirectory(t);
  const exported = async (...args: readonly string[]): Promise<string> =>
    (await waybill(t, environment, 'ledger', 'export', '--zone', 'pacific/kiritimati', ...args)).stdout;
  const journal = await exported();
  t.regex(journal, /^; .* Dates are days of Pacific\/Kiritimati\.$/m);
  const [, day = '', time] = /^(\d{4}-\d\d-\d\d) \* \w+ {2};.* at:(\S+)\+14:00/m.exec(journal) ?? [];
  t.true(time?.startsWith(day));
  t.true((await exported('--from', day, '--to', day, '--format', 'csv')).includes(`${time}+14:00`));
  t.regex(await exported('--json'), /"recorded_at":"[^"]+\+14:00"/);
});

test('an export that is impossible is refused with its exit code', async (t) => {
  const environment = await seededDirectory(t);
  const failure = (...args: readonly string[]) => waybillFailure(t, environment, 'ledger', 'export', ...args);
  t.like(await failure('--wallet', id('a', 99)), { exitCode: 1, code: 'wallet_not_found' });
  t.like(await failure('--from', '2026-02-30'), { exitCode: 2 });
  t.like(await failure('--from', '24.11.2026'), { exitCode: 2 });
  t.like(await failure('--from', '2026-11-02', '--to', '2026-11-01'), { exitCode: 2 });
  t.like(await failure('--format', 'pdf'), { exitCode: 2 });
  const { stderr } = await waybill(t, environment, 'ledger', 'export', '--zone', 'Europe/Nowhere');
  t.regex(stderr, /must be an IANA time zone, such as Europe\/Rome/);
});
