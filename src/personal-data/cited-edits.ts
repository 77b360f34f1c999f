import type { ByteEdit } from '../wire/byte-edits.ts';
import { replaceValue } from '../wire/json-edits.ts';
import type { JsonObjectText } from '../wire/json-object-text.ts';
import { RestoredPlaces, type PlaceEdge } from './restored-places.ts';
import { channelUseSpansOf, textKey, type ChannelUse } from './channel-uses.ts';
import type { CitedTexts } from './text-map.ts';
import type { CitedPart, TextRestorer } from './text-restorer.ts';

/** The texts in which the places of citations count. */
interface Cited {
  readonly restorer: TextRestorer;
  /**
   * `after`: the places are an upstream's, and texts are restored. `before`: the places are the caller's, and texts
   * were cast.
   */
  readonly direction: 'after' | 'before';
  /** The places of a stream's text, by its key; absent: citations refer to texts of the same body only. */
  readonly placesOf?: (key: string) => RestoredPlaces | undefined;
}

/**
 * The edits that move the places of citations to where they are in the changed texts: those of the same body, or of the
 * request's documents. The object is from an upstream, or is about to be sent to one.
 */
export function citedEdits(map: CitedTexts, object: JsonObjectText, cited: Cited): readonly ByteEdit[] {
  if (!mayCite(object.bytes)) return [];
  const uses = channelUseSpansOf(map, object);
  if (!uses.some(({ use }) => use === 'end')) return [];
  const wholes = new WholeTexts(uses, cited.restorer);
  const placesOf = (use: ChannelUse): RestoredPlaces | undefined => {
    const key = textKey(use);
    return wholes.places(key) ?? cited.placesOf?.(key);
  };
  return uses.flatMap((use) => {
    const { span } = use;
    if (use.use !== 'end' || span?.kind !== 'number') return [];
    const place = Number(object.text(span));
    if (!Number.isSafeInteger(place) || place < 0) return [];
    const edge = edgeOf(use);
    const part = partOf(use);
    const moved =
      part === null
        ? placesOf(use)?.[cited.direction](place, edge)
        : cited.restorer.documents?.[cited.direction](place, edge, part);
    return moved === undefined || moved === place ? [] : [replaceValue(span, String(moved))];
  });
}

/** Whether a body may have places of citations: the names of their members end so, unless an escape hides it. */
function mayCite(bytes: Buffer): boolean {
  return bytes.includes('_index"') || bytes.includes(String.raw`\u`);
}

/**
 * The edits that move the places of citations in texts of earlier turns that were cast again because more personal data
 * is known now. `was`: as they are stored; `now`: as they are sent.
 */
export function recitedEdits(
  map: CitedTexts,
  { was, now }: { readonly was: JsonObjectText; readonly now: JsonObjectText },
  restorer: TextRestorer,
): readonly ByteEdit[] {
  const uses = channelUseSpansOf(map, now);
  const kept = new WholeTexts(channelUseSpansOf(map, was), restorer);
  const sent = new WholeTexts(uses, restorer);
  return uses.flatMap((use) => {
    const key = textKey(use);
    if (use.use !== 'end' || use.span?.kind !== 'number' || kept.text(key) === sent.text(key)) return [];
    const place = Number(now.text(use.span));
    if (!Number.isSafeInteger(place) || place < 0) return [];
    const edge = edgeOf(use);
    const own = kept.places(key)?.after(place, edge) ?? place;
    const moved = sent.places(key)?.before(own, edge) ?? place;
    return moved === place ? [] : [replaceValue(use.span, String(moved))];
  });
}

/** The texts that stand whole in a body, by their keys. Each is restored once, however many citations there are of it. */
class WholeTexts {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #restorer: TextRestorer;
  readonly #places = new Map<string, RestoredPlaces | undefined>();

  constructor(uses: readonly ChannelUse[], restorer: TextRestorer) {
    this.#texts = new Map(uses.flatMap((use) => (use.use === 'whole' ? [[textKey(use), use.text] as const] : [])));
    this.#restorer = restorer;
  }

  text(key: string): string | undefined {
    return this.#texts.get(key);
  }

  /** Where its places stand when it is restored; `undefined`: the body does not hold it. */
  places(key: string): RestoredPlaces | undefined {
    return this.#places.getOrInsertComputed(key, () => placesIn(this.#texts.get(key), this.#restorer));
  }
}

function edgeOf({ path }: ChannelUse): PlaceEdge {
  return path.endsWith('end_char_index') || path.endsWith('end_index') ? 'end' : 'start';
}

function placesIn(text: string | undefined, restorer: TextRestorer): RestoredPlaces | undefined {
  if (text === undefined) return undefined;
  const places = new RestoredPlaces();
  restorer.restore(text, places);
  return places;
}

/** The member names of a citation of a document in the paths. `null`: it cites a text of the same body. */
function partOf({ bindings }: ChannelUse): CitedPart | null {
  const { document, start, end, cited } = bindings;
  if (document === undefined || cited === undefined) return null;
  return { document: Number(document), start: Number(start), end: Number(end), text: cited };
}
