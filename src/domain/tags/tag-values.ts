import type { Tags } from './tags.ts';

/** A value of a tag in a tenant: a document of `usage`. */
export interface TagValueUse {
  /** The last month in which it was used, UTC. */
  readonly used_in: string;
}

/** How many values a tag of a tenant has: a document of `usage`. */
export interface TagValueCount {
  /** The last month in which it was used, UTC. */
  readonly counted_in: string;
  readonly values: number;
}

/** Key of the document that counts the values of a tag; followed by a slash and a value, that of the value. */
export function tagValuesKey(tenantId: string, tag: string): string {
  return `value/${encodeURIComponent(tenantId)}/${tag}`;
}

/** The month of a time of RFC 3339. */
export function monthOf(time: string): string {
  return time.slice(0, 7);
}

interface TaggedHold {
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  readonly tenantId: string;
}

interface TagDocuments {
  get(key: string): object | null;
  set(key: string, document: TagValueUse | TagValueCount): void;
}

/**
 * Counts the values of a month by tag. Several wallets of a tenant change the same documents: the last month and the number
 * of values in it are the same in whichever order they do.
 */
export function countTagValues(tags: Tags, { recordedAt, tenantId }: TaggedHold, documents: TagDocuments): void {
  const month = monthOf(recordedAt);
  for (const [tag, value] of Object.entries(tags)) {
    const countKey = tagValuesKey(tenantId, tag);
    const useKey = `${countKey}/${value}`;
    // The keys are those of such documents.
    const use = documents.get(useKey) as TagValueUse | null;
    if (use !== null && use.used_in >= month) continue;
    documents.set(useKey, { used_in: month });
    const count = documents.get(countKey) as TagValueCount | null;
    if (count !== null && count.counted_in > month) continue;
    const values = count?.counted_in === month ? count.values + 1 : 1;
    documents.set(countKey, { counted_in: month, values });
  }
}
