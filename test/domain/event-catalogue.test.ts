import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { apiKey } from '../../src/domain/api-key.ts';
import { apiKeyEventSchemas, type ApiKeyEvent } from '../../src/domain/api-key-events.ts';
import { eventCatalogue, type DomainEvent } from '../../src/domain/event-catalogue.ts';
import { eurFromNano } from '../../src/domain/money.ts';
import type { PolicyEvent } from '../../src/domain/policy-events.ts';
import { principal } from '../../src/domain/principal.ts';
import { principalEventSchemas, type PrincipalEvent } from '../../src/domain/principal-events.ts';
import { walletEventSchemas, type WalletEvent } from '../../src/domain/wallet-events.ts';
import { scopePolicies } from '../../src/domain/scopes/scope-policies.ts';
import { wallet } from '../../src/domain/wallet.ts';
import { availableNano, spendOf } from '../../src/domain/wallet-state.ts';
import { bookPostings } from '../_support/accounts.ts';

/**
 * Events as they were first written, one file a type and version. They are never edited: whatever was recorded once is
 * read for ever. A file holds several where a field may be null or absent.
 */
const folder = join(import.meta.dirname, 'events-golden');
const files = readdirSync(folder).toSorted();
const types = Object.keys(eventCatalogue) as DomainEvent['type'][]; // the keys are the types

function golden(type: DomainEvent['type']): readonly DomainEvent[] {
  const texts = JSON.parse(readFileSync(join(folder, `${type}.v1.json`), 'utf8')) as readonly unknown[];
  return texts.map((data) => ({ type, data }) as DomainEvent); // that the data is of the type is what is tested
}

/** Of all types of one room; which room that is, its schemas say. Those that name an actor tell the same facts again. */
const goldenOf = (schemas: object): readonly DomainEvent[] =>
  (Object.keys(schemas) as DomainEvent['type'][]).flatMap(golden).filter(({ data }) => !('actor' in data));

test('every type of event has a golden file, and every golden file a type', (t) => {
  t.deepEqual(files, types.map((type) => `${type}.v1.json`).toSorted());
});

for (const type of types) {
  test(`${type} as it was first written still passes its schema, unchanged`, (t) => {
    const events = golden(type);
    t.true(events.length > 0);
    for (const { data } of events) t.deepEqual(eventCatalogue[type].parse(data), data);
  });

  test(`${type} with a field that its schema does not name is refused`, (t) => {
    for (const { data } of golden(type)) t.false(eventCatalogue[type].safeParse({ ...data, unheard_of: 1 }).success);
  });
}

test('the golden events of a wallet still fold to the same balances, as do their postings', (t) => {
  const events = goldenOf(walletEventSchemas) as readonly WalletEvent[];
  const state = events.reduce(wallet.evolve, wallet.initialState);
  const id = '3f0c1b6e-52a4-4d0e-9c57-6a1f3e1d2b01';
  const key = spendOf(state, '5b9e0d72-6c4a-4e1f-b8d3-2a7f1c6e0d04');
  t.is(state.walletId, id);
  t.is(eurFromNano(availableNano(state)), '17.084430000');
  t.is(eurFromNano(state.reserved), '2.903200000');
  t.is(eurFromNano(state.selectionSettled), '0.000120000');
  t.is(eurFromNano(state.overrun), '0.002250000');
  t.is(eurFromNano(key.settled), '0.012370000');
  t.is(eurFromNano(key.reserved), '2.903200000');
  t.deepEqual(
    [...state.reservations.entries()].map(([, reservation]) => reservation.flag),
    ['connection_lost', null, null, null],
  );
  t.is(state.ended.size, 2);
  t.is(state.awaited.size, 0);
  const booked = bookPostings(events);
  t.is(booked.get(`wallet:${id}:available`), availableNano(state));
  t.is(booked.get(`wallet:${id}:reserved`), state.reserved);
});

test('the golden events of a key, a principal and a policy still fold to their documents', (t) => {
  const [created, unlimited, revoked] = goldenOf(apiKeyEventSchemas) as readonly ApiKeyEvent[];
  t.deepEqual([created, revoked].flatMap((it) => it ?? []).reduce(apiKey.evolve, null), {
    ...(created?.data as object),
    revoked: true,
  });
  t.like(unlimited === undefined ? null : apiKey.evolve(null, unlimited), { budget_eur: null, revoked: false });
  const people = goldenOf(principalEventSchemas) as readonly PrincipalEvent[];
  t.deepEqual(people.reduce(principal.evolve, null), { ...(people[1]?.data as object), pii_enabled: true });
  const policies = goldenOf({ PolicySet: null }) as readonly PolicyEvent[];
  t.deepEqual(policies.reduce(scopePolicies.evolve, null)?.by_level, { platform: policies[1]?.data });
});

const amounts: readonly (readonly [amount: unknown, isAccepted: boolean])[] = [
  ['0.000000001', true],
  ['999999999.999999999', true],
  ['1000000000.000000000', false],
  ['9999999999.999999999', false],
  ['1', false],
  ['1.5', false],
  ['1.0000000001', false],
  ['-1.000000000', false],
  [1.5, false],
];

for (const [amount, isAccepted] of amounts) {
  test(`the amount ${JSON.stringify(amount)} is ${isAccepted ? '' : 'not '}one that an event may carry`, (t) => {
    const [credited] = golden('WalletCredited');
    t.is(eventCatalogue.WalletCredited.safeParse({ ...credited?.data, amount_eur: amount }).success, isAccepted);
  });
}
