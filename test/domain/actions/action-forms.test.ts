import test from 'ava';
import { z } from 'zod';
import { adminOperations } from '../../../src/admin/operations.ts';
import { actionForm, actionTypes, type ActionEvent } from '../../../src/domain/actions/action-forms.ts';
import { eventCatalogue } from '../../../src/domain/event-catalogue.ts';

/** Which events are actions, and what is told of them. */

/** They name an actor, and are told otherwise, or not. */
const noActions = new Set([
  // A part of the operation that gave the role, or of the payment.
  'PlatformRoleGranted',
  'PaymentReceived',
  'PaymentIssued',
  // Recorded before the events of the operation itself.
  'AdministrationBegan',
  // A message is sent, or sent again, and nothing is changed.
  'WebhookDeliveryRequested',
  'WebhookDeliveryRetried',
  // By the files of the machine: `waybill ledger tail --stream configuration-`.
  'ConfigurationChanged',
]);

const membersOf = (type: keyof typeof eventCatalogue): readonly string[] => {
  const schema = eventCatalogue[type];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

const types = Object.keys(eventCatalogue) as (keyof typeof eventCatalogue)[];

test('every event that names an actor is an action, or said to be none', (t) => {
  const named = types.filter((type) => membersOf(type).includes('actor') && !noActions.has(type));
  t.deepEqual([...actionTypes].toSorted(), named.toSorted());
});

const forms = [...actionTypes].flatMap((type) => {
  const data = { by_hand: true, cause: 'operator', resolved_by: 'operator', actor: 'cli:uid-1' };
  const event = { type, data: type.startsWith('WalletCr') || type.startsWith('WalletD') ? {} : data };
  const form = actionForm(event as unknown as ActionEvent);
  return form === null ? [] : [{ type, form }];
});

test('what an action tells is a member of its event, and no name, secret or text of a payer', (t) => {
  t.is(forms.length, actionTypes.size);
  for (const { type, form } of forms) {
    for (const member of [...(form.sets ?? []), ...(form.says ?? [])]) {
      // A correction says in its cause what it corrects.
      if (member !== 'corrects') t.true(membersOf(type).includes(member), `${type}: ${member}`);
      t.notRegex(member, /name|hash|prefix|secret|reference|identity|reason/, type);
    }
  }
});

test('every action has the name of an operation, or of a command that has none', (t) => {
  const known = new Set([
    ...adminOperations.map(({ id }) => id),
    'creditWallet',
    'unrestrictWallet',
    'importPayments',
    'setPasskey',
    'removePasskey',
    'joinAccount',
  ]);
  for (const { type, form } of forms) {
    // Resellers have no limits.
    const kinds = form.operation === 'limitScope' ? ['Tenant', 'Group'] : ['Reseller', 'Tenant', 'Group'];
    for (const kind of kinds) t.true(known.has(form.operation.replace('Scope', kind)), `${type}: ${form.operation}`);
  }
});
