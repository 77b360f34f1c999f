import { alreadyRead } from '../wire/json-limits.ts';
import { scanJsonObject } from '../wire/json-text.ts';
import { declaredLeaves } from './text-leaf.ts';
import type { TextShape } from './text-map.ts';
import type { CitedPart, DocumentPlaces, TextRestorer } from './text-restorer.ts';
import { charactersIn, RestoredPlaces, type PlaceEdge } from './restored-places.ts';

/**
 * The documents of a request, as the upstream reads them and as the caller wrote them. A citation contains the text
 * that it cites, so a place is moved only if that text stands there.
 */
class CitedDocuments implements DocumentPlaces {
  readonly #documents: readonly CitedDocument[];
  readonly #restorer: TextRestorer;

  /** `texts`: with placeholders, in the order of the request; empty for a document without plain text. */
  constructor(texts: readonly string[], restorer: TextRestorer) {
    this.#restorer = restorer;
    this.#documents = texts.map((text) => new CitedDocument(text, restorer));
  }

  after(place: number, edge: PlaceEdge, part: CitedPart): number {
    const document = this.#documents[part.document];
    return document?.sent.holds(part) === true ? document.places.after(place, edge) : place;
  }

  /** The text of the part was cast since then. */
  before(place: number, edge: PlaceEdge, part: CitedPart): number {
    const document = this.#documents[part.document];
    const text = this.#restorer.restore(part.text);
    return document?.own.holds({ ...part, text }) === true ? document.places.before(place, edge) : place;
  }
}

class CitedDocument {
  readonly sent: CountedText;
  readonly #restorer: TextRestorer;
  #restored: { readonly own: CountedText; readonly places: RestoredPlaces } | null = null;

  constructor(text: string, restorer: TextRestorer) {
    this.sent = new CountedText(text);
    this.#restorer = restorer;
  }

  get own(): CountedText {
    return this.#read().own;
  }

  get places(): RestoredPlaces {
    return this.#read().places;
  }

  #read() {
    if (this.#restored !== null) return this.#restored;
    const places = new RestoredPlaces();
    return (this.#restored = { own: new CountedText(this.#restorer.restore(this.sent.text, places)), places });
  }
}

/** A text in which places are looked up by characters. */
class CountedText {
  readonly text: string;
  /** The place of each character in UTF-16 units; `null` when each character is one unit. */
  #units: Uint32Array | null | undefined;

  constructor(text: string) {
    this.text = text;
  }

  holds({ start, end, text }: CitedPart): boolean {
    if (this.#units === undefined) this.#units = unitsOf(this.text);
    const at = this.#units === null ? start : this.#units[start];
    return at !== undefined && charactersIn(text) === end - start && this.text.startsWith(text, at);
  }
}

function unitsOf(text: string): Uint32Array | null {
  const count = charactersIn(text);
  if (count === text.length) return null;
  const units = new Uint32Array(count);
  let character = 0;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) units[character++] = at;
  return units;
}

/** A restorer of an answer in which the places of citations count in these documents. */
export function withDocuments<Restorer extends TextRestorer>(restorer: Restorer, documents: readonly string[]) {
  return { ...restorer, documents: new CitedDocuments(documents, restorer) };
}

/** The documents of a body, found by a shape of their sources: the `type` of each, and its plain text. */
export function documentsIn(shape: TextShape, body: Buffer): readonly string[] {
  // Without this member nothing is cited.
  if (!body.includes('"citations"')) return [];
  const object = scanJsonObject(body, alreadyRead);
  if (object.kind === 'json_fault') return [];
  const documents = new Map<string, string>();
  for (const { kind, path, text } of declaredLeaves(shape, object)) {
    if (kind === 'undeclared') continue;
    const source = path.slice(0, path.lastIndexOf('.'));
    if (kind === 'text') documents.set(source, text);
    else if (!documents.has(source)) documents.set(source, '');
  }
  return [...documents.values()];
}
