import type { WorkInParts } from './work-in-parts.ts';

/** How many characters one part of the work searches, and the size of that part: nothing reads them but a pattern. */
const charactersOfWindow = 32_768;
const charactersOfSearch = 8_192;

/**
 * The first match of a pattern with the flag `g` at or after a place of a text, which may be long. `reach`: no match has
 * more characters, with those around it that the pattern looks at. `null`: there is none.
 */
export function* nextMatch(
  text: string,
  pattern: RegExp,
  { from = 0, reach = 1 }: { readonly from?: number; readonly reach?: number } = {},
): WorkInParts<RegExpExecArray | null> {
  for (let start = from; start <= text.length; start += charactersOfWindow) {
    if (start > from) yield charactersOfSearch;
    const window = Math.max(0, start - reach);
    pattern.lastIndex = start - window;
    const match = pattern.exec(text.slice(window, start + charactersOfWindow + reach));
    if (match !== null && match.index + window < start + charactersOfWindow) {
      match.index += window;
      return match;
    }
  }
  return null;
}

interface Matching {
  /** See {@link nextMatch}. */
  readonly reach: number;
  /** The size of the work for a match, in addition to the search, characters. */
  readonly charactersOfMatch: number;
}

/** Hands over the matches of a pattern with the flag `g` in a text, which may be long, in order. */
export function* eachMatch(
  text: string,
  pattern: RegExp,
  { reach, charactersOfMatch }: Matching,
  found: (match: RegExpExecArray) => void,
): WorkInParts {
  for (let from = 0; ;) {
    const match = yield* nextMatch(text, pattern, { from, reach });
    if (match === null) return;
    yield charactersOfMatch;
    found(match);
    from = match.index + match[0].length;
  }
}

/** Whether a pattern with the flag `g`, which matches one character, occurs in a text. */
export function* occursIn(text: string, pattern: RegExp): WorkInParts<boolean> {
  return (yield* nextMatch(text, pattern)) !== null;
}
