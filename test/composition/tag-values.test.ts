import { randomUUID } from 'node:crypto';
import test from 'ava';
import { configuredTagValues } from '../../src/composition/tag-values.ts';
import type { OpenedLedger } from '../../src/composition/opened-ledger.ts';
import { tagValuesKey } from '../../src/domain/tags/tag-values.ts';

const [tenantId, name] = [randomUUID(), 'job'];

/** Whether a value may be used at a time, where documents of usage say which are. */
async function mayUse(value: string, at: string, documents: Readonly<Record<string, object>>): Promise<boolean> {
  const key = tagValuesKey(tenantId, name);
  const ledger = {
    readModels: { get: (_: object, place: string) => documents[place.replace(key, 'job')] ?? null },
    follower: { caughtUp: () => Promise.resolve() },
  } as unknown as OpenedLedger; // what is asked of it
  const values = configuredTagValues(ledger, { now: () => Date.parse(at) });
  return await values.mayUseTag({ tenantId, name, value });
}

const full = { job: { counted_in: '2026-11', values: 1_000 }, 'job/known': { used_in: '2026-11' } };
const room = { job: { counted_in: '2026-11', values: 999 } };

for (const [what, value, at, documents, expected] of [
  ['a new one in a full month', 'new', '2026-11-30T23:59:59.999Z', full, false],
  ['a known one in a full month', 'known', '2026-11-30T23:59:59.999Z', full, true],
  ['a new one where there is room', 'new', '2026-11-30T23:59:59.999Z', room, true],
  ['a new one in the next month', 'new', '2026-12-01T00:00:00.000Z', full, true],
  ['a new one by a clock in the month before a full one', 'new', '2026-10-31T23:59:59.999Z', full, false],
  ['a known one by a clock in the month before', 'known', '2026-10-31T23:59:59.999Z', full, true],
  ['a new one by a clock in the month before one with room', 'new', '2026-10-31T23:59:59.999Z', room, true],
  ['the first one', 'new', '2026-11-01T00:00:00.000Z', {}, true],
] as const) {
  test(`${what} ${expected ? 'may' : 'may not'} be used`, async (t) => {
    t.is(await mayUse(value, at, documents), expected);
  });
}
