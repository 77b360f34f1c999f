import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import { charges } from '../../projections/charges.ts';
import { tagRowsPrefix, usage, usageRowsPrefix } from '../../projections/usage.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { usageDays } from '../../src/admin/usage/usage-days.ts';
import type { UsageRow } from '../../src/domain/usage-hours/usage-hour.ts';
import { UseSums } from '../../src/domain/usage-hours/use-sums.ts';
import { eurFromNano, nanoFromSum } from '../../src/domain/money.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import type { PositionedEvent, ReadModels } from '../../src/ports/read-models.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { comparePlaces, place } from '../_support/tally-projection.ts';
import { anyHistory, type Step } from '../_support/wallet-history.ts';
import { tenantId, walletId } from '../_support/wallet-vocabulary.ts';
import { everyZone, zoneMonth } from './_zone-months.ts';

/** In any zone the rows of the days of a month are what was charged on them. */

/** The events of a history with their times, in this order; a request of every other one has a tag. */
function eventsAt(history: readonly Step[], times: readonly number[]): readonly PositionedEvent[] {
  const sorted = times.toSorted((a, b) => a - b);
  const events = history.flatMap((step) => step.events);
  return events.map((event, index) => ({
    position: place(index + 1),
    stream: walletStream(walletId),
    recordedAt: new Date(sorted[Math.floor((index * sorted.length) / events.length)] ?? 0).toISOString(),
    event: index % 2 === 0 ? tagged(event, index % 4 === 0 ? 'a' : 'a-b') : event,
  }));
}

function tagged(event: WalletEvent, project: string): WalletEvent {
  if (event.type !== 'CreditReserved') return event;
  return { ...event, data: { ...event.data, inference: { ...event.data.inference, tags: { project } } } };
}

function foldedFrom(events: readonly PositionedEvent[]): ReadModels {
  const readModels = createMemoryReadModels({ comparePositions: comparePlaces });
  const upTo = events.at(-1)?.position ?? place(1);
  for (const projection of [usage, charges]) readModels.apply(projection, { after: null, events, upTo });
  return readModels;
}

interface Asked {
  readonly zone: string;
  readonly from: string;
  readonly to: string;
}

/** All rows of a list, in pages of some size. */
function rowsOf(
  readModels: ReadModels,
  days: Asked,
  { prefix = usageRowsPrefix, of = null, limit = 7 }: { prefix?: string; of?: string | null; limit?: number } = {},
): readonly UsageRow[] {
  const list = usageDays(readModels, { prefix, tenantId: of, days });
  const rows: UsageRow[] = [];
  for (let afterKey = of === null ? prefix : `${prefix}${of}/`; ;) {
    const entries = list({ afterKey, limit });
    rows.push(...entries.flatMap(({ document }) => document ?? []));
    if (entries.length < limit) return rows;
    afterKey = entries.at(-1)?.key ?? '';
  }
}

/** Everything of some rows together. */
function totalOf(rows: readonly UsageRow[]): object {
  const sums = new UseSums();
  for (const row of rows) sums.addUse(row);
  const { counters, ...rest } = sums.whole();
  return { ...rest, counters: new Map(Object.entries(counters)) };
}

/** Of whatever was recorded in a span, how much was charged on each day of a zone. */
function chargedByDay(events: readonly PositionedEvent[], zone: string): ReadonlyMap<string, bigint> {
  const days = new Map<string, bigint>();
  for (const { event, recordedAt } of events) {
    const { type, data } = event;
    const isCharge =
      type === 'ReservationSettled' || type === 'ReleasedReservationCharged' || type === 'SelectionCharged';
    if (!isCharge) continue;
    const day = Temporal.Instant.from(recordedAt).toZonedDateTimeISO(zone).toPlainDate().toString();
    days.set(day, (days.get(day) ?? 0n) + nanoFromSum(data.cost_eur));
  }
  return new Map([...days].filter(([, nano]) => nano > 0n));
}

function costByDay(rows: readonly UsageRow[]): ReadonlyMap<string, bigint> {
  const days = new Map<string, bigint>();
  for (const { day, cost_eur } of rows) days.set(day, (days.get(day) ?? 0n) + nanoFromSum(cost_eur));
  return new Map([...days].filter(([, nano]) => nano > 0n));
}

/** Whether the days of a zone begin with an hour of UTC today. */
const isOnHours = (zone: string): boolean =>
  Temporal.Instant.from('2026-11-01T00:00:00Z').toZonedDateTimeISO(zone).offsetNanoseconds % 3.6e12 === 0;

const ever = { from: '0001-01-01', to: '9999-12-31' };

test('in every zone the days of a month sum to its rows, and rows to charges', async (t) => {
  for (const zone of everyZone) {
    fc.assert(
      fc.property(anyHistory, zoneMonth(zone), fc.integer({ min: 1, max: 40 }), (history, { days, times }, limit) => {
        const events = eventsAt(history, times);
        const readModels = foldedFrom(events);
        const all = rowsOf(readModels, { zone, ...ever }, { limit });
        assert.deepEqual(costByDay(all), chargedByDay(events, zone));
        assert.deepEqual(totalOf(all), totalOf(rowsOf(readModels, { zone: 'UTC', ...ever })));
        const listed = [...readModels.snapshot(charges).documents].flatMap(([key, document]) =>
          key.startsWith('charge/') && 'cost_eur' in document ? nanoFromSum(document.cost_eur) : [],
        );
        const sum = eurFromNano(listed.reduce((total, cost) => total + cost, 0n));
        assert.deepEqual(Reflect.get(totalOf(all), 'cost_eur'), sum);
        const [from = '', to = ''] = [days[0], days.at(-1)];
        const month = rowsOf(readModels, { zone, from, to }, { limit });
        assert.deepEqual(
          month,
          all.filter(({ day }) => day >= from && day <= to),
        );
        const byDay = days.map((day) => rowsOf(readModels, { zone, from: day, to: day }, { of: tenantId }));
        const ofTenant = rowsOf(readModels, { zone, from, to }, { of: tenantId, limit });
        assert.deepEqual(byDay.flat(), ofTenant);
        const tagged = rowsOf(readModels, { zone, from, to }, { prefix: tagRowsPrefix('project'), limit });
        const places = tagged.map(({ tenant_id, day, ...row }) =>
          [tenant_id, day, row.user_id, row.key_id, row.surface, row.model, row.tag_value].join(' '),
        );
        assert.equal(new Set(places).size, places.length);
        assert.ok(tagged.every((row) => row.requests + Number(row.cost_eur) >= 0 && row.day >= from && row.day <= to));
      }),
      { numRuns: propertyRuns(isOnHours(zone) ? 2 : 40) },
    );
  }
  t.pass();
});
