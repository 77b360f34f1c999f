/**
 * The kinds of personal data. A kind tells what a value is to the person it belongs to, whichever country issued it: a
 * `NATIONAL_ID` stays with a person for life, a `TAX_ID` is from the tax office, a `VAT_ID` belongs to a business, a
 * `HEALTH_ID` is from a health service, an `ID_DOCUMENT` is printed on an identity card or a residence permit. A
 * `SECRET` belongs to nobody's person: it is looked for only where a policy names it.
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
  'SECRET',
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
 * How much of a kind a detector finds in a language, best first. `A`: form and checksum, or a form that nothing else
 * has; about two of a hundred values are missed. `B`: form with words around it, or a trained model; about ten are
 * missed. `C`: lists and heuristics; more are missed, without a bound.
 */
export const piiGrades = ['A', 'B', 'C'] as const;

export type PiiGrade = (typeof piiGrades)[number];

/** Whether a grade is at least as good as the required one. */
export function isGradeAtLeast(grade: PiiGrade, least: PiiGrade): boolean {
  return piiGrades.indexOf(grade) <= piiGrades.indexOf(least);
}

/** Kinds, each with the lowest acceptable grade. */
export type PiiRequirements = Readonly<Partial<Record<PiiEntity, PiiGrade>>>;
