import { z } from 'zod';
import type { PiiEntity } from '../../personal-data/pii-kinds.ts';

/**
 * Presidio's names of the kinds. Its LOCATION is any town or country, which identifies no one, and its DATE_TIME any
 * date: both are left out. It does not know postal addresses.
 */
const kinds: Readonly<Record<string, PiiEntity>> = {
  PERSON: 'PERSON',
  EMAIL_ADDRESS: 'EMAIL',
  PHONE_NUMBER: 'PHONE',
  IBAN_CODE: 'IBAN',
  CREDIT_CARD: 'CARD',
  IP_ADDRESS: 'IP',
  IT_FISCAL_CODE: 'NATIONAL_ID',
  IT_VAT_CODE: 'VAT_ID',
  IT_PASSPORT: 'PASSPORT',
  IT_IDENTITY_CARD: 'ID_DOCUMENT',
  IT_DRIVER_LICENSE: 'DRIVING_LICENCE',
  ES_NIF: 'NATIONAL_ID',
  ES_NIE: 'NATIONAL_ID',
  DE_TAX_ID: 'TAX_ID',
  DE_PASSPORT: 'PASSPORT',
  DE_ID_CARD: 'ID_DOCUMENT',
  DE_VAT_ID: 'VAT_ID',
  UK_NHS: 'HEALTH_ID',
  UK_NINO: 'NATIONAL_ID',
  UK_PASSPORT: 'PASSPORT',
  PL_PESEL: 'NATIONAL_ID',
  FI_PERSONAL_IDENTITY_CODE: 'NATIONAL_ID',
  SE_PERSONNUMMER: 'NATIONAL_ID',
};

/** Presidio's names of a kind. */
export function namesOf(entities: readonly PiiEntity[], supported: ReadonlySet<string>): readonly string[] {
  return Object.entries(kinds).flatMap(([name, kind]) =>
    entities.includes(kind) && supported.has(name) ? [name] : [],
  );
}

export function kindOf(name: string): PiiEntity | undefined {
  return kinds[name];
}

const foundSchema = z.object({
  entity_type: z.string(),
  start: z.int().nonnegative(),
  end: z.int().positive(),
  score: z.number().gt(0).lte(1),
});

export type PresidioFound = z.infer<typeof foundSchema>;

/** A list for each text sent, in their order. Raises for any other form. */
export function analysed(answer: unknown, texts: number): readonly (readonly PresidioFound[])[] {
  const lists = z.array(z.array(foundSchema)).length(texts).parse(answer);
  if (lists.some((list) => list.some(({ start, end }) => start >= end)))
    throw new RangeError('A part ends before it begins.');
  return lists;
}

/** The kinds to search for in a language. */
export function supportedNames(answer: unknown): ReadonlySet<string> {
  return new Set(z.array(z.string()).parse(answer));
}
