import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import { usage, usageRowsPrefix } from '../../projections/usage.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { usageDays, type AskedUsage } from '../../src/admin/usage/usage-days.ts';
import { usageRow, type UsageHour, type UsageRow } from '../../src/domain/usage-hours/usage-hour.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { place } from '../_support/tally-projection.ts';

/** Usage by days of a zone, from a read model of hours. */

const quarters = fc.dictionary(fc.constantFrom('00', '15', '30', '45'), fc.constant({ requests: 1 }), { minKeys: 1 });

/** Ids of which some continue others, and a tenant that is not known. */
const hours = fc.array(
  fc.record({
    tenant_id: fc.constantFrom('-', 'a', 'a-b', 'b'),
    user_id: fc.constantFrom('u', 'v'),
    key_id: fc.constantFrom('k', 'k.1'),
    surface: fc.constant('chat_completions'),
    model: fc.constantFrom('m', 'm-2'),
    wallet_id: fc.constantFrom('w', 'w-1'),
    hour: fc
      .integer({ min: Date.UTC(2026, 2, 28) / 3_600_000, max: Date.UTC(2026, 2, 31) / 3_600_000 })
      .map((at) => new Date(at * 3_600_000).toISOString().slice(0, 13)),
    quarters,
  }),
  { maxLength: 40 },
);

function keyOf({ tenant_id, hour, user_id, key_id, surface, model, wallet_id }: UsageHour): string {
  const [day, number] = hour.split('T');
  return `${usageRowsPrefix}${[tenant_id, day, user_id, key_id, surface, model, wallet_id, number].join('/')}`;
}

const whoseOf = ({ user_id, key_id, surface, model, wallet_id }: UsageHour): string =>
  `${[user_id, key_id, surface, model, wallet_id].join('/')}/`;

const byText = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** The rows that are asked for, each hour looked at by itself. */
function expectedRows(documents: ReadonlyMap<string, UsageHour>, asked: AskedUsage): readonly UsageRow[] {
  const { zone, from, to } = asked.days;
  const rows = new Map<string, { readonly day: string; readonly hours: UsageHour[] }>();
  for (const usageHour of documents.values()) {
    for (const [minute, use] of Object.entries(usageHour.quarters)) {
      const time = Temporal.Instant.from(`${usageHour.hour}:${minute}:00Z`).toZonedDateTimeISO(zone);
      const day = time.toPlainDate().toString();
      const isAsked = (asked.tenantId ?? usageHour.tenant_id) === usageHour.tenant_id && day >= from && day <= to;
      if (!isAsked || (asked.userId ?? usageHour.user_id) !== usageHour.user_id) continue;
      const key = `${usageHour.tenant_id}/${day}/${whoseOf(usageHour)}`;
      const row = rows.get(key) ?? { day, hours: [] };
      row.hours.push({ ...usageHour, quarters: { [minute]: use } });
      rows.set(key, row);
    }
  }
  const always = { from: 0, to: Number.MAX_SAFE_INTEGER };
  return [...rows].toSorted(byText).map(([, row]) => usageRow(row.day, row.hours, always) as UsageRow);
}

const anyDays = fc
  .tuple(
    fc.constantFrom('UTC', 'Europe/Rome', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata'),
    fc.constantFrom('0001-01-01', '2026-03-28', '2026-03-29', '2026-03-30'),
    fc.constantFrom('2026-03-29', '2026-03-30', '2026-04-01', '9999-12-31'),
  )
  .map(([zone, from, to]) => ({ zone, from, to }));

const anyAsked = fc.oneof(
  fc.record({ prefix: fc.constant(usageRowsPrefix), tenantId: fc.constant(null), days: anyDays }),
  fc.record({
    prefix: fc.constant(usageRowsPrefix),
    tenantId: fc.constantFrom('a', 'b', 'c'),
    userId: fc.constantFrom(undefined, 'u', 'v', 'w'),
    days: anyDays,
  }),
);

test('pages of any size have each row of whoever is asked for once, day by day', (t) => {
  fc.assert(
    fc.property(hours, anyAsked, fc.integer({ min: 1, max: 9 }), (all, asked, limit) => {
      const documents = new Map(all.map((each) => [keyOf(each), each]));
      const readModels = createMemoryReadModels({ comparePositions: () => 0 });
      readModels.replace(usage, { checkpoint: place(1), documents });
      const list = usageDays(readModels, asked);
      const found: UsageRow[] = [];
      for (let afterKey = usageRowsPrefix + (asked.tenantId === null ? '' : `${asked.tenantId}/`); ;) {
        const entries = list({ afterKey, limit });
        found.push(...entries.flatMap(({ document }) => document ?? []));
        if (entries.length < limit) break;
        afterKey = entries.at(-1)?.key ?? '';
      }
      assert.deepEqual(found, expectedRows(documents, asked));
    }),
    { numRuns: propertyRuns(500) },
  );
  t.pass();
});

test('an entry is counted for each hour that is read, so that no page reads without end', (t) => {
  const whose = { tenant_id: 'a', user_id: 'u', key_id: 'k', surface: 's', model: 'm', wallet_id: 'w' };
  const documents = new Map(
    Array.from({ length: 240 }, (_, n): readonly [string, UsageHour] => {
      const hour = new Date(Date.UTC(2026, 2, 1, n)).toISOString().slice(0, 13);
      const document = { ...whose, hour, quarters: { 45: { requests: 1 } } };
      return [keyOf(document), document];
    }),
  );
  const readModels = createMemoryReadModels({ comparePositions: () => 0 });
  readModels.replace(usage, { checkpoint: place(1), documents });
  const days = { zone: 'Asia/Kathmandu', from: '2026-03-01', to: '2026-03-31' };
  const entries = usageDays(readModels, { prefix: usageRowsPrefix, tenantId: 'a', days })({
    afterKey: `${usageRowsPrefix}a/`,
    limit: 10_000,
  });
  t.is(entries.filter(({ document }) => document !== null).length, 11);
  t.true(entries.length >= 240);
});
