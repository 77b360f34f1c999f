const urls: ReadonlySet<string> = new Set(['uri', 'uri-reference', 'iri', 'iri-reference', 'url']);

/** What a JSON Schema binds a string to by `format`, with one name for all addresses of the web. */
export function formatOfSchema(format: string): string {
  return urls.has(format) ? 'uri' : format;
}

const patternLengthMax = 500;

/**
 * The format that a `pattern` describes, as far as that can be told by reading it: it is never run, since it is a caller's and
 * may take for ever. `null`: it is none that placeholders can have.
 */
export function formatOfPattern(pattern: string): 'email' | 'phone' | 'iban' | null {
  if (pattern.length > patternLengthMax) return null;
  if (pattern.includes('@')) return 'email';
  const asksForDigits = pattern.includes('\\d') || pattern.includes('0-9');
  if (asksForDigits && /^\^?\(?(\\\+|\[\+\])\??[-\d\\s.()[\]{},*+?|:^$/ a]*$/.test(pattern.replaceAll('\\d', '0')))
    return 'phone';
  return /^\^?\(?\[A-Z(a-z)?\](\{2\}|\[A-Z\])(\\d|\[0-9\])/.test(pattern) ? 'iban' : null;
}
