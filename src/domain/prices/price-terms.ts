import { z } from 'zod';
import { profileNameSchema } from '../profile-name.ts';
import { priceListSchema } from '../price-list.ts';
import type { ByLevel } from '../scopes/level.ts';

/**
 * What those below a scope pay, stated relative to what the level above charges. A reseller's prices are set by the
 * platform, those of its tenants by the reseller.
 */

/** Parts of ten thousand: 10,000 is the price above, unchanged. */
const factorSchema = z
  .number()
  .int()
  .min(9_000)
  .max(50_000)
  .describe(
    'Every price of the list above, in basis points: 12,000 is a fifth more. Each price is rounded half to even to the nano-euro.',
  );

/** Most profiles with prices of their own. */
const pricedProfilesMax = 50;

/** What one profile may have: one of them. */
export const profilePricesShape = { factor_basis_points: factorSchema, price_list: priceListSchema } as const;

/** Prices of one profile, as they are set and recorded. */
export const profilePricesSchema = z
  .union([
    z.strictObject({ factor_basis_points: factorSchema }),
    z.strictObject({ price_list: priceListSchema }).describe('A list in place of the list above.'),
  ])
  .meta({ title: 'prices of a profile', description: 'A factor, or a price list.' });

/** Members of the event and of the operation. */
export const priceTermsShape = {
  factor_basis_points: factorSchema.optional(),
  profiles: z
    .record(profileNameSchema, profilePricesSchema)
    .refine((profiles) => Object.keys(profiles).length <= pricedProfilesMax, `at most ${pricedProfilesMax} profiles`)
    .optional()
    .describe('Prices of single profiles, by name. They replace the factor there.'),
} as const;

const priceTermsSchema = z.strictObject(priceTermsShape);

/** The prices of a level; without members: those of the level above, unchanged. */
export type PriceTerms = Readonly<z.infer<typeof priceTermsSchema>>;
/** The prices of one profile. */
export type ProfilePrices = z.infer<typeof profilePricesSchema>;

/** Terms as they were set. */
export interface SetPriceTerms extends PriceTerms {
  /** Another id for each change. */
  readonly prices_id: string;
}

/** The terms that apply to a caller, by the level that set them. The platform's come first. */
export interface CallerPrices extends ByLevel<SetPriceTerms> {
  /** Who has the margin of the reseller's terms. */
  readonly resellerId?: string;
}

interface Priced {
  readonly prices_by?: ByLevel<SetPriceTerms>;
}

/** The nearest terms of each level: those of a tenant replace those of its reseller. `undefined`: there are none. */
export function callerPrices(
  tenant: Priced | null,
  reseller: Priced | null,
  resellerId: string | null,
): CallerPrices | undefined {
  const of = (level: 'platform' | 'reseller'): SetPriceTerms | undefined =>
    tenant?.prices_by?.[level] ?? reseller?.prices_by?.[level];
  const [platform, own] = [of('platform'), resellerId === null ? undefined : of('reseller')];
  if (platform === undefined && own === undefined) return undefined;
  return {
    ...(platform !== undefined && { platform }),
    ...(own !== undefined && resellerId !== null && { reseller: own, resellerId }),
  };
}

/**
 * The prices of a profile under these terms; `null`: those of the level above. `names`: its own, then its aliases; the
 * first that has prices counts.
 */
export function pricesOfProfile(terms: PriceTerms, names: readonly string[]): ProfilePrices | null {
  const { profiles = {}, factor_basis_points } = terms;
  const name = names.find((each) => Object.hasOwn(profiles, each));
  if (name !== undefined) return profiles[name] ?? null;
  return factor_basis_points === undefined ? null : { factor_basis_points };
}
