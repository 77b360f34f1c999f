import type { PiiEntity } from '../pii-kinds.ts';

/**
 * The kind in a placeholder, e.g. `PERSON` in `[PERSON-k7q3v]`: a word that every model copies, of letters only, the
 * same in every language.
 */
export const tagOfEntity: Readonly<Record<PiiEntity, string>> = {
  PERSON: 'PERSON',
  ADDRESS: 'ADDRESS',
  EMAIL: 'EMAIL',
  PHONE: 'PHONE',
  IBAN: 'IBAN',
  CARD: 'CARD',
  IP: 'IP',
  DATE_OF_BIRTH: 'DATE',
  NATIONAL_ID: 'ID',
  TAX_ID: 'TAXID',
  VAT_ID: 'VATID',
  HEALTH_ID: 'HEALTHID',
  PASSPORT: 'PASSPORT',
  ID_DOCUMENT: 'DOC',
  DRIVING_LICENCE: 'LICENCE',
  PLATE: 'PLATE',
  SECRET: 'SECRET',
};
