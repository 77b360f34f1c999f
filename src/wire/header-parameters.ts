/** A header value with parameters, such as `form-data; name="file"` or `text/plain; charset=utf-8`. */
export interface ParameterisedValue {
  /** In lower case. */
  readonly value: string;
  /** Parameters by name in lower case, with escapes of quoted strings undone. */
  readonly parameters: ReadonlyMap<string, string>;
}

const leading = /[^\s;,"\\]+/y;
const parameterName = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const bareValue = /[^\s;,"\\]+/y;
/** The contents of a quoted string up to its end, an escape or a control character. */
// oxlint-disable-next-line no-control-regex -- they are what it stops at
const quotedRun = /[^"\\\u0000-\u001f\u007f]+/y;

/**
 * Reads a value with its parameters (RFC 2045 §5.1, RFC 2183 §2). Unquoted values may have any visible characters
 * except `;`, `,`, `"` and `\`, because senders leave out quotes that the grammar requires. In a quoted string `\"` and
 * `\\` are escapes; any other backslash is literal, as browsers write file names. `null` for anything else, and for a
 * repeated parameter. Linear in its length.
 */
export function readHeaderParameters(text: string): ParameterisedValue | null {
  const scan = new Scan(text);
  scan.skipSpace();
  const value = scan.match(leading);
  if (value === null) return null;
  const parameters = new Map<string, string>();
  for (;;) {
    scan.skipSpace();
    if (scan.isAtEnd) return { value: value.toLowerCase(), parameters };
    if (!scan.take(';')) return null;
    scan.skipSpace();
    // Some senders write a semicolon after the last one.
    if (scan.isAtEnd) continue;
    const name = scan.match(parameterName)?.toLowerCase();
    if (name === undefined || !scan.take('=') || parameters.has(name)) return null;
    const given = scan.take('"') ? scan.quotedRest() : scan.match(bareValue);
    if (given === null) return null;
    parameters.set(name, given);
  }
}

class Scan {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  skipSpace(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at += 1;
  }

  take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }

  /** The rest of a quoted string after its first quote; `null` when it has no end or contains a control character. */
  quotedRest(): string | null {
    const pieces: string[] = [];
    for (;;) {
      const run = this.match(quotedRun);
      if (run !== null) pieces.push(run);
      if (this.take('"')) return pieces.join('');
      if (!this.take('\\')) return null;
      const escaped = this.take('"') ? '"' : '\\';
      if (escaped === '\\') this.take('\\');
      pieces.push(escaped);
    }
  }
}
