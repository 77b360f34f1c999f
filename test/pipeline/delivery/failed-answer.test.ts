import { inspect } from 'node:util';
import test from 'ava';
import { failedAnswer, loggable } from '../../../src/pipeline/delivery/failed-answer.ts';
import type { Exchange } from '../../../src/pipeline/exchanges.ts';
import type { Reserved } from '../../../src/pipeline/records.ts';
import { GatewayError } from '../../../src/errors.ts';
import { UnknownEventType } from '../../../src/ledger/codec.ts';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';

const text = 'mario.rossi@example.com';
// No other member is read of a request whose failure is a defect.
const requestWith = (more: object): Reserved => ({ conversation: {}, reservationId: 'r', ...more }) as Reserved;
const exchange = {} as Exchange;

for (const reservationId of ['r', null]) {
  test(`a defect behind cast texts is told without its message, ${reservationId === null ? 'free' : 'held'}`, (t) => {
    const { conclusion } = failedAnswer(
      requestWith({ reservationId }),
      exchange,
      new TypeError(`no place for ${text}`),
    );
    const told = inspect(conclusion, { depth: null });
    t.false(told.includes(text));
    t.true(told.includes('TypeError') && told.includes('failed-answer.test.ts'));
  });
}

test('a defect of a request without cast texts is told as it is, and so is an error of the closed list', (t) => {
  const defect = new TypeError('no place');
  t.is(loggable(defect, { conversation: null }), defect);
  const error = new GatewayError('ledger_unavailable');
  t.is(loggable(error, requestWith({})), error);
});

test('a failure of the ledger behind cast texts is told as one, and is no defect', (t) => {
  const newer = new UnknownEventType({ stream: 'wallet-1', revision: 3, type: 'CreditDoubled' });
  for (const [failure, code] of [
    [newer, 'ledger_newer_than_gateway'],
    [new EventLogUnavailable('away'), 'ledger_unavailable'],
  ] as const)
    t.like(loggable(failure, requestWith({})), { code, cause: failure });
});
