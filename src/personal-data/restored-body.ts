import type { ByteEdit } from '../wire/byte-edits.ts';
import { alreadyRead } from '../wire/json-limits.ts';
import type { JsonObjectText } from '../wire/json-object-text.ts';
import { editedJsonText, scanJsonObject } from '../wire/json-text.ts';
import { textEdits, type JsonValue } from './text-edits.ts';
import { everyLeaf, type TextLeaf } from './text-leaf.ts';
import { citedEdits } from './cited-edits.ts';
import { gatheredTexts } from './gathered-texts.ts';
import { TokenTexts } from './token-texts.ts';
import { joinedPlace } from './piece-places.ts';
import type { CitedTexts, TextShape } from './text-map.ts';
import type { JoinedTexts, TextRestorer } from './text-restorer.ts';

/**
 * A whole body with the caller's words restored in all of its strings, except in those that are byte-exact, and the
 * places of its declared citations moved accordingly. Every other byte stays. A body that is no JSON object is a text.
 */
export function restoredBody({ shape, citations }: BodyTexts, body: Buffer, restorer: TextRestorer): Buffer {
  const object = scanJsonObject(body, alreadyRead);
  if (object.kind === 'json_fault') return restoredBytes(body, restorer);
  const joined = new JoinedPlaces(restorer);
  const leaves = everyLeaf(shape, object);
  const gathered = gatheredTexts(leaves, { object, restorer, textOf: ({ text }) => text });
  const restored = (): readonly ByteEdit[] => {
    const tokens = new TokenTexts(restorer);
    return textEdits(leaves, (leaf) => {
      const text = leaf.kind === 'token_text' ? tokens.read(leaf, object) : (gathered.get(leaf) ?? leaf.text);
      return restoredLeaf(text === leaf.text ? leaf : { ...leaf, text }, restorer, joined.of(leaf, object));
    });
  };
  // A browser resolves links by a base behind them too: what judges the texts has to have read it.
  if (leaves.some(({ text }) => baseElement.test(text))) restored();
  const inTexts = restored();
  const places = citations === undefined ? [] : citedEdits(citations, object, { restorer, direction: 'after' });
  return editedJsonText(object, [...inTexts, ...places]);
}

/** Also one that begins at the end of a text: the next one may go on with it. */
const baseElement = /<(?:base\b|(?:b(?:as?)?)?$)/i;

interface BodyTexts {
  readonly shape: TextShape;
  readonly citations?: CitedTexts | undefined;
}

function restoredBytes(body: Buffer, restorer: TextRestorer): Buffer {
  const text = body.toString();
  if (!Buffer.from(text).equals(body)) return body;
  const joined = baseElement.test(text) ? restorer.joinTexts?.() : undefined;
  if (joined !== undefined) restorer.restore(text, undefined, joined);
  const restored = restorer.restore(text, undefined, joined);
  return restored === text ? body : Buffer.from(restored);
}

/** Strings that have to stay byte for byte. */
const exact: ReadonlySet<string> = new Set(['signed_text', 'opaque', 'bound', 'secret', 'token_text', 'spelled']);

/** Whether the caller's words are restored in a string of an answer. A text has them, wherever it stands. */
function isRestored(leaf: TextLeaf): boolean {
  return !exact.has(leaf.kind);
}

/** A number of the caller's that stands alone in data is restored as a number. */
export function restoredLeaf(leaf: TextLeaf, restorer: TextRestorer, joined?: JoinedTexts): string | JsonValue {
  if (leaf.kind === 'opaque') return restorer.id?.(leaf.text) ?? leaf.text;
  if (!isRestored(leaf)) return leaf.text;
  if (leaf.kind === 'url') return (restorer.inAddresses ?? restorer).restore(leaf.text);
  const number = leaf.isData && !leaf.isName ? restorer.numberOf(leaf.text) : null;
  return number === null ? restorer.restore(leaf.text, undefined, joined) : { json: number };
}

/** The texts of an answer that its client joins, by their {@link joinedPlace}. */
export class JoinedPlaces {
  readonly #restorer: TextRestorer;
  readonly #texts = new Map<string, JoinedTexts>();
  /** Of texts that stand alone and have a base, which their links may stand before. */
  readonly #alone = new WeakMap<TextLeaf, JoinedTexts>();

  constructor(restorer: TextRestorer) {
    this.#restorer = restorer;
  }

  of(leaf: TextLeaf, object: JsonObjectText): JoinedTexts | undefined {
    if (this.#restorer.joinTexts === undefined || leaf.isName || !isRestored(leaf)) return undefined;
    const place = joinedPlace(leaf, object);
    return place === null ? this.#ofAlone(leaf) : this.named(place);
  }

  #ofAlone(leaf: TextLeaf): JoinedTexts | undefined {
    const known = this.#alone.get(leaf);
    if (known !== undefined || !baseElement.test(leaf.text)) return known;
    const made = this.#restorer.joinTexts?.();
    if (made !== undefined) this.#alone.set(leaf, made);
    return made;
  }

  named(place: string): JoinedTexts | undefined {
    const known = this.#texts.get(place);
    if (known !== undefined || this.#texts.size >= joinedMax) return known;
    const joined = this.#restorer.joinTexts?.();
    if (joined !== undefined) this.#texts.set(place, joined);
    return joined;
  }
}

/** So many kinds of parts are followed: more than answers have. */
const joinedMax = 256;
