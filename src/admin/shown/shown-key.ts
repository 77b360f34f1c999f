import { callsModels, type ApiKey } from '../../domain/api-key.ts';
import { shownLimits } from '../../domain/scopes/request-limits.ts';
import { shownRequiredTags } from '../../domain/tags/set-tags.ts';
import type { AdminRequest } from '../operation.ts';
import { recordedWallet } from '../reads-within.ts';
import { shownBudgets } from './shown-budgets.ts';

/** A key as answers contain it. */
export function shownKey(key: ApiKey): object {
  const {
    key_id,
    key_hash: _,
    rotation_id: _rotation,
    cut_off_rotation_id: _cutOff,
    limits: _limits,
    limits_by: _by,
    required_tags_by: _tagsBy,
    administers = false,
    inference: _inference,
    ...rest
  } = key;
  const tags = key.required_tags === undefined ? {} : shownRequiredTags(key);
  const shown = { id: key_id, object: 'api_key', ...rest, administers, inference: callsModels(key) };
  return { ...shown, ...shownLimits(key), ...tags };
}

/** A key with what counts in its budgets now. */
export async function shownKeySpend(request: AdminRequest, key: ApiKey): Promise<object> {
  const { budgets } = key;
  if (budgets === undefined) return shownKey(key);
  const wallet = await recordedWallet(request, key.wallet_id);
  return { ...shownKey(key), budgets: shownBudgets(budgets, wallet, request.deps.now()) };
}
