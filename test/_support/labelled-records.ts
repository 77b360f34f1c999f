import { seededRandom, type SeededRandom } from './seeded-random.ts';

/** A record in one of the forms that programs and people write, with the values that the names of its fields announce. */
export interface LabelledRecord {
  readonly form: string;
  readonly text: string;
  readonly values: readonly { readonly kind: string; readonly value: string }[];
}

/** The names of fields, by what they hold, in five languages. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    given: 'first_name firstName first-name given_name FIRST_NAME fname forename',
    family: 'last_name lastName last-name surname family_name LAST_NAME customer_last_name',
    born: 'date_of_birth dateOfBirth dob DOB birth_date',
    plate: 'license_plate licensePlate plate registration_plate',
    other: 'city status',
  },
  de: {
    given: 'vorname Vorname VORNAME Rufname',
    family: 'nachname Nachname familienname NACHNAME zuname kunde_nachname',
    born: 'geburtsdatum Geburtsdatum geb_datum',
    plate: 'kennzeichen Kennzeichen kfz_kennzeichen',
    other: 'ort Tarif',
  },
  it: {
    given: 'nome Nome nome_proprio nome_di_battesimo',
    family: 'cognome Cognome COGNOME cognome_cliente cognomeCliente',
    born: 'data_di_nascita dataNascita data_nascita',
    plate: 'targa Targa targa_veicolo targaAuto',
    other: 'comune stato',
  },
  fr: {
    given: 'prenom prénom Prénom prenom_client',
    family: 'nom Nom nom_de_famille nomFamille nom_client',
    born: 'date_de_naissance dateNaissance date_naissance',
    plate: 'immatriculation Immatriculation plaque',
    other: 'ville statut',
  },
  es: {
    given: 'nombre Nombre nombre_pila primer_nombre',
    family: 'apellidos Apellidos apellido primerApellido apellido1 apellido_paterno',
    born: 'fecha_de_nacimiento fechaNacimiento fecha_nacimiento',
    plate: 'matricula matrícula matricula_vehiculo',
    other: 'ciudad estado',
  },
};

type Cells = readonly string[];

const quoted = (cell: string): string => `'${cell}'`;
const pairs = (names: Cells, cells: Cells, pair: (name: string, cell: string) => string): Cells =>
  names.map((name, place) => pair(name, cells[place] ?? ''));
const object = (names: Cells, cells: Cells): unknown =>
  Object.fromEntries(pairs(names, cells, (a, b) => `${a}\n${b}`).map((each) => each.split('\n')));

/** How records are written, by name. */
const forms: Readonly<Record<string, (names: Cells, rows: readonly Cells[]) => string>> = {
  JSON: (names, rows) => JSON.stringify(rows.map((cells) => object(names, cells))),
  'JSON in JSON': (names, rows) => JSON.stringify({ data: JSON.stringify(rows.map((cells) => object(names, cells))) }),
  'JSON in a sentence': (names, [cells = []]) =>
    `The record ${JSON.stringify(object(names, cells), null, 2)} is wrong.`,
  'JSON with columns': (names, rows) => JSON.stringify({ columns: names, rows }),
  YAML: (names, rows) =>
    rows.map((cells) => `- ${pairs(names, cells, (a, b) => `${a}: ${b}`).join('\n  ')}`).join('\n'),
  CSV: (names, rows) => [names, ...rows].map((cells) => cells.join(',')).join('\n'),
  'CSV in quotes': (names, rows) =>
    [names, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(';')).join('\n'),
  TSV: (names, rows) => [names, ...rows].map((cells) => cells.join('\t')).join('\n'),
  Markdown: (names, rows) =>
    [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  HTML: (names, rows) =>
    `<table><tr>${names.map((name) => `<th>${name}</th>`).join('')}</tr>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`,
  'SQL that adds': (names, rows) =>
    `INSERT INTO people (${names.join(', ')}) VALUES ${rows.map((cells) => `(${cells.map(quoted).join(', ')})`).join(',\n')};`,
  'SQL that changes': (names, rows) =>
    rows.map((cells) => `UPDATE people SET ${pairs(names, cells, (a, b) => `${a} = '${b}'`).join(', ')};`).join('\n'),
  XML: (names, rows) =>
    rows.map((cells) => `<p>${pairs(names, cells, (a, b) => `<${a}>${b}</${a}>`).join('')}</p>`).join(''),
  'attributes of XML': (names, rows) =>
    rows.map((cells) => `<p ${pairs(names, cells, (a, b) => `${a}="${b}"`).join(' ')}/>`).join('\n'),
  INI: (names, rows) =>
    rows.map((cells) => `[person]\n${pairs(names, cells, (a, b) => `${a} = ${b}`).join('\n')}`).join('\n'),
  form: (names, [cells = []]) => pairs(names, cells, (a, b) => `${a}: ${b}`).join('\n'),
  'form with its values below': (names, [cells = []]) => pairs(names, cells, (a, b) => `${a}:\n${b}`).join('\n\n'),
  log: (names, rows) =>
    rows.map((cells) => `INFO saved ${pairs(names, cells, (a, b) => `${a}="${b}"`).join(' ')} ms=3`).join('\n'),
  literal: (names, rows) =>
    `people = [${rows.map((cells) => `{${pairs(names, cells, (a, b) => `'${a}': '${b}'`).join(', ')}}`).join(', ')}]`,
};

const layouts = ['given family born other', 'family given plate', 'other family plate born', 'given family'];

/** Records in all forms and languages from a seed, with names made of syllables, which no list has. */
export function labelledRecords(seed: number): readonly LabelledRecord[] {
  const random = seededRandom(seed);
  return Object.entries(fields).flatMap(([language, named]) =>
    Object.entries(forms).flatMap(([form, write]) =>
      layouts.map((layout) => {
        const kinds = layout.split(' ');
        const names = kinds.map((kind) => oneOf(random, (named[kind] ?? '').split(' ')));
        const rows = [0, 1, 2].map(() => kinds.map((kind) => valueOf(kind, language, random)));
        const text = write(names, rows);
        const values = rows.flatMap((cells) => cells.map((value, place) => ({ kind: kinds[place] ?? '', value })));
        return { form, text, values: values.filter(({ kind, value }) => kind !== 'other' && text.includes(value)) };
      }),
    ),
  );
}

const oneOf = (random: SeededRandom, items: Cells): string => items[random.whole(0, items.length - 1)] ?? '';
const two = (value: number): string => String(value).padStart(2, '0');

function valueOf(kind: string, language: string, random: SeededRandom): string {
  const some = (of: string, count = 1): string =>
    Array.from({ length: count }, () => of.charAt(random.whole(0, of.length - 1))).join('');
  const syllable = (): string =>
    oneOf(random, 'ka ro mi tu lev bra zor nel quo dri fan gos hul jav pim sto wex yol bek vin'.split(' '));
  if (kind === 'given') return some('BDFGKLMNPRTVZ') + some('aeiou') + syllable() + some('aeo');
  if (kind === 'family')
    return (
      oneOf(random, ['Br', 'Dr', 'Gr', 'Kl', 'Pl', 'Z', 'W', 'T']) +
      some('aeiou') +
      oneOf(random, ['lv', 'rk', 'nd', 'zk', 'rt', 'bl']) +
      some('aeiou') +
      some('ktrpmx')
    );
  if (kind === 'other') return oneOf(random, ['Hamburg', 'Torino', 'Lyon', 'Sevilla', 'Leeds']);
  if (kind === 'born') {
    const [day, month, year] = [two(random.whole(1, 28)), two(random.whole(1, 12)), random.whole(1945, 2004)];
    return language === 'de' ? `${day}.${month}.${year}` : `${year}-${month}-${day}`;
  }
  const capitals = 'ABCDEFGHJKLMNPRSTVWXYZ';
  if (language === 'de') return `${some(capitals, 2)}-${some(capitals, 2)} ${random.whole(100, 9999)}`;
  if (language === 'es') return `${random.whole(1000, 9999)} ${some('BCDFGHJKLMNPRSTVWXYZ', 3)}`;
  if (language === 'en') return `${some(capitals, 2)}${random.whole(10, 99)} ${some(capitals, 3)}`;
  return `${some(capitals, 2)}-${random.whole(100, 999)}-${some(capitals, 2)}`;
}
