import type { Command } from 'commander';
import type { OpenReservationDocument } from '../../projections/open-reservations.ts';
import { documented } from './arguments.ts';
import { listPage, nextMember, pagedList, printNext, type PageOptions } from './list-page.ts';
import { printJson, printTable } from './output.ts';

interface Options extends PageOptions {
  readonly flagged?: boolean;
  readonly wallet?: string;
  readonly json?: boolean;
}

export function reservationsList(reservations: Command): void {
  const command = pagedList(reservations.command('list').description('list the open reservations'))
    .option('--flagged', 'only reservations whose outcome is unknown')
    .option('--wallet <uuid>', 'only reservations of this wallet')
    .action(list);
  documented(command, {
    example: 'waybill reservations list --flagged',
    json: '{"reservations":[{"reservation_id","wallet_id","key_id","amount_eur","reserved_at","expires_at","flag","flagged_at",\n   "upstream","upstream_model","profile",…}]}; flag is null while nothing is wrong; content_bytes: what had come\n   of the answer by then; billing_reference: by what the upstream knows it, where that is another id; attempt_of: the request whose failed attempt it is; with --limit also "next": the id to go on after, or null',
  });
}

async function list({ flagged = false, wallet, json = false, ...page }: Options): Promise<void> {
  const { openReservations } = await import('../../projections/open-reservations.ts');
  const { withLedger } = await import('./open-ledger.ts');
  const isWanted = ({ flag, wallet_id }: OpenReservationDocument): boolean =>
    (!flagged || flag !== null) && (wallet === undefined || wallet_id === wallet);
  const list = { projection: openReservations, keyOf: (open: OpenReservationDocument): string => open.reservation_id };
  const { documents: wanted, next } = await withLedger([openReservations], async ({ readModels }) =>
    listPage(readModels, list, page, isWanted),
  );
  if (json) {
    printJson({ reservations: wanted, ...nextMember(page, next) });
    return;
  }
  printTable(
    ['reservation_id', 'wallet_id', 'amount_eur', 'expires_at', 'upstream', 'billing_reference', 'flag'],
    wanted.map((reservation) => [
      reservation.reservation_id,
      reservation.wallet_id,
      reservation.amount_eur,
      reservation.expires_at,
      reservation.upstream,
      reservation.billing_reference ?? reservation.reservation_id,
      reservation.flag ?? '',
    ]),
  );
  printNext(next);
}
