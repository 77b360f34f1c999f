import type { Command } from 'commander';
import { documented } from './arguments.ts';
import { printJson, printTable } from './output.ts';

interface Options {
  readonly flagged?: boolean;
  readonly wallet?: string;
  readonly json?: boolean;
}

export function reservationsList(reservations: Command): void {
  const command = reservations
    .command('list')
    .description('every reservation that has not ended')
    .option('--flagged', 'only those whose outcome is to be checked')
    .option('--wallet <uuid>', 'only those of this wallet')
    .action(list);
  documented(command, {
    example: 'waybill reservations list --flagged',
    json: '{"reservations":[{"reservation_id","wallet_id","key_id","amount_eur","reserved_at","expires_at","flag","flagged_at",\n   "upstream","upstream_model","profile",…}]}; flag is null while nothing is wrong',
  });
}

async function list({ flagged = false, wallet, json = false }: Options): Promise<void> {
  const { openReservations } = await import('../../projections/open-reservations.ts');
  const { allDocuments } = await import('./all-documents.ts');
  const { withLedger } = await import('./open-ledger.ts');
  const open = await withLedger(async ({ readModels }) => [...allDocuments(readModels, openReservations)]);
  const wanted = open.filter(
    ({ flag, wallet_id }) => (!flagged || flag !== null) && (wallet === undefined || wallet_id === wallet),
  );
  if (json) {
    printJson({ reservations: wanted });
    return;
  }
  printTable(
    ['reservation_id', 'wallet_id', 'amount_eur', 'expires_at', 'upstream', 'flag'],
    wanted.map((reservation) => [
      reservation.reservation_id,
      reservation.wallet_id,
      reservation.amount_eur,
      reservation.expires_at,
      reservation.upstream,
      reservation.flag ?? '',
    ]),
  );
}
