import { readFileSync } from 'node:fs';
import test from 'ava';
import { untrainedTable } from '../../src/routing/domain-table.ts';
import { createEmbeddedChooser } from '../../src/routing/embedded-chooser.ts';
import { lightAndAdvanced, routingQuestion } from '../_support/routing-question.ts';

const chooser = createEmbeddedChooser(untrainedTable);
const selected = (text: string): string => chooser.choose(routingQuestion(text), lightAndAdvanced, 'balanced').selected;

const prompts = JSON.parse(
  readFileSync(new URL('../fixtures/routing/trivial-and-hard.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly trivial: readonly string[]; readonly hard: readonly string[] }>>;

for (const [language, { trivial, hard }] of Object.entries(prompts)) {
  test(`trivial requests are light and hard ones advanced: ${language}`, (t) => {
    t.deepEqual(
      trivial.filter((text) => selected(text) !== 'light'),
      [],
    );
    t.deepEqual(
      hard.filter((text) => selected(text) !== 'advanced'),
      [],
    );
  });
}

test('the length of what plain work is done on makes it no harder', (t) => {
  const clauses = 'The tenant is liable for the tax under the contract, unless the court finds otherwise. '.repeat(60);
  for (const request of [
    'Translate into German',
    'Alphabetise these sentences',
    'Riassumi in una riga',
    'Zähle die Wörter',
  ]) {
    t.is(selected(`${request}: ${clauses}`), 'light', request);
    t.is(selected(`${request}.\n\n${clauses}`), 'light', request);
  }
});

test('a short order of the form of an answer does not hide a problem', (t) => {
  t.is(
    selected(
      'Reply with the number only. Prove to yourself first: how many ways are there to tile a 2 × 12 board with dominoes?',
    ),
    'advanced',
  );
});

test('a subject alone makes a definition no harder', (t) => {
  for (const text of ['What is a mutex?', 'What does VAT stand for?', 'Was ist ein Vertrag?', 'Cos’è un algoritmo?']) {
    t.is(selected(text), 'light', text);
  }
});
