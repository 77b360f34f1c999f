import { monthOf, tagValuesKey, type TagValueCount, type TagValueUse } from '../domain/tags/tag-values.ts';
import { usage } from '../../projections/usage.ts';
import { tagValuesMax } from '../domain/tags/tag-terms.ts';
import type { ReadTagsDeps } from '../pipeline/stages/read-tags.ts';
import type { Clock } from '../time/clock.ts';
import type { OpenedLedger } from './opened-ledger.ts';

/**
 * Whether values of tags may be used. One that is new to the month waits for a catch-up with the log. A month never goes
 * back: a process whose clock is behind counts in the newest one that the log has.
 */
export function configuredTagValues({ readModels, follower }: OpenedLedger, clock: Clock): ReadTagsDeps {
  return {
    mayUseTag: async ({ tenantId, name, value }) => {
      const month = monthOf(new Date(clock.now()).toISOString());
      const key = tagValuesKey(tenantId, name);
      // The keys are those of such documents.
      const isInUse = () => ((readModels.get(usage, `${key}/${value}`) as TagValueUse | null)?.used_in ?? '') >= month;
      if (isInUse()) return true;
      await follower.caughtUp([usage]);
      const count = readModels.get(usage, key) as TagValueCount | null;
      return isInUse() || count === null || count.counted_in < month || count.values < tagValuesMax;
    },
  };
}
