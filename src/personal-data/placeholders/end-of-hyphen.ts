/** Where a part of a placeholder ends; `more`: the text ends before it can be decided; `null`: it is not there. */
export type PartRead = number | 'more' | null;

/** How many backslashes may stand before a sign: a text in JSON in JSON doubles them each time. */
export const backslashesMax = 4;

/** An opening bracket as models and renderers write it, its closing one, and how the value is then written. */
export interface Brackets {
  readonly open: readonly string[];
  readonly close: readonly string[];
  written(value: string): string;
}

const asItIs = (value: string): string => value;

export const brackets: readonly Brackets[] = [
  { open: Array.from('[［【〔⟦'), close: Array.from(']］】〕⟧'), written: asItIs },
  {
    open: ['&#91;', '&#x5b;', '&lbrack;', '&lsqb;'],
    close: ['&#93;', '&#x5d;', '&rbrack;', '&rsqb;'],
    written: asItIs,
  },
  { open: ['%5b'], close: ['%5d'], written: encodeURIComponent },
  { open: ['%255b'], close: ['%255d'], written: (value) => encodeURIComponent(encodeURIComponent(value)) },
];

/** Brackets by their code, as in JSON and in programs, behind backslashes. */
export const codedBrackets = { open: ['u005b', 'x5b'], close: ['u005d', 'x5d'] } as const;

/** Signs between kind and id. */
export const hyphenSigns = '-‐‑‒–—―−﹘﹣－';
const hyphens: ReadonlySet<string> = new Set(hyphenSigns);

/** A hyphen by its name or code. */
const codedHyphens = '&#45; &#x2d; &hyphen; &dash; &ndash; &minus; &#8208; &#8209; &#8211; &#8722; %2d %252d'.split(
  ' ',
);

/** White space of any width, in small number: a line may be broken behind the hyphen. */
const blank = /[ \t\r\n\u00a0\u00ad\u2009\u200b\u202f\u2060\ufeff]/;
const blanksMax = 3;

export function endOfBlanks(text: string, at: number): number {
  let end = at;
  while (end - at < blanksMax && blank.test(text.charAt(end))) end += 1;
  return end;
}

/**
 * Where the id begins, after the hyphen at a place. In brackets an underscore or a blank stands for it as well, and
 * blanks may surround it.
 */
export function endOfHyphen(text: string, at: number, isBare: boolean): PartRead {
  const from = isBare ? at : endOfBlanks(text, at);
  const slashes = backslashesAt(text, from);
  if (slashes > backslashesMax) return null;
  const sign = from + slashes;
  if (sign >= text.length) return 'more';
  const end = endOfSign(text, sign, { isBare, slashes });
  if (end === 'more' || isBare) return end;
  if (end !== null) return endOfBlanks(text, end);
  return from > at && slashes === 0 ? from : null;
}

interface Sign {
  readonly isBare: boolean;
  readonly slashes: number;
}

function endOfSign(text: string, at: number, { isBare, slashes }: Sign): PartRead {
  const sign = text.charAt(at);
  if (hyphens.has(sign) || (sign === '_' && !isBare)) return at + 1;
  if (slashes > 0) return endOfOne(text, at, ['u002d', 'x2d']);
  return sign === '&' || sign === '%' ? endOfOne(text, at, codedHyphens) : null;
}

/** Where one of the words ends, in any ASCII case. */
export function endOfOne(text: string, at: number, words: readonly string[]): PartRead {
  let mayCome = false;
  for (const word of words) {
    const written = text.slice(at, at + word.length).toLowerCase();
    if (written === word) return at + word.length;
    if (at + written.length === text.length && word.startsWith(written)) mayCome = true;
  }
  return mayCome ? 'more' : null;
}

export function backslashesAt(text: string, at: number): number {
  let count = 0;
  while (count <= backslashesMax && text.charAt(at + count) === '\\') count++;
  return count;
}
