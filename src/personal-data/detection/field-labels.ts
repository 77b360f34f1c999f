import {
  fieldWordsMax,
  plainFields,
  nameFieldOf,
  partsOfName,
  qualifiedFieldOf,
  type NameField,
} from './field-names.ts';
import { wordMarks } from './lexicon.ts';
import type { WordRow } from './name-words.ts';
import { isWordCode, type TextWords } from './text-words.ts';

/** The name of a field in a text. */
export interface FieldLabel {
  readonly first: number;
  readonly last: number;
  readonly field: NameField;
  /** It goes on with a word that says whose it is, or whatever else: `cognome_paz`. */
  readonly isQualified: boolean;
}

/**
 * The name of a field that begins at a word, in any style: `last_name`, `lastName`, `Last name`, `LAST-NAME`. `null`:
 * none does. Takes the longest.
 */
export function fieldLabelAt(words: TextWords, first: number): FieldLabel | null {
  if ((words.marksOf(first) & wordMarks.field) === 0) return null;
  const parts: string[] = [];
  let longest: FieldLabel | null = null;
  for (let last = first; last < words.count && last <= first + fieldWordsMax; last += 1) {
    if (last > first && !isJoint(words, last - 1)) break;
    const isNamed = (words.marksOf(last) & wordMarks.field) !== 0;
    const isOfName = last > first && isJoined(words, last - 1);
    if (!isNamed && !isOfName && (words.ends[last] ?? 0) - (words.starts[last] ?? 0) > smallWordMax) break;
    for (const part of partsOfName(words.wordOf(last))) parts.push(part);
    if ((!isNamed && !isOfName && !/^\d/.test(parts.at(-1) ?? '')) || isJoined(words, last)) continue;
    const whole = nameFieldOf(parts);
    // Within one identifier alone: in a sentence any word may follow.
    const field = whole ?? (isOfName || last === first ? qualifiedFieldOf(parts) : null);
    if (field !== null && !isOfAnother(words, { first, last }, field) && !isPlain(words, { first, last }, parts))
      longest = { first, last, field, isQualified: whole === null };
  }
  return longest;
}

/** "de", "und", "del" within a name; a longer word is named, or ends it. */
const smallWordMax = 3;

/** Whether what stands between a word and the next may stand within a name. */
function isJoint({ starts, ends, codeAt }: TextWords, word: number): boolean {
  const [end, next] = [ends[word] ?? 0, starts[word + 1] ?? 0];
  const code = codeAt(end);
  return (
    next === end + 1 &&
    (code === blank || code === underscore || code === hyphen || code === dot || code === 39 || code === 47)
  );
}

/** Whether a word and the next are parts of one identifier. */
function isJoined({ starts, ends, codeAt }: TextWords, word: number): boolean {
  const end = ends[word] ?? 0;
  return starts[word + 1] === end + 1 && (codeAt(end) === underscore || codeAt(end) === hyphen);
}

/** "file_name" and "file.name": of a name alone it counts what stands before it. */
function isOfAnother(words: TextWords, { first, last }: WordRow, field: NameField): boolean {
  const { starts, codeAt, gapAfter } = words;
  if (field !== 'name' && field !== 'person') return false;
  const isProgram = isEnglish(words, first) || isEnglish(words, last);
  for (let word = first; word < last; word += 1) if (gapAfter(word) === '.' && isProgram) return true;
  const start = starts[first] ?? 0;
  const before = codeAt(start - 1);
  // "--nome", "__nome__".
  const isJoined = (before === underscore || before === hyphen) && isWordCode(codeAt(start - 2));
  return isJoined || (before === dot && isProgram);
}

/** Programs call everything "name", and use English. */
function isEnglish({ wordOf }: TextWords, word: number): boolean {
  return /names?$/i.test(wordOf(word).slice(-6));
}

/** "family" and "given" are names of fields in quotes alone, as in records of health. */
function isPlain({ starts, ends, codeAt }: TextWords, { first, last }: WordRow, parts: readonly string[]): boolean {
  if (parts.length !== 1 || !plainFields.has(parts[0] ?? '')) return false;
  return codeAt((starts[first] ?? 0) - 1) !== 34 || codeAt(ends[last] ?? 0) !== 34;
}

const [blank, hyphen, dot, underscore] = [32, 45, 46, 95];
