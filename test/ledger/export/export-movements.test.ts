import test from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import type { ZoneDays } from '../../../src/domain/charges/calendar.ts';
import { exportMovements, type ExportOptions } from '../../../src/ledger/export/export-movements.ts';
import { HledgerFormat } from '../../../src/ledger/export/hledger-format.ts';
import { PostingsTable } from '../../../src/ledger/export/postings-table.ts';
import type { RecordedEvent } from '../../../src/ports/event-log.ts';
import { recordLedger } from '../../_support/recorded-ledger.ts';
import { walletId } from '../../_support/wallet-vocabulary.ts';

/** Every event of the wallets of a recorded ledger; `days`: how many days after the first each next one was recorded. */
async function walletEvents(days = 0): Promise<readonly RecordedEvent[]> {
  const log = createMemoryEventLog();
  await recordLedger(log);
  const events = await log.readAll({ streamPrefixes: ['wallet-'] });
  const dayOf = (index: number): string => new Date(Date.UTC(2026, 10, 1 + index * days)).toISOString();
  return Array.from(events.entries(), ([index, event]) => ({ ...event, recordedAt: dayOf(index) }));
}

async function exported(
  events: readonly RecordedEvent[],
  { format = new HledgerFormat(), zone = 'UTC', from, to }: Partial<ZoneDays & Pick<ExportOptions, 'format'>> = {},
): Promise<string> {
  const read = async function* read(): AsyncGenerator<RecordedEvent, void> {
    yield* events;
  };
  let text = '';
  for await (const piece of exportMovements({ events: read, format, days: { zone, from, to } })) text += piece;
  return text;
}

/** Account and nano-euro of each line of a journal that moves money. */
function lines(journal: string): readonly (readonly [account: string, nano: bigint])[] {
  return [...journal.matchAll(/^ {4}(\S+) {2}(-?)(\d+)\.(\d{9}) EUR$/gm)].map(
    ([, account = '', sign, whole, decimals]) => [account, BigInt(`${sign}${whole}${decimals}`)],
  );
}

function balances(journal: string): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [account, nano] of lines(journal)) sums.set(account, (sums.get(account) ?? 0n) + nano);
  return new Map([...sums].filter(([, sum]) => sum !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The transactions of a journal, each with its heading. */
function transactions(journal: string): readonly string[] {
  return journal.split('\n\n').filter((part) => /^\d{4}-\d{2}-\d{2} /.test(part));
}

test('each event that moves money is a transaction that balances, with debits positive', async (t) => {
  const events = await walletEvents();
  const journal = await exported(events);
  const moving = events.filter(({ data }) => /"postings":\[\{/.test(data));
  t.is(transactions(journal).length, moving.length);
  for (const transaction of transactions(journal)) {
    t.is(
      lines(transaction).reduce((sum, [, nano]) => sum + nano, 0n),
      0n,
      transaction,
    );
  }
  const [credited] = transactions(journal);
  t.regex(credited ?? '', /^2026-11-01 \* WalletCredited {2}; event:[0-9a-f-]{36}, stream:wallet-\S+, revision:1, /);
  t.deepEqual(lines(credited ?? ''), [
    ['platform:funding', 10_000_000_000n],
    [`wallet:${walletId}:available`, -10_000_000_000n],
  ]);
});

test('every account is declared once, before it is used, with its type', async (t) => {
  const journal = await exported(await walletEvents());
  const declared = [...journal.matchAll(/^account (\S+) {2}; type:([ALR])$/gm)];
  t.is(new Set(declared.map(([, account]) => account)).size, declared.length);
  const typeOf = new Map(declared.map(([, account, type]) => [account, type]));
  for (const [account] of lines(journal)) {
    t.true((journal.indexOf(`account ${account} `) ?? -1) < journal.indexOf(`    ${account} `), account);
    t.is(typeOf.get(account), account === 'platform:funding' ? 'A' : account === 'platform:revenue' ? 'R' : 'L');
  }
});

test('a period begins with the balances before it, and ends with those of the whole ledger', async (t) => {
  const events = await walletEvents(1);
  const whole = balances(await exported(events));
  t.true(whole.size >= 4);
  for (const day of ['2026-11-01', '2026-11-04', '2026-11-09', '2026-12-31']) {
    const journal = await exported(events, { from: day });
    t.deepEqual(balances(journal), whole, day);
    t.false(transactions(journal).some((transaction) => transaction.slice(0, 10) < day));
    const until = await exported(events, { to: day });
    t.false(transactions(until).some((transaction) => transaction.slice(0, 10) > day));
  }
  const parts = [await exported(events, { to: '2026-11-08' }), await exported(events, { from: '2026-11-09' })];
  const opening = transactions(parts[1] ?? '')[0] ?? '';
  t.regex(opening, /^2026-11-09 \* opening balances\n/);
  t.deepEqual(balances(opening), balances(parts[0] ?? ''));
});

test('events belong to the day on which they were recorded, wherever they are in the log', async (t) => {
  const events = (await walletEvents(1)).toReversed();
  const journal = await exported(events, { from: '2026-11-05' });
  t.deepEqual(balances(journal), balances(await exported(events)));
});

test('an event that this version does not know is never left out', async (t) => {
  const [first] = await walletEvents();
  if (first === undefined) throw new Error('no event');
  await t.throwsAsync(exported([{ ...first, type: 'WalletTurnedToGold' }]), { name: 'UnknownEventType' });
});

test('the table has a row for each posting, and no field that needs quotes', async (t) => {
  const events = await walletEvents();
  const table = await exported(events, { format: new PostingsTable(), from: '2026-11-01' });
  const [heading = '', ...rows] = table.split('\r\n').slice(0, -1);
  const columns = heading.split(',');
  t.deepEqual(columns.slice(-4), ['debit_account', 'credit_account', 'amount_eur', 'tags']);
  const postings = events.reduce((sum, { data }) => sum + (data.match(/"debit_account"/g) ?? []).length, 0);
  t.is(rows.length, postings);
  for (const row of rows) {
    t.is(row.split(',').length, columns.length);
    t.notRegex(row, /["\r\n]|(^|,)[=+@\t-]/);
  }
});
