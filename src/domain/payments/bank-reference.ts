/** A text that names a payment at a bank: 6 to 120 characters, of which {@link isPlainReference} is true. */
export function isBankReference(text: string): boolean {
  return text.length >= 6 && text.length <= 120 && isPlainReference(text);
}

/**
 * Whether a reference consists of printable ASCII, as banks write them. An invisible character or one that looks like
 * another, pasted with the rest, would make it another reference, and the payment would be credited twice.
 */
export function isPlainReference(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

const wordsForNone = new Set(
  'NONREF NOREF NOREFERENCE NOTPROVIDED NOTAVAILABLE NONE NULL NIL NA UNKNOWN OTHR KEINE KEINEREF NICHTANGEGEBEN'.split(
    ' ',
  ),
);

/** Whether an identifier says that there is none: `NONREF`, `NOTPROVIDED`, `-`, `000`. */
export function isNoIdentifier(text: string): boolean {
  const written = text.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return /^0*$/.test(written) || wordsForNone.has(written);
}
