import test from 'ava';
import type { ResponseEvent } from '../../../src/domain/responses/response-events.ts';
import {
  responseLife,
  responseRefusals,
  type ResponseCommand,
  type ResponseRefusal,
} from '../../../src/domain/responses/response-life.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { testLadders } from '../../_support/refusal-ladders.ts';
import { keyA, reservation, tenantId, userId } from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(responseLife);

const owned = { response_id: `resp_${'a'.repeat(48)}`, user_id: userId, tenant_id: tenantId };
const expires_at = '2026-12-22T00:00:00.000Z';
const response = {
  ...owned,
  key_id: keyA,
  reservation_id: reservation,
  profile: 'thinker',
  target: 'sandbox',
  previous_response_id: null,
  created_at: '2026-11-22T00:00:00.000Z',
  expires_at,
  content_bytes: 512,
  counted_bytes: 600,
  content_digest: 'a'.repeat(43),
  item_hashes: ['0123456789abcdef'],
};
const gone = { ...owned, expires_at, counted_bytes: 600 };

const stored: ResponseEvent = { type: 'ResponseStored', data: response };
const deleted: ResponseEvent = { type: 'ResponseDeleted', data: gone };
const expired: ResponseEvent = { type: 'ResponseExpired', data: gone };

const commands: readonly ResponseCommand[] = [
  { type: 'store_response', response },
  { type: 'delete_response' },
  { type: 'expire_response' },
];

type Outcome = ResponseEvent | ResponseRefusal;
const [alreadyStored, notStored] = ['response_already_stored', 'response_not_stored'] as const;

/** What each command, in the order above, comes to. */
const table: readonly (readonly [what: string, events: readonly ResponseEvent[], outcomes: readonly Outcome[]])[] = [
  ['nothing', [], [stored, notStored, notStored]],
  ['a response', [stored], [alreadyStored, deleted, expired]],
  ['a response that its owner removed', [stored, deleted], [alreadyStored, notStored, notStored]],
  ['a response whose time was over', [stored, expired], [alreadyStored, notStored, notStored]],
];

for (const [what, events, outcomes] of table) {
  for (const [index, command] of commands.entries()) {
    const outcome = outcomes[index] ?? notStored;
    const outcomeName = typeof outcome === 'string' ? outcome : outcome.type;
    test(`given ${what}, ${command.type} gives ${outcomeName}`, (t) => {
      given(events)
        .when(command)
        .thenExpect(t, typeof outcome === 'string' ? outcome : [outcome]);
    });
  }
}

testLadders('a response', responseLife, {
  refusals: responseRefusals,
  ladders: {
    store_response: [{ refusal: alreadyStored, given: [stored, deleted], when: { type: 'store_response', response } }],
    delete_response: [{ refusal: notStored, given: [stored, expired], when: { type: 'delete_response' } }],
    expire_response: [{ refusal: notStored, given: [stored, deleted], when: { type: 'expire_response' } }],
  },
});

test('who deletes a response of somebody else is recorded, with the reason', (t) => {
  const by = { actor: 'api:key=k user=u role=tenant_admin', reason: 'asked for erasure' };
  given([stored])
    .when({ type: 'delete_response', by })
    .thenExpect(t, [{ type: 'ResponseDeleted', data: { ...gone, ...by } }]);
});
