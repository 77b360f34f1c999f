import type { Context } from 'koa';
import { type ChargeRecord, isEstimated } from '../domain/charges/charge-record.ts';
import { GatewayError } from '../errors.ts';
import { shownName } from '../protocols/requests/request-fields.ts';
import type { Caller, CallerAdmission } from '../pipeline/caller-access.ts';
import type { ChargeIndex } from '../ports/charge-index.ts';
import { askedSpan } from './asked-days.ts';
import { presentedIn } from './http-exchange.ts';
import { pageLimit, queryText } from './query-text.ts';

export interface OwnReceiptDeps extends OwnChargesDeps {
  /** The receipt of a charge; `null`: it has not ended, no checkpoint covers it yet, or a person decided it. */
  readonly receiptOf: (charge: ChargeRecord) => Promise<object | null>;
}

export interface OwnChargesDeps {
  readonly identify: Caller;
  readonly callerAdmission: CallerAdmission;
  readonly chargeIndex: ChargeIndex;
}

/** Largest page of charges, and the one of a request that names no limit. */
const page = { most: 200, unasked: 50 };

/** `GET /v1/charges`: what the key's requests were charged, the newest first, also those that still run. */
export function listOwnCharges(deps: OwnChargesDeps) {
  return async (ctx: Context): Promise<void> => {
    const keyId = await ownKeyId(ctx, deps);
    const limit = pageLimit(ctx, page);
    const named = queryText(ctx, 'after');
    const after = named === null ? null : await ownCharge(named, keyId, deps);
    if (named !== null && after === null) {
      throw new GatewayError('invalid_value', { detail: '`after` is not an id in this list.', param: 'after' });
    }
    const { charges, hasMore } = await deps.chargeIndex.ofKey(keyId, { ...askedSpan(ctx), after, limit });
    const data = charges.map(chargeForCaller);
    ctx.body = {
      object: 'list',
      data,
      has_more: hasMore,
      first_id: charges[0]?.reservation_id ?? null,
      last_id: charges.at(-1)?.reservation_id ?? null,
    };
  };
}

/** `GET /v1/charges/{reservation}`: one of them, by the id that the answer's header and the last record of a stream name. */
export function showOwnCharge(deps: OwnChargesDeps) {
  return async (ctx: Context & { readonly params: Record<string, string> }): Promise<void> => {
    const keyId = await ownKeyId(ctx, deps);
    const id = ctx.params['reservation'] ?? '';
    const charge = await ownCharge(id, keyId, deps);
    if (charge === null) {
      throw new GatewayError('resource_not_found', { detail: `Charge with id '${shownName(id)}' not found.` });
    }
    ctx.body = chargeForCaller(charge);
  };
}

/** `GET /v1/charges/{reservation}/receipt`: what proves a charge of the key to anybody. */
export function showOwnReceipt(deps: OwnReceiptDeps) {
  return async (ctx: Context & { readonly params: Record<string, string> }): Promise<void> => {
    const keyId = await ownKeyId(ctx, deps);
    const id = ctx.params['reservation'] ?? '';
    const charge = await ownCharge(id, keyId, deps);
    const receipt = charge === null ? null : await deps.receiptOf(charge);
    if (receipt === null) {
      throw new GatewayError('resource_not_found', {
        detail: `Charge with id '${shownName(id)}' not found, or it has no receipt yet: it has not ended, or no checkpoint covers it.`,
      });
    }
    ctx.body = { object: 'receipt', reservation_id: id, ...receipt };
  };
}

/** The key that asks. The request counts in its rates, and needs neither credit nor a free place. */
export async function ownKeyId(
  ctx: Context,
  { identify, callerAdmission }: Pick<OwnChargesDeps, 'identify' | 'callerAdmission'>,
): Promise<string> {
  const by = await identify(presentedIn(ctx));
  await callerAdmission.count(by);
  return by.caller.key.key_id;
}

/** `null` for a charge of another key too. */
async function ownCharge(id: string, keyId: string, { chargeIndex }: OwnChargesDeps): Promise<ChargeRecord | null> {
  const charge = await chargeIndex.find(id);
  return charge?.key_id === keyId ? charge : null;
}

/** A charge as its caller reads it: not which target and upstream were asked, nor the words of an operator. */
function chargeForCaller(charge: ChargeRecord): object {
  const { reservation_id, wallet_id: _wallet, tenant_id: _tenant, user_id: _user, key_id: _key, ...shown } = charge;
  const { target: _target, upstream: _upstream, upstream_model, attempts, reason, resolved_by, ...own } = shown;
  return {
    id: reservation_id,
    object: 'charge',
    ...own,
    model: upstream_model,
    estimate: isEstimated(charge),
    attempts: attempts.map(({ attempt, failure, outcome, left_open }) => ({
      attempt,
      failure,
      outcome,
      ...(left_open !== undefined && { left_open }),
    })),
    reason: resolved_by === 'operator' ? null : reason,
    resolved_by,
  };
}
