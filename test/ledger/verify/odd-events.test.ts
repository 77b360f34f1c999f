import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { openSqliteEventLog } from '../../../src/adapters/sqlite-event-log.ts';
import { chainedLog } from '../../../src/ledger/chained-log.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import type { LedgerVerdict } from '../../../src/ledger/verify/verify-ledger.ts';
import { scratchFolder } from '../../_support/scratch-folder.ts';
import { id, tenantId, walletId } from '../../_support/wallet-vocabulary.ts';
import { redigested } from '../../composition/_edited-directory.ts';
import { verifyFile } from '../_edited-file.ts';

/** Events with valid digests whose data someone else wrote: each is named, and none ends the verification otherwise. */

const opened = JSON.stringify({ wallet_id: walletId, tenant_id: tenantId });
const accounts = { debit_account: 'platform:funding', credit_account: `wallet:${walletId}:available` };
const posting = { ...accounts, amount_eur: '1.000000000' };
const credited = JSON.stringify({
  credit_id: id('8', 1),
  amount_eur: '1.000000000',
  reason: 'odd',
  postings: [posting],
});
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);
const withMember = (text: string, member: string): string => `${text.slice(0, -1)},${member}}`;

const flagged = (contentBytes: string): string =>
  `{"reservation_id":"${id('9', 1)}","key_id":"${id('9', 2)}","reason":"odd","content_bytes":${contentBytes}}`;

const namedAs = {
  event_data: [
    ['WalletCredited', ''],
    ['WalletCredited', 'null'],
    ['WalletCredited', '\ufeff{}'],
    ['WalletCredited', '{"credit_id":1}'],
    ['WalletCredited', nested(5_000_000, '[', ']')],
    ['WalletCredited', nested(200_000, '{"a":', '}').replace(':}', ':1}')],
    ['WalletCredited', withMember(credited, `"cause":${nested(200_000, '[', ']')}`)],
    ['WalletCredited', withMember(credited, '"__proto__":{"credit_id":"x"}')],
    ['WalletCredited', withMember(credited, '"constructor":1')],
    ['WalletCredited', withMember(credited, '"amount_eur":1')],
    ['WalletCredited', withMember(credited, '"amount_eur":"1e9"')],
    ['WalletCredited', withMember(credited, '"postings":{"length":0}')],
    ['WalletCredited', withMember(credited, `"postings":[${Array.from({ length: 100_000 }, () => '{}').join()}]`)],
    ['ReservationFlagged', flagged('9007199254740993')],
    ['ReservationFlagged', flagged('1e400')],
    ['ReservationFlagged', flagged('-1')],
    ['ReservationFlagged', flagged('0.5')],
    ['ReservationFlagged', flagged('"1"')],
  ],
  event_type: [
    ['__proto__', '{}'],
    ['toString', '{}'],
    ['walletcredited', credited],
  ],
  // What counts is the last of two members of one name, as everywhere.
  posting_amounts: [['WalletCredited', withMember(credited, '"amount_eur":"2.000000000"')]],
  reservation_not_open: [['ReservationFlagged', flagged('9007199254740991')]],
  nothing: [
    ['WalletCredited', credited],
    ['WalletCredited', `{"credit_id":1,${credited.slice(1)}`],
    ['WalletCredited', ` ${credited.replace('"odd"', String.raw`"\ud800"`)}\n`],
  ],
} as const;

async function verdictWith(path: string, type: string, data: string): Promise<LedgerVerdict> {
  {
    await using engine = await openSqliteEventLog({ path });
    const events = [opened, credited].map((text) => ({
      id: randomUUID(),
      type: 'WalletOpened',
      data: text,
      metadata: '{}',
    }));
    await chainedLog(engine).append(walletStream(walletId), 'no_stream', events);
  }
  const database = new DatabaseSync(path);
  database.prepare('UPDATE events SET type = ?, data = ? WHERE position = 2').run(type, data);
  redigested(database);
  database.close();
  return await verifyFile(path);
}

test('an odd event is named by its place and kind', async (t) => {
  const folder = scratchFolder(t);
  let files = 0;
  for (const [kind, cases] of Object.entries(namedAs)) {
    for (const [type, data] of cases) {
      files += 1;
      const verdict = await verdictWith(join(folder, `${files}.db`), type, data);
      const found = verdict.ok ? 'nothing' : verdict.difference.kind;
      t.is(found, kind, `${type} ${data.slice(0, 200)}`);
      if (!verdict.ok) t.like(verdict, { events: 1, difference: { position: '2', revision: 1 } });
    }
  }
});
