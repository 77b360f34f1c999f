import test from 'ava';
import { stateSamples } from '../../docs/pages/state-samples.ts';
import { transitionsOf } from '../../docs/pages/states-page.ts';
import { apiKeyEventSchemas } from '../../src/domain/api-key-events.ts';
import { fileEventSchemas } from '../../src/domain/file-events.ts';
import { logInEventSchemas } from '../../src/domain/log-ins/log-in-events.ts';
import { allocationEventSchemas } from '../../src/domain/payments/allocation-events.ts';
import { payoutEventSchemas } from '../../src/domain/payments/payout-events.ts';
import { topupEventSchemas } from '../../src/domain/payments/topup-events.ts';
import { transferEventSchemas } from '../../src/domain/payments/transfer-events.ts';
import { principalEventSchemas } from '../../src/domain/principal-events.ts';
import { responseEventSchemas } from '../../src/domain/responses/response-events.ts';
import { apiKeyChangeEventSchemas } from '../../src/domain/scopes/api-key-change-events.ts';
import { principalChangeEventSchemas } from '../../src/domain/scopes/principal-change-events.ts';
import { scopeEventSchemas } from '../../src/domain/scopes/scope-events.ts';
import { deliveryEventSchemas } from '../../src/domain/webhooks/delivery-events.ts';
import { webhookEventSchemas } from '../../src/domain/webhooks/webhook-events.ts';

// The page of states is made from the deciders by sample commands: here, that the samples leave nothing out.

const ofReservations = [
  'CreditReserved',
  'SelectionCharged',
  'AttemptFailed',
  'ReservationSettled',
  'ReservationReleased',
  'ReservationFlagged',
  'ReleasedReservationCharged',
];

const expected: Readonly<Record<string, readonly string[]>> = {
  Reservations: ofReservations,
  'Top-ups': Object.keys(topupEventSchemas),
  Transfers: Object.keys(transferEventSchemas),
  Payouts: Object.keys(payoutEventSchemas),
  Allocations: Object.keys(allocationEventSchemas),
  Keys: [...Object.keys(apiKeyEventSchemas), ...Object.keys(apiKeyChangeEventSchemas)],
  People: [...Object.keys(principalEventSchemas), ...Object.keys(principalChangeEventSchemas)],
  'Log-ins': Object.keys(logInEventSchemas),
  'Tenants, groups and resellers': Object.keys(scopeEventSchemas),
  Webhooks: Object.keys(webhookEventSchemas),
  Deliveries: Object.keys(deliveryEventSchemas),
  'Stored responses': Object.keys(responseEventSchemas),
  Files: Object.keys(fileEventSchemas),
};

test('the page of states has a part for everything that has states', (t) => {
  t.deepEqual(
    stateSamples.map(({ title }) => title),
    Object.keys(expected),
  );
});

for (const { title, transitions } of stateSamples) {
  test(`every event of ${title.toLowerCase()} is caused by a sample command`, (t) => {
    const found = new Set(transitions(transitionsOf).flatMap(({ event }) => event.split(', ')));
    t.deepEqual([...found].toSorted(), (expected[title] ?? []).toSorted());
  });
}
