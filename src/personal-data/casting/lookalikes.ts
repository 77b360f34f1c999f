import { idLength } from './keyed-symbols.ts';
import { tagOfEntity } from './tag-of-entity.ts';

/** What looks like a placeholder of anybody's in a text: the kind and the id, in lower case, e.g. `person-k7q3v`. */
export function lookalikesIn(text: string): readonly string[] {
  if (!text.includes('-') && !/[‐‑–−]/.test(text)) return [];
  return Array.from(text.matchAll(lookalike), ([, tag = '', id = '']) => `${tag}-${id}`.toLowerCase());
}

const tags = Object.values(tagOfEntity).join('|');
const lookalike = new RegExp(`(?<![a-z])(${tags})\\\\{0,4}[-‐‑–−]([a-z0-9]{${idLength},64})`, 'gi');

/** What stands for values that a schema binds: domains and addresses that never belong to anybody. */
const shaped = /\bpii\.[a-z2-9]{5,20}@pii\.invalid\b|\b198\.1[89]\.\d{1,3}\.\d{1,3}\b/g;

/** Where such things stand, brackets included, in order: nothing is cast within. */
export function lookalikeSpansIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  const bracketed = Array.from(text.matchAll(lookalike), ({ index, 0: whole }) => ({
    start: text[index - 1] === '[' ? index - 1 : index,
    end: text[index + whole.length] === ']' ? index + whole.length + 1 : index + whole.length,
  }));
  if (!text.includes('@pii.invalid') && !text.includes('198.1')) return bracketed;
  const others = Array.from(text.matchAll(shaped), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  return [...bracketed, ...others].toSorted((a, b) => a.start - b.start);
}
