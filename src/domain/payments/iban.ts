/**
 * Whether a text is an IBAN of ISO 13616: a country, check digits, and up to 30 letters and digits, of which the remainder
 * by 97 is right. Written without blanks.
 */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1n;
}

/**
 * The IBAN in the number of an account, as banks write it: in groups, behind a BIC, with a currency after it. `null`: it
 * is a number of another kind, which the same bank may write otherwise elsewhere.
 */
export function ibanIn(written: string): string | null {
  const parts = written.toUpperCase().replaceAll(/\s/g, '').split('/');
  return parts.flatMap((part) => [part, part.slice(0, -3)]).find(isIban) ?? null;
}

/** The remainder by 97 that ISO 7064 defines: letters are numbers from 10 on. */
export function mod97(text: string): bigint {
  return BigInt(text.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))) % 97n;
}
