import test from 'ava';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';

function people(text: string): readonly string[] {
  const found = applyDetectionRules(text, {
    entities: new Set(['PERSON']),
    languages: ['de', 'en', 'es', 'fr', 'it'],
  });
  return found.toSorted((a, b) => a.start - b.start).map(({ start, end }) => text.slice(start, end));
}

for (const text of [
  'The tug Lady Ingrid met the trawler Margaret Anne off Hull.',
  'Der Kutter Anna Maria und die Fregatte Karl Theodor',
  'Il traghetto Giulia Stella e la motonave Maria Rossi',
  'El buque Juan Sebastián Elcano y la fragata Blas de Lezo',
  'Our gelding Rusty Malone won; the dog Bella Rose slept.',
  'Violet, Daisy and Poppy need water.',
  'Quali piantare: Margherita o Ortensia?',
  '¿Margarita, Violeta y Azucena al sol?',
  'Ernst and Young, Barnes and Noble, Dolce e Gabbana',
  'Pasta alla Norma, Tarte Tatin, Crêpes Suzette, Eggs Benedict',
  'El brownie y la Tarta de Santiago.',
  'Fräulein vom Amt, Frau vom Meer',
  'La calle Reina Mercedes y la rue du Général Leclerc',
  'Da Ponte Vecchio a Piazzale Margherita e Lungarno Vittoria',
  'Nächste Schritte, Geplante Maßnahmen',
  'Robert Bosch GmbH, Peter Ford Motors, ein Siemens',
  '{"brand": "Giorgio Armani", "car": "Mercedes Benz", "hall": "Hudson Hall"}',
])
  test(`takes the name of no ship, animal, plant, dish or street for a person in: ${text}`, (t) => {
    t.deepEqual(people(text), []);
  });

const kept: readonly (readonly [text: string, ...names: string[]])[] = [
  ['Marta and Spencer came', 'Marta', 'Spencer'],
  ['Der Zug Anna Meier ist zu spät', 'Anna Meier'],
  ['Inszeniert wurde der Film von Lewis Milestone.', 'Lewis Milestone'],
  ['My aunt Iris plants tulips', 'Iris'],
  ['Write a limerick for my nephew Caspian.', 'Caspian'],
  ['un regalo para mi suegra Trinidad', 'Trinidad'],
  ['suor Placida e sor Hortensia', 'Placida', 'Hortensia'],
  ['Groom: Zulkra Vrosadek. Bride: Liudmila Vrosa.', 'Zulkra Vrosadek', 'Liudmila Vrosa'],
  ['Aisling owes 8, Oumayma brings cake.', 'Aisling', 'Oumayma'],
  ['« Anicet, tu as oublié »', 'Anicet'],
  ['{"project": "Anna Karlsson"}', 'Anna Karlsson'],
  ['Anna Bosch met Mrs Siemens and Luigi Ferrero.', 'Anna Bosch', 'Siemens', 'Luigi Ferrero'],
  ['Herrn\nZulkratim Vrosadek\nHafenweg 4', 'Zulkratim Vrosadek'],
  ['A novel by J. K. Vrosadek', 'J. K. Vrosadek'],
  ['ihr Trainer Volkmar Vrosarock', 'Volkmar Vrosarock'],
  ['Filastrocca per la piccola Placida che compie tre anni', 'Placida'],
];

for (const [text, ...names] of kept)
  test(`finds the names of people in: ${text}`, (t) => {
    t.deepEqual(people(text), names);
  });

test('finds a name that no list has again alone', (t) => {
  t.deepEqual(people('Fasse zusammen: Zulkratim Vrosadek stellte den Haushalt vor. Vrosadek rechnet mit mehr.'), [
    'Zulkratim Vrosadek',
    'Vrosadek',
  ]);
});

test('finds given names of registers alone, unless they are another word', (t) => {
  for (const name of ['Tarek', 'Maïwenn', 'Anjali', 'Tendai', 'Aleksi'])
    t.deepEqual(people(`Was schenke ich ${name} zum Geburtstag?`), [name]);
  for (const word of ['Dakota', 'Loki', 'Hudson', 'Etna']) t.deepEqual(people(`Was macht ${word} hier?`), []);
});

test('takes no side of a conversation and no heading for a role before a name', (t) => {
  for (const text of ['Assistant: Sure Thing', 'Manager: Task Queue', 'my friend Monday'])
    t.deepEqual(people(text), []);
});
