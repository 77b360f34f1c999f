/**
 * What personal data is told apart by. A kind says what a value is to the person it belongs to, whichever country gave it:
 * a `NATIONAL_ID` goes with a person for life, a `TAX_ID` is of the tax office, a `VAT_ID` of a business, a `HEALTH_ID` of
 * a health service, an `ID_DOCUMENT` is printed on an identity card or a residence permit.
 */
export const piiEntities = [
  'PERSON',
  'ADDRESS',
  'EMAIL',
  'PHONE',
  'IBAN',
  'CARD',
  'IP',
  'DATE_OF_BIRTH',
  'NATIONAL_ID',
  'TAX_ID',
  'VAT_ID',
  'HEALTH_ID',
  'PASSPORT',
  'ID_DOCUMENT',
  'DRIVING_LICENCE',
  'PLATE',
] as const;

export type PiiEntity = (typeof piiEntities)[number];

export function isPiiEntity(value: unknown): value is PiiEntity {
  return piiEntities.some((entity) => entity === value);
}

/** The official languages of the European Union, by ISO 639-1. */
export const piiLanguages = [
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fi',
  'fr',
  'ga',
  'hr',
  'hu',
  'it',
  'lt',
  'lv',
  'mt',
  'nl',
  'pl',
  'pt',
  'ro',
  'sk',
  'sl',
  'sv',
] as const;

export type PiiLanguage = (typeof piiLanguages)[number];

export function isPiiLanguage(value: unknown): value is PiiLanguage {
  return piiLanguages.some((language) => language === value);
}

/**
 * How much of a kind a detector finds in a language, best first. `A`: form and checksum, or form alone where nothing else
 * has it; of a hundred values about two are missed. `B`: form with words around it, or a trained model; about ten are
 * missed. `C`: lists and rules of thumb; more are missed than can be promised.
 */
export const piiGrades = ['A', 'B', 'C'] as const;

export type PiiGrade = (typeof piiGrades)[number];

/** Whether a grade is as good as the least one that is asked for. */
export function isGradeAtLeast(grade: PiiGrade, least: PiiGrade): boolean {
  return piiGrades.indexOf(grade) <= piiGrades.indexOf(least);
}

/** Kinds, each with the least grade that will do. */
export type PiiRequirements = Readonly<Partial<Record<PiiEntity, PiiGrade>>>;
