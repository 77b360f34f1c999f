import test from 'ava';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';
import type { PiiEntity } from '../../../src/personal-data/pii-kinds.ts';

function values(text: string, entity: PiiEntity): readonly string[] {
  const found = applyDetectionRules(text, {
    entities: new Set([entity]),
    languages: ['de', 'en', 'es', 'fr', 'it'],
  });
  return found.toSorted((a, b) => a.start - b.start).map(({ start, end }) => text.slice(start, end));
}

const births: readonly (readonly [record: string, ...dates: string[]])[] = [
  ['D.O.B.: 27.06.1986', '27.06.1986'],
  ['D. O. B. 3 April 1980, paid 12.12.2020', '3 April 1980'],
  ['NAME,D.O.B.\nA,03/01/1980\nB,04/01/1980', '03/01/1980', '04/01/1980'],
  ['Person(dob=date(1971, 3, 4))', '1971, 3, 4'],
  ['range(1971, 3, 4)'],
  ['nés le 22/10/1991', '22/10/1991'],
  ['{"dob":["1979-05-12","1988-02-11"],"seen":["2020-01-02"]}', '1979-05-12', '1988-02-11'],
  ['D. naiss. : 05/05/1991', '05/05/1991'],
  ['{"birthDate":"1959-08-08T00:00:00Z","seen":"2020-01-02T00:00:00Z"}', '1959-08-08'],
  ["INSERT INTO t (id, ne_le) VALUES (1, '1950-02-18')", '1950-02-18'],
  ['ne_le = "1953-12-19"', '1953-12-19'],
  ["INSERT INTO t (id, date_naiss) VALUES (1, '1950-02-18'), (2, '1996-10-10')", '1950-02-18', '1996-10-10'],
  ['id;GBDAT;entry\n1;19680803;20200101\n2;19911120;20210101', '19680803', '19911120'],
  ['PID|1||900812||VROSA^ZULK^M||19620417|F\rPV1|1||||20200101', '19620417'],
  ['PID|1||900812||VROSA^ZULK^M||202001|F\rOBR|1|||||19620417', ''],
  ['NM1*IL*1*VROSA*ZULK~DMG*D8*19710409*M~DTP*348*D8*20200101~', '19710409'],
  ["DTM+137:20200101:102'DTM+329:19500101:102'", '19500101'],
  ['1 BIRT\n2 DATE 12 MAR 1950\n2 PLAC Bonn\n1 EVEN\n2 DATE 1 JAN 2000', '12 MAR 1950'],
  ['Vrosadek;Mario;03.05.1948;Turin;paid\nZulkratim;Anna;17.12.1972;Bonn;open', '03.05.1948', '17.12.1972'],
  ['771,Mario,Vrosadek,1955-05-05,Judo\n772,Zulka,Zulkratim,1999-09-18,Judo', '1955-05-05', '1999-09-18'],
  ['Vrosadek;Zulka;03.05.1948;x\nZulkratim;Vrosa;17.12.1972;y', '03.05.1948', '17.12.1972'],
  ['Vrosadek;Mario;03.05.2024;Turin;paid\nZulkratim;Anna;17.12.2024;Bonn;open'],
  ['4711;Blue paint;03.05.1998;12.00\n4712;Red paint;17.12.2001;13.00'],
  ['Pt Zulka Vrosadek, b. 11 March 1983. Review 6/12.', '11 March 1983'],
  ['Grab 44: Mario Vrosadek, * 19.09.1921, Granit', '19.09.1921'],
  ['Mario Vrosadek (*1921-09-19)', '1921-09-19'],
  ['NOM;NE(E) LE;SERVICE\nVROSADEK;15/04/1995;RH', '15/04/1995'],
  ['Letto 7, DN: 22/07/1944', '22/07/1944'],
  ['BEGIN:VCARD\nBDAY:--0412\nREV:20200101\nEND:VCARD', '--0412'],
  ['DN 80, 22/07/1944'],
  ['id;date_nais\n1;29/04/1964\n2;16/10/2000', '29/04/1964', '16/10/2000'],
  ['{"dnaiss":"1941-08-13","fch_nac":"1993-03-19"}', '1941-08-13', '1993-03-19'],
  ['<date_naissance>15081986</date_naissance><date_entree>15082016</date_entree>', '15081986'],
  ['<table><tr><th>No</th><th>DOB</th></tr><tr><td>1</td><td>09MAY1986</td></tr></table>', '09MAY1986'],
  ['DOB 31FOO1986, born 45081986'],
  ["INSERT INTO t VALUES (9,'Mario','Vrosadek','1958-04-17',NULL)", '1958-04-17'],
  ['| Patient | DN |\n|---|---|\n| x | 07.07.1942 |\n| y | 15.10.1979 |', '07.07.1942', '15.10.1979'],
  ['datanascita: 09/02/1957', '09/02/1957'],
  ['Termine\n* 19.09.2021 Treffen\na. 3 May 1982\nb. 11 March 1983'],
];

for (const [record, ...dates] of births)
  test(`finds the date of birth in ${JSON.stringify(record)}`, (t) => {
    t.deepEqual(
      values(record, 'DATE_OF_BIRTH'),
      dates.filter((date) => date !== ''),
    );
  });

const plates: readonly (readonly [record: string, ...plates: string[]])[] = [
  ['Kontrollschild: BE 402 118', 'BE 402 118'],
  ['Kz.\tFahrer\nF-LK 2204\tx\nOF-DD 91\ty', 'F-LK 2204', 'OF-DD 91'],
  ['id;Véhicule\n1;FD-771-QA\n2;44-XX-19\n3;CLIO 4', 'FD-771-QA', '44-XX-19'],
  ['| Hab. | Coche |\n|---|---|\n| 301 | 2210 HBC |\n| 302 | EV 12345 |', '2210 HBC', 'EV 12345'],
  ['revisión del vehículo 8803 LPR', '8803 LPR'],
  ['about your vehicle MT55 UBV.', 'MT55 UBV'],
  ['veh_make=Skoda tag_no=KVX-4482', 'KVX-4482'],
  ['tag_no=KVX-4482 release=3'],
  ['{"regNo":"WN68 OBT"}', 'WN68 OBT'],
  ['vrm: WR07LLP', 'WR07LLP'],
  ['Tatfahrzeug: VW Golf, OF-TZ 118', 'OF-TZ 118'],
  ['Tatfahrzeug: VW golf, OF-TZ 118'],
  ['a car BMW 320, an auto AUDI A4, order 8803 LPR'],
];

for (const [record, ...expected] of plates)
  test(`finds the plates in ${JSON.stringify(record)}`, (t) => {
    t.deepEqual(values(record, 'PLATE'), expected);
  });

const people: readonly (readonly [record: string, ...names: string[]])[] = [
  [
    'Roster\nVrosadek-Lee, Florence\nZulkratim, Tunde\nde la Vrosa, Mario',
    'Vrosadek-Lee',
    'Florence',
    'Zulkratim',
    'Tunde',
    'de la Vrosa',
    'Mario',
  ],
  ['Cities\nParis, France\nAustin, Texas\nFlorence, Italy'],
  ['Groceries\nRice, Basmati\nRose, White\nOil, Olive'],
  ['VROSADEK Amélie\nZULKRÉ Moussa', 'VROSADEK', 'Amélie', 'ZULKRÉ', 'Moussa'],
  ['From: "Vrosadek, Zulka" <a@b.example>', 'Vrosadek', 'Zulka'],
  ['To: Sales, Berlin <a@b.example>'],
  ['Patient: Vrosadek, Zulka', 'Vrosadek', 'Zulka'],
  ['Customer: London, England'],
  ['Kunde: Acme, Inc'],
  ['driver:\n  first: Zulka\n  last: Vrosadek\n', 'Zulka', 'Vrosadek'],
  ['shift:\n  first: Monday\n  last: Friday\n'],
  ['{"fn":"Zulka","ln":"Vrosadek"}', 'Zulka', 'Vrosadek'],
  ['id#surname#forename\n1#Vrosadek#Zulka', 'Vrosadek', 'Zulka'],
  ['id^last_nm^first_nm\n1^Vrosadek^Zulka', 'Vrosadek', 'Zulka'],
  ['VROSADEK/ZULKA MME', 'VROSADEK', 'ZULKA'],
  ['1.VROSADEK/ZULKA MR 2.ZULKRATIM/MARIO MR', 'VROSADEK', 'ZULKA', 'ZULKRATIM', 'MARIO'],
  ['{"required":["last_name","first_name"],"enum":["Draft","Final"],"order":[["Red","Blue"]]}'],
  ['SELECT * FROM users WHERE last_name IN (SELECT Name FROM Customers)'],
  ['for last_name in (Vrosadek, Zulka):'],
  ['<label>Last name</label> <input type="submit" value="Vrosadek">'],
  ['Mieter 2: Vrosadek, Zulka, geb. 4.3.1971', 'Vrosadek', 'Zulka'],
  ['Passager 1 : VROSADEK Zulka', 'VROSADEK Zulka'],
  ['Tenant 2: London, England'],
  ['Il/La sottoscritto/a VROSADEK ZULKA nato/a a Varese', 'VROSADEK ZULKA'],
  ['Nous soussignés VROSADEK Zulka et ZULKRATIM Mario', 'VROSADEK Zulka', 'ZULKRATIM Mario'],
  ['La sottoscritta Banca Popolare di Milano'],
  ['From: Zulka VROSADEK <a@b.example>, ZULKRATIM Mario <c@d.example>', 'Zulka VROSADEK', 'ZULKRATIM Mario'],
  ['From: Technical SUPPORT <a@b.example>'],
  ['SURNAME(S)\nVrosadek\nCITY\nBonn', 'Vrosadek'],
  ['SURNAME\nAddress\nPhone number'],
  ['new Client().avecPrenom("Zulka").avecNom("Vrosadek")', 'Zulka', 'Vrosadek'],
  ['Vrosadek;Mario;03.05.1948;Turin\nZulkratim;Zulka;17.12.1972;Bonn', 'Vrosadek', 'Mario', 'Zulkratim', 'Zulka'],
  ['1021|LOGIN|Vrosadek|Mario|Leeds\n1022|LOGIN|Zulkratim|Zulka|Hull', 'Vrosadek', 'Mario', 'Zulkratim', 'Zulka'],
  ['1;Paris;France;open\n2;Florence;Italy;paid'],
  ['Chelsea;Blue;12\nParis;Green;13'],
  ['VROSADEK, MARIO    present\nZULKRATIM, ANNA    absent', 'VROSADEK', 'MARIO', 'ZULKRATIM', 'ANNA'],
  ['VROSADEK MARIO presente\nZULKRATIM ANNA assente', 'VROSADEK', 'MARIO', 'ZULKRATIM', 'ANNA'],
  ['READ ONLY\nNEVER WRITE'],
  ['To: "Zulka Vrosadek" <a@b.example>', 'Zulka Vrosadek'],
  ['To: "Customer Service" <a@b.example>'],
  ['usuario="Zulka Vrosadek" sede=1', 'Zulka Vrosadek'],
  ['Fahrer=Vrosadek, Zulka', 'Vrosadek', 'Zulka'],
  ['[owner]\nfirst = Zulka\nlast = Vrosadek\n', 'Zulka', 'Vrosadek'],
  ['[owner]\nownerFirst=Zulka\nownerLast=Vrosadek\n', 'Zulka', 'Vrosadek'],
  ['INFO usr_first="Zulka" usr_last="Vrosadek"', 'Zulka', 'Vrosadek'],
  ['ap1: Vrosadek\nap2: Zulkratim\nplanta: 2', 'Vrosadek', 'Zulkratim'],
  ['ap1: Office\nap2: Garden\n'],
  ['Pat.: Vrosadek, Zulka | geb. 02.02.1931', 'Vrosadek', 'Zulka'],
  ['PACIENTE: VROSADEK ZULKRA, MARIO  F.NAC: 1', 'VROSADEK ZULKRA', 'MARIO'],
  ['Paziente: VROSADEK MARIO  (M)', 'VROSADEK MARIO'],
  ['Patient: NOT KNOWN'],
  ['Pz: VROSADEK MARIO\nLetto 3', 'VROSADEK MARIO'],
  ['<x><ape1>Vrosadek</ape1><nom>Zulka</nom><ape2>Zulkratim</ape2></x>', 'Vrosadek', 'Zulka', 'Zulkratim'],
  ['<pupil surnameAtBirth="Vrosadek" x="1"/>', 'Vrosadek'],
  ['last_name_updated_at: Vrosadek'],
  [
    'Student,Guardian,Bus\n"Vrosadek, Zulka","Vrosadek, Zulma",7\nNone,"London, England",8',
    'Vrosadek, Zulka',
    'Vrosadek, Zulma',
  ],
  ["INSERT INTO t (id, cognome_paz, nom_eleve) VALUES (1, 'Vrosadek', 'Zulka')", 'Vrosadek', 'Zulka'],
  ['id;Cognome ospite;Doc\n1;Vrosadek;AX1', 'Vrosadek'],
  ['nomMarital: Vrosadek', 'Vrosadek'],
  ['{"cognome_nascita":"Vrosadek","demandeur_nom":"Zulkratim"}', 'Vrosadek', 'Zulkratim'],
  ['surname_source: Import\nlast_name_field: Vrosadek\nlast_name_error: Zulka'],
  ['The surname Vrosadek Analysis'],
  ['fahrer_nn=Vrosadek fahrer_vn=Zulka', 'Vrosadek', 'Zulka'],
  ['nom_joueur;prenom_joueur\nVrosadek;Zulka', 'Vrosadek', 'Zulka'],
  ['{"cli_nom":"Weiß","cli_prenom":"Zulka"}', 'Weiß', 'Zulka'],
  ['{"cli_nom":"Weiß","lieu_prenom":"Zulka"}', 'Zulka'],
  ['id\tPax Surname\tPax Given Name\n1\tVrosadek\tZulka', 'Vrosadek', 'Zulka'],
  ['NR   KDNACHNAME   KDVORNAME   ORT\n17   Vrosadek     Zulka       Bonn', 'Vrosadek', 'Zulka'],
  ['socio_ap1|socio_ap2|socio_nombre\nVrosadek|Blanco|Zulka', 'Vrosadek', 'Blanco', 'Zulka'],
  ['?pac_nombre=Vrosa&pac_apellido=Zulkratim', 'Vrosa', 'Zulkratim'],
  ['page_first;page_other\nVrosadek;Zulka'],
  ['first_row=Vrosadek last_row=Zulka'],
  ['{"produkt_nn":"Lampe","produkt_vn":"Tisch"}'],
  [
    "INSERT INTO t VALUES (17, 'Mario', 'Vrosadek', '1969-03-02');\nINSERT INTO t VALUES (18, 'Anna', 'Zulkratim', '1974-11-30');",
    'Mario',
    'Vrosadek',
    'Anna',
    'Zulkratim',
  ],
  ["INSERT INTO t VALUES (9,'Mario','Vrosadek','1958-04-17',NULL)", 'Mario', 'Vrosadek'],
  ["INSERT INTO t VALUES (9,'Vrosadek','Zulkratim','2024-04-17',NULL)"],
  ["INSERT INTO t VALUES (9,'Florence','Paris','1958-04-17'),(10,'Vienna','Bonn','1959-04-17')"],
  ['Sachbearbeiter: Hr. Vrosadek, Vertretung: Fr. Zulkratim', 'Vrosadek', 'Zulkratim'],
  ["INSERT INTO films VALUES ('Vrosadek','Zulkratim','2010-07-16')"],
  ['Do. Bonn, Fr. Köln, 12 Uhr'],
  ['Termin: Fr. Abend, 24 Hr. Service, FR. Zulkratim, fr. Maison'],
  ['chef_de_projet: Zulka Vrosadek', 'Zulka Vrosadek'],
  ['jefa_de_ventas: Zulka Vrosadek\nline manager: Vrosa Zulkratim', 'Zulka Vrosadek', 'Vrosa Zulkratim'],
  ['chef_de_chantier: Zulka Petit', 'Zulka Petit'],
  ['la pintora Vrosadek, die Produzentin Zulkratim', 'Vrosadek', 'Zulkratim'],
  ["INSERT INTO t VALUES (9,'Mario','Vrosadek',NULL)", 'Mario'],
  ['nom_de_projet: Victoria Charlotte'],
  ['Beschuldigter: Vrosadek, Mario', 'Vrosadek', 'Mario'],
  ['Suspect: VROSADEK, Mario (18)', 'VROSADEK', 'Mario'],
  ['Trainer: London, England'],
  ['ordered at john lewis and marco polo, then at mario rossi', 'mario rossi'],
  ['id\tapellido_nombre\n1\tVrosadek, Zulka', 'Vrosadek, Zulka'],
  ['BEGIN:VCARD\nN:Vrosadek;Zulka;;;\nORG:Hotel Maria Rossi\nEND:VCARD', 'Vrosadek', 'Zulka'],
];

for (const [record, ...names] of people)
  test(`finds ${String(names.length)} names in ${JSON.stringify(record)}`, (t) => {
    t.deepEqual(values(record, 'PERSON'), names);
  });

test('takes the value of a field of things for no person, unless it has a title', (t) => {
  for (const text of [
    '{"hall":"Victoria Hall"}',
    'APP_THEME="Ruby Slate"',
    '.plan("Tarifa Luna")',
    'Diagnose: Morbus Crohn',
  ])
    t.deepEqual(values(text, 'PERSON'), []);
  t.deepEqual(values('Zimmer: Frau Müller', 'PERSON'), ['Müller']);
});
