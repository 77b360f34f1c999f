/** A text as the rules read it, with the places of its characters in the original text. */
export interface PlainText {
  readonly text: string;
  /** The place of a character in the original text. */
  startOf(offset: number): number;
  /** The place after the last character of a part that ends at `offset`, which is not 0. */
  endOf(offset: number): number;
}

// Spaces, dashes and quotes of other widths, full-width forms, Arabic digits, and characters without width.
const unusual =
  /[\u00a0\u00ad\u0660-\u0669\u06f0-\u06f9\u1680\u2000-\u2019\u202a-\u202f\u2060-\u2064\u2212\u3000\ufeff\uff01-\uff5e]/;
const firstUnusual = 0xa0;
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/;

/**
 * Normalises characters that look alike: a no-break space to a space, a minus sign to a hyphen, a full-width digit to a
 * digit; invisible characters are removed. Most texts need no change and stay the same string.
 */
export function plainText(text: string): PlainText {
  if (!unusual.test(text)) return { text, startOf: (offset) => offset, endOf: (offset) => offset };
  const places = new Int32Array(text.length);
  const plain: string[] = [];
  let length = 0;
  let usualFrom = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < firstUnusual || !unusual.test(text.charAt(at))) {
      places[length] = at;
      length += 1;
      continue;
    }
    if (at > usualFrom) plain.push(text.slice(usualFrom, at));
    usualFrom = at + 1;
    if (invisible.test(text.charAt(at))) continue;
    places[length] = at;
    length += 1;
    plain.push(plainCharacter(code));
  }
  plain.push(text.slice(usualFrom));
  const placeOf = (offset: number): number => (offset < length ? (places[offset] ?? 0) : text.length);
  return { text: plain.join(''), startOf: placeOf, endOf: (offset) => placeOf(offset - 1) + 1 };
}

function plainCharacter(code: number): string {
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code >= 0x0660 && code <= 0x0669) return String.fromCharCode(code - 0x0630);
  if (code >= 0x06f0 && code <= 0x06f9) return String.fromCharCode(code - 0x06c0);
  if (code === 0x2018 || code === 0x2019) return "'";
  if ((code >= 0x2010 && code <= 0x2015) || code === 0x2212) return '-';
  if (code === 0x2016 || code === 0x2017) return String.fromCharCode(code);
  return ' ';
}
