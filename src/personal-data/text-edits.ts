import { editsBeside, type ByteEdit } from '../wire/byte-edits.ts';
import { replaceValue } from '../wire/json-edits.ts';
import type { JsonSpan } from '../wire/json-object-text.ts';
import type { Holder, TextLeaf } from './text-leaf.ts';

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
  return changes.edits();
}

/** The leaves of a body that get another text, and the token lists that belong to them. */
class Changes {
  readonly #edits: ByteEdit[] = [];
  readonly #tokenLists = new Set<Holder>();
  /** All objects and lists that contain a changed text, and those that contain any text. */
  readonly #ofChanged = new Set<Holder>();
  readonly #ofTexts = new Set<Holder>();

  /** Every leaf of the body has to be noted. */
  note(leaf: TextLeaf, text: string | JsonValue): void {
    const list = leaf.kind === 'token_text' ? listOf(leaf) : null;
    if (list !== null) this.#tokenLists.add(list);
    if (isText(leaf)) addHolders(this.#ofTexts, leaf);
    if (leaf.span === null || text === leaf.text) return;
    this.#edits.push(replaceValue(leaf.span, typeof text === 'string' ? JSON.stringify(text) : text.json));
    addHolders(this.#ofChanged, leaf);
  }

  edits(): readonly ByteEdit[] {
    return editsBeside(emptied(this.#changedTokenLists()), this.#edits);
  }

  /** The token lists that belong to a changed text: those next to it, in the smallest object that holds any text. */
  #changedTokenLists(): readonly JsonSpan[] {
    if (this.#ofChanged.size === 0) return [];
    const changed: JsonSpan[] = [];
    for (const list of this.#tokenLists) {
      let holder: Holder | null = list;
      while (holder !== null && !this.#ofChanged.has(holder) && !this.#ofTexts.has(holder)) holder = holder.holder;
      if (holder !== null && this.#ofChanged.has(holder) && list.span !== null) changed.push(list.span);
    }
    return changed;
  }
}

/** The innermost list that contains it. */
function listOf({ holder: innermost }: TextLeaf): Holder | null {
  let holder = innermost;
  while (holder !== null && !holder.isList) holder = holder.holder;
  return holder;
}

/** Adds all objects and lists that contain a leaf. */
function addHolders(holders: Set<Holder>, leaf: TextLeaf): void {
  for (let { holder } = leaf; holder !== null && !holders.has(holder); { holder } = holder) holders.add(holder);
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
