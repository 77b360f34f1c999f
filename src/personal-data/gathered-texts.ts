import type { JsonObjectText } from '../wire/json-object-text.ts';
import { placeholderLengthMax } from './placeholders/placeholder-reader.ts';
import { crossingPlace } from './piece-places.ts';
import { isText } from './text-edits.ts';
import type { TextLeaf } from './text-leaf.ts';
import type { TextRestorer } from './text-restorer.ts';

/** A text of a body, as far as it was changed. */
type TextOf = (leaf: TextLeaf) => string;

/**
 * The texts of one body over which a placeholder is spread, each with its new text: the whole placeholder stands where it
 * begins. A client joins the parts of an answer, so it would have it whole. The joined text stays the same.
 */
export function gatheredTexts(
  leaves: readonly TextLeaf[],
  { object, restorer, textOf }: { readonly object: JsonObjectText; readonly restorer: TextRestorer; textOf: TextOf },
): ReadonlyMap<TextLeaf, string> {
  const gathered = new Map<TextLeaf, string>();
  const { crossing } = restorer;
  if (crossing === undefined) return gathered;
  let behind: ReadonlyMap<TextLeaf, TextLeaf> | null = null;
  for (const leaf of leaves) {
    if (leaf.isName || !(isText(leaf) || leaf.kind === 'undeclared')) continue;
    const text = gathered.get(leaf) ?? textOf(leaf);
    const end = text.slice(-placeholderLengthMax);
    if (end === '' || crossing(end, '', false) !== 'more') continue;
    behind ??= nextInPlace(leaves, object, textOf);
    let pending = '';
    const passed: TextLeaf[] = [];
    for (let next = behind.get(leaf); next !== undefined; next = behind.get(next)) {
      pending += textOf(next);
      passed.push(next);
      const isLast = !behind.has(next);
      const taken = crossing(end, pending, isLast);
      if (taken === 'more') continue;
      if (taken === 0) break;
      gathered.set(leaf, text + pending.slice(0, taken));
      for (const each of passed) gathered.set(each, '');
      gathered.set(next, pending.slice(taken));
      break;
    }
  }
  return gathered;
}

/** For each text the next one of its place that is not empty. */
function nextInPlace(
  leaves: readonly TextLeaf[],
  object: JsonObjectText,
  textOf: TextOf,
): ReadonlyMap<TextLeaf, TextLeaf> {
  const next = new Map<TextLeaf, TextLeaf>();
  const last = new Map<string, TextLeaf>();
  for (const leaf of leaves) {
    if (leaf.isName || !(isText(leaf) || leaf.kind === 'undeclared') || textOf(leaf) === '') continue;
    const place = crossingPlace(leaf, object);
    if (place === null) continue;
    const before = last.get(place);
    if (before !== undefined) next.set(before, leaf);
    last.set(place, leaf);
  }
  return next;
}
