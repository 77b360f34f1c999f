import { z } from 'zod';
import { callsModels, type ApiKey } from '../../domain/api-key.ts';
import { shownLimits } from '../../domain/scopes/request-limits.ts';
import { profileNameSchema } from '../../domain/profile-name.ts';
import { shownRequiredTags } from '../../domain/tags/set-tags.ts';
import { tagNameSchema } from '../../domain/tags/tags.ts';
import type { AdminRequest } from '../operation.ts';
import {
  actorOutput,
  amountOutput,
  dayOutput,
  idOutput,
  levelOutput,
  limitsOutput,
  timeOutput,
  type Shown,
} from '../outputs.ts';
import { recordedWallet } from '../reads-within.ts';
import { budgetOutput, raiseOutput, shownBudgets } from './shown-budgets.ts';

/** Members of what names required tags. */
export const requiredTagsOutput = {
  required_tags: z.array(tagNameSchema).describe('The tags that every request of the key has to name.'),
  required_by: z.record(z.string(), levelOutput).describe('The widest level that requires each, by name.'),
};

const keyMembers = z.strictObject({
  id: idOutput,
  object: z.literal('api_key'),
  name: z.string(),
  key_prefix: z.string().describe('The beginning of its secret.'),
  user_id: idOutput,
  tenant_id: idOutput,
  wallet_id: idOutput.describe('The wallet that pays for its requests.'),
  allowed_profiles: z.array(profileNameSchema),
  allow_all_models: z.boolean(),
  max_request_eur: amountOutput.nullable().describe('Most that one request may cost; `null`: only policies limit it.'),
  budget_eur: amountOutput.nullable().describe('Most that all requests together may cost; `null`: none.'),
  budget_raised: raiseOutput.optional(),
  budgets: z.array(budgetOutput).optional().describe('Absent: none.'),
  expires_at: timeOutput.nullable(),
  revoked: z.boolean(),
  administers: z.boolean().describe('Whether it may call this API.'),
  inference: z.boolean().describe('Whether it may call models.'),
  parent_key_id: idOutput.optional().describe('The key that made it; absent: none did.'),
  created_by: actorOutput.optional(),
  revoked_by: actorOutput.optional(),
  ...limitsOutput,
  required_tags: requiredTagsOutput.required_tags.optional(),
  required_by: requiredTagsOutput.required_by.optional(),
  last_used_on: dayOutput
    .nullable()
    .optional()
    .describe('UTC day on which its last request ended; `null`: none has; absent where it was not looked up.'),
  cost_of_month_eur: amountOutput
    .optional()
    .describe('What its requests of this month, UTC, have cost. Absent where it was not looked up.'),
});

/** A key. */
export const keyOutput = keyMembers.meta({ id: 'Key' });

/** A key whose secret is shown once. */
export const newKeyOutput = keyMembers
  .extend({ api_key: z.string().nullable().describe('The secret; `null` where it was shown before.') })
  .meta({ id: 'NewKey' });

/** A key as answers contain it. */
export function shownKey(key: ApiKey): Shown<typeof keyOutput> {
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
  const shown = { id: key_id, object: 'api_key' as const, ...rest, administers, inference: callsModels(key) };
  return { ...shown, ...shownLimits(key), ...tags };
}

/** A key with what counts in its budgets now. */
export async function shownKeySpend(request: AdminRequest, key: ApiKey): Promise<Shown<typeof keyOutput>> {
  const { budgets } = key;
  if (budgets === undefined) return shownKey(key);
  const wallet = await recordedWallet(request, key.wallet_id);
  return { ...shownKey(key), budgets: shownBudgets(budgets, wallet, request.deps.now()) };
}
