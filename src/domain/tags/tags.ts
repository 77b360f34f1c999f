import { z } from 'zod';

/** Most tags of one request. */
export const requestTagsMax = 8;

/** A name begins with a letter, so that no object inherits a member of this name except `constructor`: look it up as own. */
export const tagNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}$/, 'a small letter and up to 31 more small letters, digits or _')
  .meta({ description: 'Name of a tag.', examples: ['project'] });

/**
 * Texts that a header, a table and a journal hold without quotes, and that no spreadsheet takes for a formula.
 */
export const tagValueSchema = z
  .string()
  .regex(/^[A-Za-z0-9][\w.:/-]{0,63}$/, 'a letter or digit and up to 63 more letters, digits, or any of _ . : / -')
  .describe('Value of a tag.');

export const tagsSchema = z
  .record(tagNameSchema, tagValueSchema)
  .describe('What the caller charges the request to: names and values as the tenant has declared them.');

/** The tags of a request, by name: at least one. */
export type Tags = Readonly<Record<string, string>>;

/** As a header and a table hold them, in the order of their names: `cost_center=42`. */
export function writtenTags(tags: Tags, separator: string): string {
  return Object.entries(tags)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join(separator);
}
