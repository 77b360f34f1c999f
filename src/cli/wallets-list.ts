import type { Command } from 'commander';
import type { WalletBalance } from '../../projections/wallet-balances.ts';
import { documented } from './arguments.ts';
import { printJson, printTable } from './output.ts';

export function walletsList(wallets: Command): void {
  documented(wallets.command('list').description('every wallet with its balance').action(list), {
    example: 'waybill wallets list',
    json: '{"wallets":[{"wallet_id","tenant_id","posted_eur","reserved_eur","available_eur","restricted","open_reservations",…}]}',
  });
}

async function list({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { walletBalances } = await import('../../projections/wallet-balances.ts');
  const { allDocuments } = await import('./all-documents.ts');
  const { withLedger } = await import('./open-ledger.ts');
  const wallets = await withLedger(async ({ readModels }) => [...allDocuments(readModels, walletBalances)]);
  if (json) {
    printJson({ wallets: wallets.map(shown) });
    return;
  }
  printTable(
    ['wallet_id', 'available_eur', 'reserved_eur', 'posted_eur', 'open', 'restricted'],
    wallets.map((wallet) => [
      wallet.wallet_id,
      wallet.available_eur,
      wallet.reserved_eur,
      wallet.posted_eur,
      String(wallet.open_reservations),
      wallet.restricted ? 'yes' : 'no',
    ]),
  );
}

/** The flagged reservations are counted; `reservations list --flagged` names them. */
function shown(wallet: WalletBalance): object {
  const { flagged_reservation_ids: _, ...figures } = wallet;
  return figures;
}
