import test from 'ava';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';

const wanted = { entities: new Set(['PERSON'] as const), languages: ['de', 'en', 'es', 'fr', 'it'] as const };

function personsIn(text: string): readonly string[] {
  return applyDetectionRules(text, wanted).map(({ start, end }) => text.slice(start, end));
}

const found: Readonly<Record<string, readonly [text: string, ...names: string[]]>> = {
  'what sets a family name, beside what sets a given one': [
    'c.setFirstName("Heike"); c.setLastName("Wein");',
    'Heike',
    'Wein',
  ],
  'a builder whose given name is called "nome"': ['new B().cognome("Grande").nome("Furio").build()', 'Grande', 'Furio'],
  'the first and the last of a person': ["{ first: 'Heike', last: 'Wein' }", 'Heike', 'Wein'],
  'the first and the last of a person, the other way round': ["{ last: 'Wein', first: 'Heike' }", 'Wein', 'Heike'],
  'a list that knows the family name': ["{ first: 'Blume', last: 'Rossi' }", 'Blume', 'Rossi'],
  'family and given in quotes': ['name { family: "Wein" given: "Heike" }', 'Wein', 'Heike'],
  'a label with one more word, beside another': ['cognome_paz: Lupo\nnome_paz: Ondina', 'Lupo', 'Ondina'],
  'a name and its field without a sign': ['Heike (first name), Wein (last name)', 'Heike', 'Wein'],
  'a field of a form and what is in it': ['<input id="cognome" type="text" value="Lupo">', 'Lupo'],
  'a field of a form behind what is in it': [
    '<input value="Dall\'Oglio" name="cognome"><input value="Ondina" name="nome">',
    "Dall'Oglio",
    'Ondina',
  ],
  'a comparison of SQL': ["DELETE FROM t WHERE nachname LIKE 'Wein%'", 'Wein'],
  'a command of LaTeX': [String.raw`\newcommand{\nachname}{von Stein}`, 'von Stein'],
  'values that are named behind them': [
    "FROM (VALUES (1, 'Heike', 'Wein'), (2, 'Malte', 'Stein')) AS v(id, vorname, nachname)",
    'Heike',
    'Wein',
    'Malte',
    'Stein',
  ],
  'the heading of a librarian': ['100 1_ $a Herbst, Lorenz, $d 1948-', 'Herbst, Lorenz'],
  'the contributor of a book': ['<NamesBeforeKey>Gero</NamesBeforeKey><KeyNames>Wein</KeyNames>', 'Gero', 'Wein'],
  'a last word that organisations have': ['Full name: Charlotte Church', 'Charlotte Church'],
  'a last word that German houses have': ['Kontoinhaber: Anna Kirche', 'Anna Kirche'],
  'elements on one line': ['<lastName>Page</lastName><firstName>Autumn</firstName>', 'Page', 'Autumn'],
  'two words beside each other': ['{"family":"Rice","given":"April"}', 'Rice', 'April'],
  'a patient of FHIR': ['{"name":[{"family":"Waters","given":["Autumn"]}]}', 'Waters', 'Autumn'],
  'a Greek family': ['last_name: Vardas\nfirst_name: Nikos', 'Vardas', 'Nikos'],
  'a declaration with its type': ['let last_name: &str = "Wein";', 'Wein'],
  'elements within a line': ['<li><span>Nachname</span>: <em>Wein</em></li>', 'Wein'],
  'a list of properties': ['<key>last_name</key>\n<string>Wein</string>', 'Wein'],
  'what a test expects': ['expect(user.lastName).toBe("Wein");', 'Wein'],
  'what a step of a test fills in': ['When I fill in "Nachname" with "Wein"', 'Wein'],
  'what a field was before': ['changed last_name from "Wein" to ""', 'Wein'],
  'rows that are copied into a database': [
    'COPY p (nachname, vorname) FROM stdin;\nWein\tHeike\nStein\tMalte\n\\.\nSELECT 1',
    'Wein',
    'Heike',
    'Stein',
    'Malte',
  ],
};

for (const [form, [text, ...names]] of Object.entries(found))
  test(`words are names where their labels are those of people: ${form}`, (t) => {
    t.deepEqual(personsIn(text), names);
  });

const none: readonly string[] = [
  'family: Garamond\ngiven: Italic',
  'family: "Garamond", given: "Italic"',
  '{ "family": "Roboto", "size": 12 }',
  "{ first: 'Introduction', last: 'Conclusion' }",
  'c.setFirstName("Required"); c.setLastName("Pattern");',
  'lastName: Component, firstName: Component',
  'Vorname = Textfeld\nNachname = Textfeld',
  'Cognome: Campo obbligatorio',
  'Nom de famille : Champ obligatoire',
  '"last_name": "Please enter your surname"',
  '"lastName": "Achternaam", "firstName": "Voornaam"',
  '"lastName": "Фамилия", "firstName": "Имя"',
  'last_name: "Smithsonian Institution Press"',
  "SELECT * FROM (VALUES (1, 'Lachs', 'Wein')) AS v(id, animal, drink)",
  '<input type="submit" name="last_name" value="Wein">',
  'lastName: Option<String> = None',
  'expect(user.lastName).toBe("Required")',
  "SELECT 1 FROM p WHERE last_name LIKE 'Sch%' OR last_name LIKE 'A%'",
  '<button name="nachname" value="Absenden">',
  '{"first":"Montag","last":"Freitag"}',
  'COPY p (nachname, vorname, ort) FROM stdin;\nBuild\tstatus\tGreen\textra\n',
  'COPY p (animal, drink) FROM stdin;\nLachs\tWein\n',
];

for (const text of none)
  test(`what a weak or a technical label stands before is no person: ${text.slice(0, 60)}`, (t) => {
    t.deepEqual(personsIn(text), []);
  });
