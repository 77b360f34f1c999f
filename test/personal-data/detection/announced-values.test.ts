import test from 'ava';
import { piiEntities } from '../../../src/personal-data/pii-kinds.ts';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';

const asked = { entities: new Set(piiEntities), languages: ['de', 'en', 'es', 'fr', 'it'] } as const;

function found(text: string): readonly string[] {
  return applyDetectionRules(text, asked)
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, entity }) => `${entity} ${text.slice(start, end)}`);
}

// No list has these names.
const records: Readonly<Record<string, string>> = {
  'members of JSON': '{"last_name": "Zulkrat", "firstName": "Velmo"}',
  'JSON in a program': String.raw`body = "{\"last_name\":\"Zulkrat\",\"first_name\":\"Velmo\"}"`,
  'literals of programs': `Person(family_name='Zulkrat', given_name='Velmo'), { lastName: 'Zulkrat', firstName: "Velmo" }`,
  'calls of setters': 'p.setLastName("Zulkrat"); p.setVorname("Velmo");',
  YAML: 'customer:\n  nachname: Zulkrat\n  vorname: Velmo\n',
  'YAML in small letters': '- cognome: zulkrat\n  nome: velmo\n',
  INI: '[customer]\nsurname = Zulkrat\nforename = Velmo',
  'TOML in a pair': '[[owner]]\nlast = "Zulkrat"\nfirst = "Velmo"',
  'a line of a log': 'INFO saved last_name=Zulkrat first_name=Velmo ms=3',
  'a form': 'Apellidos: Zulkrat\nNombre: Velmo\n',
  'a form in bold letters': '- **Nom** : Zulkrat\n- **Prénom** : Velmo\n',
  'a form with its values below': 'Nachname:\nZulkrat\n\nVorname:\nVelmo\n',
  'a form with blanks': 'Family name       Zulkrat\nGiven name        Velmo\n',
  XML: '<c><cognome>Zulkrat</cognome><nome>Velmo</nome></c>',
  'attributes of XML': '<c lastName="Zulkrat" firstName="Velmo"/>',
  'fields of XML': '<field name="last_name">Zulkrat</field><field name="first_name">Velmo</field>',
  'pairs of HTML': '<dl><dt>Nachname</dt><dd>Zulkrat</dd><dt>Vorname</dt><dd>Velmo</dd></dl>',
  'pairs in a table of Markdown': '| Field | Value |\n|---|---|\n| Last name | Zulkrat |\n| First name | Velmo |\n',
  'SQL that asks': "SELECT * FROM c WHERE last_name IN ('Aubert', 'Zulkrat') AND first_name in ('Velmo')",
  'rows of JSON': '{"columns":["last_name","first_name"],"index":[0,1],"data":[["Aubert","Luc"],["Zulkrat","Velmo"]]}',
  'rows under their names': '[["Cognome", "Nome", "Ore"],\n ["Zulkrat", "Velmo", 7]]',
  'columns of JSON': '{"apellidos": ["Aubert", "Zulkrat"], "nombres": ["Luc", "Velmo"]}',
  'columns of a program': "DataFrame({'last_name': ['Aubert', 'Zulkrat'], 'first_name': ['Luc', 'Velmo']})",
  'fields of a page':
    '<label for="a">Last name</label> <input id="a" value="Zulkrat"><label>First name</label><input value="Velmo">',
  'SQL that changes': "UPDATE c SET apellido1 = 'Zulkrat', nombre = 'Velmo' WHERE id = 4",
  'a sentence': 'The last name is Zulkrat, the first name is Velmo.',
  CSV: 'id,nom,prenom\n1,Aubert,Luc\n2,Zulkrat,Velmo\n',
  'CSV in quotes': '"id";"Nachname";"Vorname"\n"1";"Zulkrat";"Velmo"\n',
  TSV: 'id\tcognome\tnome\n1\tZulkrat\tVelmo\n',
  'columns with blanks': 'ID   LAST_NAME   FIRST_NAME\n1    Zulkrat     Velmo\n',
  'a table of Markdown': 'See:\n\n| ID | Apellidos | Nombre |\n|---:|---|---|\n| 1 | Zulkrat | Velmo |\n',
  'a table of pupils in HTML':
    '<table><tr><th>Pupil surname</th><th>Pupil forename</th><th>House</th></tr><tr><td>Zulkrat</td><td>Velmo</td><td>Kestrel</td></tr></table>',
  'a table of HTML':
    '<table><tr><th>ID</th><th>Nom</th><th>Prénom</th></tr>\n<tr><td>1</td><td><b>Zulkrat</b></td><td>Velmo</td></tr></table>',
  'SQL that adds': "INSERT INTO c (id, last_name, first_name) VALUES (1, 'O''Hara', 'Ann'),\n (2, 'Zulkrat', 'Velmo');",
  'a table of a terminal':
    '+----+-----------+------------+\n| id | last_name | first_name |\n+----+-----------+------------+\n| 1 | Zulkrat | Velmo |\n',
  'a table of a database': ' last_name | first_name\n-----------+------------\n Zulkrat   | Velmo\n(1 row)\n',
  'a table of two columns under signs':
    '=========  ==========\nLast name  First name\n=========  ==========\nZulkrat    Velmo\n',
  'a table of LaTeX': String.raw`Last name & First name \\ \hline
Zulkrat & Velmo \\`,
  'a printed structure': '{ID:7 FirstName:Velmo LastName:Zulkrat Tier:2}',
  keywords: '{:last-name "Zulkrat" :first-name "Velmo"} (last-name "Zulkrat")',
  'a form in parts': 'name="last_name"\r\n\r\nZulkrat\r\n--x\r\nname="first_name"\r\n\r\nVelmo\r\n--x--',
  'a record of health': '{"name":[{"family":"Zulkrat","given":["Velmo"]}]}',
  'a message of a hospital': 'MSH|^~|LAB\nPID|1||4711||Zulkrat^Velmo||19800101|F',
  'a card': 'BEGIN:VCARD\nVERSION:4.0\nN:Zulkrat;Velmo;;;\nFN:Velmo Zulkrat\nEND:VCARD',
  'an appointment': 'BEGIN:VEVENT\nORGANIZER;CN="Velmo Zulkrat":mailto:desk@post.example\nEND:VEVENT',
  'an entry of a directory': 'objectClass: person\ngivenName: Velmo\nsn: Zulkrat\ncn: Velmo Zulkrat\n',
  'a family tree': '0 @I1@ INDI\n1 NAME Velmo /Zulkrat/\n2 GIVN Velmo\n',
  'a bibliography': '@book{k,\n  author = {Zulkrat, Velmo},\n}',
  'an entry without its classes': 'dn: uid=4\nsn: Zulkrat\ngivenName: Velmo\n',
  'a message of trade': "UNH+1+ORDERS:D:96A:UN'NAD+BY+++Zulkrat:Velmo'",
  'fields and their values in objects':
    '{"name": "last_name", "value": "Zulkrat"}, {"name": "first_name", "value": "Velmo"}',
  'a dump of PHP': '["cognome"]=>\n  string(7) "Zulkrat"\n  ["nome_proprio"]=>\n  string(5) "Velmo"',
  'names before their fields': 'Zulkrat (last name), Velmo (first name)',
  'SQL that selects': `SELECT 'Zulkrat' AS last_name, "Velmo" AS first_name`,
  'headings that are underlined': 'Surname\n-------\nZulkrat\n\nForename\n--------\nVelmo\n',
  'a line without text under the columns': 'Surname\tForename\n\nZulkrat\tVelmo\n',
  'members of programs in other languages': 'person.nomeCliente = "Velmo"; person.cognome = "Zulkrat"',
  'names before their fields in brackets': 'Zulkrat [cognome], Velmo [nome]',
  'names before their fields in angles': 'Zulkrat <cognome>, Velmo <nome>, 12.03.1980 <data di nascita>',
  'a path': '/people/last_name/Zulkrat/first_name/Velmo',
  'options of a command in other languages': 'add --cognome Zulkrat --nome Velmo',
  'lines with blanks alone': 'Cognome Zulkrat\nNome Velmo\n',
  'lines behind words with blanks alone': 'set cognome Zulkrat\nset nome Velmo\n',
  'names between underscores': '__cognome__: Zulkrat\n__nome__: Velmo',
  'a small particle': '["nachname", "von Zulkrat"], ["vorname", "Velmo"]',
  'names without accents': 'prenom_usuel = "Velmo"\nnom_de_famille = "Zulkrat"',
  'columns of AsciiDoc': '|===\n|Last name |First name |City\n\n|Zulkrat\n|Velmo\n|Bari\n|===',
  'columns of a wiki': '{|\n! Last name !! First name\n|-\n| Zulkrat || Velmo\n|}',
  'columns with a number before them':
    '   last_name first_name  city\n'.replace(/ (?=f)/, '   ') + '0    Zulkrat      Velmo  Bari',
  'columns of a width':
    'LAST_NAME    FIRST_NAME   CITY\nZulkrat      Velmo        Bari\nAb Zulkrat Ab Velmo        Bari',
  'a record of a column': 'Last name\tZulkrat\tAb\nFirst name\tVelmo\tCd',
  'a list of people': 'Teilnehmer (Nachname, Vorname):\n- Zulkrat, Velmo\n',
};

for (const [form, text] of Object.entries(records)) {
  test(`a name that no list has is found where its field announces it: ${form}`, (t) => {
    const names = found(text.replaceAll(String.raw`\"`, '"')).filter((each) => each.startsWith('PERSON'));
    for (const name of ['zulkrat', 'velmo'])
      t.true(
        names.some((each) => each.toLowerCase().includes(name)),
        names.join(', '),
      );
  });
}

test('a column announces every row below it', (t) => {
  const rows = ['Zulkrat;12.03.1980;TS-WE 1234', 'Velmo;13.04.1981;B-AB 77', 'Krimp;14.05.1982;HH-KL 901'];
  t.deepEqual(found(`Nachname;Geburtsdatum;Kennzeichen\n${rows.join('\n')}\n`), [
    'PERSON Zulkrat',
    'DATE_OF_BIRTH 12.03.1980',
    'PLATE TS-WE 1234',
    'PERSON Velmo',
    'DATE_OF_BIRTH 13.04.1981',
    'PLATE B-AB 77',
    'PERSON Krimp',
    'DATE_OF_BIRTH 14.05.1982',
    'PLATE HH-KL 901',
  ]);
});

const harmless: readonly string[] = [
  '{"first_name": {"type": "string"}, "last_name": "string", "required": ["first_name", "last_name"]}',
  'lastName: string; firstName?: string | null; const lastName = row.lastName ?? parsed;',
  'last_name VARCHAR(64) NOT NULL, first_name TEXT,',
  '{"first_name": "First name", "last_name": "Nachname"}',
  'last_name={{last_name}} first_name=${firstName} surname=%s',
  'last_name_length: Maximum, surname_regex: Pattern, file_name: Report, File name: Report',
  'SELECT last_name, first_name FROM people ORDER BY last_name, city;',
  'name,price\nTable,12\nChair,7\n',
  'Enter your last name, first name\nPress enter, then wait\n',
  '<tr><th>Last name</th><th>City</th></tr>',
  'family: Serif, given: Blue; N:Upper;Lower',
  'const names = ["last_name", "first_name", "Email"]; type Name = "last_name" | "first_name" | "Phone";',
  'setLastName(first); getFirstName() && getLastName(); <Label for="lastName">Surname</Label>',
  'product_name: Report, file_name: Summary, last_name: string\nProduct name: Garden Hose\nFile name: Annual Report',
  "'PARTIAL',\n'USER',\n'PASSWORD',\n'LNAME',",
  "'family',\n'fatalerror',\n'fcgireq',\n",
  `first_name = row.first
${'x = y;\n'.repeat(200)}{ name: "Zirconium" }`,
  'Zulkrat <b>, Velmo (see the first name), il nome di Zulkrat e il cognome di Velmo',
  'SELECT Zname AS last_name, Vname AS first_name',
];

for (const text of harmless) {
  test(`the names of fields, and what programs write beside them, are no names: ${text.slice(0, 60)}`, (t) => {
    t.deepEqual(found(text), []);
  });
}
