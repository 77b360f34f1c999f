import test from 'ava';
import type { AdministrationEvent } from '../../../src/domain/administration/administration-events.ts';
import {
  administrationRefusals,
  administrationRequest,
} from '../../../src/domain/administration/administration-request.ts';
import { testDecisions } from '../../_support/decision-table.ts';
import { specificationOf } from '../../_support/given-when-then.ts';

const { given } = specificationOf(administrationRequest);

const requestId = 'a'.repeat(64);
const actor = 'cli:somebody';
const begin = {
  type: 'begin_administration',
  requestId,
  operation: 'createTenant',
  digest: 'b'.repeat(64),
  actor,
} as const;
const began: AdministrationEvent = {
  type: 'AdministrationBegan',
  data: { request_id: requestId, operation: 'createTenant', digest: begin.digest, actor },
};
const answered = (answer: string): AdministrationEvent => ({
  type: 'AdministrationAnswered',
  data: { request_id: requestId, answer },
});

testDecisions('a request', administrationRequest, {
  states: { unknown: [], begun: [began], answered: [began, answered('{}')] },
  commands: { begin_administration: begin, answer_administration: { type: 'answer_administration', answer: '{}' } },
  outcomes: {
    begin_administration: { unknown: 'AdministrationBegan', begun: 'nothing', answered: 'nothing' },
    answer_administration: {
      unknown: 'administration_not_begun',
      begun: 'AdministrationAnswered',
      answered: 'nothing',
    },
  },
  refusals: administrationRefusals,
  ladders: {
    begin_administration: [
      { refusal: 'administration_differs', given: [began, answered('{}')], when: { ...begin, digest: 'c'.repeat(64) } },
    ],
    answer_administration: [
      { refusal: 'administration_not_begun', given: [], when: { type: 'answer_administration', answer: '{}' } },
    ],
  },
});

test('a new request is recorded as begun, with its digest', (t) => {
  given([]).when(begin).thenExpect(t, [began]);
});

test('a different request with the same id is refused, answered or not', (t) => {
  const other = { ...begin, digest: 'c'.repeat(64) };
  given([began]).when(other).thenExpect(t, 'administration_differs');
  given([began, answered('{}')])
    .when(other)
    .thenExpect(t, 'administration_differs');
});

test('the first answer to a request is kept', (t) => {
  given([began])
    .when({ type: 'answer_administration', answer: '{"a":1}' })
    .thenExpect(t, [answered('{"a":1}')]);
  given([began, answered('{"a":1}')])
    .when({ type: 'answer_administration', answer: '{"a":2}' })
    .thenExpect(t, []);
  const state = [began, answered('{"a":1}'), answered('{"a":2}')].reduce(administrationRequest.evolve, null);
  t.is(state?.answer, '{"a":1}');
});

test('an answer to an unknown request changes nothing', (t) => {
  t.is(administrationRequest.evolve(null, answered('{}')), null);
});
