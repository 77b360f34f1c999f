import { grantOf } from '../domain/policy.ts';
import type { Principal } from '../domain/principal.ts';
import { GatewayError } from '../errors.ts';
import type { AdminRequest } from './operation.ts';
import { policiesAbove } from './policies-above.ts';

/** Most configured names in the message of an error. */
const shownMax = 20;

/** The names that no profile, alias or `switchyard` of the configuration has. Empty if there is no configuration to compare. */
export function notConfigured({ deps }: Pick<AdminRequest, 'deps'>, names: readonly string[]): readonly string[] {
  const known = deps.knownNames();
  if (known === null) return [];
  const configured = new Set(known);
  return [...new Set(names)].filter((name) => !configured.has(name));
}

interface Checked {
  readonly owner: Principal;
  /** Those that the key or the person has already. */
  readonly kept?: readonly string[];
  readonly param?: 'allowed_profiles' | 'budgets';
}

/**
 * Checks the profiles of a key, which is never widened: a misspelt name could not be corrected later; and those of a
 * budget, which would count nothing. Raises `invalid_value`.
 */
export async function assertConfigured(
  request: AdminRequest,
  names: readonly string[],
  { owner, kept = [], param = 'allowed_profiles' }: Checked,
): Promise<void> {
  const unknown = notConfigured(request, names).find((name) => !kept.includes(name));
  if (unknown === undefined) return;
  throw new GatewayError('invalid_value', {
    detail: `\`${param}\` names ${unknown}, which is not configured. ${await knownWords(request, owner)}`,
    param,
  });
}

/** Whoever does not reach the whole platform learns only the names that the policies of the key's owner allow. */
async function knownWords(request: AdminRequest, owner: Principal): Promise<string> {
  const known = request.deps.knownNames() ?? [];
  const isPlatform = request.administrator.reach('keys.write') === 'all';
  const shown = isPlatform ? known : await allowedTo(request, owner, known);
  if (shown.length === 0) return 'This user may use none of the configured names.';
  const first = shown.slice(0, shownMax).join(', ');
  return shown.length > shownMax
    ? `Use one of: ${first} and ${shown.length - shownMax} more.`
    : `Use one of: ${first}.`;
}

async function allowedTo(
  request: AdminRequest,
  owner: Principal,
  known: readonly string[],
): Promise<readonly string[]> {
  const everything = { allowed_profiles: [], allow_all_models: true, max_request_eur: null };
  const grant = grantOf(everything, await policiesAbove(request, owner), null);
  return known.filter((name) => grant.allows(name));
}
