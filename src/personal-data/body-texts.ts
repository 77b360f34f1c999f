import { applyEdits } from '../wire/json-edits.ts';
import { alreadyRead } from '../wire/json-scan.ts';
import { scanJsonObject } from '../wire/json-text.ts';
import { nestedText, readableTexts, writtenText, type NestedText } from './nested-text.ts';
import { isText, textEdits } from './text-edits.ts';
import { allLeafSpansOf, type TextLeaf } from './text-leaves.ts';
import type { TextShape } from './text-map.ts';

/** A text of a body, without escapes. */
export interface BodyText {
  readonly text: string;
  /** Where it was found, as a path of the text map leads there, e.g. `messages[0].content`. */
  readonly path: string;
  /** The name of a member, not a value. */
  readonly isName: boolean;
}

/** Everything in a body that a person may have written. */
export interface BodyTexts {
  /** In the order of the body; none is empty. */
  readonly texts: readonly BodyText[];
  /**
   * The body with other texts in their places, in the same order: only strings that change are written anew, every other
   * byte stays. The tokens of a text that changes go. Raises `RangeError` where they are not as many.
   */
  with(texts: readonly string[]): Buffer;
}

/**
 * Finds the texts of a body by its declarations: human text, and the strings of JSON within strings, names included. What
 * nobody declared is looked through as well, so that nothing new passes unseen. Raises `RangeError` for what is no JSON
 * object.
 */
export function textsOfBody(shape: TextShape, body: Buffer): BodyTexts {
  const object = scanJsonObject(body, alreadyRead);
  if (object.kind === 'json_fault') throw new RangeError('a body that is no JSON object');
  const leaves = allLeafSpansOf(shape, object);
  const nested = new Map(
    leaves.filter(isReadable).map((leaf) => [leaf, nestedText(leaf.text, leaf.kind === 'json_text')]),
  );
  return {
    texts: [...nested].flatMap(([{ path, isName }, text]) =>
      readableTexts(text).map((each) => ({ text: each, path, isName })),
    ),
    with: (texts) => written({ body, leaves, nested }, texts),
  };
}

function isReadable(leaf: TextLeaf): boolean {
  return isText(leaf) || leaf.kind === 'undeclared';
}

interface Found {
  readonly body: Buffer;
  readonly leaves: readonly TextLeaf[];
  readonly nested: ReadonlyMap<TextLeaf, NestedText>;
}

function written({ body, leaves, nested }: Found, texts: readonly string[]): Buffer {
  const rest = texts[Symbol.iterator]();
  const next = (): string => {
    const { done, value } = rest.next();
    if (done === true) throw new RangeError('fewer texts than there are places');
    return value;
  };
  const edits = textEdits(leaves, (leaf) => {
    const text = nested.get(leaf);
    return text === undefined ? leaf.text : writtenText(text, next);
  });
  if (rest.next().done !== true) throw new RangeError('more texts than there are places');
  return applyEdits(body, edits);
}
