import { z } from 'zod';
import { openReservations, type OpenReservationDocument } from '../../projections/open-reservations.ts';
import { nanoFromEur } from '../domain/money.ts';
import { enteredBill } from '../domain/prices/bill-by.ts';
import { GatewayError } from '../errors.ts';
import type { WalletCommand } from '../domain/wallet-commands.ts';
import { notFound } from './administrator.ts';
import { moneyInput, pageInput, reasonInput, uuidInput } from './inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { scannedPage, type ListEntries } from './owned-page.ts';
import { placeOfTenant, recordedWallet, walletWithin } from './reads-within.ts';
import { lookUpBillingRecords } from './look-up-billing-records.ts';
import { pageOutput, type Shown } from './outputs.ts';
import { chargeWithin } from './records/charge-within.ts';
import { chargeForAdministrator, chargeForMember } from './shown/shown-charge.ts';
import {
  endedReservationOutput,
  openReservationOutput,
  reservationOutput,
  shownOpenReservation as shown,
} from './shown/shown-reservation.ts';
import { notPossible } from './refusal-advice.ts';

const walletMissing = '`wallet_id` is missing: only platform roles may list the reservations of all wallets.';

const listReservations = adminOperation({
  id: 'listReservations',
  method: 'get',
  path: '/reservations',
  command: 'reservations list',
  summary:
    'List open reservations with their start and request, and the reason why the outcome of a flagged one is unknown.',
  action: 'reservations.read',
  input: z.strictObject({
    ...pageInput,
    wallet_id: uuidInput.optional().describe('The wallet. Optional for platform roles.'),
    flagged: z.boolean().optional().describe('Only reservations whose outcome is unknown.'),
    billing_records: z
      .boolean()
      .optional()
      .describe('Whether to look up the flagged reservations in the billing records of the upstreams.'),
  }),
  output: pageOutput(openReservationOutput),
  run: async (asked, request) => {
    const reach = request.administrator.reach('reservations.read');
    const isWanted = ({ flag }: OpenReservationDocument): boolean => asked.flagged !== true || flag !== null;
    const list = { projection: openReservations, shown: (open: OpenReservationDocument) => open, isWanted };
    const ofWallet = asked.wallet_id === undefined ? null : await holdsOf(request, asked.wallet_id);
    if (ofWallet === null && reach !== 'all') {
      throw new GatewayError('invalid_value', { detail: walletMissing, param: 'wallet_id' });
    }
    const { data, ...page } = await scannedPage(request, { ...list, ...ofWallet }, asked);
    return {
      ...page,
      data: asked.billing_records === true ? await withBillingRecords(request, data) : data.map((open) => shown(open)),
    };
  },
});

/** The open reservations of one wallet, read from its own events. Raises the errors of access checks. */
async function holdsOf(
  request: AdminRequest,
  walletId: string,
): Promise<{ readonly prefix: string; readonly list: ListEntries<OpenReservationDocument> }> {
  const { reservations } = await walletWithin(request, 'reservations.read', walletId);
  const prefix = `${walletId}/`;
  const keys = Array.from(reservations.entries(), ([id]) => prefix + id).toSorted();
  const { readModels } = request.deps;
  return {
    prefix,
    list: ({ afterKey, limit }) => {
      const first = keys.findIndex((key) => key > afterKey);
      return (first === -1 ? [] : keys.slice(first, first + limit)).map((key) => ({
        key,
        // A reservation that has ended in the meantime is left out.
        document: readModels.get(openReservations, key.slice(prefix.length)),
      }));
    },
  };
}

const showReservation = adminOperation({
  id: 'showReservation',
  method: 'get',
  path: '/reservations/{reservation_id}',
  command: 'reservations show',
  summary:
    'Show a reservation, also one that has ended: what it was for, and what it cost. Of an open one, what the billing records of its upstream contain about it too, but for members.',
  action: 'charges.read',
  input: z.strictObject({ reservation_id: uuidInput }),
  output: reservationOutput,
  run: async ({ reservation_id }, request) => {
    const { administrator, deps } = request;
    await deps.catchUp([openReservations]);
    const charge = await chargeWithin(request, reservation_id);
    if (administrator.reach('charges.read') === 'own') return { ...chargeForMember(charge), object: 'reservation' };
    const known = { ...chargeForAdministrator(charge), object: 'reservation' as const };
    const open = deps.readModels.get(openReservations, reservation_id);
    if (open === null) return known;
    const [record] = await lookUpBillingRecords(deps, [open]);
    return { ...known, open: shown(open, record) };
  },
});

/** Looks up flagged reservations only: the requests of others may be running. */
async function withBillingRecords(
  { deps }: AdminRequest,
  holds: readonly OpenReservationDocument[],
): Promise<readonly Shown<typeof openReservationOutput>[]> {
  const flagged = holds.filter(({ flag }) => flag !== null);
  const billingRecords = await lookUpBillingRecords(deps, flagged);
  return holds.map((hold) => {
    return shown(hold, billingRecords[flagged.indexOf(hold)]);
  });
}

async function flaggedReservation(request: AdminRequest, reservationId: string): Promise<OpenReservationDocument> {
  const { administrator, deps } = request;
  administrator.reach('reservations.resolve');
  await deps.catchUp([openReservations]);
  const found = deps.readModels.get(openReservations, reservationId);
  const wallet = await recordedWallet(request, found?.wallet_id ?? '');
  const place = await placeOfTenant(request, wallet?.tenantId ?? null);
  if (found === null || wallet === null) throw notFound('open reservation');
  administrator.assertMay('reservations.resolve', place, 'open reservation');
  if (found.flag === null) throw notPossible('reservation_not_flagged');
  return found;
}

async function ended(
  request: AdminRequest,
  reservation: OpenReservationDocument,
  command: WalletCommand,
): Promise<Shown<typeof endedReservationOutput>> {
  const { reservation_id, wallet_id } = reservation;
  const answer = await request.deps.wallets.execute(wallet_id, command);
  if (!answer.accepted) throw notPossible(answer.refusal);
  const outcome = command.type === 'release_reservation' ? 'released' : 'settled';
  return { id: reservation_id, object: 'reservation', wallet_id, outcome };
}

const releaseReservation = adminOperation({
  id: 'releaseReservation',
  method: 'post',
  path: '/reservations/{reservation_id}/release',
  command: 'reservations resolve',
  summary: 'Release a flagged reservation without a charge.',
  action: 'reservations.resolve',
  input: z.strictObject({ reservation_id: uuidInput, reason: reasonInput }),
  output: endedReservationOutput,
  run: async ({ reservation_id: reservationId, reason }, request) => {
    const reservation = await flaggedReservation(request, reservationId);
    return await ended(request, reservation, {
      type: 'release_reservation',
      reservationId,
      reason,
      resolvedBy: 'operator',
      actor: request.administrator.actor,
      attempt: reservation.attempt ?? 1,
    });
  },
});

const settleReservation = adminOperation({
  id: 'settleReservation',
  method: 'post',
  path: '/reservations/{reservation_id}/settle',
  command: 'reservations resolve',
  summary: 'Charge a flagged reservation with its cost.',
  action: 'reservations.resolve',
  input: z.strictObject({
    reservation_id: uuidInput,
    cost_eur: moneyInput.describe('The cost to charge.'),
    reason: reasonInput,
  }),
  output: endedReservationOutput,
  run: async ({ reservation_id: reservationId, cost_eur, reason }, request) => {
    const reservation = await flaggedReservation(request, reservationId);
    return await ended(request, reservation, {
      type: 'settle_reservation',
      reservationId,
      ...enteredBill(nanoFromEur(cost_eur), 'operator', reservation.bounds),
      priceListId: reservation.price_list.id,
      priceListVersion: reservation.price_list.version,
      resolvedBy: 'operator',
      reason,
      actor: request.administrator.actor,
      attempt: reservation.attempt ?? 1,
    });
  },
});

/** Operations on reservations. */
export const reservationOperations: readonly AdminOperation[] = [
  listReservations,
  showReservation,
  releaseReservation,
  settleReservation,
];
