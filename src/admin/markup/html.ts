/** Markup that was made by {@link html}: all text in it is escaped. Nothing else can make it. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Html = Markup;

/** What a template takes: markup as it is, and text, which is escaped. `null`, `undefined` and `false` are nothing. */
export type HtmlPart = Markup | string | number | null | undefined | false | readonly HtmlPart[];

/**
 * Markup from a template, whose values are escaped by their type. A value stands between tags or in a quoted attribute;
 * it is never the name of a tag or an attribute, and never in a script or a style.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Markup(strings.reduce((before, text, index) => before + written(parts[index - 1]) + text));
}

function written(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number' || part instanceof Markup) return String(part);
  return part.map(written).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // HTML has no NUL: a reader should see that there is one.
  '\0': '\u2400',
};

function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex -- NUL is shown
  return text.replaceAll(/[&<>"'\0]/g, (character) => entities[character] ?? '');
}
