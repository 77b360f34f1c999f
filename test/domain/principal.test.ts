import test from 'ava';
import { principal } from '../../src/domain/principal.ts';
import type { PrincipalEvent } from '../../src/domain/principal-events.ts';
import { principalWith } from '../_support/grant-vocabulary.ts';
import { specificationOf } from '../_support/given-when-then.ts';

const { given } = specificationOf(principal);

const person = principalWith();
const registered: PrincipalEvent = {
  type: 'PrincipalRegistered',
  data: { ...person, group_ids: [...person.group_ids] },
};
const register = { type: 'register_principal', principal: person } as const;
const pii = (piiEnabled: boolean) => ({ type: 'change_principal_pii', piiEnabled }) as const;
const piiChanged = (pii_enabled: boolean): PrincipalEvent => ({
  type: 'PrincipalPiiChanged',
  data: { user_id: person.user_id, pii_enabled },
});

test('a new principal is registered with the given settings', (t) => {
  given([]).when(register).thenExpect(t, [registered]);
});

test('personal-data protection is switched off', (t) => {
  given([registered])
    .when(pii(false))
    .thenExpect(t, [piiChanged(false)]);
});

test('a change to the present setting records nothing', (t) => {
  given([registered]).when(pii(true)).thenExpect(t, []);
  given([registered, piiChanged(false)])
    .when(pii(false))
    .thenExpect(t, []);
});

test('protection that was switched off can be switched on again', (t) => {
  given([registered, piiChanged(false)])
    .when(pii(true))
    .thenExpect(t, [piiChanged(true)]);
});

test('a principal folds to its registration, with the last setting of the protection', (t) => {
  t.deepEqual(principal.evolve(null, registered), person);
  t.deepEqual(principal.evolve(person, piiChanged(false)), principalWith({ pii_enabled: false }));
  t.is(person.pii_enabled, true);
});

test('a change of an unknown principal folds to no principal', (t) => {
  t.is(principal.evolve(null, piiChanged(true)), null);
});
