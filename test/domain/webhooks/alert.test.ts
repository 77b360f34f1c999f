import test from 'ava';
import { readFileSync } from 'node:fs';
import { alertEventTypes, alertOf, type AlertEvent } from '../../../src/domain/webhooks/alert.ts';
import { alertTypes } from '../../../src/domain/webhooks/alert-types.ts';
import { messageText } from '../../../src/domain/webhooks/message.ts';
import { walletId } from '../../_support/wallet-vocabulary.ts';

/** The recorded samples of a type of event. */
function samples(type: string): readonly AlertEvent[] {
  const path = new URL(`../events-golden/${type}.v1.json`, import.meta.url);
  const data = JSON.parse(readFileSync(path, 'utf8')) as readonly object[];
  return data.map((each) => ({ type, data: each }) as AlertEvent);
}

const alerts = [...alertEventTypes].flatMap((type) => samples(type).map((event) => alertOf(event, walletId)));

test('every alert that may be asked for is made of some event', (t) => {
  const kinds = ['group', 'tenant', 'reseller'] as const;
  const [suspended] = samples('ScopeSuspended');
  const ofScopes = kinds.map((scope_kind) => {
    const data = { ...(suspended?.data as object), scope_kind };
    return alertOf({ type: 'ScopeSuspended', data } as AlertEvent, '').type;
  });
  const found = new Set([...alerts.map(({ type }) => type), ...ofScopes]);
  t.deepEqual([...found].toSorted(), alertTypes.toSorted());
});

test('an alert holds ids, amounts, times and fixed words alone', (t) => {
  const isPlain =
    /^(-?\d+\.\d{9}|\d{4}-\d{2}-\d{2}(T00:00:00\.000Z)?|key|person|day|total|sandbox|sandbox-small|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
  for (const { type, data } of alerts) {
    t.deepEqual(
      Object.entries(data).filter(([, value]) => typeof value === 'string' && !isPlain.test(value)),
      [],
      type,
    );
  }
});

test('a message is printable ASCII without blanks, and the same when it is read and written again', (t) => {
  for (const { type, data } of alerts) {
    const text = messageText(type, '2026-11-02T12:00:00.000Z', data);
    t.regex(text, /^[\x21-\x7e]+$/);
    t.is(JSON.stringify(JSON.parse(text)), text);
  }
});
