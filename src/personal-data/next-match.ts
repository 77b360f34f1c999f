/** How many characters a pattern reads at once. */
const charactersOfWindow = 32_768;

/**
 * The first match of a pattern with the flag `g` at or after a place of a text, which may be long. `reach`: no match has
 * more characters, with those around it that the pattern looks at. `null`: there is none.
 */
export function nextMatch(
  text: string,
  pattern: RegExp,
  { from = 0, reach = 1 }: { readonly from?: number; readonly reach?: number } = {},
): RegExpExecArray | null {
  for (let start = from; start <= text.length; start += charactersOfWindow) {
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

/** See {@link nextMatch}. Hands over the matches of a pattern with the flag `g` in a text, which may be long, in order. */
export function eachMatch(
  text: string,
  pattern: RegExp,
  { reach }: { readonly reach: number },
  found: (match: RegExpExecArray) => void,
): void {
  for (let from = 0; ;) {
    const match = nextMatch(text, pattern, { from, reach });
    if (match === null) return;
    found(match);
    from = match.index + match[0].length;
  }
}

/** Whether a pattern with the flag `g`, which matches one character, occurs in a text. */
export function occursIn(text: string, pattern: RegExp): boolean {
  return nextMatch(text, pattern) !== null;
}
