import type { JsonObjectText } from '../wire/json-object-text.ts';
import { alreadyRead } from '../wire/json-limits.ts';
import { editedJsonText, scanJsonObject } from '../wire/json-text.ts';
import { isBase64Url, isEncodedText } from './encoded-text.ts';
import {
  eachReadableText,
  nestedText,
  readableTexts,
  spelledTexts,
  stringsMax,
  writtenText,
  type NestedText,
  type ReadableText,
} from './nested-text.ts';
import { formatOfSchema, formatOfPattern } from './schema-format.ts';
import { isText, textEdits } from './text-edits.ts';
import { allLeaves, declaredLeaves, type TextLeaf } from './text-leaf.ts';
import type { TextShape } from './text-map.ts';
import { TooManyTexts } from './too-many-texts.ts';

/** A text of a body, unescaped. */
export interface BodyText {
  readonly text: string;
  /** The path where it was found, e.g. `messages[0].content`. */
  readonly path: string;
  /** It is the name of a member, not a value. */
  readonly isName: boolean;
  /** The digits of a JSON number. A replacement becomes a string. */
  readonly isNumber?: true;
  /** The name of the member that holds the value, within data. */
  readonly label?: string;
}

/** A text that must not be changed. */
export interface FixedText {
  readonly text: string;
  /** For the name of a member, the path of its object and `~`. */
  readonly path: string;
  /**
   * A URL, a name that may be a value, an id or a name with blanks, or a text that is spelled in numbers: all are
   * searched like texts. Any other fixed text is a word of the protocol, an id, or signed: it is searched for what is
   * known.
   */
  readonly isAddress: boolean;
  /** A URL, which an upstream may have found: a name in it tells nothing. */
  readonly isLink?: true;
  /** Also searched for values that are recognised by their form, such as mail addresses and account numbers. */
  readonly mayHoldValue?: true;
  /** Words of the upstream's, with its signature. Whatever else is in them, the upstream has written it. */
  readonly isSigned?: true;
}

/** Everything in a body that a person may have written. */
export interface BodyTexts {
  /** In the order of the body; none is empty. */
  readonly texts: readonly BodyText[];
  /** Texts that must not be changed: URLs, words of the protocol and of the caller's code, ids, signed text. */
  readonly fixed: readonly FixedText[];
  /** The paths of data in base64 where no protocol has any. Nothing can be looked for in it. */
  readonly encoded: readonly string[];
  /** The formats that schemas in the body require of values, e.g. `email`. */
  readonly formats: ReadonlySet<string>;
  /**
   * The body with other texts in their places, in the same order. Only changed strings are rewritten; every other byte
   * stays. The token lists of a changed text are emptied. Raises `RangeError` for another number of texts, and
   * `EqualNames` when two names of one object become equal.
   */
  with(texts: readonly string[]): Buffer;
}

/**
 * Finds the texts of a body by its declarations: human text, and the strings of JSON within strings, including names.
 * Undeclared members are searched as well, so that nothing new passes unseen. Raises `RangeError` for a body that is no
 * JSON object, and `TooManyTexts`.
 */
export function textsOfBody(shape: TextShape, body: Buffer): BodyTexts {
  const object = scanJsonObject(body, alreadyRead);
  if (object.kind === 'json_fault') throw new RangeError('a body that is no JSON object');
  const leaves = allLeaves(shape, object).map(withOwnTitle);
  const nested = new Map<TextLeaf, NestedText>();
  const encoded = new Set<TextLeaf>();
  const texts: BodyText[] = [];
  const spelled: FixedText[] = [];
  let strings = 0;
  for (const leaf of leaves) {
    const text = isReadable(leaf) ? nestedText(leaf.text, leaf.kind === 'json_text') : null;
    if (isEncoded(leaf, text)) encoded.add(leaf);
    else if (text !== null) {
      nested.set(leaf, text);
      for (const each of eachReadableText(text)) {
        if (text.parts !== null && ++strings > stringsMax)
          throw new TooManyTexts(stringsMax, 'strings of JSON in texts');
        texts.push(bodyText(leaf, each));
      }
      for (const each of spelledTexts(text)) spelled.push(fixedText({ ...leaf, kind: 'spelled', text: each }));
    }
  }
  return {
    texts,
    fixed: [...leaves.filter((leaf) => isFixed(leaf) && !encoded.has(leaf)).map(fixedText), ...spelled],
    encoded: [...encoded].map(({ path }) => path),
    formats: new Set(leaves.flatMap(formatsIn)),
    with: (texts) => written({ object, leaves, nested }, texts),
  };
}

/**
 * A title that only spells the name of its member, as programs write it into schemas (`line_items`, "Line Items"), is a
 * word of the caller's code, like that name.
 */
function withOwnTitle(leaf: TextLeaf): TextLeaf {
  if (leaf.kind !== 'text' || leaf.label !== 'title' || leaf.isName || leaf.path.length > titlePathMax) return leaf;
  const [, member] = /([^.]+)\.title$/.exec(leaf.path) ?? [];
  return member !== undefined && spelling(member) === spelling(leaf.text) ? { ...leaf, kind: 'vocabulary' } : leaf;
}

/** A longer path names no member of a protocol, characters. */
const titlePathMax = 1_024;

/** A name without what distinguishes the styles of names. */
function spelling(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function isReadable(leaf: TextLeaf): boolean {
  return isText(leaf) || leaf.kind === 'undeclared';
}

/** Data in a URL, or anywhere in a member that no protocol has. */
function isEncoded({ kind, text, label }: TextLeaf, nested: NestedText | null): boolean {
  if (kind === 'url') return isBase64Url(text);
  if (kind !== 'undeclared' || nested === null) return false;
  return nested.parts === null
    ? isEncodedText(text, label)
    : readableTexts(nested).some((each) => isEncodedText(each.text, each.label));
}

/** A longer text is not used as the name of a value. */
const labelLengthMax = 64;

function bodyText({ path, isName, isData, isNumber, label: member }: TextLeaf, readable: ReadableText): BodyText {
  const label = readable.label ?? (isData && !isName ? member : null);
  return {
    text: readable.text,
    path,
    isName,
    ...((isNumber ?? readable.isNumber) && { isNumber: true }),
    ...(label !== null && label !== '' && label.length <= labelLengthMax && { label }),
  };
}

const fixedKinds: ReadonlySet<TextLeaf['kind']> = new Set(['url', 'vocabulary', 'signed_text', 'spelled']);

/** The sign of a mail address, or as many digits as the shortest telephone and account numbers have. */
const valueInName = /@|\d(?:\D{0,3}\d){6}/;

function mayBeValue({ isName, text }: TextLeaf): boolean {
  return isName && valueInName.test(text);
}

/** A longer opaque text is data, or sealed by its maker. */
const idLengthMax = 256;

function isFixed(leaf: TextLeaf): boolean {
  const { kind, text, isName } = leaf;
  if (text === '') return false;
  if (kind !== 'opaque') return fixedKinds.has(kind);
  return isName ? mayBeValue(leaf) || isPhrase(leaf) : text.length <= idLengthMax;
}

/** The sign of a mail address, or of a telephone number. */
const valueInId = /@|\+\d(?:\D{0,3}\d){6}|(?:tel|phone|fax|mobile?)\W{0,2}_?\d(?:\D{0,3}\d){6}/i;

/**
 * Whether a word of the protocol, or an id, may be a value that a person put there. Ids are made of digits, and many of
 * them look like numbers of cards and telephones: only the sign of a mail address or a telephone number tells.
 */
function mayHoldValue({ kind, text }: TextLeaf): boolean {
  if (kind === 'opaque') return valueInId.test(text);
  return kind === 'vocabulary' && valueInName.test(text);
}

/** Ids, and names of tools, have no blanks: with one it is what a person calls something. */
function isPhrase({ kind, text, label }: TextLeaf): boolean {
  return (kind === 'opaque' || (kind === 'vocabulary' && label === 'name')) && /\S \S/.test(text);
}

/** The path leaves out the name of a member, which may be personal data. */
function fixedText(leaf: TextLeaf): FixedText {
  const { text, path, kind, isName } = leaf;
  const shown = isName ? `${path.slice(0, -text.length - 1).replace(/\.$/, '')}~` : path;
  const isAddress = kind === 'url' || kind === 'spelled' || mayBeValue(leaf) || isPhrase(leaf);
  return {
    text,
    path: shown,
    isAddress,
    ...(kind === 'url' && { isLink: true }),
    ...(!isAddress && mayHoldValue(leaf) && { mayHoldValue: true }),
    ...(kind === 'signed_text' && { isSigned: true }),
  };
}

function formatsIn({ kind, path, text, isName }: TextLeaf): readonly string[] {
  if (kind !== 'vocabulary' || isName) return [];
  if (path.endsWith('.format')) return [formatOfSchema(text)];
  return path.endsWith('.pattern') ? [formatOfPattern(text) ?? 'other'] : [];
}

/** The texts of the items of an input, like the {@link BodyTexts} of a body that holds them. */
export interface ItemTexts extends Omit<BodyTexts, 'with'> {
  /** The items with other texts in their places. */
  with(texts: readonly string[]): readonly Buffer[];
}

/**
 * Finds the texts of items of an input, each a JSON text, by the declarations of the body that holds them as `input`.
 */
export function textsOfItems(shape: TextShape, items: readonly Buffer[]): ItemTexts {
  const found = textsOfBody(shape, bodyOfItems(items));
  return {
    ...found,
    with: (texts) => itemsOfBody(found.with(texts)),
  };
}

/** A body that holds only items. */
export function bodyOfItems(items: readonly Buffer[]): Buffer {
  const pieces = items.flatMap((item, place) => (place === 0 ? [item] : [Buffer.from(','), item]));
  return Buffer.concat([Buffer.from('{"input":['), ...pieces, Buffer.from(']}')]);
}

/** The items of a body made by {@link bodyOfItems}. */
export function itemsOfBody(body: Buffer): readonly Buffer[] {
  const object = scanJsonObject(body, alreadyRead);
  const input = object.kind === 'json_fault' ? undefined : object.member('input');
  if (object.kind === 'json_fault' || input === undefined) throw new RangeError('items that make no body');
  return object.elements(input).map(({ valueStart, valueEnd }) => body.subarray(valueStart, valueEnd));
}

/** The first words of a person in a body; `null` when there are none. */
export function openingOf(shape: TextShape, body: Buffer): string | null {
  const object = scanJsonObject(body, alreadyRead);
  if (object.kind === 'json_fault') return null;
  return openingIn(declaredLeaves(shape, object));
}

/** The first words of a person among leaves. */
export function openingIn(leaves: readonly TextLeaf[]): string | null {
  return leaves.find(({ kind, isName }) => kind === 'text' && !isName)?.text ?? null;
}

/** The texts that a shape declares in a body; none without a shape, and for a body that is no JSON object. */
export function textsAt(shape: TextShape | undefined, body: Buffer): readonly TextLeaf[] {
  if (shape === undefined) return [];
  const object = scanJsonObject(body, alreadyRead);
  if (object.kind === 'json_fault') return [];
  return declaredLeaves(shape, object).filter((leaf) => leaf.kind === 'text');
}

interface Found {
  readonly object: JsonObjectText;
  readonly leaves: readonly TextLeaf[];
  readonly nested: ReadonlyMap<TextLeaf, NestedText>;
}

function written({ object, leaves, nested }: Found, texts: readonly string[]): Buffer {
  const rest = texts[Symbol.iterator]();
  const next = (): string => {
    const { done, value } = rest.next();
    if (done === true) throw new RangeError('fewer texts than there are places');
    return value;
  };
  const names = new Map<TextLeaf, string>();
  const edits = textEdits(leaves, (leaf) => {
    const text = nested.get(leaf);
    const written = text === undefined ? leaf.text : writtenText(text, next);
    if (leaf.isName && written !== leaf.text) names.set(leaf, written);
    return written;
  });
  if (rest.next().done !== true) throw new RangeError('more texts than there are places');
  assertDifferent(names, object);
  return editedJsonText(object, edits);
}

/** Two members of one object would get the same name. */
export class EqualNames extends RangeError {
  override readonly name = 'EqualNames';
}

/** Asserts that no two members of an object get the same name. Raises `EqualNames`. */
function assertDifferent(names: ReadonlyMap<TextLeaf, string>, object: JsonObjectText): void {
  for (const [holder, changed] of Map.groupBy(names, ([leaf]) => leaf.holder?.span ?? null)) {
    if (holder === null) continue;
    const written = new Map(changed.map(([leaf, name]) => [leaf.span?.valueStart, name]));
    const { members } = object.object(holder);
    const all = members.map((member) => written.get(member.keyStart) ?? object.key(member));
    if (new Set(all).size < all.length) throw new EqualNames('two names of one object have become one');
  }
}
