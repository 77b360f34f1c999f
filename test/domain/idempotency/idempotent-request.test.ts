import test from 'ava';
import {
  idempotentRequest,
  idempotentRequestRefusals,
  type IdempotentRequestRefusal,
} from '../../../src/domain/idempotency/idempotent-request.ts';
import type { IdempotentRequestEvent } from '../../../src/domain/idempotency/idempotent-request-events.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { testLadders } from '../../_support/refusal-ladders.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(idempotentRequest);

const [first, second] = [id('e', 1), id('e', 2)];
const attempt = (reservationId: string, digest = 'd1') => ({
  digest: digest.repeat(32),
  reservationId,
  walletId: 'w',
  instanceId: id('1', 1),
});
const begin = (reservationId: string, digest?: string) =>
  ({ type: 'begin_request', ...attempt(reservationId, digest) }) as const;
const began = (reservationId: string, digest = 'd1'): IdempotentRequestEvent => ({
  type: 'IdempotentRequestBegan',
  data: {
    digest: digest.repeat(32),
    reservation_id: reservationId,
    wallet_id: 'w',
    instance_id: id('1', 1),
  },
});
const counted = { tenant_id: id('a', 1), bytes: 9, expires_at: '2026-11-02T12:00:00.000Z' };
const answered: IdempotentRequestEvent = {
  type: 'IdempotentRequestAnswered',
  data: { reservation_id: first, content_id: id('c', 1), answer_bytes: 7, content_digest: 'd'.repeat(43), counted },
};
const failed = (spent: boolean, code = 'ledger_busy'): IdempotentRequestEvent => ({
  type: 'IdempotentRequestFailed',
  data: { reservation_id: first, spent, code },
});

/** What was recorded, and what becomes of another request with the same body and with another one. */
const statuses: readonly (readonly [
  what: string,
  events: readonly IdempotentRequestEvent[],
  same: IdempotentRequestRefusal | 'begun',
  other: IdempotentRequestRefusal | 'begun',
])[] = [
  ['a key that nobody used', [], 'begun', 'begun'],
  ['a request that runs', [began(first)], 'request_is_running', 'request_differs'],
  ['an answer that is kept', [began(first), answered], 'request_is_answered', 'request_differs'],
  ['a failure that cost something', [began(first), failed(true)], 'request_is_spent', 'request_differs'],
  ['a failure that cost nothing', [began(first), failed(false)], 'begun', 'begun'],
  [
    'a failure that cost nothing, and another attempt',
    [began(first), failed(false), began(second, 'd2')],
    'request_differs',
    'request_is_running',
  ],
  ['an answer whose beginning is gone by its age', [answered], 'begun', 'begun'],
];

for (const [what, events, same, other] of statuses) {
  test(`after ${what}: the same request ${same}, another one ${other}`, (t) => {
    const last = id('e', 3);
    given(events)
      .when(begin(last))
      .thenExpect(t, same === 'begun' ? [began(last)] : same);
    given(events)
      .when(begin(last, 'd2'))
      .thenExpect(t, other === 'begun' ? [began(last, 'd2')] : other);
  });
}

const answer = {
  type: 'answer_request',
  reservationId: first,
  contentId: id('c', 1),
  answerBytes: 7,
  contentDigest: 'd'.repeat(43),
  counted,
} as const;
const fail = { type: 'fail_request', reservationId: first, isSpent: true, code: 'ledger_busy' } as const;

testLadders('a key', idempotentRequest, {
  refusals: idempotentRequestRefusals,
  ladders: {
    begin_request: [
      { refusal: 'request_differs', given: [began(first)], when: begin(second, 'd2') },
      { refusal: 'request_is_running', given: [began(first)], when: begin(second) },
      { refusal: 'request_is_answered', given: [began(first), answered], when: begin(second) },
      { refusal: 'request_is_spent', given: [began(first), failed(true)], when: begin(second) },
    ],
    answer_request: [{ refusal: 'attempt_not_running', given: [began(second)], when: answer }],
    fail_request: [{ refusal: 'attempt_not_running', given: [began(first), answered], when: fail }],
  },
});

test('an attempt ends once, by its own reservation', (t) => {
  given([began(first)])
    .when(answer)
    .thenExpect(t, [answered]);
  given([began(first)])
    .when(fail)
    .thenExpect(t, [failed(true)]);
  for (const events of [[], [began(second)], [began(first), answered], [began(first), failed(true)]]) {
    given(events).when(answer).thenExpect(t, 'attempt_not_running');
    given(events).when(fail).thenExpect(t, 'attempt_not_running');
  }
});
