const urls: ReadonlySet<string> = new Set(['uri', 'uri-reference', 'iri', 'iri-reference', 'url']);

/** The format of a string in a JSON Schema, with one name for all URL formats. */
export function formatOfSchema(format: string): string {
  return urls.has(format) ? 'uri' : format;
}

const patternLengthMax = 500;

/**
 * The format that a `pattern` describes, as far as reading it tells. The pattern is a caller's and is never run,
 * because it may not terminate in time. `null`: no placeholder can have this format.
 */
export function formatOfPattern(pattern: string): 'email' | 'phone' | 'iban' | null {
  if (pattern.length > patternLengthMax) return null;
  if (pattern.includes('@')) return 'email';
  const asksForDigits = pattern.includes('\\d') || pattern.includes('0-9');
  if (asksForDigits && /^\^?\(?(\\\+|\[\+\])\??[-\d\\s.()[\]{},*+?|:^$/ a]*$/.test(pattern.replaceAll('\\d', '0')))
    return 'phone';
  return /^\^?\(?\[A-Z(a-z)?\](\{2\}|\[A-Z\])(\\d|\[0-9\])/.test(pattern) ? 'iban' : null;
}
