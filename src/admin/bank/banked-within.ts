import type { AdminAction } from '../../domain/scopes/permissions.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { notFound } from '../administrator.ts';
import type { AdminRequest } from '../operation.ts';
import { placeOfWallet } from '../reads-within.ts';

interface OfWallet {
  readonly wallet_id: string;
  readonly tenant_id: string;
}

/**
 * A top-up or payout by its id, of a wallet within the reach of the caller. Raises `not_permitted`, and
 * `resource_not_found`.
 */
export async function bankedWithin<Banked extends OfWallet>(
  request: AdminRequest,
  { what, action, id }: { readonly what: 'top-up' | 'payout'; readonly action: AdminAction; readonly id: string },
  recorded: (log: EventLog, id: string) => Promise<Banked | null>,
): Promise<Banked> {
  request.administrator.reach(action);
  const found = await recorded(request.deps.log, id);
  const place = await placeOfWallet(request, found?.wallet_id ?? '', found?.tenant_id ?? null);
  if (found === null) throw notFound(what);
  request.administrator.assertMay(action, place, what);
  return found;
}
