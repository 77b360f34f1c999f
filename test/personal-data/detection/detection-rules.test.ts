import test from 'ava';
import * as fc from 'fast-check';
import { piiEntities, type PiiEntity, type PiiLanguage } from '../../../src/personal-data/pii-kinds.ts';
import {
  applyDetectionRules,
  type WantedFindings,
  type FoundPart,
} from '../../../src/personal-data/detection/detection-rules.ts';
import { anyCharacter } from '../../_support/any-character.ts';
import { hostileShapes, hostileText } from '../../_support/hostile-text.ts';
import { impersonalKinds, impersonalText } from '../../_support/impersonal-text.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { randomOf } from '../../_support/seeded-random.ts';

function partsIn(text: string, asked: WantedFindings): readonly FoundPart[] {
  return applyDetectionRules(text, asked);
}

const languages: readonly PiiLanguage[] = ['de', 'en', 'es', 'fr', 'it'];

function found(text: string, entities: readonly PiiEntity[] = piiEntities): readonly (readonly [PiiEntity, string])[] {
  return partsIn(text, { entities: new Set(entities), languages })
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, entity }) => [entity, text.slice(start, end)] as const);
}

type Case = readonly [text: string, ...expected: (readonly [PiiEntity, string])[]];

const cases: readonly Case[] = [
  // Words in capitals that are no people
  ...[
    'Der Schaden betrug drei Millionen Mark.',
    'Wir gingen über den Ponte Vecchio.',
    'El Ministerio de Medio Ambiente lo confirma.',
    'He joined the Denver Nuggets in 2004.',
    'Die Preise steigen in Regionen Nordzulkiens und für Klöster Bergzulkiens.',
    'Er sprach mit Provinzen Zulkiens über Ministerialer Zuschnitt.',
    'A history of Christian churches, and of Christian views.',
    'He signed for AC Zulkra, and she plays for St. Zulkrines Vrolves.',
    'They live in the town of Zulkrat Vrosad, near the Zulkra Dam.',
    'Elle habite à Saint-Étienne depuis 1990, avec un fan of the Rolling Stones.',
    "Nell'Ottocento la città crebbe.",
    'See Additional Details below, and the Final Answer of the NYC Board.',
    'name: Weather Forecast',
    'On “Rotten Tomatoes” the film holds a score.',
  ].map((text): Case => [text]),
  ['I met Velmo Zulkrat there', ['PERSON', 'Velmo Zulkrat']],
  // Words for what is done with telephones, and with much else
  ...[
    'text 1.37.0 / 2018-10-19',
    'ring 4294967296, a ring buffer of 4294967296 bytes',
    'call 2147483647, reached 10000000 users',
    'calling convention 0x7fffffff 3735928559',
    'Telefon: 1.37.0 / 2018-10-19',
  ].map((text): Case => [text]),
  ['call me on 07911 123456', ['PHONE', '07911 123456']],
  ['reach me 3471234567 or ring 020 7946 0958', ['PHONE', '3471234567'], ['PHONE', '020 7946 0958']],
  ['contact 1-800-555-0199', ['PHONE', '1-800-555-0199']],
  // Constants of programs, and numbers some words behind their keyword
  ['SSN = 0x12345678, passport 0xC01X00T47'],
  ['My social security number is 078-05-1120', ['NATIONAL_ID', '078-05-1120']],
  ['Meine Steuer-ID lautet 65929970480', ['TAX_ID', '65929970480']],
  ['my passport number, as shown on page two, is 533401234', ['PASSPORT', '533401234']],
  // E-mail
  ['write to <ada.lovelace+bills@mail.example.co.uk>, please', ['EMAIL', 'ada.lovelace+bills@mail.example.co.uk']],
  ['ada (at) example.org', ['EMAIL', 'ada (at) example.org']],
  ["mailto:o'brien@example.ie.", ['EMAIL', "o'brien@example.ie"]],
  ['josé@exámple.es', ['EMAIL', 'josé@exámple.es']],
  ['npm i lodash@4.17.21 and picture@2x.png, git@github.com:a/b'],
  ['"ada lovelace"@example.org, "info"@example.org, a @ b . c', ['EMAIL', 'ada lovelace']],
  ['from 93[.]184[.]216[.]34 and 93.184.216[.]35', ['IP', '93[.]184[.]216[.]34'], ['IP', '93.184.216[.]35']],
  // Accounts and cards
  ['IBAN IT60 X054 2811 1010 0000 0123 456.', ['IBAN', 'IT60 X054 2811 1010 0000 0123 456']],
  ['de89370400440532013000', ['IBAN', 'de89370400440532013000']],
  ['IT60\tX054 2811\r\n    1010  0000 0123 456', ['IBAN', 'IT60\tX054 2811\r\n    1010  0000 0123 456']],
  ['iban: IT61 X054 2811 1010\n0000 0123 456'],
  ['iban: IT61 X054 2811 1010 0000 0123 456', ['IBAN', 'IT61 X054 2811 1010 0000 0123 456']],
  ['ref IT61 X054 2811 1010 0000 0123 456 of the batch'],
  ['4111-1111-1111-1111 and 378282246310005', ['CARD', '4111-1111-1111-1111'], ['CARD', '378282246310005']],
  ['4111 1111 1111 1112 and 550e8400-e29b-41d4-a716-446655440000'],
  ['Card-4111111111111111, beef-4111111111111111', ['CARD', '4111111111111111']],
  ['credit card 4111 1111 1111 1112, as mistyped', ['CARD', '4111 1111 1111 1112']],
  ['carta di credito 4111111111111112 scaduta', ['CARD', '4111111111111112']],
  ['card 4111 1111 1111 1111 123', ['CARD', '4111 1111 1111 1111']],
  // Accounts and cards, however they are grouped
  ...[
    '4111.1111.1111.1111',
    '4111/1111/1111/1111',
    '4111:1111:1111:1111',
    '4111\t1111\t1111\t1111',
    '4111  1111  1111  1111',
    '4111 - 1111 - 1111 - 1111',
    '4111-1111 1111-1111',
    '3782.822463.10005',
    '621234 5678900000003',
    '9792 0303 9444 0796',
  ].map((card): Case => [`paid with ${card}.`, ['CARD', card]]),
  ...[
    '8171999900000018',
    '41111111 11111111',
    '4111, 1111, 1111, 1111',
    '4111\n1111 1111 1111',
    '4111\\1111\\1111\\1111',
    '100000000000008',
  ].flatMap((card): readonly Case[] => [[`card: ${card}.`, ['CARD', card]], [`sizes: ${card}.`]]),
  ['creditcard4111.1111.1111.1111', ['CARD', '4111.1111.1111.1111']],
  ['card 4111.1111.1111.1112'],
  ['sizes 4111  1111  1111  1111  4111  1111, 1.4111.1111.1111.1111 and 4111:1111:1111:1111:1111'],
  ...[
    'DE89/3704/0044/0532/0130/00',
    'DE89·3704·0044·0532·0130·00',
    'DE89:3704:0044:0532:0130:00',
    'DE 89.3704.0044.0532.0130.00',
    'DE89 - 3704 - 0044 - 0532 - 0130 - 00',
    'DE89\\3704\\0044\\0532\\0130\\00',
    'DE89", "3704", "0044", "0532", "0130", "00',
  ].map((account): Case => [`to ${account}.`, ['IBAN', account]]),
  ['IBANNO9386011117947 kontoNO93 8601 1117 947', ['IBAN', 'NO9386011117947'], ['IBAN', 'NO93 8601 1117 947']],
  ...[
    'MA64 0115 1900 0001 2050 0053 4921',
    'SN08SN0100152000048500003035',
    'CI93 CI00 8011 1301 1342 9120 0589',
  ].flatMap((account): readonly Case[] => [
    [`IBAN: ${account}, please`, ['IBAN', account]],
    [`serial ${account}, please`],
  ]),
  ['IBAN: MA65 0115 1900 0001 2050 0053 4921'],
  // Machines
  ['from 192.168.1.20 and 2001:db8::1', ['IP', '192.168.1.20'], ['IP', '2001:db8::1']],
  ['fe80::1ff:fe23:4567:890a.', ['IP', 'fe80::1ff:fe23:4567:890a']],
  ['127.0.0.1, 0.0.0.0, 255.255.255.0, Chrome/120.0.0.0, version 1.2.3.4, std::abs, 12:30:45'],
  // Telephones
  ['+39 02 1234567 or 0049 171 1234567', ['PHONE', '+39 02 1234567'], ['PHONE', '0049 171 1234567']],
  ['+44 (0)20 7946 0958', ['PHONE', '+44 (0)20 7946 0958']],
  ['cell. 3471234567', ['PHONE', '3471234567']],
  ['06 12 34 56 78', ['PHONE', '06 12 34 56 78']],
  ['Phone-3471234567', ['PHONE', '3471234567']],
  ['order 3471234567 of 01.02.2024, 1.234.567,00 EUR'],
  // Numbers of states
  ['RSSMRA85T10A562S', ['NATIONAL_ID', 'RSSMRA85T10A562S']],
  ...['RSS MRA 85T10 A562S', 'rssmra 85t10 a562s', 'R S S M R A 8 5 T 1 0 A 5 6 2 S', 'RSS-MRA-85-T10-A562-S'].map(
    (code): Case => [`del ${code}, grazie`, ['NATIONAL_ID', code]],
  ),
  ['del RSS MRA 85T10 A562T'],
  ['ID-RSSMRA85T10A562S', ['NATIONAL_ID', 'RSSMRA85T10A562S']],
  ['codice fiscale RSSMRA85T10A562X', ['NATIONAL_ID', 'RSSMRA85T10A562X']],
  ['RSSMRA85T10A562X'],
  ['2 69 05 49 588 157 80', ['NATIONAL_ID', '2 69 05 49 588 157 80']],
  ['12345678Z and X1234567L', ['NATIONAL_ID', '12345678Z'], ['NATIONAL_ID', 'X1234567L']],
  ['Steuer-ID 86 095 742 719', ['TAX_ID', '86 095 742 719']],
  ['"steuer_id": "86095742719", phoneNumber: 3471234567', ['TAX_ID', '86095742719'], ['PHONE', '3471234567']],
  ...[
    'codice fiscale RCCMNLUPSMULVSVW',
    'NIE: x-2482300-w',
    'AHV 7569217076985',
    'cartão de cidadão 00000000 0 ZZ4',
    'samordningsnummer 701063-2391',
    'fødselsnummer 151086 95088',
    'ЛНЧ 7111042925',
  ].map((written): Case => [written, ['NATIONAL_ID', written.replace(/^\D+? (?=x-|\d|RCC)/, '')]]),
  ['756.9217.0769.85', ['NATIONAL_ID', '756.9217.0769.85']],
  ['RCCMNLUPSMULVSVW and 756.9217.0769.86 x-2482300-w'],
  ['BSN 111222333', ['NATIONAL_ID', '111222333']],
  ['DE136695976 and IT00743110157', ['VAT_ID', 'DE136695976'], ['VAT_ID', 'IT00743110157']],
  // A trader's, one of an old company, and one outside the numbers of birth
  ...['SK1020000003', 'BG831902088', 'CZ640903926', 'LV32867300679'].map((vat): Case => [
    `from ${vat}.`,
    ['VAT_ID', vat],
  ]),
  ['SK1050000007, BG831902089, CZ640903925, LV32867300677'],
  // People whom a state counts without their being registered there
  ...['01.45.07-123.32', '85250000416', '701063-2391'].map((id): Case => [`see ${id}.`, ['NATIONAL_ID', id]]),
  ['see 01.45.07-123.33, 85250000417, 701063-2390'],
  ['NHS number 943 476 5919', ['HEALTH_ID', '943 476 5919']],
  ['Versichertennummer A123456780', ['HEALTH_ID', 'A123456780']],
  ['850730-1234 and item 111222333'],
  // Joined by underscores, as in names of files and of members
  ['john_doe@example.com_2.txt', ['EMAIL', 'john_doe@example.com']],
  ['IBAN_DE89370400440532013000', ['IBAN', 'DE89370400440532013000']],
  ['DE89_3704_0044_0532_0130_00_2024.pdf', ['IBAN', 'DE89_3704_0044_0532_0130_00']],
  ['card_4111_1111_1111_1111, 4111111111111111_old', ['CARD', '4111_1111_1111_1111'], ['CARD', '4111111111111111']],
  ['CF_RSSMRA85T10A562S_scan, tel_393471234567', ['NATIONAL_ID', 'RSSMRA85T10A562S'], ['PHONE', '393471234567']],
  ['host_192.168.1.20, dob_1980-03-12', ['IP', '192.168.1.20'], ['DATE_OF_BIRTH', '1980-03-12']],
  ['invoice_Mario_Rossi.pdf', ['PERSON', 'Mario_Rossi']],
  ['Grant_Type, MAX_SEEK_READ, BYTES_MAX, order_3471234567, Max_2, user_id_12345678, 1_000_000'],
  // Signed with one name
  ['a lunedì. Cordiali saluti,\nAgrippino', ['PERSON', 'Agrippino']],
  ['see you then. Best regards,\nRumbidzai\n', ['PERSON', 'Rumbidzai']],
  ['Thanks, Monday is fine'],
  // Documents, plates, days of birth
  ['passport no. 533380006, then 12345678 boxes', ['PASSPORT', '533380006']],
  ["carta d'identità CA12345AA", ['ID_DOCUMENT', 'CA12345AA']],
  ['Führerschein B072RRE2I55', ['DRIVING_LICENCE', 'B072RRE2I55']],
  ['Kennzeichen M-AB 1234', ['PLATE', 'M-AB 1234']],
  ['the procedure of registration is in RFC 6838'],
  ['AB-123-CD', ['PLATE', 'AB-123-CD']],
  ['geboren am 12. März 1980', ['DATE_OF_BIRTH', '12. März 1980']],
  ['nacida en Sevilla el 12 de marzo de 1980', ['DATE_OF_BIRTH', '12 de marzo de 1980']],
  ['born 1980-03-12', ['DATE_OF_BIRTH', '1980-03-12']],
  ['BDAY:19830526', ['DATE_OF_BIRTH', '19830526']],
  ['F. Nac.: 01-03-1940', ['DATE_OF_BIRTH', '01-03-1940']],
  ['Kennz. PM-EL 3, Immat. : CQ-017-LM', ['PLATE', 'PM-EL 3'], ['PLATE', 'CQ-017-LM']],
  ['Vorn.: Zulkos, Nachn.: Velmich', ['PERSON', 'Zulkos'], ['PERSON', 'Velmich']],
  ['SN: 4711-B, SN=ABC1234'],
  ['born under the number 19830526, BIRTHDT 19831526'],
  ['invoice of 12 March 2026'],
  // Streets
  ['via Giuseppe Verdi 12, 20121 Milano (MI)', ['ADDRESS', 'via Giuseppe Verdi 12, 20121 Milano (MI)']],
  ['12 bis rue de la Paix, 75002 Paris', ['ADDRESS', '12 bis rue de la Paix, 75002 Paris']],
  ['Berliner Straße 12a, 10115 Berlin', ['ADDRESS', 'Berliner Straße 12a, 10115 Berlin']],
  ['calle de Alcalá, 45, 3º B, 28014 Madrid', ['ADDRESS', 'calle de Alcalá, 45, 3º B, 28014 Madrid']],
  ['Flat 3, 12 High Street, Trowbridge, BA14 8XY', ['ADDRESS', 'Flat 3, 12 High Street, Trowbridge, BA14 8XY']],
  ['sent via Kafka, in place of 12 others'],
  ['the shop in Piazza Navona, not on the Place Royale', ['ADDRESS', 'Piazza Navona']],
  ['vive a 20121 Milano da anni', ['ADDRESS', '20121 Milano']],
  ['Old Mill; LS1 4AB', ['ADDRESS', 'LS1 4AB']],
  // People
  ['my name is Mary Shelley', ['PERSON', 'Mary Shelley']],
  ['Herr Dr. Kunde', ['PERSON', 'Kunde']],
  ['Dear Mrs Miller, thank you', ['PERSON', 'Miller']],
  ['Bonjour Agrippine, merci', ['PERSON', 'Agrippine']],
  ['Rossi Mario e Maria de la Cruz', ['PERSON', 'Rossi Mario'], ['PERSON', 'Maria de la Cruz']],
  ['Mary Shelley wrote it. Then Shelley left.', ['PERSON', 'Mary Shelley'], ['PERSON', 'Shelley']],
  ['die Leitung der Gruppe von Jana Toschke, danach', ['PERSON', 'Jana Toschke']],
  ['weil Trainerin Jana Toschke den Verein verließ', ['PERSON', 'Jana Toschke']],
  ['die Kollegin Velma Zulkrat hilft', ['PERSON', 'Velma Zulkrat']],
  ['praised by Manager Kevin Velmore, who left', ['PERSON', 'Kevin Velmore']],
  ["così disse l'ispettore Zulcri ieri", ['PERSON', 'Zulcri']],
  ['my brother Zulkor and I inherited a flat', ['PERSON', 'Zulkor']],
  ['weil meine Schwester Zulka im Juni heiratet', ['PERSON', 'Zulka']],
  ['perché la nonna Zulcra abita sola', ['PERSON', 'Zulcra']],
  ['ma cousine Zulcrine arrive demain', ['PERSON', 'Zulcrine']],
  ['porque su amigo Zulcro se ha mudado', ['PERSON', 'Zulcro']],
  ['¡Nos vemos! Besos, Zulcrina', ['PERSON', 'Zulcrina']],
  ['a letter of P. D. Zulkrat, of 1990', ['PERSON', 'P. D. Zulkrat']],
  ['llama a García Zulcrat Carolina mañana', ['PERSON', 'García Zulcrat Carolina']],
  ['gespielt von Dick Velmer und Bud Zulker im Mai', ['PERSON', 'Dick Velmer'], ['PERSON', 'Bud Zulker']],
  // Clubs, places, works, nouns
  ['sie spielte für Velmo Rockets und gegen Dallas Cowboys'],
  ['from Saudi Arabia to Burkina Faso, Sri Lanka and Costa de Marfil'],
  ['beim belgischen Herstellers Zulkra bestellt, in den Provinzen Südasiens'],
  ['jetzt 300 Kubikmeter Zulkra im Wartebereich Velmo'],
  ['songs of her album "Agnes" and of the film "Martha"'],
  ['(Matthew 20:2, John 12:5)'],
  ['vicino a Reggio, in Trentino-Alto, con la Omega-Saal'],
  ['moved to SC Zulkra, then to Kenya Airways'],
  ['Nello stesso anno, Ella cantaba; Anders als sonst'],
  ['tested on Travis CI. Hello World!'],
  ['Visual Studio Code in New York on Monday, Deutsche Bank, Machine Learning'],
];

for (const [text, ...expected] of cases) {
  test(`finds ${expected.length === 0 ? 'nothing' : expected.map(([entity]) => entity).join(', ')} in: ${JSON.stringify(text)}`, (t) => {
    t.deepEqual(found(text), expected);
  });
}

test('values are found with other spaces, dashes, digits and characters without width', (t) => {
  t.deepEqual(found('I\u200bT60 X054\u00a02811 1010 0000 0123 456'), [
    ['IBAN', 'I\u200bT60 X054\u00a02811 1010 0000 0123 456'],
  ]);
  t.deepEqual(found('4111\u20111111\u20111111\u20111111\u200b!'), [['CARD', '4111\u20111111\u20111111\u20111111']]);
  t.deepEqual(found('tel. \uff10\uff16 12 34 56 78'), [['PHONE', '\uff10\uff16 12 34 56 78']]);
  t.deepEqual(found('Elena Nu\u0301n\u0303ez'), [['PERSON', 'Elena Nu\u0301n\u0303ez']]);
});

const digits: Readonly<Record<string, (digit: number) => string>> = {
  Arabic: (digit) => String.fromCharCode(0x0660 + digit),
  Devanagari: (digit) => String.fromCharCode(0x0966 + digit),
  mathematical: (digit) => String.fromCodePoint(0x1d7ce + digit),
};
for (const [script, written] of Object.entries(digits)) {
  test(`numbers are found in ${script} digits, to their last half character`, (t) => {
    const number = 'IT60X0542811101000000123456'.replaceAll(/\d/g, (digit) => written(Number(digit)));
    t.deepEqual(found(`to ${number} 😀`), [['IBAN', number]]);
  });
}

const unseen = [
  '\u034f',
  '\u061c',
  '\u180e',
  '\u2066',
  '\u2069',
  '\u206a',
  '\u3164',
  '\ufe0f',
  '\u{e0100}',
  '\u{e0041}',
  '\u0000',
  '\u001b',
  '\u0085',
  '\ue000',
  '\u{f0000}',
  '\ufffc',
];
for (const mark of unseen) {
  test(`values are found around a character without width: ${mark.codePointAt(0)?.toString(16)}`, (t) => {
    const values = { EMAIL: 'ada@love.example', PHONE: '+39 347 123 4567', NATIONAL_ID: 'RSSMRA85T10A562S' };
    for (const [entity, value] of Object.entries(values)) {
      const marked = value.split('').join(mark);
      t.deepEqual(found(`${mark}${marked}${mark} and`), [[entity as PiiEntity, marked]]);
    }
  });
}

test('an unprinted character between two words separates them', (t) => {
  t.deepEqual(found('IBAN=DE89370400440532013000\0PATH=/bin\x004111111111111111\0NAME'), [
    ['IBAN', 'DE89370400440532013000'],
    ['CARD', '4111111111111111'],
  ]);
});

test('only the requested kinds are searched', (t) => {
  const text = 'Mario Rossi, mario@example.org, +39 02 1234567';
  t.deepEqual(found(text, ['EMAIL']), [['EMAIL', 'mario@example.org']]);
  t.deepEqual(found(text, []), []);
});

test('a part of a more certain value is not found as another kind', (t) => {
  t.deepEqual(found('PT08 0287 3585 1128 9135 9960 3'), [['IBAN', 'PT08 0287 3585 1128 9135 9960 3']]);
});

for (const shape of Object.keys(hostileShapes) as (keyof typeof hostileShapes)[]) {
  test(`a quarter of a megabyte is searched to its end: ${shape}`, (t) => {
    const text = hostileText(shape, 256 * 1024);
    t.true(found(text).every(([, value]) => value.length <= 400));
  });
}

test('at most one part in 10 KB of code, logs, identifiers, prices and versions is found as personal data', (t) => {
  const { seed } = randomOf(t);
  let [hits, length] = [0, 0];
  for (const kind of impersonalKinds) {
    const text = impersonalText(kind, { seed, length: 40_000 });
    const here = found(text);
    if (here.length > 0) t.log(kind, here.length, here.slice(0, 5));
    hits += here.length;
    length += text.length;
  }
  t.true(hits <= length / 10_240, `${hits} in ${length} characters`);
});

test('any text can be searched, and found parts lie within it', (t) => {
  const pieces = fc.constantFrom(
    'Mario',
    ' ',
    '12',
    '@',
    'via',
    '.',
    '\n',
    'IT60',
    '+39',
    'é',
    '👋',
    '\u200b',
    '(',
    'tel',
    ':',
    '-',
    '1980',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.array(pieces).map((all) => all.join('')),
      ),
      (text) => {
        for (const { start, end, score } of partsIn(text, { entities: new Set(piiEntities), languages })) {
          if (!(start >= 0 && start < end && end <= text.length && score > 0 && score <= 1)) return false;
        }
        return true;
      },
    ),
    { numRuns: propertyRuns(300) },
  );
  t.pass();
});
