import { z } from 'zod';
import { requestTagsMax, tagNameSchema, tagValueSchema } from './tags.ts';

/** Most values of one name in a month, and most names, values in a list and shown ones of a tenant's declaration. */
export const tagValuesMax = 1_000;
const declaredTagsMax = 16;
const listedValuesMax = 50;
const shownValuesMax = 20;

/** Only constant expressions: one from outside could take long to match. */
const characterKinds = {
  digits: /^[0-9]+$/,
  letters: /^[A-Za-z]+$/,
  letters_digits: /^[A-Za-z0-9]+$/,
  letters_digits_marks: /^[\w.:/-]+$/,
} as const;

const kinds = Object.keys(characterKinds) as (keyof typeof characterKinds)[]; // keys of the literal above

/** A tag that requests may have, with what its value may be: one of a list, or so many characters of a kind. */
export const declaredTagSchema = z.strictObject({
  name: tagNameSchema,
  values: z
    .array(tagValueSchema)
    .min(1)
    .max(listedValuesMax)
    .optional()
    .describe('The values that it may have; absent: any of `characters`.'),
  characters: z
    .enum(kinds)
    .optional()
    .describe(
      'The characters of its values, without `values`; marks are `_`, `.`, `:`, `/` and `-`, not at the start.',
    ),
  length_max: z.int().min(1).max(64).optional().describe('Most characters of a value. Absent: 64.'),
  required: z.boolean().optional().describe('Whether every request of the tenant has to name it. Absent: false.'),
});

/** A declared tag. Plain JSON. */
export type DeclaredTag = Readonly<z.infer<typeof declaredTagSchema>>;

export const declaredTagsSchema = z
  .array(declaredTagSchema)
  .max(declaredTagsMax)
  .refine((tags) => new Set(tags.map(({ name }) => name)).size === tags.length, 'each name once')
  .refine(
    (tags) => tags.every(({ values, characters }) => (values === undefined) !== (characters === undefined)),
    'each with either `values` or `characters`',
  )
  .describe('The tags that requests of the tenant may have.');

export const requiredTagsSchema = z
  .array(tagNameSchema)
  .max(declaredTagsMax)
  .describe('The tags that every request of the key has to name, besides those of its tenant.');

export const metadataTagsSchema = z
  .boolean()
  .describe('Whether members of `metadata` in a body that are declared tags count as tags too.');

/** What a tenant has declared. Plain JSON: a part of its document. */
export interface TagDeclaration {
  readonly declared: readonly DeclaredTag[];
  readonly from_metadata: boolean;
}

/** What the tags of a key's requests have to be. */
export interface TagTerms extends TagDeclaration {
  /** Names that every request has to have. */
  readonly required: readonly string[];
}

/**
 * What is required of requests: no more tags than one can have, those that the tenant requires first. Others are asked for
 * in vain, since a key and its tenant may have come to require more together than either did.
 */
export function tagTerms(declaration: TagDeclaration, ofKeys: readonly string[]): TagTerms {
  return { ...declaration, required: askedTags(declaration, ofKeys).slice(0, requestTagsMax) };
}

/** All tags that are asked for, those of the tenant first. One that is no longer declared cannot be sent, so it is not. */
export function askedTags({ declared }: TagDeclaration, ofKeys: readonly string[]): readonly string[] {
  const asked = new Set(ofKeys);
  const ofTenant = declared.filter(({ required }) => required === true);
  const ofKeysAlone = declared.filter(({ name, required }) => required !== true && asked.has(name));
  return [...ofTenant, ...ofKeysAlone].map(({ name }) => name);
}

/** Whether a declared tag may have a value. Linear in its length. */
export function isTagValue({ values, characters, length_max: max = 64 }: DeclaredTag, value: string): boolean {
  if (values !== undefined) return values.includes(value);
  return (
    characters !== undefined &&
    value.length <= max &&
    characterKinds[characters].test(value) &&
    tagValueSchema.safeParse(value).success
  );
}

/** A tag of two levels: its values are those that both allow, perhaps none; it is required if one of them requires it. */
export function narrowerTag(above: DeclaredTag, below: DeclaredTag): DeclaredTag {
  const both = [above, below];
  const named = { name: above.name, ...(both.some(({ required }) => required === true) && { required: true }) };
  const [listing, other] = above.values === undefined ? [below, above] : both;
  if (listing?.values !== undefined) {
    return { ...named, values: listing.values.filter((value) => other !== undefined && isTagValue(other, value)) };
  }
  const [narrow = 'digits', wide = narrow] = kinds.filter((kind) => both.some(({ characters }) => characters === kind));
  // Each kind has the characters of those before it, but letters no digits.
  if (narrow !== wide && wide === 'letters') return { ...named, values: [] };
  return { ...named, characters: narrow, length_max: Math.min(...both.map(({ length_max: max = 64 }) => max)) };
}

/** A declared tag in words, for people who got it wrong. */
export function shownTag({ name, values, characters = 'digits', length_max: max = 64 }: DeclaredTag): string {
  if (values === undefined) return `\`${name}\` (up to ${max} ${inWords[characters]})`;
  if (values.length === 0) return `\`${name}\` (no value that each level allows)`;
  const more = values.length > shownValuesMax ? `, and ${values.length - shownValuesMax} more` : '';
  return `\`${name}\` (${values.slice(0, shownValuesMax).join(', ')}${more})`;
}

const inWords: Readonly<Record<keyof typeof characterKinds, string>> = {
  digits: 'digits',
  letters: 'letters',
  letters_digits: 'letters and digits',
  letters_digits_marks: 'letters, digits and _ . : / -',
};
