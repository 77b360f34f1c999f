import { replaceValue, type ByteEdit } from './json-edits.ts';
import type { JsonSpan } from './json-object-text.ts';
import type { TextLeaf } from './text-leaves.ts';

/** Text that is read and written, as far as it is declared. */
export function isText({ kind }: Pick<TextLeaf, 'kind'>): boolean {
  return kind === 'text' || kind === 'json_text';
}

/**
 * The edits that give the leaves of one body the text that `textOf` says. What it says of a leaf as it is stays byte for
 * byte; the lists of tokens of a changed text, which spell it as it was, become empty.
 */
export function textEdits(leaves: readonly TextLeaf[], textOf: (leaf: TextLeaf) => string): readonly ByteEdit[] {
  const edits: ByteEdit[] = [];
  const changed: string[] = [];
  for (const leaf of leaves) {
    const text = textOf(leaf);
    if (leaf.span === null || text === leaf.text) continue;
    edits.push(replaceValue(leaf.span, JSON.stringify(text)));
    changed.push(leaf.path);
  }
  return changed.length === 0 ? edits : [...edits, ...emptied(tokenLists(leaves, changed))];
}

/** The lists of tokens that belong to a changed text: one next to it, in the smallest object that holds any text. */
function tokenLists(leaves: readonly TextLeaf[], changed: readonly string[]): readonly JsonSpan[] {
  const tokens = leaves.filter(({ kind }) => kind === 'token_text');
  if (tokens.length === 0) return [];
  const texts = leaves.filter((leaf) => isText(leaf)).map(({ path }) => path);
  const lists = new Map<string, JsonSpan>();
  for (const { path, list } of tokens) if (list !== null) lists.set(path.slice(0, path.lastIndexOf('[')), list);
  return [...lists].flatMap(([path, list]) => {
    const holder = holderOfText(path, texts);
    return changed.some((text) => isWithin(text, holder)) ? [list] : [];
  });
}

function holderOfText(path: string, texts: readonly string[]): string {
  let holder = path;
  while (holder !== '' && !texts.some((text) => isWithin(text, holder))) {
    holder = holder.slice(0, Math.max(0, holder.lastIndexOf('.'), holder.lastIndexOf('[')));
  }
  return holder;
}

function isWithin(path: string, holder: string): boolean {
  return holder === '' || path.startsWith(`${holder}.`) || path.startsWith(`${holder}[`);
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
