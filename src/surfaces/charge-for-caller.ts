import { isEstimated, type ChargeRecord } from '../domain/charges/charge-record.ts';

/** A charge as its caller reads it: not which target and upstream were asked, nor the words of an operator. */
export function chargeForCaller(charge: ChargeRecord): object {
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
