import test from 'ava';
import { delivery, deliveryRefusals } from '../../../src/domain/webhooks/delivery.ts';
import type { DeliveryEvent } from '../../../src/domain/webhooks/delivery-events.ts';
import { testDecisions } from '../../_support/decision-table.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

const now = Date.parse('2026-11-02T12:00:00.000Z');
const at = (milliseconds: number): string => new Date(milliseconds).toISOString();
const named = { delivery_id: id('6', 1), webhook_id: id('7', 1) };
const asked = {
  ...named,
  event_id: id('8', 1),
  message_type: 'wallet.low',
  message: '{"type":"wallet.low"}',
  due_at: at(now),
} as const;

const due: DeliveryEvent = { type: 'WebhookDeliveryRequested', data: asked };
const tried = (attempt = 1): DeliveryEvent => ({
  type: 'WebhookDeliveryTried',
  data: { ...named, attempt, until: at(now + 60_000) },
});
const failed = (retry_at: string | null, attempt = 1): DeliveryEvent => ({
  type: 'WebhookDeliveryFailed',
  data: { ...named, attempt, failure: 'status', status: 500, retry_at },
});
const delivered: DeliveryEvent = { type: 'WebhookDelivered', data: { ...named, attempt: 1 } };

const request = { type: 'request_delivery', delivery: asked } as const;
const begin = { type: 'begin_attempt', now } as const;
const end = { type: 'end_attempt', attempt: 1 } as const;
const fail = { type: 'fail_attempt', attempt: 1, now, chance: 0, failure: 'status', status: 500 } as const;
const retry = { type: 'retry_delivery', now } as const;

testDecisions('a delivery', delivery, {
  states: {
    unknown: [],
    due: [due],
    tried: [due, tried()],
    waiting: [due, tried(), failed(at(now + 5_000))],
    delivered: [due, tried(), delivered],
    parked: [due, tried(), failed(null)],
  },
  commands: {
    request_delivery: request,
    begin_attempt: begin,
    end_attempt: end,
    fail_attempt: fail,
    retry_delivery: retry,
  },
  outcomes: {
    request_delivery: {
      unknown: 'WebhookDeliveryRequested',
      due: 'nothing',
      tried: 'nothing',
      waiting: 'nothing',
      delivered: 'nothing',
      parked: 'nothing',
    },
    begin_attempt: {
      unknown: 'delivery_not_requested',
      due: 'WebhookDeliveryTried',
      tried: 'delivery_not_due',
      waiting: 'delivery_not_due',
      delivered: 'delivery_not_due',
      parked: 'delivery_not_due',
    },
    end_attempt: {
      unknown: 'delivery_not_requested',
      due: 'WebhookDelivered',
      tried: 'WebhookDelivered',
      waiting: 'WebhookDelivered',
      delivered: 'nothing',
      parked: 'WebhookDelivered',
    },
    fail_attempt: {
      unknown: 'delivery_not_requested',
      due: 'nothing',
      tried: 'WebhookDeliveryFailed',
      waiting: 'nothing',
      delivered: 'nothing',
      parked: 'nothing',
    },
    retry_delivery: {
      unknown: 'delivery_not_requested',
      due: 'nothing',
      tried: 'nothing',
      waiting: 'nothing',
      delivered: 'delivery_not_parked',
      parked: 'WebhookDeliveryRetried',
    },
  },
  refusals: deliveryRefusals,
  ladders: {
    begin_attempt: [
      { refusal: 'delivery_not_requested', given: [], when: begin },
      { refusal: 'delivery_not_due', given: [due, tried()], when: begin },
    ],
    request_delivery: [],
    end_attempt: [{ refusal: 'delivery_not_requested', given: [], when: end }],
    fail_attempt: [{ refusal: 'delivery_not_requested', given: [], when: fail }],
    retry_delivery: [
      { refusal: 'delivery_not_requested', given: [], when: retry },
      { refusal: 'delivery_not_parked', given: [due, tried(), delivered], when: retry },
    ],
  },
});

const foldOf = (...events: readonly DeliveryEvent[]) => events.reduce(delivery.evolve, delivery.initialState);

/** The pauses after each failed attempt until it is parked, milliseconds. */
function pauses(chance: number, retryAfterMs?: number): readonly number[] {
  const found: number[] = [];
  let [state, time] = [foldOf(due), now];
  for (;;) {
    for (const command of [
      { type: 'begin_attempt', now: time },
      { ...fail, attempt: found.length + 1, now: time, chance, ...(retryAfterMs !== undefined && { retryAfterMs }) },
    ] as const) {
      const decision = delivery.decide(command, state);
      state = decision.accepted ? decision.events.reduce(delivery.evolve, state) : state;
    }
    if (state?.status !== 'pending') return found;
    found.push(Date.parse(state.next_at) - time);
    time = Date.parse(state.next_at);
  }
}

test('a delivery is tried ten times in three days, as Standard Webhooks lists the pauses', (t) => {
  const [second, hour] = [1_000, 3_600_000];
  const listed = [5 * second, 300 * second, 1_800 * second, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];
  t.deepEqual(pauses(0), listed);
  const days = listed.reduce((sum, each) => sum + each, 0) / (24 * hour);
  t.true(days > 3 && days < 3.2);
});

test('chance makes a pause longer by at most a tenth', (t) => {
  t.true(pauses(0.999).every((pause, index) => pause > (pauses(0)[index] ?? 0)));
  t.true(pauses(0.999).every((pause, index) => pause <= (pauses(0)[index] ?? 0) * 1.1));
});

test('a receiver that asks for a longer pause gets it, up to a day', (t) => {
  t.is(pauses(0, 60_000)[0], 60_000);
  t.is(pauses(0, 60_000)[1], 300_000);
  t.true(pauses(0, Number.MAX_SAFE_INTEGER).every((pause) => pause === 86_400_000));
});

test('an attempt whose process ended is told as unknown, and made again after a minute', (t) => {
  const lost = { ...begin, now: now + 60_000 };
  const decision = delivery.decide(lost, foldOf(due, tried()));
  t.like(decision, { accepted: true });
  const types = decision.accepted
    ? decision.events.map(({ type, data }) => [type, 'attempt' in data && data.attempt])
    : [];
  t.deepEqual(types, [
    ['WebhookDeliveryFailed', 1],
    ['WebhookDeliveryTried', 2],
  ]);
});

test('the failure of an attempt that another one has followed records nothing', (t) => {
  const state = foldOf(due, tried(), failed(at(now)), tried(2));
  t.deepEqual(delivery.decide(fail, state), { accepted: true, events: [] });
});

test('a final failure parks a delivery at its first attempt', (t) => {
  const decision = delivery.decide({ ...fail, isFinal: true }, foldOf(due, tried()));
  t.deepEqual(decision, { accepted: true, events: [failed(null)] });
});

test('a parked delivery that is tried again has all its attempts', (t) => {
  const parked = foldOf(due, tried(10), failed(null, 10));
  const decision = delivery.decide(retry, parked);
  const state = decision.accepted ? decision.events.reduce(delivery.evolve, parked) : null;
  t.like(state, { status: 'pending', attempts: 0, next_at: at(now) });
});
