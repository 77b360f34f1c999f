import { z } from 'zod';
import { sumRowsPrefix, summedTenant } from '../../../projections/usage.ts';
import { hourIn } from '../../domain/charges/calendar.ts';
import { nanoFromSum } from '../../domain/money.ts';
import { usageRow, type UsageRow } from '../../domain/usage-hours/usage-hour.ts';
import { UseSums, type Use } from '../../domain/usage-hours/use-sums.ts';
import { nextLoopTurn } from '../../ports/done-in-turns.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { amountOutput, countOutput, type Shown } from '../outputs.ts';
import { isUsageOf, usageFilters, usageWithin } from './usage-operations.ts';
import { usageAfter, type AskedUsage, type UsageEntry } from './usage-days.ts';

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

/** Documents that are looked at for one call, and between two turns of the event loop. */
const [examinedMax, examinedAtOnce] = [20_000, 500];
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
  readonly #costs = new Map<string, bigint>();

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Whether everything was looked at. */
  async addAll(request: AdminRequest): Promise<boolean> {
    const within = summed(this.#asked, await usageWithin(this.#asked, request));
    let examined = 0;
    for (const entry of usageAfter(request.deps.readModels, within, within.prefix)) {
      if (entry.document !== null && isUsageOf(this.#asked, entry.document)) this.#add(entry, entry.document);
      examined += 1;
      if (examined === examinedMax) return false;
      // Requests do not wait for whoever reads.
      if (examined % examinedAtOnce === 0) await nextLoopTurn();
    }
    return true;
  }

  #add({ summed }: UsageEntry, row: UsageRow): void {
    const { step, zone } = this.#asked;
    if (step !== 'hour') return this.#addUse(step === 'day' ? row.day : row.day.slice(0, 7), row);
    for (const hour of summed?.hours ?? []) {
      for (const minute of Object.keys(hour.quarters)) {
        const from = Date.parse(`${hour.hour}:${minute}:00.000Z`);
        const isWithin = summed !== undefined && from >= summed.span.from && from < summed.span.to;
        const use = isWithin ? usageRow(row.day, [hour], { from, to: from + quarterMs }) : null;
        if (use !== null) this.#addUse(hourIn(zone, from), use);
      }
    }
  }

  #addUse(starts: string, row: UsageRow): void {
    const { by, part } = this.#asked;
    const name = by === undefined ? row[part] : (row.tag_value ?? '');
    const ofStart = this.#sums.getOrInsertComputed(starts, () => new Map<string, UseSums>());
    ofStart.getOrInsertComputed(name, () => new UseSums()).addUse(row);
    this.#costs.set(name, (this.#costs.get(name) ?? 0n) + nanoFromSum(row.cost_eur));
  }

  rows(): readonly Shown<typeof sumOutput>[] {
    const byCost = [...this.#costs].toSorted(([, one], [, other]) => (one < other ? 1 : one > other ? -1 : 0));
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

const quarterMs = 900_000;

function shownSum(starts: string, name: string | null, sums: Use): Shown<typeof sumOutput> {
  const { counters: _, ...use } = sums;
  return { object: 'usage_sum', starts, name, ...use };
}
