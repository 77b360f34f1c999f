import test from 'ava';
import { applyDetectionRules } from '../../../src/personal-data/detection/detection-rules.ts';
import { piiEntities } from '../../../src/personal-data/pii-kinds.ts';

// Values that are written together with the word before them, and names that are written as one word.

const asked = { entities: new Set(piiEntities), languages: ['de', 'en', 'it'] as const };
const foundIn = (text: string): readonly string[] =>
  applyDetectionRules(text, asked).map(({ start, end, entity }) => `${entity} ${text.slice(start, end)}`);

const found: Readonly<Record<string, string>> = {
  IBANDE89370400440532013000: 'IBAN DE89370400440532013000',
  'IBANDE89 3704 0044 0532 0130 00': 'IBAN DE89 3704 0044 0532 0130 00',
  ibanIT60X0542811101000000123456: 'IBAN IT60X0542811101000000123456',
  kontoDE89370400440532013000: 'IBAN DE89370400440532013000',
  contocorrenteIT60X0542811101000000123456: 'IBAN IT60X0542811101000000123456',
  IT60X0542811101000000123456EUR: 'IBAN IT60X0542811101000000123456',
  tel01712345678: 'PHONE 01712345678',
  'Tel0171 2345678': 'PHONE 0171 2345678',
  phoneNumber01712345678: 'PHONE 01712345678',
  'tel+491712345678': 'PHONE 491712345678',
  card4111111111111111: 'CARD 4111111111111111',
  CFRSSMRA85T10A562S: 'NATIONAL_ID RSSMRA85T10A562S',
  DNI12345678Z: 'NATIONAL_ID 12345678Z',
  PIVAIT12345670017: 'VAT_ID IT12345670017',
  passportYA1234567: 'PASSPORT YA1234567',
  'IP8.8.4.4': 'IP 8.8.4.4',
  'mailtomario.rossi@posta.example': 'EMAIL mailtomario.rossi@posta.example',
  'mario.rossi@posta。example': 'EMAIL mario.rossi@posta。example',
  'mario.rossi@posta.example。谢谢': 'EMAIL mario.rossi@posta.example',
  MarioRossi: 'PERSON MarioRossi',
  '/srv/MarioRossi/x': 'PERSON MarioRossi',
  getMarioRossi: 'PERSON MarioRossi',
  findMarioRossiOrders: 'PERSON MarioRossi',
  marioRossi: 'PERSON marioRossi',
  'MarioGiuseppeRossi.pdf': 'PERSON MarioGiuseppeRossi',
  AnnaMüller: 'PERSON AnnaMüller',
};
for (const [text, value] of Object.entries(found)) {
  test(`a value is found in ${text}`, (t) => t.deepEqual(foundIn(text), [value]));
}

const left = [
  'card2 tel3 iban4 vat20 ip2 phone12',
  'sha256 utf8 base64 x86 ipv4Address telemetry2024 cardinality12345678 mobilenet20240115',
  'GrantType MaxValue MarkRead RoseGold RobinKarp getElementById JsonPath toString',
  'sha512-IT60X0542811101000000123457abcdefghij',
  'de89370400440532013000aa ade89370400440532013000',
];
for (const text of left) test(`nothing is found in ${text}`, (t) => t.deepEqual(foundIn(text.slice(0, 200)), []));
