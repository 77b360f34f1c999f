import { z } from 'zod';
import { sumRowsPrefix, summedTenant } from '../../../projections/usage.ts';
import { hourIn } from '../../domain/charges/calendar.ts';
import type { UsageHour } from '../../domain/usage-hours/usage-hour.ts';
import { UseSums, type Use } from '../../domain/usage-hours/use-sums.ts';
import { nextLoopTurn } from '../../ports/done-in-turns.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { amountOutput, countOutput, type Shown } from '../outputs.ts';
import { isUsageOf, usageFilters, usageWithin } from './usage-operations.ts';
import { usageAfter, type AskedUsage, type UsageOfDay } from './usage-days.ts';

const steps = ['hour', 'day', 'month'] as const;
const parts = ['model', 'key_id', 'user_id', 'surface'] as const;

const input = z.strictObject({
  ...usageFilters,
  step: z.enum(steps).default('day').describe('What is summed: each hour, day or month of the zone.'),
  names: z.int().min(1).max(200).default(12).describe('How many are named: those that cost most.'),
  part: z.enum(parts).default('model').describe('By what it is divided, unless `by` names a tag.'),
});

type Asked = z.infer<typeof input>;

const sumOutput = z
  .strictObject({
    object: z.literal('usage_sum'),
    starts: z.string().describe('The hour with its offset, the day or the month, as the zone has them.'),
    name: z.string().nullable().describe('The model, key, and so on; `null`: all those that are not among the first.'),
    requests: countOutput,
    errors: countOutput,
    overruns: countOutput,
    estimates: countOutput,
    selections: countOutput,
    cost_eur: amountOutput,
    overrun_eur: amountOutput,
    selection_eur: amountOutput,
  })
  .meta({ id: 'UsageSum', description: 'Usage of one hour, day or month, of one model, key and so on.' });

const sumsOutput = z
  .strictObject({
    object: z.literal('list'),
    data: z.array(sumOutput).describe('In the order of time; where nothing was used there is no row.'),
    whole: z.boolean().describe('`false`: there is more than is summed in one call. Narrow the period or the filters.'),
  })
  .meta({ id: 'UsageSums' });

/** Documents that are looked at for one call: of everybody, and of sums; and those between two turns of the event loop. */
const [examinedMax, sumsMax, examinedAtOnce] = [4_000, 20_000, 100];
/** Rows of one answer. */
const rowsMax = 5_000;

const measureUsage = adminOperation({
  id: 'measureUsage',
  method: 'get',
  path: '/usage/sums',
  command: 'usage measure',
  summary:
    'Sum usage by hours, days or months of a zone, divided by model, key, user, surface or tag; those that cost most are named.',
  action: 'usage.read',
  input,
  output: sumsOutput,
  run: async (asked, request) => {
    const sums = new SumsInMaking(asked);
    const whole = await sums.addAll(request);
    const data = sums.rows();
    return { object: 'list', data: data.slice(0, rowsMax), whole: whole && data.length <= rowsMax };
  },
});

/** Operations that sum usage. */
export const usageSumOperations: readonly AdminOperation[] = [measureUsage];

class SumsInMaking {
  readonly #asked: Asked;
  /** By start, and by name. */
  readonly #sums = new Map<string, Map<string, UseSums>>();

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Whether everything was looked at. */
  async addAll(request: AdminRequest): Promise<boolean> {
    const rows = await usageWithin(this.#asked, request);
    const within = summed(this.#asked, rows);
    const most = within === rows ? examinedMax : sumsMax;
    let examined = 0;
    for (const { of } of usageAfter(request.deps.readModels, within, within.prefix)) {
      const [first] = of?.hours ?? [];
      if (of !== null && first !== undefined && isUsageOf(this.#asked, first)) this.#add(of, first);
      examined += 1;
      if (examined === most) return false;
      // Requests do not wait for whoever reads.
      if (examined % examinedAtOnce === 0) await nextLoopTurn();
    }
    return true;
  }

  #add({ day, hours, span }: UsageOfDay, { tag_value = '', ...first }: UsageHour): void {
    const { by, part, step, zone } = this.#asked;
    const name = by === undefined ? first[part] : tag_value;
    for (const { hour, quarters } of hours) {
      for (const [minute, use] of Object.entries(quarters)) {
        const at = Date.parse(`${hour}:${minute}:00.000Z`);
        if (at < span.from || at >= span.to) continue;
        const starts = step === 'hour' ? hourIn(zone, at) : step === 'day' ? day : day.slice(0, 7);
        const ofStart = this.#sums.getOrInsertComputed(starts, () => new Map<string, UseSums>());
        ofStart.getOrInsertComputed(name, () => new UseSums()).addUse(use);
      }
    }
  }

  rows(): readonly Shown<typeof sumOutput>[] {
    const costs = new Map<string, bigint>();
    for (const byName of this.#sums.values()) {
      for (const [name, { cost }] of byName) costs.set(name, (costs.get(name) ?? 0n) + cost);
    }
    const byCost = [...costs].toSorted(([, one], [, other]) => (one < other ? 1 : one > other ? -1 : 0));
    const named = new Set(byCost.slice(0, this.#asked.names).map(([name]) => name));
    const inOrder = [...this.#sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return inOrder.flatMap(([starts, byName]) => {
      const others = new UseSums();
      const own = [...byName].flatMap(([name, sums]) => {
        if (named.has(name)) return [shownSum(starts, name, sums.whole())];
        others.addUse(sums.whole());
        return [];
      });
      return own.length === byName.size ? own : [...own, shownSum(starts, null, others.whole())];
    });
  }
}

/** Usage of which nobody in particular is asked is summed already. */
function summed(asked: Asked, within: AskedUsage): AskedUsage {
  const { by, part, key_id, wallet_id } = asked;
  const isOfSome = within.userId !== undefined || key_id !== undefined || wallet_id !== undefined;
  if (isOfSome || (by === undefined && part !== 'model' && part !== 'surface')) return within;
  const prefix = sumRowsPrefix(by?.slice('tag:'.length) ?? null);
  return { ...within, prefix, tenantId: summedTenant(within.tenantId) };
}

function shownSum(starts: string, name: string | null, sums: Use): Shown<typeof sumOutput> {
  const { counters: _, ...use } = sums;
  return { object: 'usage_sum', starts, name, ...use };
}
