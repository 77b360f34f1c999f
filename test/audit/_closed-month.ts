import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { createRestoredFile } from '../../src/adapters/sqlite-event-log/restored-file.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { reverseReturns } from '../../src/ledger/administration/reverse-returns.ts';
import { changeTopup, confirmTopup } from '../../src/ledger/administration/topups.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { BankEntries } from '../../src/ledger/administration/bank-entries.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { camtEntry, camtText } from '../_support/camt-text.ts';
import { billing } from '../_support/usage.ts';
import { debit, id, priceList, reserve, settle, tenantId, walletId } from '../_support/wallet-vocabulary.ts';

const actor = 'cli:uid-1000';
/** 100 tokens in at 0.25 €, 200 out at 2 € per million: 0.000425 €. */
const bill = billing({ input_tokens: 100, output_tokens: 200 }, priceList);

/**
 * A data directory with a month of a tenant: two top-ups of 25 €, of which the bank paid one back, a correction of 1 €, and
 * a charge on each of ten days. Beside it `bank.xml` and `usage.csv`, as the bank and the upstream tell it. `month`: `YYYY-MM`.
 */
export async function writeMonth(folder: string, month: string): Promise<void> {
  let now = 0;
  const at = (day: number): string => {
    const date = `${month}-${String(day).padStart(2, '0')}`;
    now = Date.parse(`${date}T12:00:00Z`);
    return date;
  };
  const log = createMemoryEventLog({ clock: { now: () => now } });
  const deps = { log: chainedLog(log), createId: randomUUID };
  const wallets = new Wallets(deps);
  const keyHasher = createHmacKeyHasher(keyPepper(join(folder, 'data')));
  const payments = { ...deps, wallets, bankEntries: new BankEntries(deps), keyHasher };
  const act = async (command: WalletCommand): Promise<void> => {
    const { accepted } = await wallets.execute(walletId, command);
    if (!accepted) throw new Error(`${command.type} was refused`);
  };
  const entries: string[] = [];
  at(1);
  await act({ type: 'open_wallet', walletId, tenantId });
  for (const n of [1, 2]) {
    const topup = { topup_id: id('6', n), tenant_id: tenantId, wallet_id: walletId, amount_eur: '25.000000000' };
    const bank_reference = `BANK-000${n}`;
    const asked = { ...topup, reference: `WB-000000000000000${n}`, expires_at: '2999-01-01T00:00:00.000Z' };
    await changeTopup(payments, topup.topup_id, { type: 'request_topup', topup: asked, actor });
    const received = { bank_reference, bank_date: at(1 + n), received_eur: '25.000000000' };
    await confirmTopup(payments, topup.topup_id, { received, actor });
    entries.push(camtEntry({ reference: bank_reference, date: `<Dt>${received.bank_date}</Dt>` }));
  }
  const days = Array.from({ length: 10 }, (_, index) => at(5 + index));
  for (const [n] of days.entries()) {
    at(5 + n);
    const reservationId = id('e', n + 1);
    await act(reserve('1', { reservationId, expiresAt: '2999-01-01T00:00:00.000Z' }));
    await act(settle('0', { reservationId, ...bill }));
  }
  const returned = { return_id: randomUUID(), bank_reference: 'BANK-0003', returned_eur: '25.000000000' };
  const bank_date = at(20);
  const returns = [{ ...returned, bank_date, identity: { days: [bank_date] } }];
  await reverseReturns(payments, id('6', 2), { returns, actor });
  entries.push(camtEntry({ reference: 'BANK-0003', direction: 'DBIT', date: `<Dt>${bank_date}</Dt>` }));
  at(21);
  const cause = { kind: 'correction', id: randomUUID(), corrects: id('e', 1) } as const;
  await act({ ...debit('1', cause.id), reason: 'charged too little', actor, cause });

  const events = await log.readAll({ limit: 10_000 });
  using file = createRestoredFile({
    path: join(folder, 'data', 'ledger.db'),
    retentionOf: () => null,
    leftOutStream: 'content-left-out',
  });
  file.add(events);
  file.end(events.at(-1)?.position ?? '');
  writeFileSync(join(folder, 'bank.xml'), camtText(entries));
  const counted = days.map((day) => `${day},small-model,input,100\n${day},small-model,output,200\n`);
  writeFileSync(join(folder, 'usage.csv'), `day,model,counter,quantity\n${counted.join('')}`);
}
