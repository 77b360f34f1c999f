import { charges, shownCharge } from '../../../projections/charges.ts';
import type { ChargeRecord } from '../../domain/charges/charge-record.ts';
import { notFound } from '../administrator.ts';
import type { AdminRequest } from '../operation.ts';
import { placeOfTenant } from '../reads-within.ts';

/**
 * The charge of a reservation, as the read models have it now. A member reads their own. Raises `not_permitted`, and
 * `resource_not_found` for one that does not exist or is out of reach.
 */
export async function chargeWithin(request: AdminRequest, reservationId: string): Promise<ChargeRecord> {
  const { administrator, deps } = request;
  administrator.reach('charges.read');
  await deps.catchUp([charges]);
  const charge = shownCharge(deps.readModels, reservationId);
  const place = await placeOfTenant(request, charge?.tenant_id ?? null);
  if (charge === null) throw notFound('reservation');
  administrator.assertMay('charges.read', { ...place, userId: charge.user_id }, 'reservation');
  return charge;
}
