import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import * as fc from 'fast-check';
import { countsKey, deliveries, pendingPrefix } from '../../../projections/deliveries.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import type { Delivery, DeliveryCommand } from '../../../src/domain/webhooks/delivery.ts';
import { PendingDeliveries } from '../../../src/ledger/webhooks/pending-deliveries.ts';
import { changeDelivery, recordedDelivery } from '../../../src/ledger/webhooks/webhooks.ts';
import { feedAll } from '../../_support/feed-all.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

const noon = Date.parse('2026-11-02T12:00:00.000Z');
const minute = 60_000;

const commands: Readonly<Record<string, DeliveryCommand>> = {
  begin: { type: 'begin_attempt', now: noon + 30 * minute },
  end: { type: 'end_attempt', attempt: 1 },
  fail: { type: 'fail_attempt', attempt: 1, now: noon + 31 * minute, chance: 0, failure: 'timed_out' },
  park: { type: 'fail_attempt', attempt: 1, now: noon, chance: 0, failure: 'webhook_off', isFinal: true },
  retry: { type: 'retry_delivery', now: noon + 40 * minute },
};

/** What became of some deliveries to some webhooks. */
const anyDeliveries = fc.array(
  fc.record({
    webhook: fc.integer({ min: 1, max: 4 }),
    dueMinute: fc.nat({ max: 20 }),
    steps: fc.array(fc.constantFrom(...Object.keys(commands)), { maxLength: 4 }),
  }),
  { maxLength: 12 },
);

test('what is pending is found webhook by webhook, next due first, and counted, whatever became of deliveries', async (t) => {
  await fc.assert(
    fc.asyncProperty(anyDeliveries, fc.integer({ min: 0, max: 5 }), async (made, after) => {
      const log = createMemoryEventLog();
      const deps = { log, createId: randomUUID };
      const states: Delivery[] = [];
      for (const [nth, { webhook, dueMinute, steps }] of made.entries()) {
        const [delivery_id, webhook_id] = [id('6', nth), id('5', webhook)];
        const due_at = new Date(noon + dueMinute * minute).toISOString();
        const asked = {
          delivery_id,
          webhook_id,
          event_id: id('4', nth),
          message_type: 'wallet.low',
          message: '{}',
        } as const;
        const delivery = { ...asked, due_at };
        await changeDelivery(deps, delivery_id, { type: 'request_delivery', delivery });
        for (const step of steps) await changeDelivery(deps, delivery_id, commands[step] as DeliveryCommand);
        states.push((await recordedDelivery(log, delivery_id)) as Delivery);
      }
      const readModels = createMemoryReadModels(log);
      await feedAll(log, readModels, [deliveries]);
      const counted = (status: Delivery['status']): number => states.filter((each) => each.status === status).length;
      const counts = readModels.get(deliveries, countsKey) ?? { pending: 0, parked: 0 };
      assert.deepEqual(counts, { pending: counted('pending'), parked: counted('parked') });

      const pending = new PendingDeliveries({ readModels, projection: deliveries, prefix: pendingPrefix });
      const waiting = states
        .filter(({ status }) => status === 'pending')
        .map(({ delivery_id, webhook_id, next_at }) => ({ delivery_id, webhook_id, next_at }))
        .toSorted((one, other) => (one.next_at + one.delivery_id < other.next_at + other.delivery_id ? -1 : 1));
      const byWebhook = Map.groupBy(waiting, ({ webhook_id }) => webhook_id);
      const ids = [...byWebhook.keys()].toSorted();
      const last = after === 0 ? '' : id('5', after);
      const inTurn = [...ids.filter((each) => each > last), ...ids.filter((each) => each <= last)];
      assert.deepEqual(
        [...pending.firsts(last)],
        inTurn.map((each) => byWebhook.get(each)?.[0]),
      );
      const now = new Date(noon + 10 * minute).toISOString();
      for (const [webhookId, entries] of byWebhook) {
        const due = entries.filter(({ next_at }) => next_at <= now);
        assert.deepEqual(pending.due(webhookId, now, 2), due.slice(0, 2));
        assert.deepEqual(pending.due(webhookId, now, 100), due);
      }
    }),
    { numRuns: propertyRuns(100) },
  );
  t.pass();
});
