import { randomBytes } from 'node:crypto';
import type { BodyText, FixedText } from '../personal-data/body-texts.ts';
import type { PiiEntity } from '../personal-data/pii-kinds.ts';
import { CastBook, MappingsDisagree, type CastEntry } from '../personal-data/placeholders/cast-book.ts';
import { MappingUnreadable, readMappings, writeMapping } from '../personal-data/placeholders/placeholder-mapping.ts';
import type { AnalysedText } from '../personal-data/placeholders/cast-parts.ts';
import { castTexts, entityCounts, knownValues, type CastResult } from '../personal-data/placeholders/cast-texts.ts';
import { KeptValues } from '../personal-data/placeholders/kept-values.ts';
import { conversationKey, conversationKeyBytes } from '../personal-data/placeholders/conversation-key.ts';
import { knownSpansLeft } from '../personal-data/placeholders/known-spans-left.ts';
import type { FoundSpan } from '../personal-data/placeholders/known-values.ts';
import type { Shape } from '../personal-data/placeholders/shaped-placeholder.ts';
import { everyHost, type LinkRules } from '../personal-data/placeholders/link-guard.ts';
import { holdsPlaceholder, ownLinksIn } from '../personal-data/placeholders/own-links.ts';
import { placeholderReader, type PlaceholderReader } from '../personal-data/placeholders/placeholder-reader.ts';
import { restorerBy } from '../personal-data/placeholders/placeholder-restorer.ts';
import { spellsFullName } from '../personal-data/detection/person-rule.ts';
import type { WorkInParts } from '../personal-data/work-in-parts.ts';
import type { CastTelemetry, DetectorTelemetry } from '../ports/telemetry.ts';
import { doneInTurns } from '../ports/done-in-turns.ts';
import {
  PiiMappingLost,
  type CastConversation,
  type CastRequest,
  type PiiEngine,
  type RecalledConversation,
  type Whose,
} from '../ports/pii-engine.ts';
import { TextAnalysis, type TextAnalysisOptions } from './text-analysis.ts';

export interface CastingPiiEngineOptions extends TextAnalysisOptions {
  /** The secret that keys of conversations are derived from, 32 bytes: the same in all gateways of one ledger. */
  readonly secret: Buffer;
  /**
   * Hosts in whose links values are restored, besides those of the instructions: see `LinkRules`. `null`: those that the
   * user names.
   */
  readonly linkHosts: readonly string[] | null;
  readonly telemetry?: CastingTelemetry;
}

/** What another thread needs to make an engine alike. */
export type PiiEngineSettings = Omit<CastingPiiEngineOptions, 'detectors' | 'telemetry'>;

type CastingTelemetry = DetectorTelemetry & Pick<CastTelemetry, 'personalDataKept'>;

/**
 * Casting may expose what stood beside a value, so the texts are searched again, at most this often. After that the
 * sweep reports what is left.
 */
const roundsMax = 4;

/**
 * Shapes for values that a schema restricts by `format`, or by a `pattern` with a known format: see `schema-format.ts`.
 */
const shapesOfFormat: Readonly<Record<string, readonly (readonly [PiiEntity, Shape])[]>> = {
  email: [['EMAIL', 'email']],
  'idn-email': [['EMAIL', 'email']],
  ipv4: [['IP', 'ipv4']],
  // A URL contains no bracket. In other kinds it comes back as `%5B`, which is recognised.
  uri: [
    ['EMAIL', 'email'],
    ['IP', 'ipv4'],
  ],
  phone: [['PHONE', 'phone']],
  iban: [['IBAN', 'iban']],
};

/**
 * Casts what detectors find. A value found in one text is cast in all texts of the request, and the surroundings of
 * placeholders are searched once more. Detectors see nothing but texts.
 */
export function createCastingPiiEngine({ secret, linkHosts, ...options }: CastingPiiEngineOptions): PiiEngine {
  const { telemetry } = options;
  const analysis = new TextAnalysis(options);
  return {
    cast: async (request) => {
      analysis.assertCovered(request.texts, request);
      const book = await doneInTurns(openBook(request, secret), request.sharer);
      return await new Casting(book, { analysis, request, linkHosts, telemetry }).run();
    },
    recall: async (mapping, whose) => {
      const book = await doneInTurns(readBook([mapping]), whose);
      const reader = await doneInTurns(placeholderReader(book.entries), whose);
      return wayBack(reader, { book, analysis, whose, linkHosts, telemetry });
    },
  };
}

interface WayBack extends Omit<CastingBy, 'request'> {
  readonly book: CastBook;
  readonly whose: Whose;
}

/** Restores what a book knows, and looks for what is left of it. */
function wayBack(
  reader: PlaceholderReader,
  { book, analysis, whose, linkHosts, telemetry }: WayBack,
): RecalledConversation {
  const kept = new KeptValues((entity) => telemetry?.personalDataKept(entity));
  return {
    kept,
    sweep: async (texts) => {
      const left = new Set(knownLeft(texts, book));
      for (const each of await analysis.analyseCast(texts, beside(whose, book))) {
        for (const { entity } of spansIn(each)) left.add(entity);
      }
      return [...left];
    },
    ...restorerBy(reader, {
      entries: book.entries,
      rules: rulesOf(book, linkHosts),
      kept: (entry) => kept.add(entry),
    }),
  };
}

/** Analysed texts are remembered per person, so that timing reveals nothing about the texts of others. */
function rememberedFor({ tenantId, userId }: Omit<Whose, 'keyId'>): string {
  return JSON.stringify([tenantId, userId]);
}

function beside(whose: Whose, { knows }: CastBook) {
  return { whose: rememberedFor(whose), sharer: whose, knows };
}

function knownLeft(texts: readonly BodyText[], book: CastBook): ReadonlySet<PiiEntity> {
  const known = knownValues([], book);
  const left = new Set<PiiEntity>();
  for (const { text } of texts) {
    for (const { entity } of knownSpansLeft(known, text, book.knows)) left.add(entity);
  }
  return left;
}

function rulesOf({ hosts, links }: CastBook, linkHosts: readonly string[] | null): LinkRules {
  return { hosts: new Set([...(linkHosts ?? []), ...hosts]), own: links };
}

function* openBook({ earlier, origin }: CastRequest, secret: Buffer): WorkInParts<CastBook> {
  const [first, ...others] = earlier;
  if (first !== undefined) return yield* readBook([first, ...others]);
  return new CastBook(conversationKey(secret, origin, () => randomBytes(conversationKeyBytes)));
}

function* readBook(mappings: readonly [string, ...string[]]): WorkInParts<CastBook> {
  try {
    return yield* readMappings(mappings);
  } catch (error) {
    if (error instanceof MappingUnreadable || error instanceof MappingsDisagree) {
      throw new PiiMappingLost(error.message, { cause: error });
    }
    throw error;
  }
}

/** Texts that were cast, and what they were analysed as. */
interface Cast extends CastResult {
  readonly analysed: readonly AnalysedText[];
}

interface CastingBy {
  readonly analysis: TextAnalysis;
  readonly request: CastRequest;
  readonly linkHosts: readonly string[] | null;
  readonly telemetry: CastingTelemetry | undefined;
}

class Casting {
  readonly #book: CastBook;
  readonly #analysis: TextAnalysis;
  readonly #request: CastRequest;
  readonly #linkHosts: readonly string[] | null;
  readonly #telemetry: CastingTelemetry | undefined;
  readonly #whose: Whose;
  readonly #used = new Set<CastEntry>();

  constructor(book: CastBook, { analysis, request, linkHosts, telemetry }: CastingBy) {
    this.#book = book;
    this.#analysis = analysis;
    this.#request = request;
    this.#linkHosts = linkHosts;
    this.#telemetry = telemetry;
    this.#whose = { ...request.sharer, userId: request.origin.userId };
  }

  async run(): Promise<CastConversation> {
    const { texts, fixed, required } = this.#request;
    const { sharer } = this.#request;
    const context = { whose: rememberedFor(this.#whose), sharer, required };
    const searched = fixed.filter(isSearched);
    const analysed = await this.#analysis.analyse([...texts, ...searched.map(readAddress)], context);
    const found = new Map(searched.map((each, place) => [each, foundIn(each, analysed[texts.length + place])]));
    const cast = await this.#castAgain(this.#cast(analysed.slice(0, texts.length)));
    const back = await this.#wayBack(cast);
    return {
      texts: cast,
      unfit: this.#unfit(found),
      counts: entityCounts(this.#used),
      mapping: writeMapping(this.#book),
      ...back,
    };
  }

  /** The way back, after the book has learnt the links of the request. They do not matter where every host is open. */
  async #wayBack(cast: readonly string[]): Promise<RecalledConversation> {
    const [book, analysis, linkHosts] = [this.#book, this.#analysis, this.#linkHosts];
    const reader = await doneInTurns(placeholderReader(book.entries), this.#request.sharer);
    if (linkHosts?.includes(everyHost) !== true) this.#learnLinks(cast, reader);
    return wayBack(reader, { book, analysis, whose: this.#whose, linkHosts, telemetry: this.#telemetry });
  }

  #learnLinks(cast: readonly string[], reader: PlaceholderReader): void {
    const book = this.#book;
    const { hosts, userHosts } = this.#request;
    for (const host of hosts) book.hosts.add(host);
    if (this.#linkHosts === null) for (const host of userHosts) book.hosts.add(host);
    for (const [place, { text }] of this.#request.texts.entries()) {
      const sent = cast[place] ?? '';
      if (sent === text) continue;
      // Placeholders that stand in the text already may have been planted there, in a link of somebody else.
      const isPlanted = holdsPlaceholder(text, reader);
      if (!isPlanted) ownLinksIn(sent, reader, book.links);
    }
  }

  #cast(analysed: readonly AnalysedText[]): Cast {
    const result = castTexts(analysed, this.#book, this.#shapes());
    for (const entry of result.used) this.#used.add(entry);
    return { ...result, analysed };
  }

  /**
   * A value that was part of a word, or stood beside another value, may now stand alone. Then it is cast in all texts, also
   * in those that had nothing to cast before.
   */
  async #castAgain({ texts, analysed }: Cast): Promise<readonly string[]> {
    const given = this.#request.texts;
    const cast = [...texts];
    for (let round = 1; round < roundsMax; round++) {
      const isSame = (place: number): boolean => cast[place] === given[place]?.text;
      const same = [...texts.keys()].filter(isSame);
      const changed = [...texts.keys()].filter((place) => !isSame(place));
      const again = changed.map((place) => ({ ...given[place], text: cast[place] ?? '' }) as BodyText);
      const recast = this.#cast(await this.#analysis.analyseCast(again, beside(this.#whose, this.#book)));
      if (recast.used.size === 0) return cast;
      const others = this.#cast(same.flatMap((place) => analysed[place] ?? []));
      for (const [index, place] of changed.entries()) cast[place] = recast.texts[index] ?? '';
      for (const [index, place] of same.entries()) cast[place] = others.texts[index] ?? '';
    }
    return cast;
  }

  /**
   * Where there are values that tell a person by themselves: found or known ones with a checksum or a form, and full
   * names whose parts lists have, except in addresses. What only its context makes a name refuses nothing: an ordinary
   * word spells it too.
   */
  #unfit(found: ReadonlyMap<FixedText, AnalysedText>): readonly string[] {
    const known = knownValues([...found.values()], this.#book);
    const unfit: string[] = [];
    for (const fixed of this.#request.fixed) {
      const searched = found.get(fixed);
      const { text } = searched ?? fixed;
      const left = knownSpansLeft(known, text, this.#book.knows);
      const isUnfit = spansIn(searched).length > 0 || left.some((span) => tellsPerson(fixed, text, span));
      if (isUnfit || isNameOfPerson(fixed)) unfit.push(fixed.path);
    }
    return unfit;
  }

  #shapes(): ReadonlyMap<PiiEntity, Shape> {
    return new Map([...this.#request.formats].flatMap((format) => shapesOfFormat[format] ?? []));
  }
}

/** Kinds with a checksum or a sign of their own. Names and dates, and most telephone numbers, look like words of a protocol. */
const formedEntities: ReadonlySet<PiiEntity> = new Set([
  'EMAIL',
  'IBAN',
  'CARD',
  'IP',
  'NATIONAL_ID',
  'TAX_ID',
  'VAT_ID',
]);

function isSearched({ isAddress, mayHoldValue }: FixedText): boolean {
  return isAddress || mayHoldValue === true;
}

/** Ids, words of programs and names of members. Longer ones, and those with other signs, are data. */
const word = /^\^?[\p{L}\d_.:/-]+(?: [\p{L}\d_.:/-]+){0,4}\$?$/u;
const wordMax = 128;

function isNameOfPerson({ text, isAddress, isSigned }: FixedText): boolean {
  return !isAddress && isSigned !== true && text.length <= wordMax && word.test(text) && spellsFullName(text);
}

/** What tells a person by itself, of what was found in a text that must not change. */
function foundIn(fixed: FixedText, analysed: AnalysedText = { text: fixed.text, spans: [] }): AnalysedText {
  const { text, spans, unescaped, decoded } = analysed;
  const telling = <Found extends { readonly spans: readonly FoundSpan[] }>(within: string, found: Found): Found => ({
    ...found,
    spans: found.spans.filter((span) => tellsPerson(fixed, within, span) && !isPartOfIdentifier(within, span)),
  });
  return {
    ...telling(text, { ...analysed, spans }),
    ...(unescaped !== undefined && { unescaped: telling(unescaped.text.text, unescaped) }),
    ...(decoded !== undefined && { decoded: telling(decoded.text.text, decoded) }),
  };
}

/** What stands before a telephone number that is meant as one: the sign of its country, or a word. */
const beforeTelephone = /(?:tel|phone|fax|mobile?)[\W_]{0,3}$/i;

/** Whether a part of a text that must not change tells a person by itself. */
function tellsPerson({ isLink }: FixedText, text: string, { start, end, entity }: FoundSpan): boolean {
  // Written as a name: names of programs have no capitals.
  const written = (): string =>
    text.slice(start, end).replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  if (entity === 'PERSON') return isLink !== true && spellsFullName(written());
  if (entity !== 'PHONE') return formedEntities.has(entity);
  return text.charAt(start) === '+' || beforeTelephone.test(text.slice(Math.max(0, start - 12), start));
}

/** A name in a program, such as `schema_4539578763621486`. */
const identifier = /^[A-Za-z_]\w{0,127}$/;
/** What makes a number behind it a value in such a name. */
const announcesNumber =
  /card|karte|carte|carta|tarjeta|(?:^|_)(?:pan|cc)_|iban|ssn|tax|vat|steuer|fiscal|tel|phone|fax|mobile?/i;

/** Whether digits are a part of a name in a program, which does not say what they are. */
function isPartOfIdentifier(text: string, { start, end }: FoundSpan): boolean {
  if (text.charAt(start - 1) !== '_' || !identifier.test(text) || !/[A-Za-z]/.test(text.slice(0, start))) return false;
  return /^\d+$/.test(text.slice(start, end)) && !announcesNumber.test(text.slice(0, start));
}

/** What was found in a text, also behind its escapes and in its base64. */
function spansIn(analysed: AnalysedText | undefined): readonly FoundSpan[] {
  return analysed === undefined
    ? []
    : [...analysed.spans, ...(analysed.unescaped?.spans ?? []), ...(analysed.decoded?.spans ?? [])];
}

/** The URL unescaped: `%40` hides an e-mail address from no reader. */
function readAddress({ text, path }: FixedText): BodyText {
  // A plus is a blank, or the beginning of a telephone number.
  const readings = text.includes('+') ? `${text.replaceAll('+', ' ')}\n${text}` : text;
  return { text: unescaped(readings), path, isName: false };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
