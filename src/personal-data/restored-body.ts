import { alreadyRead } from '../wire/json-limits.ts';
import { editedJsonText, scanJsonObject } from '../wire/json-text.ts';
import { isText, textEditsInParts, type JsonValue } from './text-edits.ts';
import { declaredLeavesInParts, type TextLeaf } from './text-leaf.ts';
import { citedEdits } from './cited-edits.ts';
import type { CitedTexts, TextShape } from './text-map.ts';
import type { TextRestorer } from './text-restorer.ts';
import type { WorkInParts } from './work-in-parts.ts';

/**
 * A whole body with the caller's words restored in its declared texts, and the places of its declared citations moved
 * accordingly. Every other byte stays; a body that is no JSON object is returned unchanged.
 */
export function* restoredBody(
  { shape, citations }: BodyTexts,
  body: Buffer,
  restorer: TextRestorer,
): WorkInParts<Buffer> {
  const object = scanJsonObject(body, alreadyRead);
  if (object.kind === 'json_fault') return body;
  const leaves = yield* declaredLeavesInParts(shape, object);
  const inTexts = yield* textEditsInParts(leaves, (leaf) => restoredInParts(leaf, restorer));
  const places = citations === undefined ? [] : citedEdits(citations, object, { restorer, direction: 'after' });
  return editedJsonText(object, [...inTexts, ...places]);
}

interface BodyTexts {
  readonly shape: TextShape;
  readonly citations?: CitedTexts | undefined;
}

/** A number of the caller's that stands alone in data is restored as a number. */
export function restoredLeaf(leaf: TextLeaf, restorer: TextRestorer): string | JsonValue {
  if (!isText(leaf)) return leaf.text;
  const number = leaf.isData ? restorer.numberOf(leaf.text) : null;
  return number === null ? restorer.restore(leaf.text) : { json: number };
}

/** A longer text is restored in pieces of this size, characters. */
const pieceCharacters = 32_768;

/** {@link restoredLeaf}, restored in parts. */
function* restoredInParts(leaf: TextLeaf, restorer: TextRestorer): WorkInParts<string | JsonValue> {
  const { text } = leaf;
  if (text.length <= pieceCharacters || !isText(leaf)) {
    yield text.length;
    return restoredLeaf(leaf, restorer);
  }
  const lane = restorer.openLane();
  const restored: string[] = [];
  for (let from = 0; from < text.length; from += pieceCharacters) {
    yield pieceCharacters;
    restored.push(lane.push(text.slice(from, from + pieceCharacters)));
  }
  return [...restored, lane.flush()].join('');
}
