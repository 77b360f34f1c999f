import type { Command } from 'commander';
import { documented, revision } from './arguments.ts';
import { printFields, printJson, printLine, printTable } from './output.ts';

export function walletsShow(wallets: Command): void {
  const command = wallets
    .command('show')
    .description('show a wallet, read from its own events, and what each key has spent')
    .argument('<wallet_id>', 'id of the wallet')
    .option('--revision <number>', 'as it was after this event of its stream', revision)
    .action(show);
  documented(command, {
    example: 'waybill wallets show 3f0c6f1e-8f0b-4c57-9d6b-0d1f6a0c2b11',
    json: '{"wallet_id","tenant_id","posted_eur","granted_eur","reserved_eur","available_eur","restricted","open_reservations","flagged_reservations",\n   "credited_eur","debited_eur","settled_eur","selection_eur","overrun_eur",\n   "lots":[{"lot_id","kind","expires_at","available_eur","reserved_eur"}],"keys":[{"key_id","settled_eur","reserved_eur","alert"?}],"alert":{"below_eur","low"}|null}',
  });
}

interface Options {
  readonly revision?: number;
  readonly json?: boolean;
}

async function show(walletId: string, { json = false, revision: at }: Options): Promise<void> {
  const { withLog } = await import('./open-ledger.ts');
  const { walletAccount } = await import('./wallet-account.ts');
  const account = await withLog((log) => walletAccount(log, walletId, at ?? null));
  if (json) {
    printJson(account);
    return;
  }
  const { lots, keys, tenant_id, restricted, alert, ...figures } = account;
  const low = alert === null ? {} : { alert_below_eur: `${alert.below_eur}${alert.low ? ', reported' : ''}` };
  printFields({ ...figures, ...low, restricted: restricted ? 'yes' : 'no', tenant_id: tenant_id ?? 'unknown' });
  if (restricted) {
    printLine('');
    printLine(
      `One paid request at a time, because one cost more than was reserved. To end this, add credit or run waybill wallets unrestrict ${walletId}`,
    );
  }
  if (lots.length > 0) {
    printLine('');
    printTable(
      ['lot_id', 'kind', 'expires_at', 'available_eur', 'reserved_eur'],
      lots.map((lot) => [lot.lot_id, lot.kind, lot.expires_at ?? 'never', lot.available_eur, lot.reserved_eur]),
    );
  }
  if (keys.length === 0) return;
  printLine('');
  printTable(
    ['key_id', 'settled_eur', 'reserved_eur'],
    keys.map((key) => [key.key_id, key.settled_eur, key.reserved_eur]),
  );
}
