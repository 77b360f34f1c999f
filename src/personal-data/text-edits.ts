import type { ByteEdit } from '../wire/byte-edits.ts';
import { replaceValue } from '../wire/json-edits.ts';
import type { JsonSpan } from '../wire/json-object-text.ts';
import type { Holder, TextLeaf } from './text-leaf.ts';

/** Text that is read and written, as far as it is declared. */
export function isText({ kind }: Pick<TextLeaf, 'kind'>): boolean {
  return kind === 'text' || kind === 'json_text';
}

/** A value as JSON writes it, in the place of a string. */
export interface JsonValue {
  readonly json: string;
}

/**
 * The edits that give the leaves of one body the text that `textOf` says. What it says of a leaf as it is stays byte for
 * byte; the lists of tokens of a changed text, which spell it as it was, become empty.
 */
export function textEdits(
  leaves: readonly TextLeaf[],
  textOf: (leaf: TextLeaf) => string | JsonValue,
): readonly ByteEdit[] {
  const edits: ByteEdit[] = [];
  const changed: TextLeaf[] = [];
  for (const leaf of leaves) {
    const text = textOf(leaf);
    if (leaf.span === null || text === leaf.text) continue;
    edits.push(replaceValue(leaf.span, typeof text === 'string' ? JSON.stringify(text) : text.json));
    changed.push(leaf);
  }
  return changed.length === 0 ? edits : [...edits, ...emptied(tokenLists(leaves, changed))];
}

/** The lists of tokens that belong to a changed text: those next to it, in the smallest object that holds any text. */
function tokenLists(leaves: readonly TextLeaf[], changed: readonly TextLeaf[]): readonly JsonSpan[] {
  const lists = new Set(leaves.flatMap((leaf) => (leaf.kind === 'token_text' ? (listOf(leaf) ?? []) : [])));
  if (lists.size === 0) return [];
  const ofTexts = holdersOf(leaves.filter((leaf) => isText(leaf)));
  const ofChanged = holdersOf(changed);
  return [...lists].flatMap((list) => {
    let holder: Holder | null = list;
    while (holder !== null && !ofTexts.has(holder)) holder = holder.holder;
    const isChanged = holder !== null && ofChanged.has(holder);
    return isChanged && list.span !== null ? [list.span] : [];
  });
}

/** The innermost list that holds it. */
function listOf({ holder: innermost }: TextLeaf): Holder | null {
  let holder = innermost;
  while (holder !== null && !holder.isList) holder = holder.holder;
  return holder;
}

/** All that hold any of them. */
function holdersOf(leaves: readonly TextLeaf[]): ReadonlySet<Holder> {
  const holders = new Set<Holder>();
  for (const leaf of leaves) {
    for (let { holder } = leaf; holder !== null && !holders.has(holder); { holder } = holder) holders.add(holder);
  }
  return holders;
}

/** Lists within lists go with the outer one. */
function emptied(lists: readonly JsonSpan[]): readonly ByteEdit[] {
  const inOrder = lists.toSorted((a, b) => a.valueStart - b.valueStart);
  let end = 0;
  return inOrder.flatMap((list) => {
    if (list.valueStart < end) return [];
    end = list.valueEnd;
    return [replaceValue(list, '[]')];
  });
}
