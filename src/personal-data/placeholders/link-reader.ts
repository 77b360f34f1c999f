import { bareHostBefore, bareHostMax } from './bare-host.ts';
import { unescapedLink } from './named-host.ts';

/** An absolute link that a text is within. */
export interface Link {
  /** Its beginning, without what was inserted; at least the host, if it has one. */
  readonly text: string;
  /** It is longer than links are followed. */
  readonly isTooLong: boolean;
  /** What was read of it since the last call. */
  takeRead(): string;
}

/** Longer links are not followed, characters. */
const linkLengthMax = 4_096;

/** So much text is gathered before it is read, characters. */
const gatheredMax = 4_096;

/** No sign of a link is longer, characters. */
const signLengthMax = 80;

/** How far before its colon a scheme may begin, and an attribute before its sign, characters. */
const lookBack = 40;

/** So much text before a place is kept, characters. */
const keptMax = bareHostMax + 1;

const colon = String.raw`(?::|\\{1,8}u003a|&#0{0,5}58;|&#x0{0,5}3a;|&colon;)`;
const slash = String.raw`(?:\\{0,8}\/|\\{1,8}u002f|&#0{0,5}47;|&#x0{0,5}2f;|&sol;)`;

/**
 * The signs of a link: of one with a host, in angles also without slashes, a host by custom, the destination of Markdown,
 * there or at the end of the text, an attribute of HTML, a host without a scheme behind a sign, as in CSS, and what
 * stands behind a bare host.
 */
const sign = new RegExp(
  [
    String.raw`(?<scheme>${colon}${slash}{2}|(?<=(?<![a-z])(?:https?|wss?|ftp|<sms))${colon}(?=\S|$))`,
    String.raw`(?<host>(?<![\w.@-])www\.)`,
    String.raw`<(?:(?<formEnd>\\{0,8}\/form)|(?<tag>[a-z]{1,16}))\b`,
    String.raw`\](?:\(|(?<definition>:))\s{0,4}(?<angle><)?`,
    String.raw`=\s{0,4}\\{0,8}(?<quote>["'])?`,
    String.raw`(?<relative>(?<=["'(<=,;|[{]\s{0,4})${slash}{2})`,
    String.raw`(?<bare>[/?#])`,
  ].join('|'),
  'gi',
);

/** A definition of a destination of Markdown begins its line; also where a line end is written as an escape. */
const beginOfDefinition = /(?:^|\n|\\n)[ \t>]{0,12}\[[^\]\n]{1,200}$/;

/** So many blanks in a row are read. */
const blanksKept = 4;
const fiveBlanks = /[ \t\r\n\f]{5}/;
const manyBlanks = /[ \t\r\n\f]{5,}/g;
const blank = 0x20;

/** A line end is kept: it may end a link, or begin a destination. */
function fewBlanks(run: string): string {
  return (run.includes('\n') ? '\n' : '') + ' '.repeat(run.includes('\n') ? blanksKept - 1 : blanksKept);
}

const schemeEnd = /[a-z][a-z\d+.-]+$/i;

/** Attributes that a browser follows by itself, or when clicked, or programs of the page do. */
const attributeEnd =
  /(?:^|[^\w-])(?<name>(?:xlink:)?href|(?:data-)?src|(?<set>(?:image)?srcset|ping)|poster|(?:form)?action|background|cite|data|content)\s{0,4}$/i;

/** Attributes that are addresses in one element only. */
const onlyIn: Readonly<Record<string, string>> = { data: 'object', content: 'meta' };

/**
 * A destination with a scheme or a host of its own. `mailto:` and `tel:` open a program of the reader; a text message goes
 * to whoever has the number.
 */
const absolute = /^\s*(?:[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?)?(?!(?:mailto|tel):)(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i;

/** Opens a program of the reader, or stays on the page. */
const sendsNothing = /^\s*(?:(?:mailto|tel):|#)/i;

/** What ends an address, by the sign before it. Only blanks of ASCII do; in quotes none does. */
const addressEndings: Readonly<Record<string, string>> = {
  '<': '[<>\\n]',
  '"': '["\\n]',
  "'": "['\\n]",
  '`': '[`\\n]',
  '(': '[ \\t\\r\\n()]',
  '[': '[ \\t\\r\\n[\\]]',
  '{': '[ \\t\\r\\n{}]',
};

/** What ends a destination of Markdown, and the value of an attribute, by the sign that they begin with. */
const destinationEndings: Readonly<Record<string, string>> = {
  '': '[ \\t\\r\\n()]',
  '<': '[>\\n]',
  '"': '"',
  "'": "'",
  '=': '[ \\t\\r\\n\\f>]',
  // Of several addresses with their sizes, the others are read like addresses in a text.
  set: `[ \\t\\r\\n\\f>"']`,
};

interface Ending {
  readonly inText: RegExp;
  /** In JSON a string ends too; in an address also its lines, which are written by escapes. */
  readonly inJson: RegExp;
}

function endingsOf(sources: Readonly<Record<string, string>>, inJson: string): ReadonlyMap<string, Ending> {
  const ending = (source: string) => ({ inText: new RegExp(source, 'g'), inJson: new RegExp(source + inJson, 'g') });
  return new Map(Object.entries(sources).map(([each, source]) => [each, ending(source)]));
}

const plainEndings = { inText: /[ \t\r\n\f<]/g, inJson: /[ \t\r\n\f<"]|\\[nrt]/g };
const endingsOfAddresses = endingsOf(addressEndings, String.raw`|"|\\[nrt]`);
const endingsOfDestinations = endingsOf(destinationEndings, String.raw`|(?<!\\)"`);

/** A link that the text is within, absolute or not. */
class OpenLink implements Link {
  #written = '';
  #read = '';
  #isClosed = false;
  isTooLong = false;
  /** Brackets that were opened within it. */
  depth = 0;
  readonly ending: RegExp;
  readonly #isAbsolute: boolean | null;
  readonly #base: string | null;

  /** `isAbsolute`: `null` for a destination, whose text decides. `base`: what it is relative to; `null`: its page. */
  constructor(ending: RegExp, isAbsolute: true | null, base: string | null = null) {
    this.ending = ending;
    this.#isAbsolute = isAbsolute;
    this.#base = base;
  }

  get text(): string {
    return this.#isOwnAbsolute || this.#base === null ? this.#written : this.#base;
  }

  get isAbsolute(): boolean {
    return this.#isOwnAbsolute || (this.#base !== null && !sendsNothing.test(unescapedLink(this.#written)));
  }

  get #isOwnAbsolute(): boolean {
    if (this.#isAbsolute !== null) return this.#isAbsolute;
    const begin = unescapedLink(this.#written.slice(0, bareHostMax)).trimStart();
    if (absolute.test(begin)) return true;
    const hostEnd = begin.search(/[/?#]/);
    return hostEnd > 0 && bareHostBefore(begin, hostEnd) !== null;
  }

  add(text: string): void {
    if (this.isTooLong) return;
    const room = linkLengthMax - this.#written.length;
    this.isTooLong = text.length > room;
    this.#written += text.slice(0, room);
    this.#read += text.slice(0, room);
  }

  /** It is whole; what is behind it may still be sent there. */
  close(text: string): void {
    this.add(text);
    this.#isClosed = true;
  }

  takeRead(): string {
    if (this.#isClosed) return this.#written;
    const read = this.#read;
    this.#read = '';
    return read;
  }
}

/**
 * Follows the links of a text that is given in any pieces: whether it is within an absolute link where a piece ends.
 * Reads links as the renderers of chats do: Markdown, HTML, and addresses that stand in a text.
 */
export class LinkReader {
  /** Text that was not read yet, from `#at` on; before it, what signs look back at. */
  #text = '';
  #at = 0;
  #link: OpenLink | null = null;
  /** What relative links are relative to, if the text says so. */
  #base: OpenLink | null = null;
  /** Where the form that the text is within sends its fields. */
  #form: OpenLink | null = null;
  /** The element of HTML that began last. */
  #element = '';
  /** The text is JSON; `null` before its first character. */
  #isJson: boolean | null = null;

  pass(text: string): void {
    this.#text += text;
    const before = this.#text.length - text.length;
    const isSeam = text.charCodeAt(0) <= blank && this.#text.charCodeAt(before - 1) <= blank;
    // However many blanks there are, signs are found: they count as a few.
    if (isSeam || fiveBlanks.test(text)) this.#foldBlanks(before);
    if (this.#text.length - this.#at > gatheredMax) this.#read(this.#text.length - signLengthMax);
  }

  #foldBlanks(from: number): void {
    const start = Math.max(this.#at, from - blanksKept);
    const folded = this.#text.slice(start).replaceAll(manyBlanks, fewBlanks);
    this.#text = this.#text.slice(0, start) + folded;
  }

  /** The absolute link that the text is within here; `null`: none. */
  current(): Link | null {
    this.#read(this.#text.length);
    if (this.#link?.isAbsolute === true) return this.#link;
    return this.#form?.isAbsolute === true ? this.#form : null;
  }

  /** Reads up to a place. What begins before it and goes on after it is read whole. */
  #read(to: number): void {
    const text = this.#text;
    if (this.#isJson === null) {
      const first = /\S/.exec(text)?.[0];
      this.#isJson = first === undefined ? null : first === '{' || first === '[';
    }
    let at = this.#at;
    while (at < to) at = this.#link === null ? this.#outside(text, at, to) : this.#inside(this.#link, text, at, to);
    const kept = Math.max(0, at - keptMax);
    this.#text = text.slice(kept);
    this.#at = at - kept;
  }

  /** Looks for the next link. */
  #outside(text: string, at: number, to: number): number {
    sign.lastIndex = at;
    const found = sign.exec(text);
    if (found === null || found.index >= to) return to;
    this.#link = this.#opened(text, found);
    // A quote or a bracket may begin another link.
    return found.index + (this.#link === null ? 1 : found[0].length);
  }

  #opened(text: string, { 0: whole, index, groups = {} }: RegExpExecArray): OpenLink | null {
    const before = text.slice(Math.max(0, index - lookBack), index);
    if (groups['scheme'] !== undefined) {
      const scheme = schemeEnd.exec(before)?.[0];
      return scheme === undefined ? null : this.#address(before.slice(0, -scheme.length), scheme + whole);
    }
    if (whole.startsWith('<')) {
      this.#element = groups['tag']?.toLowerCase() ?? '';
      if (groups['formEnd'] !== undefined) this.#form = null;
      return null;
    }
    if (groups['host'] !== undefined || groups['relative'] !== undefined) return this.#address(before, whole);
    if (groups['bare'] !== undefined) {
      const host = bareHostBefore(text, index);
      return host === null ? null : this.#address(text.slice(0, index - host.length), host + whole);
    }
    if (groups['definition'] !== undefined && !beginOfDefinition.test(text.slice(Math.max(0, index - keptMax), index)))
      return null;
    if (whole.startsWith(']')) return this.#destination(groups['angle'] ?? '');
    return this.#attribute(before, groups['quote'] ?? '=');
  }

  /** The value of an attribute, if it is an address. */
  #attribute(before: string, quote: string): OpenLink | null {
    const { name = '', set } = attributeEnd.exec(before)?.groups ?? {};
    const attribute = name.toLowerCase();
    if (attribute === '' || (onlyIn[attribute] ?? this.#element) !== this.#element) return null;
    const link = this.#destination(set === undefined ? quote : 'set');
    if (this.#element === 'base') this.#base = link;
    // A button sends the fields of its form elsewhere.
    if (attribute === 'formaction' || (attribute === 'action' && this.#element === 'form')) this.#form = link;
    return link;
  }

  #destination(by: string): OpenLink {
    return new OpenLink(this.#ending(endingsOfDestinations, by), null, this.#base?.text ?? null);
  }

  #ending(endings: ReadonlyMap<string, Ending>, by: string): RegExp {
    const { inText, inJson } = endings.get(by) ?? plainEndings;
    return this.#isJson === true ? inJson : inText;
  }

  /** An address in a text, by what stands before it. */
  #address(before: string, beginning: string): OpenLink {
    const link = new OpenLink(this.#ending(endingsOfAddresses, before.at(-1) ?? ''), true);
    link.add(beginning);
    return link;
  }

  /** Looks for the end of the link. */
  #inside(link: OpenLink, text: string, at: number, to: number): number {
    const { ending } = link;
    ending.lastIndex = at;
    for (let found = ending.exec(text); found !== null && found.index < to; found = ending.exec(text)) {
      const [character] = found;
      if ('([{'.includes(character)) link.depth += 1;
      else if (link.depth > 0 && ')]}'.includes(character)) link.depth -= 1;
      else {
        // What goes on to matter behind its end is read to it.
        if (link === this.#base || link === this.#form) link.close(text.slice(at, found.index));
        this.#link = null;
        return found.index;
      }
    }
    link.add(text.slice(at, to));
    return to;
  }
}
