import { fakerDE, fakerEN_GB, fakerES, fakerFR, fakerIT, type Faker } from '@faker-js/faker';
import type { PiiEntity, PiiLanguage } from '../../src/personal-data/pii-kinds.ts';
import {
  card,
  documentValues,
  iban,
  identifierValues,
  internationalPhone,
  ip,
  nationalPhone,
} from './euro-pii-values.ts';
import { seededRandom, type SeededRandom } from './seeded-random.ts';

/** A text with the personal data that was put into it. */
export interface PiiSample {
  readonly language: PiiLanguage;
  readonly text: string;
  readonly values: readonly PiiValue[];
}

export interface PiiValue {
  readonly start: number;
  readonly end: number;
  readonly entity: PiiEntity;
  /** What the report counts it under: the kind with its country or form. */
  readonly form: string;
}

const fakers: Readonly<Record<string, Faker>> = { it: fakerIT, de: fakerDE, fr: fakerFR, es: fakerES, en: fakerEN_GB };

/** As many samples as `count` for each language, template after template, from one seed. */
export function generatePii(
  templates: Readonly<Record<string, readonly string[]>>,
  { seed, count }: { seed: number; count: number },
): readonly PiiSample[] {
  const random = seededRandom(seed);
  return Object.entries(templates).flatMap(([language, texts], place) => {
    fakers[language]?.seed(seed + place);
    return Array.from({ length: count }, (_none, at) => filled(texts[at % texts.length] ?? '', language, random));
  });
}

function filled(template: string, language: string, random: SeededRandom): PiiSample {
  const values: PiiValue[] = [];
  let text = '';
  let from = 0;
  for (const slot of template.matchAll(/\{([A-Za-z_]+(?:\.[a-z-]+)?)\}/g)) {
    const form = slot[1] ?? '';
    text += template.slice(from, slot.index);
    from = slot.index + slot[0].length;
    const start = text.length;
    text += valueOf(form, language, random);
    const [kind = ''] = form.split('.');
    if (kind === kind.toUpperCase())
      values.push({ start, end: text.length, entity: kind as PiiEntity, form: formOf(form, language) });
  }
  return { language: language as PiiLanguage, text: text + template.slice(from), values };
}

function formOf(form: string, language: string): string {
  if (form === 'PERSON' || form === 'ADDRESS' || form === 'DATE_OF_BIRTH') return `${form}.${language}`;
  if (form.startsWith('PERSON.')) return `${form}.${language}`;
  if (form === 'PHONE') return `PHONE.national-${language}`;
  return form === 'PHONE.int' ? 'PHONE.international' : form;
}

function valueOf(form: string, language: string, random: SeededRandom): string {
  const made = identifierValues[form] ?? documentValues[form];
  if (made !== undefined) return made(random);
  const faker = fakers[language] ?? fakerEN_GB;
  switch (form) {
    case 'PERSON':
      return random.whole(0, 9) === 0
        ? `${faker.person.lastName()} ${faker.person.firstName()}`
        : `${faker.person.firstName()} ${faker.person.lastName()}`;
    case 'PERSON.given':
      return faker.person.firstName();
    case 'PERSON.family':
      return faker.person.lastName();
    case 'EMAIL':
      return faker.internet.email();
    case 'IBAN':
      return iban(random);
    case 'CARD':
      return card(random);
    case 'IP':
      return ip(random);
    case 'PHONE':
      return nationalPhone(random, language);
    case 'PHONE.int':
      return internationalPhone(random);
    case 'ADDRESS':
      return addressOf(faker, language, random);
    case 'DATE_OF_BIRTH':
      return dateOf(language, random, random.whole(1935, 2005));
    default:
      return impersonal(form, faker, { language, random });
  }
}

function addressOf(faker: Faker, language: string, random: SeededRandom): string {
  const street = faker.location.street();
  const number = random.whole(1, 180);
  // The towns that the library makes up have small letters where real ones have capitals, its British codes too many digits.
  const city = faker.location
    .city()
    .replace(/ \p{Ll}{4,}/gu, (word) => ` ${word.charAt(1).toUpperCase()}${word.slice(2)}`);
  const code = language === 'en' ? britishCode(random) : faker.location.zipCode();
  switch (language) {
    case 'it':
      return random.oneOf([
        `${street} ${number}, ${code} ${city} (${faker.location.state({ abbreviated: true })})`,
        `${street}, ${number} - ${city}`,
        `${street} n. ${number}, ${city}`,
      ]);
    case 'fr':
      return random.oneOf([
        `${number} ${street}, ${code} ${city}`,
        `${number}, ${street}, ${city}`,
        `${number} bis ${street}, ${code} ${city}`,
      ]);
    case 'es':
      return random.oneOf([
        `${street}, ${number}, ${code} ${city}`,
        `${street} ${number}, 3º B, ${code} ${city}`,
        `${street} nº ${number}, ${city}`,
      ]);
    case 'de':
      return random.oneOf([
        `${street} ${number}, ${code} ${city}`,
        `${street} ${number} a, ${code} ${city}`,
        `${street} ${number} in ${code} ${city}`,
      ]);
    default:
      return random.oneOf([
        `${number} ${street}, ${city}, ${code}`,
        `Flat ${random.whole(1, 30)}, ${number} ${street}, ${city} ${code}`,
        `${number} ${street}, ${city}`,
      ]);
  }
}

const britishCode = (random: SeededRandom): string =>
  `${random.oneOf(['LS', 'M', 'SW', 'BS', 'EH', 'CF', 'NG', 'OX'])}${random.whole(1, 19)} ${random.whole(1, 9)}${random.oneOf(['AB', 'DE', 'HJ', 'LN', 'QT', 'XY'])}`;

const months: Readonly<Record<string, string>> = {
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  en: 'January February March April May June July August September October November December',
};

function dateOf(language: string, random: SeededRandom, year: number): string {
  const [day, month] = [random.whole(1, 28), random.whole(1, 12)];
  const two = (value: number): string => String(value).padStart(2, '0');
  const named = (months[language] ?? '').split(' ')[month - 1] ?? '';
  const inWords: Readonly<Record<string, string>> = {
    de: `${day}. ${named} ${year}`,
    es: `${day} de ${named} de ${year}`,
    en: random.oneOf([`${day} ${named} ${year}`, `${named} ${day}, ${year}`]),
  };
  const sign = language === 'de' ? '.' : '/';
  return random.oneOf([
    `${two(day)}${sign}${two(month)}${sign}${year}`,
    `${year}-${two(month)}-${two(day)}`,
    inWords[language] ?? `${day} ${named} ${year}`,
  ]);
}

/** What stands beside personal data and is none. */
function impersonal(
  form: string,
  faker: Faker,
  { language, random }: { language: string; random: SeededRandom },
): string {
  const whole = random.whole(10_000, 99_999_999);
  switch (form) {
    case 'order':
      return random.oneOf([`${whole}`, `ORD-${whole}`, `2026/${whole % 10_000}`, `#${whole}`]);
    case 'amount':
      return random.oneOf([
        `${random.whole(1, 999)},${random.whole(10, 99)} EUR`,
        `€ ${random.whole(1, 9)}.${random.whole(100, 999)},00`,
        `${random.whole(1, 9999)} euro`,
      ]);
    case 'date':
      return dateOf(language, random, random.whole(2019, 2027));
    case 'company':
      return faker.company.name();
    case 'product':
      return random.oneOf([
        'Acrobat Reader',
        'LibreOffice',
        'Visual Studio',
        'Photo Editor Pro',
        'Kubernetes',
        'Data Studio',
        'Norton Security',
      ]);
    case 'version':
      return random.oneOf([
        `${random.whole(1, 20)}.${random.whole(0, 9)}.${random.whole(0, 40)}`,
        `v${random.whole(1, 9)}.${random.whole(0, 99)}`,
        `10.0.${random.whole(10000, 22000)}.${random.whole(256, 999)}`,
      ]);
    default:
      throw new Error(`No value is known for ${form}.`);
  }
}
