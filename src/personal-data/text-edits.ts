import { editsBeside, type ByteEdit } from '../wire/byte-edits.ts';
import { replaceValue } from '../wire/json-edits.ts';
import type { JsonSpan } from '../wire/json-object-text.ts';
import type { Holder, TextLeaf } from './text-leaf.ts';
import type { WorkInParts } from './work-in-parts.ts';

/** Whether a leaf is declared as text that is read and written. */
export function isText({ kind }: Pick<TextLeaf, 'kind'>): boolean {
  return kind === 'text' || kind === 'json_text';
}

/** A JSON value in place of a string. */
export interface JsonValue {
  readonly json: string;
}

/**
 * The edits that give the leaves of one body the text that `textOf` returns. A leaf whose text is unchanged stays byte
 * for byte; the token lists of a changed text, which spell its old form, become empty.
 */
export function textEdits(
  leaves: readonly TextLeaf[],
  textOf: (leaf: TextLeaf) => string | JsonValue,
): readonly ByteEdit[] {
  const changes = new Changes();
  for (const leaf of leaves) changes.note(leaf, textOf(leaf));
  return changes.edits(leaves);
}

/** The size of the work for a leaf, in addition to its text, characters of plain prose. */
const charactersOfLeaf = 32;

/** {@link textEdits}, made in parts. */
export function* textEditsInParts(
  leaves: readonly TextLeaf[],
  textOf: (leaf: TextLeaf) => WorkInParts<string | JsonValue>,
): WorkInParts<readonly ByteEdit[]> {
  const changes = new Changes();
  for (const leaf of leaves) {
    changes.note(leaf, yield* textOf(leaf));
    yield charactersOfLeaf;
  }
  return changes.edits(leaves);
}

/** The leaves of a body that get another text. */
class Changes {
  readonly #edits: ByteEdit[] = [];
  readonly #changed: TextLeaf[] = [];

  note(leaf: TextLeaf, text: string | JsonValue): void {
    if (leaf.span === null || text === leaf.text) return;
    this.#edits.push(replaceValue(leaf.span, typeof text === 'string' ? JSON.stringify(text) : text.json));
    this.#changed.push(leaf);
  }

  /** `leaves`: all of the body. */
  edits(leaves: readonly TextLeaf[]): readonly ByteEdit[] {
    if (this.#changed.length === 0) return this.#edits;
    return editsBeside(emptied(tokenLists(leaves, this.#changed)), this.#edits);
  }
}

/** The token lists that belong to a changed text: those next to it, in the smallest object that holds any text. */
function tokenLists(leaves: readonly TextLeaf[], changed: readonly TextLeaf[]): readonly JsonSpan[] {
  const lists = new Set(leaves.flatMap((leaf) => (leaf.kind === 'token_text' ? (listOf(leaf) ?? []) : [])));
  if (lists.size === 0) return [];
  const ofChanged = holdersOf(changed);
  const ofTexts = new Set([...ofChanged, ...holdersOf(leaves.filter((leaf) => isText(leaf)))]);
  return [...lists].flatMap((list) => {
    let holder: Holder | null = list;
    while (holder !== null && !ofTexts.has(holder)) holder = holder.holder;
    const isChanged = holder !== null && ofChanged.has(holder);
    return isChanged && list.span !== null ? [list.span] : [];
  });
}

/** The innermost list that contains it. */
function listOf({ holder: innermost }: TextLeaf): Holder | null {
  let holder = innermost;
  while (holder !== null && !holder.isList) holder = holder.holder;
  return holder;
}

/** All objects and lists that contain any of the leaves. */
function holdersOf(leaves: readonly TextLeaf[]): ReadonlySet<Holder> {
  const holders = new Set<Holder>();
  for (const leaf of leaves) {
    for (let { holder } = leaf; holder !== null && !holders.has(holder); { holder } = holder) holders.add(holder);
  }
  return holders;
}

/** A list within another is emptied with the outer one. */
function emptied(lists: readonly JsonSpan[]): readonly ByteEdit[] {
  const inOrder = lists.toSorted((a, b) => a.valueStart - b.valueStart);
  let end = 0;
  return inOrder.flatMap((list) => {
    if (list.valueStart < end) return [];
    end = list.valueEnd;
    return [replaceValue(list, '[]')];
  });
}
