import { readSentTags, tagsHeader } from '../../domain/tags/sent-tags.ts';
import { tagValuesMax, type TagTerms } from '../../domain/tags/tag-terms.ts';
import { GatewayError } from '../../errors.ts';
import { ledgerFailure } from '../../errors/ledger-failure.ts';
import type { Tagged, Unclaimed } from '../records.ts';

/** The use of a value of a tag. */
export interface TagUse {
  readonly tenantId: string;
  readonly name: string;
  readonly value: string;
}

export interface ReadTagsDeps {
  /**
   * Whether a value is among the first {@link tagValuesMax} of its name, tenant and month (UTC). Requests that run at the same
   * time may each add one more. Raises what the log and the read models raise.
   */
  readonly mayUseTag: (use: TagUse) => Promise<boolean>;
}

const undeclared: TagTerms = { declared: [], from_metadata: false, required: [] };

/**
 * Reads the tags of a request that charges something. Raises `tags_refused`; 503 when the ledger does not answer how many
 * values are in use.
 */
export async function readTags(unclaimed: Unclaimed, { mayUseTag }: ReadTagsDeps): Promise<Tagged> {
  const { tagsHeader: header, surface, body, caller } = unclaimed;
  const terms = caller.tags ?? undeclared;
  const metadata = terms.from_metadata ? surface.metadataIn?.(body) : undefined;
  const read = readSentTags({ header, metadata: metadata ?? (() => undefined) }, terms);
  if ('fault' in read) throw refused(read.fault);
  const { tags } = read;
  for (const [name, value] of Object.entries(tags ?? {})) {
    if (await mayUse({ tenantId: caller.key.tenant_id, name, value }, mayUseTag)) continue;
    throw refused(`\`${name}\` has ${tagValuesMax} values this month already, and this is another one.`);
  }
  return { ...unclaimed, tags };
}

async function mayUse(use: TagUse, mayUseTag: ReadTagsDeps['mayUseTag']): Promise<boolean> {
  try {
    return await mayUseTag(use);
  } catch (error) {
    throw ledgerFailure(error);
  }
}

function refused(detail: string): GatewayError {
  return new GatewayError('tags_refused', { detail, param: tagsHeader });
}
