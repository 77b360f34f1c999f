import test from 'ava';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';

function people(text: string): readonly string[] {
  const found = applyDetectionRules(text, {
    entities: new Set(['PERSON']),
    languages: ['de', 'en', 'es', 'fr', 'it'],
  });
  return found.toSorted((a, b) => a.start - b.start).map(({ start, end }) => text.slice(start, end));
}

/** Full names that no list has, in each form that names of people have. */
const names = [
  'Zulkratim Vrosadek',
  'Zulkratim Lo Vrosadi',
  'Zulkratim Vrosadek-Belmirim',
  'Zulkratim O’Vrosadek',
  'Zulkratim D’Angiolvrosi',
  'Zulkratim van der Vrosadek',
  'Zulkratim El Vrosadi',
  'Zulkratim Ní Vrosadin',
  'Zulkratim dos Vrosadim',
  'Zulkratim Vrosasubramanian',
];

/** What only people do, are or have, with the name at `_`. */
const sentences = [
  'Yesterday _ presented the budget.',
  '"_ told me that the meeting is cancelled."',
  'Unterzeichnet von _ am 3. März.',
  'Firmato da _ il 3 marzo.',
  'Écris une réponse à _ pour la facture.',
  '« La directrice, _, a confirmé la date. »',
  'Mi compañera _ se encarga.',
  '_, 42 anni, vive a Lecce.',
  'Es war _, der den Fehler fand.',
  '- _: slides',
];

for (const sentence of sentences) {
  test(`finds names that no list has in: ${sentence}`, (t) => {
    for (const name of names) t.deepEqual(people(sentence.replace('_', () => name)), [name]);
  });
}

test('finds a name with "von" or "de" in it where only a person does what is said', (t) => {
  t.deepEqual(people('Zulkratim von Vrosadek wohnt in Leipzig.'), ['Zulkratim von Vrosadek']);
  t.deepEqual(people('Der Abfluss von Vrosadek und die Serra de Vrosadek'), []);
});

test('finds given names of registers before a family name that no list has', (t) => {
  for (const name of ['Priyanka', 'Babatunde', 'Maialen', 'Hanane', 'Nurcan', 'Cheikh'])
    t.deepEqual(people(`Ask ${name} Vrosadek.`), [`${name} Vrosadek`]);
});

for (const text of [
  'Die Lampe Frieda, die Stehlampe Emma und der Tisch Emil sind ausverkauft.',
  'Il divano Giulia, la poltrona Marta e la torta Margherita',
  'Le canapé Marcel et la lampe Colette',
  'La mesa Lucía y la silla Carmen',
  'The printer Oskar, the ferry Isabella and Hurricane Katrina',
  'a Chelsea Lamp and a Sydney Rug',
  'Wir wohnen in der Sophie-Scholl-Straße neben der Anne-Frank-Schule.',
  'Compare a Kia Ceed, an Alfa Romeo Giulia and a Skoda Felicia.',
  'A bottle of Jack Daniels, a Johnnie Walker and a Jim Beam.',
  'Ein Rezept für Schwarzwälder Kirschtorte',
  'Dijkstra differs from Bellman-Ford.',
  'Plan a weekend in Charlotte, North Carolina.',
  'El archivo se llama Violeta y la hoja se llama Carmen.',
  '| Produkt | Lager | Menge |\n|---|---|---|\n| Zulk Frieda | Vittoria | 3 |\n| Emma Schmidt | Chad | 4 |',
  'item;city;units\nAnna Miller;Florence;3\nEmma Smith;Victoria;4',
])
  test(`takes no thing for a person in: ${JSON.stringify(text)}`, (t) => {
    t.deepEqual(people(text), []);
  });

test('finds people beside a column of things', (t) => {
  t.deepEqual(people('| Kunde | Produkt |\n|---|---|\n| Anna Schmidt | Lampe Frieda |'), ['Anna Schmidt']);
});

for (const text of [
  'MSH|^~\\&|A|B\rPID|1||4711^^^H||Zulkratim^Vrosadek^^||19800101|F',
  'PV1|1|O|WARD^ROOM||||4711^Zulkratim^Vrosadek^^^Dr.',
  'NK1|1|Zulkratim^Vrosadek|SPO',
  'NM1*IL*1*Zulkratim*Vrosadek*M***MI*123456~',
  '{"first": "Zulkratim", "last": "Vrosadek"}',
  'first=Zulkratim&last=Vrosadek',
  'SN=Zulkratim, GN=Vrosadek, C=DE',
  'First,Last,Seen\nZulkratim,Vrosadek,3',
])
  test(`finds names by their place or pair in: ${JSON.stringify(text)}`, (t) => {
    t.deepEqual(people(text), ['Zulkratim', 'Vrosadek']);
  });

test('finds names of passengers and of lines that machines read', (t) => {
  t.deepEqual(people('1.1ZULKRATIM/VROSADEK MR'), ['ZULKRATIM', 'VROSADEK']);
  t.deepEqual(people('P<UTOZULKRATIM<<VROSADEK<BELMIRA<<<<<<<<'), ['ZULKRATIM', 'VROSADEK<BELMIRA']);
});

for (const text of [
  'NM1*85*2*ZULKRATIM CLINIC*****XX*1~',
  'OBX|1|CE|Zulkratim^Vrosadek',
  'the TCP/IP MS and the GET/HEAD MR',
  '{"first": "January", "last": "December"}',
  'const { first, last } = row; first: String, last: Number',
  'if (x<<FOO<BAR) P<FOO<<BAR',
])
  test(`finds no name in: ${JSON.stringify(text)}`, (t) => {
    t.deepEqual(people(text), []);
  });

test('finds a full name in small letters, and what somebody is introduced by', (t) => {
  for (const [text, ...names] of [
    ['a meeting with dmitri kowalski tomorrow', 'dmitri kowalski'],
    ['ich heisse sabine vrosadek und suche', 'sabine vrosadek'],
    ['mi jefe ramón vrosadek no paga', 'ramón vrosadek'],
    ['my name is karen, and', 'karen'],
    ['the table karen, mario.kowalski() and julia kowalski'],
    ['mi chiamo stanco'],
  ] as const)
    t.deepEqual(people(text), names, text);
});

test('finds a given name in small letters that somebody is told by', (t) => {
  t.deepEqual(people('tell angelika and marco the demo moved'), ['angelika', 'marco']);
  t.deepEqual(people('wie sag ich angelika dass ich nicht komme'), ['angelika']);
  t.deepEqual(people('mi scrivi un messaggio per angelika che mi deve i soldi?'), ['angelika']);
  t.deepEqual(people('ask claude to fix it, tell julia to compile it and remind alexa'), []);
  t.deepEqual(people('quoi offrir à angelika'), ['angelika']);
  t.deepEqual(people('cómo le digo a angelika que no'), ['angelika']);
  for (const text of ['ask docker to stop', 'import angelika', 'tell angelika.local to stop'])
    t.deepEqual(people(text), []);
});
