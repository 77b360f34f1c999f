import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { eventCatalogue, type DomainEvent } from '../../src/domain/event-catalogue.ts';
import { integrationEvent, publications, type RecordedFact } from '../../src/domain/integration-event.ts';

const types = Object.keys(eventCatalogue) as DomainEvent['type'][]; // the keys are the types

function fact(type: DomainEvent['type'], data: object): RecordedFact {
  return {
    id: '6f1d2c3b-4a59-4e68-9786-a5b4c3d2e1f0',
    type,
    data: JSON.stringify(data),
    stream: 'wallet-3f0c1b6e',
    revision: 12,
    recordedAt: '2026-11-01T12:00:00.000Z',
    subject: '3f0c1b6e',
  };
}

function golden(type: DomainEvent['type']): readonly Readonly<Record<string, unknown>>[] {
  const path = join(import.meta.dirname, 'events-golden', `${type}.v1.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as readonly Readonly<Record<string, unknown>>[];
}

const published = (type: DomainEvent['type'], data: object): Readonly<Record<string, unknown>> | null => {
  const message = integrationEvent(fact(type, data), 'waybill-test');
  return message === null ? null : (JSON.parse(message.value) as Readonly<Record<string, unknown>>);
};

test('the attributes of CloudEvents 1.0 go into headers, the data alone into the value', (t) => {
  const data = { wallet_id: '3f0c1b6e', tenant_id: 't' };
  t.deepEqual(integrationEvent(fact('WalletOpened', data), 'urn:waybill:eu-1'), {
    topic: 'ledger',
    key: '3f0c1b6e',
    headers: {
      ce_specversion: '1.0',
      ce_id: '6f1d2c3b-4a59-4e68-9786-a5b4c3d2e1f0',
      ce_source: 'urn:waybill:eu-1',
      ce_type: 'waybill.WalletOpened.v1',
      ce_subject: 'wallet-3f0c1b6e',
      ce_time: '2026-11-01T12:00:00.000Z',
      ce_dataschema: 'urn:waybill:schema:WalletOpened:v1',
      ce_partitionkey: '3f0c1b6e',
      ce_sequence: '0000000000000012',
      'content-type': 'application/json',
    },
    value: JSON.stringify(data),
  });
});

test('the bookkeeping of a relay is not published', (t) => {
  t.is(published('RelayAdvanced', golden('RelayAdvanced')[0] ?? {}), null);
});

test('every withheld field exists in its event', (t) => {
  for (const type of types) {
    const { withheld = [], withheldOfOperators = [] } = publications[type] ?? {};
    const known = new Set(golden(type).flatMap((data) => Object.keys(data)));
    t.deepEqual(
      [...withheld, ...withheldOfOperators].filter((name) => !known.has(name)),
      [],
      type,
    );
  }
});

for (const type of types.filter((type) => publications[type] !== null)) {
  test(`${type} leaves with every field but those withheld, unchanged`, (t) => {
    for (const data of golden(type)) {
      const kept = published(type, data) ?? {};
      const { withheld = [], withheldOfOperators = [] } = publications[type] ?? {};
      const gone = new Set([...withheld, ...(data['resolved_by'] === 'operator' ? withheldOfOperators : [])]);
      t.deepEqual(kept, Object.fromEntries(Object.entries(data).filter(([name]) => !gone.has(name))));
    }
  });
}

test('key material, names and texts by people are not published', (t) => {
  const leaving = types.flatMap((type) => golden(type).map((data) => [type, published(type, data)] as const));
  const names = new Set(leaving.flatMap(([, data]) => Object.keys(data ?? {})));
  for (const name of ['key_hash', 'key_prefix', 'name', 'instance_id', 'secret', 'email'])
    t.false(names.has(name), name);
  const reasons = leaving.filter(([, data]) => data !== null && 'reason' in data).map(([type]) => type);
  t.deepEqual([...new Set(reasons)].toSorted(), ['ReservationFlagged', 'ReservationReleased']);
});

test('the reason of a release is published when it is a word of the program, and not when a person wrote it', (t) => {
  const [release = {}] = golden('ReservationReleased');
  const reason = (resolvedBy: string | null) =>
    published('ReservationReleased', { ...release, reason: 'upstream_status_400', resolved_by: resolvedBy })?.[
      'reason'
    ];
  t.is(reason(null), 'upstream_status_400');
  t.is(reason('rule'), 'upstream_status_400');
  t.is(reason('operator'), undefined);
});
