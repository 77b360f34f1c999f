import type { Command } from 'commander';
import type { WalletBalance } from '../../projections/wallet-balances.ts';
import { documented } from './arguments.ts';
import { listPage, nextMember, pagedList, printNext, type PageOptions } from './list-page.ts';
import { printJson, printTable } from './output.ts';

export function walletsList(wallets: Command): void {
  documented(pagedList(wallets.command('list').description('list wallets with their balances')).action(list), {
    example: 'waybill wallets list',
    json: '{"wallets":[{"wallet_id","tenant_id","posted_eur","reserved_eur","available_eur","restricted","open_reservations",…,"settled_eur","selection_eur","overrun_eur"}]};\n   with --limit also "next": the id to pass to --after, or null',
  });
}

async function list({ json = false, ...page }: PageOptions & { readonly json?: boolean }): Promise<void> {
  const { walletBalances } = await import('../../projections/wallet-balances.ts');
  const { withLedger } = await import('./open-ledger.ts');
  const list = { projection: walletBalances, keyOf: (wallet: WalletBalance): string => wallet.wallet_id };
  const { documents: wallets, next } = await withLedger([walletBalances], async ({ readModels }) =>
    listPage(readModels, list, page),
  );
  if (json) {
    printJson({ wallets: wallets.map(shown), ...nextMember(page, next) });
    return;
  }
  printTable(
    ['wallet_id', 'available_eur', 'reserved_eur', 'posted_eur', 'settled_eur', 'selection_eur', 'open', 'restricted'],
    wallets.map((wallet) => [
      wallet.wallet_id,
      wallet.available_eur,
      wallet.reserved_eur,
      wallet.posted_eur,
      wallet.settled_eur,
      wallet.selection_eur,
      String(wallet.open_reservations),
      wallet.restricted ? 'yes' : 'no',
    ]),
  );
  printNext(next);
}

/** Counts flagged reservations; `reservations list --flagged` lists them. */
function shown(wallet: WalletBalance): object {
  const { flagged_reservation_ids: _, selection_ids: __, ...figures } = wallet;
  return figures;
}
