/** A text that names a payment at a bank: 6 to 120 characters, of which {@link isPlainReference} is true. */
export function isBankReference(text: string): boolean {
  return text.length >= 6 && text.length <= 120 && isPlainReference(text);
}

/** What {@link isPlainReference} is true of. */
export const plainReference = /^[\x20-\x7e]*$/;

/**
 * Whether a reference consists of printable ASCII, as banks write them. An invisible character or one that looks like
 * another, pasted with the rest, would make it another reference, and the payment would be credited twice.
 */
export function isPlainReference(text: string): boolean {
  return plainReference.test(text);
}

/** Words of banks and of programs for payments, in English, German, Italian and French. */
const wordsForNone = new Set(
  [
    'NONREF NOREF NOREFERENCE NOTPROVIDED NOTAVAILABLE NOTAPPLICABLE NONE NULL NIL NA NP UNKNOWN UNDEFINED OTHR',
    'KEINE KEINEREF KEINEANGABE NICHTANGEGEBEN UNBEKANNT NN',
    'NONFORNITO NESSUNO SANSREFERENCE NONRENSEIGNE',
  ].flatMap((words) => words.split(' ')),
);

/** Whether an identifier says that there is none: `NONREF`, `NOTPROVIDED`, `-`, `000`, a row of X. */
export function isNoIdentifier(text: string): boolean {
  const written = text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return /^(?:0*|X{3,})$/.test(written) || wordsForNone.has(written);
}
