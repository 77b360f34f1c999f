import type { Part } from './announced-name.ts';
import {
  fieldWordsMax,
  isWeakHalf,
  nameFieldOf,
  pairedFieldOf,
  partsOfName,
  plainFields,
  qualifiedFieldOf,
  type NameField,
} from './field-names.ts';
import { wordMarks } from './lexicon.ts';
import type { WordRow } from './name-words.ts';
import { cueMarks, isWordCode, type TextWords } from './text-words.ts';

/** The name of a field. */
export interface FieldLabel {
  readonly start: number;
  readonly end: number;
  /** `null`: of a value that is no name, such as a date of birth. */
  readonly field: NameField | null;
  readonly isOfBirth: boolean;
  readonly strength?: Strength;
}

/**
 * What the name of a field says by itself. `whole`: any value behind it is a name. `likely`: one that is no word of a
 * language, or stands beside the other part of a name. `half`: it may be of letters, pages and functions as well, so that
 * the other part decides.
 */
export type Strength = 'whole' | 'likely' | 'half';

/** "Nome" and "nombre" hold given names beside a family name. */
export function areParts({ field }: FieldLabel, { field: other }: FieldLabel): boolean {
  return field === 'family' ? isOfGiven(other) : other === 'family' && isOfGiven(field);
}

function isOfGiven(field: NameField | null): boolean {
  return field === 'given' || field === 'name';
}

/** The names of fields of a text, and the words that announce other values of a record. */
export function fieldLabelsIn(words: TextWords): readonly FieldLabel[] {
  const { starts, ends, count, marksOf } = words;
  const labels: FieldLabel[] = [];
  for (let word = 0; word < count; word += 1) {
    const marks = marksOf(word);
    const label = (marks & wordMarks.field) === 0 ? null : labelAt(words, word);
    const start = starts[word] ?? 0;
    if (label !== null) {
      const { last, field, strength } = label;
      labels.push({ start, end: ends[last] ?? 0, field, isOfBirth: false, strength });
      word = label.last;
    } else if ((marks & wordMarks.field) !== 0 && pairedLabelAt(words, word, labels)) {
      continue;
    } else if ((marks & cueMarks) !== 0) {
      const isOfBirth = (marks & wordMarks.birthCue) !== 0;
      labels.push({ start, end: ends[word] ?? 0, field: null, isOfBirth });
      // "birth_date", "plate number".
      if (goesOn(words, word)) labels.push({ start, end: ends[word + 1] ?? 0, field: null, isOfBirth });
    }
  }
  return labels;
}

/** Adds the name of a field that another one near it makes one: `"first": "Mario", "last": "Rossi"`. */
function pairedLabelAt(words: TextWords, word: number, labels: FieldLabel[]): boolean {
  const { first, last } = identifierAt(words, word);
  const [start, end] = [words.starts[first] ?? 0, words.ends[last] ?? 0];
  if (
    start < (labels.at(-1)?.end ?? 0) ||
    !/^(?:["']?\]? ?(?:=>?|:) ?["']|["']?=\p{L}|(?:\.?: | = |>)\p{Lu}| value="|"[^<>\n]{0,24}>\s{0,16}<)/u.test(
      words.text.slice(end, end + 48),
    )
  )
    return false;
  // Elements are long.
  const near = words.codeAt(end) === quote ? elementMax : pairMax;
  const around = words.text
    .slice(Math.max(0, start - near), end + near)
    .toLowerCase()
    .replaceAll(/(?<=\p{L})\. ?(?=\d)/gu, '');
  const name = words.text.slice(start, end);
  const field = pairedFieldOf(name, (other) => hasField(around, other));
  const isPlain = plainFields.has(name.toLowerCase());
  if (field === null || (isPlain && !isOwnLine(words, { start, end }))) return false;
  labels.push({ start, end, field, isOfBirth: false, strength: isWeakHalf(name) ? 'half' : 'whole' });
  return true;
}

/** "family: Serif, given: Blue" is about letters and triangles; on lines of their own and in elements they are of people. */
function isOwnLine({ text }: TextWords, { start, end }: Part): boolean {
  if (text.charAt(start - 1) === '<' || /^["']?: ["']/.test(text.slice(end, end + 4))) return true;
  const isFirst = /(?:^|\n)[ \t]{0,40}(?:- )?$/.test(text.slice(Math.max(0, start - 48), start));
  return isFirst && /^: [^\n,;:]{1,60}(?:\n|$)/.test(text.slice(end, end + 64));
}

/** The words that underscores and hyphens join to a word. */
function identifierAt(words: TextWords, word: number): WordRow {
  let [first, last] = [word, word];
  while (first > 0 && first > word - joinedMax && isWithin(words, first - 1)) first -= 1;
  while (last < word + joinedMax && isWithin(words, last)) last += 1;
  return { first, last };
}

function isWithin({ starts, ends, codeAt, wordOf }: TextWords, word: number): boolean {
  const end = ends[word] ?? 0;
  if (starts[word + 1] !== end + 1) return false;
  const code = codeAt(end);
  // "Ape.1".
  return code === underscore || code === hyphen || (code === dot && /^\d$/.test(wordOf(word + 1).slice(0, 2)));
}

const joinedMax = 3;
const [blank, quote, hyphen, dot, underscore] = [32, 34, 45, 46, 95];

/** Whether a text has a field of this name: the whole of it, and a sign behind it. */
function hasField(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.charCodeAt(at - 1);
    const end = at + name.length;
    if (
      !isWordCode(before) &&
      before !== underscore &&
      /^["']?\]?(?: ?=|\.?:|[,|;\t>]| value=)/.test(text.slice(end, end + 8))
    )
      return true;
  }
  return false;
}

/** No farther away, characters, is the other one of a pair. */
const [pairMax, elementMax] = [80, 400];

/** Whether a word may go on the name of a field that another begins. */
function goesOn({ starts, ends, codeAt, marksOf }: TextWords, word: number): boolean {
  const end = ends[word] ?? 0;
  if (starts[word + 1] !== end + 1 || (marksOf(word + 1) & (wordMarks.field | cueMarks)) !== 0) return false;
  return ' _-.'.includes(String.fromCharCode(codeAt(end)));
}

/** "name" alone is left to the words around it: programs call everything so. */
export function isEnglish({ text }: TextWords, { start, end, field }: FieldLabel): boolean {
  return field === 'name' && /^names?$/i.test(text.slice(start, Math.min(end, start + 6)));
}

/** A record repeats its form: so many names of fields further the same form is looked for. */
export const labelsAhead = 6;
/** Names of fields that are farther apart, characters, belong to no record. */
export const recordMax = 400;

/** A name of a field, by its words. */
interface LabelWords {
  readonly first: number;
  readonly last: number;
  readonly field: NameField;
  /** `likely`: it goes on with a word that says whose it is, or whatever else: `cognome_paz`. */
  readonly strength: Strength;
}

/**
 * The name of a field that begins at a word, in any style: `last_name`, `lastName`, `Last name`, `LAST-NAME`. `null`:
 * none does. Takes the longest.
 */
function labelAt(words: TextWords, first: number): LabelWords | null {
  if ((words.marksOf(first) & wordMarks.field) === 0) return null;
  const parts: string[] = [];
  let longest: LabelWords | null = null;
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
    if (field === null || isOfAnother(words, { first, last }, field)) continue;
    const isPlain = parts.length === 1 && plainFields.has(parts[0] ?? '');
    if (isPlain && !isInQuotes(words, { first, last })) continue;
    longest = { first, last, field, strength: isPlain ? 'half' : whole === null ? 'likely' : 'whole' };
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
  const isProgram = isEnglishWord(words, first) || isEnglishWord(words, last);
  for (let word = first; word < last; word += 1) if (gapAfter(word) === '.' && isProgram) return true;
  const start = starts[first] ?? 0;
  const before = codeAt(start - 1);
  // "--nome", "__nome__".
  const isJoined = (before === underscore || before === hyphen) && isWordCode(codeAt(start - 2));
  return isJoined || (before === dot && isProgram);
}

/** Programs call everything "name", and use English. */
function isEnglishWord({ wordOf }: TextWords, word: number): boolean {
  return /names?$/i.test(wordOf(word).slice(-6));
}

/** "family" and "given" are names of fields in quotes alone, as in records of health. */
function isInQuotes({ starts, ends, codeAt }: TextWords, { first, last }: WordRow): boolean {
  return codeAt((starts[first] ?? 0) - 1) === 34 && codeAt(ends[last] ?? 0) === 34;
}
