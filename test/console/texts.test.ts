import test from 'ava';
import { z } from 'zod';
import { groupOf, type AdminOperation } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { sections } from '../../src/console/pages/frame.ts';
import { verbOf } from '../../src/console/pages/operation-words.ts';
import { english } from '../../src/console/texts/english.ts';
import { acceptedLanguage, languages } from '../../src/console/texts/languages.ts';
import { writtenAmount, writtenTime } from '../../src/admin/markup/written-values.ts';
import { formFields, type FormField } from '../../src/console/forms/form-fields.ts';
import { saidIn, valueIn } from '../../src/console/texts/said-in.ts';
import { refusalIn } from '../../src/console/texts/refusals.ts';

test('every group of operations, and every act, has a title', (t) => {
  const groups = new Set(adminOperations.map(groupOf));
  const acts = new Set(adminOperations.map(verbOf));
  t.deepEqual(
    [...groups.difference(new Set(Object.keys(english.groups)))],
    [],
    'a group needs its title in each language',
  );
  t.deepEqual([...acts.difference(new Set(Object.keys(english.verbs)))], [], 'an act needs its title in each language');
  t.deepEqual(Object.values(sections).flat().toSorted(), Object.keys(english.groups).toSorted());
});

/** Every member that a schema names, at any depth. */
function membersOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, each]) => [
    ...(name === 'properties' ? Object.keys(each as object) : []),
    ...membersOf(each),
  ]);
}

/** Of the API alone: how pages go on, and what an answer is. */
const ofPages = new Set(['object', 'data', 'next', 'limit', 'after', 'follow']);

test('every member that the API takes or answers has a name in each language', (t) => {
  const members = adminOperations.flatMap(({ input, output }) =>
    [
      z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
      z.toJSONSchema(output, { unrepresentable: 'any' }),
    ].flatMap(membersOf),
  );
  const named = new Set([...Object.keys(english.members), ...ofPages]);
  t.deepEqual([...new Set(members).difference(named)], [], 'texts/members needs them');
});

const fieldsOf = (operation: AdminOperation): readonly FormField[] =>
  formFields(operation).flatMap((field) => [field, ...(field.members ?? [])]);

test('what the API says of fields and of what is changed is there in each language', (t) => {
  const texts = adminOperations.flatMap((operation) => [
    ...fieldsOf(operation).map(({ about }) => about),
    ...(operation.method === 'get' ? [] : [operation.summary]),
  ]);
  for (const text of new Set(texts)) {
    if (text !== '') t.not(saidIn('de', text), null, `texts/hints or texts/summaries needs: ${text}`);
  }
  t.is(saidIn('en', 'Owner of the key. Absent: the caller.'), 'Owner of the key. Empty: the caller.');
  t.is(saidIn('it', 'constructor'), null);
});

test('a hint speaks of things by the names of their fields', (t) => {
  t.is(saidIn('en', 'Profile of a user, absent without `profile`.'), 'Model of a person, empty without `profile`.');
  for (const language of ['en', 'de', 'it'] as const) {
    const hints = adminOperations.flatMap(fieldsOf).map(({ about }) => saidIn(language, about) ?? '');
    t.deepEqual(
      hints.map((hint) => hint.replaceAll(/`[^`]*`/gu, '')).filter((hint) => /profil/iu.test(hint)),
      [],
    );
  }
});

test('a word of the API is said in the reader’s language, what somebody wrote stays as it is', (t) => {
  t.is(valueIn('de', 'state', 'settled'), 'abgerechnet');
  t.is(valueIn('it', 'name', 'settled'), 'settled');
  t.is(valueIn('it', 'state', 'constructor'), 'constructor');
  t.is(valueIn('de', 'constructor', 'settled'), 'settled');
  t.is(valueIn('en', 'state', 'settled'), 'settled');
  t.is(valueIn('en', 'state', 'half_open'), 'half open');
  t.is(valueIn('en', 'cause', 'topup'), 'topup');
  t.is(valueIn('de', 'to', 'destination'), 'Ziel');
});

test('why a hold is in doubt is said in words, in every language', (t) => {
  t.is(valueIn('en', 'cause', 'process_lost'), 'its gateway ended meanwhile');
  t.is(valueIn('en', 'cause', 'attempt_server_error'), 'an attempt failed: server error');
  t.is(valueIn('de', 'reason', 'upstream_status_500'), 'vom Anbieter abgelehnt mit Status 500');
  t.is(valueIn('de', 'cause', 'attempt_timed_out'), 'ein Versuch misslang: Zeit abgelaufen');
  for (const written of ['refused_<b>', 'refused_ ', 'upstream_status_', 'constructor', 'hasOwnProperty_x'])
    t.is(valueIn('de', 'cause', written), written);
});

test('the first known language of the browser is spoken', (t) => {
  for (const [header, language] of [
    ['', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr-FR,fr;q=0.9,it;q=0.5,en;q=0.4', 'it'],
    ['en;q=0.1,it;q=0.2', 'it'],
    ['de;q=0,en', 'en'],
    ['__proto__, constructor', 'en'],
    [','.repeat(10_000), 'en'],
  ] as const) {
    t.is(acceptedLanguage(header), language, header.slice(0, 50));
  }
});

test('an amount is written exactly, and says which zeros complete it', (t) => {
  t.deepEqual(writtenAmount('1234567.100000000', languages.en), { text: '1,234,567.10', zeros: '0000000' });
  t.deepEqual(writtenAmount('-0.000000001', languages.de), { text: '-0,000000001', zeros: '' });
  t.deepEqual(writtenAmount('1234.5', languages.it), { text: '1.234,50', zeros: '0000000' });
  t.deepEqual(writtenAmount('99999999999999.999999999', languages.en)?.text, '99,999,999,999,999.999999999');
  for (const text of ['', '0x10', '1e3', 'NaN', '1.0000000001']) t.is(writtenAmount(text, languages.en), null);
});

test('a time is written in the zone of the reader', (t) => {
  t.is(writtenTime('2026-07-01T22:30:00.000Z', languages.en, 'Europe/Rome'), '2 Jul 2026, 00:30:00');
  t.is(writtenTime('2026-07-01', languages.en, 'UTC'), null);
  t.is(writtenTime('2026-13-01T00:00:00Z', languages.en, 'UTC'), null);
});

test('a refusal is said in the reader’s language, and no text lacks what to do', (t) => {
  t.is(refusalIn('en', 'invalid_value'), null);
  for (const language of ['it', 'de'] as const) {
    // At least two sentences, or two parts of one: what it means, and what to do.
    t.regex(refusalIn(language, 'invalid_value') ?? '', /[.:;] .+\.$/);
    t.is(refusalIn(language, 'pii_engine_unavailable'), null, 'no form meets it');
  }
});
