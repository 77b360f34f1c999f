import { mod97 } from './iban.ts';

/** The reference of a top-up without blanks and signs. */
const writtenPattern = /WB[0-9A-F]{16}/g;

/**
 * The references of top-ups in the texts of a payment, in the order in which they stand there. Case, blanks, line ends
 * and signs between the characters do not matter, and a creditor reference of ISO 11649 contains one. Each text is
 * searched by itself, and all as one.
 */
export function topupReferencesIn(texts: readonly string[]): readonly string[] {
  const written = texts.map((text) =>
    text
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]+/g, ''),
  );
  const found = [...written, written.join('')].flatMap((text) => text.match(writtenPattern) ?? []);
  return [...new Set(found)].map((reference) => `WB-${reference.slice(2)}`);
}

/**
 * The reference of a top-up as a creditor reference of ISO 11649, 22 characters: `RF`, check digits, the reference.
 * Banks and bookkeeping programs check it, so that a mistyped one is refused before it is sent.
 */
export function creditorReferenceOf(reference: string): string {
  const body = reference.replaceAll(/[^0-9A-Z]/g, '');
  return `RF${String(98n - mod97(`${body}RF00`)).padStart(2, '0')}${body}`;
}
