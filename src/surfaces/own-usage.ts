import type { Context } from 'koa';
import { zoneNamed } from '../domain/budgets/budget-period.ts';
import { usageGroups, UseInPeriods, type UsageGroup } from '../domain/charges/use-in-periods.ts';
import { GatewayError } from '../errors.ts';
import { askedDays } from './asked-days.ts';
import { ownKeyId, type OwnChargesDeps } from './own-charges.ts';
import { queryText } from './query-text.ts';

export interface OwnUsageDeps extends OwnChargesDeps {
  readonly now: () => number;
}

/** Most days of one usage. */
const daysMax = 31;

/**
 * `GET /v1/usage`: the charges of the key added up, by hours or days of a zone, or by profile. A request counts when its hold was
 * made, as in budgets: the charges listed for a span are those that its usage sums.
 */
export function showOwnUsage(deps: OwnUsageDeps) {
  return async (ctx: Context): Promise<void> => {
    const keyId = await ownKeyId(ctx, deps);
    const by = groupOf(ctx);
    const zone = zoneOf(ctx);
    const { from, to, span } = askedDays(ctx, { zone, most: daysMax, now: deps.now() });
    const use = new UseInPeriods(by, zone);
    for await (const quarter of deps.chargeIndex.quartersOf(keyId, span)) use.add(quarter);
    ctx.body = { object: 'usage', by, zone, from, to, data: use.rows(), total: use.total };
  };
}

function groupOf(ctx: Context): UsageGroup {
  const asked = queryText(ctx, 'by') ?? 'day';
  const found = usageGroups.find((group) => group === asked);
  if (found !== undefined) return found;
  throw new GatewayError('invalid_value', { detail: '`by` must be `hour`, `day` or `model`.', param: 'by' });
}

function zoneOf(ctx: Context): string {
  const zone = zoneNamed(queryText(ctx, 'zone') ?? 'UTC');
  if (zone !== null) return zone;
  throw new GatewayError('invalid_value', {
    detail: '`zone` must be an IANA time zone, such as `Europe/Rome`.',
    param: 'zone',
  });
}
