/** Words that are written right before the value that they announce, also joined with a word for "number". */
const cue = new RegExp(
  '^(?:iban|bban|konto|conto|compte|cuenta|account|acct|tel|telefon|telefono|telephone|téléphone|teléfono|phone|mobile?|cell|cellulare|' +
    'handy|fax|whatsapp|(?:credit|debit)?card|karten?|kreditkarten?|cc|pan|unionpay|carta|carte|tarjeta|visa|mastercard|amex|cf|codicefiscale|fiscale|nir|insee|' +
    'dni|nie|pesel|bsn|cnp|niss|nino|ssn|steuerid|idnr|nif|vat|vatid|iva|piva|partitaiva|ust|ustid|tva|nhs|kvnr|passport|' +
    'passaporto|reisepass|passeport|pasaporte|ip)(?:number|nummer|num|nr|no)?$',
  'i',
);

const cueMax = 24;

/** How many letters a value begins with: none, or those of a country, a document or the codice fiscale. */
const lettersOfValue = [0, 2, 1, 6] as const;
/** "NO" behind a word for an account is Norway. */
const lettersOfAccount = [2, 0] as const;
const account = /^(?:iban|bban|konto|conto|compte|cuenta|account|acct)/i;

/** A shorter rest is the number of a version or of a copy: `card2`. */
const restMin = 4;
const restOfShortMin = 8;

/**
 * Where the value begins in a word like `IBANDE89…` or `tel0171…`, whose first letters announce the rest; -1: it is one
 * word.
 */
export function valueBehindCue(text: string, start: number, end: number): number {
  let digit = start;
  while (digit < end && digit - start <= cueMax + 6 && !isDigit(text.charCodeAt(digit))) digit += 1;
  if (digit === end || !isDigit(text.charCodeAt(digit))) return -1;
  for (const letters of account.test(text.slice(start, start + cueMax)) ? lettersOfAccount : lettersOfValue) {
    const value = digit - letters;
    if (value - start < 2 || value - start > cueMax) continue;
    const word = text.slice(start, value);
    if (cue.test(word) && isLongEnough(text, { word, value, end })) return value;
  }
  return -1;
}

interface Split {
  readonly word: string;
  readonly value: number;
  readonly end: number;
}

/** `CF123AB` is a plate, and `NIE123456` a passport: behind short words only what they announce counts. */
function isLongEnough(text: string, { word, value, end }: Split): boolean {
  const length = end - value;
  if (/^ip$/i.test(word)) return text.charAt(end) === '.' && isDigit(text.charCodeAt(end + 1));
  if (/^cf$/i.test(word)) return length === 16 && !isDigit(text.charCodeAt(value));
  return length >= (word.length > 3 || /^(?:tel|fax)$/i.test(word) ? restMin : restOfShortMin);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
