import { validate as austrianVat } from 'stdnum/lib/cjs/at/uid.js';
import { validate as belgianVat } from 'stdnum/lib/cjs/be/vat.js';
import { validate as bulgarianNational } from 'stdnum/lib/cjs/bg/egn.js';
import { validate as bulgarianForeigner } from 'stdnum/lib/cjs/bg/pnf.js';
import { validate as swissInsurance } from 'stdnum/lib/cjs/ch/ssn.js';
import { validate as cypriotVat } from 'stdnum/lib/cjs/cy/vat.js';
import { validate as czechCompanyOrPerson } from 'stdnum/lib/cjs/cz/dic.js';
import { validate as czechNational } from 'stdnum/lib/cjs/cz/rc.js';
import { validate as germanTax } from 'stdnum/lib/cjs/de/idnr.js';
import { validate as germanInsurance } from 'stdnum/lib/cjs/de/svnr.js';
import { validate as germanVat } from 'stdnum/lib/cjs/de/vat.js';
import { validate as danishNational } from 'stdnum/lib/cjs/dk/cpr.js';
import { validate as danishVat } from 'stdnum/lib/cjs/dk/cvr.js';
import { validate as estonianNational } from 'stdnum/lib/cjs/ee/ik.js';
import { validate as estonianVat } from 'stdnum/lib/cjs/ee/kmkr.js';
import { validate as spanishCompany } from 'stdnum/lib/cjs/es/cif.js';
import { validate as spanishNational } from 'stdnum/lib/cjs/es/dni.js';
import { validate as spanishForeigner } from 'stdnum/lib/cjs/es/nie.js';
import { validate as spanishInsurance } from 'stdnum/lib/cjs/es/nss.js';
import { validate as finnishVat } from 'stdnum/lib/cjs/fi/alv.js';
import { validate as finnishNational } from 'stdnum/lib/cjs/fi/hetu.js';
import { validate as frenchTax } from 'stdnum/lib/cjs/fr/nif.js';
import { validate as frenchNational } from 'stdnum/lib/cjs/fr/nir.js';
import { validate as frenchCompany } from 'stdnum/lib/cjs/fr/siren.js';
import { validate as frenchSite } from 'stdnum/lib/cjs/fr/siret.js';
import { validate as frenchVat } from 'stdnum/lib/cjs/fr/tva.js';
import { validate as britishInsurance } from 'stdnum/lib/cjs/gb/nino.js';
import { validate as britishTax } from 'stdnum/lib/cjs/gb/utr.js';
import { validate as britishVat } from 'stdnum/lib/cjs/gb/vat.js';
import { validate as greekNational } from 'stdnum/lib/cjs/gr/amka.js';
import { validate as greekVat } from 'stdnum/lib/cjs/gr/vat.js';
import { validate as croatianNational } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as hungarianVat } from 'stdnum/lib/cjs/hu/anum.js';
import { validate as irishVat } from 'stdnum/lib/cjs/ie/vat.js';
import { validate as italianNational } from 'stdnum/lib/cjs/it/codicefiscale.js';
import { validate as italianVat } from 'stdnum/lib/cjs/it/iva.js';
import { validate as lithuanianNational } from 'stdnum/lib/cjs/lt/asmens.js';
import { validate as lithuanianVat } from 'stdnum/lib/cjs/lt/pvm.js';
import { validate as luxembourgishVat } from 'stdnum/lib/cjs/lu/tva.js';
import { validate as latvianVat } from 'stdnum/lib/cjs/lv/pvn.js';
import { validate as malteseVat } from 'stdnum/lib/cjs/mt/vat.js';
import { validate as dutchNational } from 'stdnum/lib/cjs/nl/bsn.js';
import { validate as dutchVat } from 'stdnum/lib/cjs/nl/btw.js';
import { validate as norwegianNational } from 'stdnum/lib/cjs/no/fodselsnummer.js';
import { validate as polishVat } from 'stdnum/lib/cjs/pl/nip.js';
import { validate as polishNational } from 'stdnum/lib/cjs/pl/pesel.js';
import { validate as portugueseNational } from 'stdnum/lib/cjs/pt/cc.js';
import { validate as portugueseTax } from 'stdnum/lib/cjs/pt/nif.js';
import { validate as romanianVat } from 'stdnum/lib/cjs/ro/cui.js';
import { validate as slovenianVat } from 'stdnum/lib/cjs/si/ddv.js';
import { validate as slovenianNational } from 'stdnum/lib/cjs/si/emso.js';
import { validate as swedishVat } from 'stdnum/lib/cjs/se/vat.js';
import type { PiiEntity } from '../pii-kinds.ts';
import { hasLuhnChecksum } from './card-rule.ts';

type Validate = (value: string) => { readonly isValid: boolean };

/** A number issued by a state: its form without separators, in capitals, and its checksum. */
export interface IdentifierCheck {
  readonly entity: PiiEntity;
  readonly form: RegExp;
  isValid(compact: string): boolean;
}

const check = (entity: PiiEntity, form: RegExp, validate: Validate): IdentifierCheck => ({
  entity,
  form,
  isValid: (compact) => validate(compact).isValid,
});

// stdnum 1.12.0 refuses numbers of these kinds that are issued (`findings/stdnum-refuses-numbers-that-states-issue.sh`), so their
// forms and checksums stand here.

/** With the numbers of foreigners, whose months are 20 or 40 higher, and of people whose day of birth is unknown. */
const belgianNational: IdentifierCheck = {
  entity: 'NATIONAL_ID',
  form: /^\d\d([024]\d|[135][0-2])([0-2]\d|3[01])\d{5}$/,
  isValid: (compact) =>
    ['', '2'].some((born) => 97 - (Number(born + compact.slice(0, 9)) % 97) === Number(compact.slice(9))),
};
/** With the numbers of people who are not registered, whose days are 60 higher. */
const swedishNational = (sign: string): IdentifierCheck => ({
  entity: 'NATIONAL_ID',
  form: new RegExp(`^(\\d\\d)?\\d\\d(0[1-9]|1[0-2])([06][1-9]|[1278]\\d|[39][01])${sign}\\d{4}$`),
  isValid: (written) => hasLuhnChecksum(written.replace(/[-+]/, '').slice(-10)),
});
/** Where a day has more people than numbers, its further ones are of the months 13 to 15. */
const austrianInsurance: IdentifierCheck = {
  entity: 'NATIONAL_ID',
  form: /^[1-9]\d{3}([0-2]\d|3[01])(0[1-9]|1[0-5])\d\d$/,
  isValid: (digits) => weighed(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === Number(digits[3]),
};
/** With the codes 70 and 80 to 83, which stand for no county. */
const romanianNational: IdentifierCheck = {
  entity: 'NATIONAL_ID',
  form: /^[1-9]\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])(0[1-9]|[1-3]\d|4[0-8]|5[12]|70|8[0-3])\d{4}$/,
  isValid(digits) {
    const sum = weighed(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
    return (sum === 10 ? 1 : sum) === Number(digits[12]);
  },
};
/** With any second letter of the numbers since 2013. Those of older ones (T, W, X) weigh nothing. */
const irishNational: IdentifierCheck = {
  entity: 'NATIONAL_ID',
  form: /^\d{7}[A-W][A-ITWX]?$/,
  isValid(compact) {
    const letters = 'WABCDEFGHIJKLMNOPQRSTUV';
    const second = 'WABCDEFGHI'.indexOf(compact[8] ?? 'W');
    return letters[(weighed(compact, [8, 7, 6, 5, 4, 3, 2]) + Math.max(second, 0) * 9) % 23] === compact[7];
  },
};

// VAT numbers, as the algorithms that the tax authorities gave to the European Commission have them.

/** The kind stands in the third digit. */
const slovakVat: IdentifierCheck = {
  entity: 'VAT_ID',
  form: /^[1-9]\d[2-47-9]\d{7}$/,
  isValid: (digits) => Number(digits) % 11 === 0,
};
/** A company's number begins with any digit. Nine digits of a company, ten of a person. */
const bulgarianVat: IdentifierCheck = {
  entity: 'VAT_ID',
  form: /^\d{9,10}$/,
  isValid(digits) {
    if (digits.length === 10) {
      const other = (11 - (weighed(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
      return (
        other === Number(digits[9]) || [bulgarianNational, bulgarianForeigner].some((each) => each(digits).isValid)
      );
    }
    const sum = weighed(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
    return (sum === 10 ? weighed(digits, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : sum) % 10 === Number(digits[8]);
  },
};
/** Nine digits from 6 on have a checksum of their own, which leaves out the 6. */
const czechVat: IdentifierCheck = {
  entity: 'VAT_ID',
  form: /^\d{8,10}$/,
  isValid(digits) {
    if (!/^6\d{8}$/.test(digits)) return czechCompanyOrPerson(digits).isValid;
    const sum = weighed(digits, [0, 8, 7, 6, 5, 4, 3, 2]) % 11;
    return (18 - ((21 - sum) % 11)) % 10 === Number(digits[8]);
  },
};

/** Of a person, it is the personal code: since 2017 with 32 in place of a date. */
const latvianPersonOrCompany: IdentifierCheck = {
  entity: 'VAT_ID',
  form: /^\d{11}$/,
  isValid(digits) {
    if (!digits.startsWith('32')) return latvianVat(digits).isValid;
    return ((1 + weighed(digits, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(digits[10]);
  },
};

/** The sum of the first digits, each by its weight. */
function weighed(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}

/** Numbers whose form and checksum rarely match by chance: found anywhere. */
export const unmistakable: readonly IdentifierCheck[] = [
  check(
    'NATIONAL_ID',
    /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-EHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/,
    italianNational,
  ),
  check('NATIONAL_ID', /^[12]\d{4}(\d\d|2[AB])\d{8}$/, frenchNational),
  check('NATIONAL_ID', /^\d{8}[A-Z]$/, spanishNational),
  check('NATIONAL_ID', /^[XYZ]\d{7}[A-Z]$/, spanishForeigner),
  check('NATIONAL_ID', /^[A-Z]{2}\d{6}[A-D]$/, britishInsurance),
  check('NATIONAL_ID', /^\d\d[0-3]\d[0-3]\d{6}$/, polishNational),
  belgianNational,
  check('NATIONAL_ID', /^[0-3]\d[01]\d{8}$/, greekNational),
  check('NATIONAL_ID', /^[3-6]\d\d[01]\d[0-3]\d{5}$/, estonianNational),
  check('NATIONAL_ID', /^[3-6]\d\d[01]\d[0-3]\d{5}$/, lithuanianNational),
];

/** As written, with the sign between date and number. */
export const unmistakableAsWritten: readonly IdentifierCheck[] = [
  swedishNational('[-+]'),
  check('NATIONAL_ID', /^756\.\d{4}\.\d{4}\.\d\d$/, swissInsurance),
  check('NATIONAL_ID', /^[0-3]\d[01]\d\d\d-\d{4}$/, danishNational),
  check('NATIONAL_ID', /^[0-3]\d[01]\d\d\d[-+A-FU-Y]\d{3}[0-9A-Y]$/, finnishNational),
  check('NATIONAL_ID', /^\d\d[0-35-8]\d[0-3]\d\/\d{3,4}$/, czechNational),
];

/** Numbers that one in ten chance numbers matches: found only after a word that announces them. */
export const named: readonly IdentifierCheck[] = [
  ...unmistakable,
  // Thirteen digits may also be milliseconds of a clock.
  romanianNational,
  check('NATIONAL_ID', /^[0-3]\d[01]\d[09]\d{8}$/, slovenianNational),
  check('NATIONAL_ID', /^\d{8,9}$/, dutchNational),
  check('NATIONAL_ID', /^\d{10}$/, bulgarianNational),
  check('NATIONAL_ID', /^\d{10}$/, bulgarianForeigner),
  check('NATIONAL_ID', /^756\d{10}$/, swissInsurance),
  check('NATIONAL_ID', /^[0-7]\d[0-5]\d{8}$/, norwegianNational),
  check('NATIONAL_ID', /^\d{9}[A-Z\d]{2}\d$/, portugueseNational),
  check('NATIONAL_ID', /^\d{11}$/, croatianNational),
  check('NATIONAL_ID', /^\d{9,10}$/, czechNational),
  swedishNational(''),
  check('NATIONAL_ID', /^\d{10}$/, danishNational),
  irishNational,
  check('NATIONAL_ID', /^\d{12}$/, spanishInsurance),
  austrianInsurance,
  check('NATIONAL_ID', /^\d{8}[A-Z]\d{3}$/, germanInsurance),
  check('TAX_ID', /^\d{11}$/, germanTax),
  check('TAX_ID', /^[0-3]\d{12}$/, frenchTax),
  check('TAX_ID', /^\d{9}$/, portugueseTax),
  check('TAX_ID', /^\d{10}K?$/, britishTax),
  check('TAX_ID', /^[A-Z]\d{7}[0-9A-J]$/, spanishCompany),
  check('VAT_ID', /^\d{9}$/, frenchCompany),
  check('VAT_ID', /^\d{14}$/, frenchSite),
  check('VAT_ID', /^\d{11}$/, italianVat),
  check('VAT_ID', /^[A-Z]\d{7}[0-9A-J]$/, spanishCompany),
  check('VAT_ID', /^\d{10}$/, polishVat),
  check('VAT_ID', /^\d{9}$/, germanVat),
  check('VAT_ID', /^\d{9}$/, greekVat),
  check('VAT_ID', /^\d{9}$/, britishVat),
  { entity: 'HEALTH_ID', form: /^\d{10}$/, isValid: isHealthServiceNumber },
  { entity: 'HEALTH_ID', form: /^[A-Z]\d{9}$/, isValid: isInsuredNumber },
  check('HEALTH_ID', /^\d{8}[A-Z]\d{3}$/, germanInsurance),
];

/** VAT numbers, by the letters that they begin with. The check gets the part after the letters. */
export const vatByCountry: ReadonlyMap<string, IdentifierCheck> = new Map([
  ['AT', check('VAT_ID', /^U\d{8}$/, austrianVat)],
  ['BE', check('VAT_ID', /^[01]\d{9}$/, belgianVat)],
  ['BG', bulgarianVat],
  ['CY', check('VAT_ID', /^\d{8}[A-Z]$/, cypriotVat)],
  ['CZ', czechVat],
  ['DE', check('VAT_ID', /^\d{9}$/, germanVat)],
  ['DK', check('VAT_ID', /^\d{8}$/, danishVat)],
  ['EE', check('VAT_ID', /^\d{9}$/, estonianVat)],
  ['EL', check('VAT_ID', /^\d{9}$/, greekVat)],
  ['ES', check('VAT_ID', /^[A-Z0-9]\d{7}[A-Z0-9]$/, spanishVat)],
  ['FI', check('VAT_ID', /^\d{8}$/, finnishVat)],
  ['FR', check('VAT_ID', /^[A-Z0-9]{2}\d{9}$/, frenchVat)],
  ['GB', check('VAT_ID', /^\d{9}(\d{3})?$/, britishVat)],
  ['HR', check('VAT_ID', /^\d{11}$/, croatianNational)],
  ['HU', check('VAT_ID', /^\d{8}$/, hungarianVat)],
  ['IE', check('VAT_ID', /^\d[A-Z0-9+*]\d{5}[A-W][A-I]?$/, irishVat)],
  ['IT', check('VAT_ID', /^\d{11}$/, italianVat)],
  ['LT', check('VAT_ID', /^\d{9}$|^\d{12}$/, lithuanianVat)],
  ['LU', check('VAT_ID', /^\d{8}$/, luxembourgishVat)],
  ['LV', latvianPersonOrCompany],
  ['MT', check('VAT_ID', /^\d{8}$/, malteseVat)],
  ['NL', check('VAT_ID', /^\d{9}B\d\d$/, dutchVat)],
  ['PL', check('VAT_ID', /^\d{10}$/, polishVat)],
  ['PT', check('VAT_ID', /^\d{9}$/, portugueseTax)],
  ['RO', check('VAT_ID', /^\d{2,10}$/, romanianVat)],
  ['SE', check('VAT_ID', /^\d{12}$/, swedishVat)],
  ['SI', check('VAT_ID', /^\d{8}$/, slovenianVat)],
  ['SK', slovakVat],
]);

function spanishVat(value: string): { isValid: boolean } {
  return { isValid: [spanishCompany, spanishNational, spanishForeigner].some((each) => each(value).isValid) };
}

/** The number of the British health service: weights 10 to 2, modulo 11. */
function isHealthServiceNumber(digits: string): boolean {
  return (11 - (weighed(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(digits[9]);
}

/** A person's number in the German health insurance: letter as two digits, weights 1 and 2 in turn, digit sums. */
function isInsuredNumber(compact: string): boolean {
  const letter = String(compact.charCodeAt(0) - 64).padStart(2, '0');
  return hasLuhnChecksum(letter + compact.slice(1));
}
