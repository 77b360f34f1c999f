import { announcedMax, isKnownName, isOnlyName, type Part } from './announced-name.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { FieldValues, valueBehind, inputBefore, nameBehind } from './field-values.ts';
import { lexicon, wordMarks } from './lexicon.ts';
import { areParts, isEnglish, labelsAhead, fieldLabelsIn, recordMax, type FieldLabel } from './field-labels.ts';
import { isDigitCode, isWordCode, type TextWords } from './text-words.ts';

/**
 * The names of people that the name of their field announces: behind a sign that says so, or in whatever form, if two
 * fields have it.
 */
export const labelledNameRule: DetectionRule = {
  entities: ['PERSON'],
  find(words, found) {
    const labels = fieldLabelsIn(words);
    const values = new FieldValues(words, labels);
    const named = new Set<FieldLabel>();
    for (const [place, label] of labels.entries()) {
      if (label.field === null || label.field === 'name') continue;
      const value = values.at(place);
      if (value === null || !values.isBorneOut(value, place)) continue;
      found(value.name.start, value.name.end, ['PERSON', 0.85]);
      named.add(label);
    }
    // "Name" is that of a person near another name or a date of birth.
    const ofPeople = labels.filter((label) => label.isOfBirth || named.has(label));
    let next = 0;
    for (const label of labels) {
      while ((ofPeople[next]?.start ?? Infinity) < label.start) next += 1;
      if (label.field !== 'name') continue;
      const isAboutPerson = [ofPeople[next - 1], ofPeople[next]].some((each) => isNear(each, label));
      if (!isAboutPerson && isOfMember(words, label)) continue;
      const value = valueBehind(words, label, isAboutPerson) ?? inputBefore(words, label);
      if (value === null) continue;
      found(value.name.start, value.name.end, ['PERSON', 0.85]);
      named.add(label);
    }
    for (let place = 0; place < labels.length; place += 1) reportRepeated(words, { labels, place, named }, found);
  },
};

function isNear(label: FieldLabel | undefined, { start }: FieldLabel): boolean {
  return label !== undefined && Math.abs(label.start - start) <= nearMax;
}

/** Names of fields that are farther apart, characters, are hardly about the same person. */
const nearMax = 1_000;

/** "archivo.nombre". */
function isOfMember({ codeAt }: TextWords, { start }: FieldLabel): boolean {
  return codeAt(start - 1) === 46;
}

interface Repeated {
  readonly labels: readonly FieldLabel[];
  readonly place: number;
  /** The names of fields whose values are found. */
  readonly named: Set<FieldLabel>;
}

/** Reports the names of two fields that stand in the same form, whichever it is. */
function reportRepeated(words: TextWords, { labels, place, named }: Repeated, found: FoundValue): void {
  const label = labels[place];
  if (label === undefined) return;
  for (let next = place + 1; next <= place + labelsAhead; next += 1) {
    const other = labels[next];
    if (other === undefined || other.start - label.end > recordMax) return;
    if (label.field === other.field || !(isOpen(label, named) || isOpen(other, named))) continue;
    const names = namesBefore(words, label, other) ?? namesBehind(words, labels, [place, next]);
    if (names === null) continue;
    for (const name of names) found(name.start, name.end, ['PERSON', 0.8]);
    named.add(label);
    named.add(other);
    return;
  }
}

/** Whether the name that it announces is not found yet. */
function isOpen(label: FieldLabel, named: ReadonlySet<FieldLabel>): boolean {
  return label.field !== null && !named.has(label);
}

/** The names behind two names of fields and the same characters; `null`: one has none. */
function namesBehind(
  words: TextWords,
  labels: readonly FieldLabel[],
  places: readonly [number, number],
): readonly Part[] | null {
  const [label, other] = [labels[places[0]], labels[places[1]]];
  if (label === undefined || other === undefined || isEnglishAlone(words, label, other)) return null;
  const same = sameGap(words, label.end, other.end);
  if (same === null || other.start < label.end + same.lengths[0]) return null;
  const isForm = same.hasSigns || areOfName(label, other) || isSignBefore(words, label, other);
  const names: Part[] = [];
  for (const [nth, { end, field }] of [label, other].entries()) {
    if (field === null) continue;
    const gap = same.lengths[nth] ?? 0;
    // Most often the name of a field stands beside that of another.
    if (isNamedAt(words, end + gap)) return null;
    const limit = startOfNext(labels, places[nth] ?? 0, end + gap);
    const name = nameBehind(words, { end, field: field === 'name' ? 'family' : field }, { gap, limit });
    if (name === null) return null;
    names.push(name);
  }
  if (!areNames(words, names, [label, other])) return null;
  // "Nome Rossi" and "Cognome Verdi", each at the end of its line.
  return isForm || (names.length === 2 && names.every((name) => isLineEnd(words.codeAt(name.end)))) ? names : null;
}

/**
 * Whether the values of fields are names: each by itself. Where no sign says that they are values, a list has to know the
 * given name that makes any word beside it a family name.
 */
function areNames({ text }: TextWords, names: readonly Part[], labels: readonly [FieldLabel, FieldLabel]): boolean {
  const values = names.map(({ start, end }) => text.slice(start, end));
  const given = labels.findIndex(({ field }) => field === 'given');
  if (values.every((value) => isOnlyName(value))) return values[0] !== values[1] || isKnownName(values[0] ?? '');
  return given !== -1 && areParts(...labels) && values.length === 2 && isKnownName(values[given] ?? '');
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0;
}

/** Whether the name of a field begins at a place. */
function isNamedAt({ text, codeAt }: TextWords, start: number): boolean {
  let end = start;
  while (end - start < wordMax && isWordCode(codeAt(end))) end += 1;
  return (lexicon.marksAt(text, start, end) & wordMarks.field) !== 0;
}

/** No word of the lexicon is longer. */
const wordMax = 32;

/** Where the next name of a field begins behind a place. */
function startOfNext(labels: readonly FieldLabel[], place: number, from: number): number {
  for (let next = place + 1; next < labels.length && next <= place + labelsAhead; next += 1) {
    const start = labels[next]?.start ?? 0;
    if (start > from) return start;
  }
  return Infinity;
}

/** "name" counts beside a part of a name alone. */
function isEnglishAlone(words: TextWords, label: FieldLabel, other: FieldLabel): boolean {
  const [isFirst, isSecond] = [isEnglish(words, label), isEnglish(words, other)];
  return (isFirst && !isPartOfName(other)) || (isSecond && !isPartOfName(label));
}

/** With blanks alone: a sentence says "name" and "born" as well. */
function areOfName(label: FieldLabel, other: FieldLabel): boolean {
  return isPartOfName(label) && isPartOfName(other);
}

function isPartOfName({ field }: FieldLabel): boolean {
  return field !== null && field !== 'name';
}

/** The same sign before both, or the beginning of a line: "{surname Rossi} {dob 1980}". */
function isSignBefore({ codeAt }: TextWords, label: FieldLabel, other: FieldLabel): boolean {
  const sign = codeAt(other.start - 1);
  return (
    (codeAt(label.start - 1) === sign || (label.start === 0 && sign === 10)) &&
    '\n{[(<:$@%&|/#-\\'.includes(String.fromCharCode(sign))
  );
}

/** The names before two names of fields: `Rossi (Last name)`, `'Rossi' AS last_name`. */
function namesBefore(words: TextWords, label: FieldLabel, other: FieldLabel): readonly Part[] | null {
  const names: Part[] = [];
  for (const { start, end, field } of [label, other]) {
    const close = closings[words.text.charAt(start - 1)];
    if (close === undefined || (close !== '' && words.text.charAt(end) !== close)) return null;
    const from = Math.max(0, start - announcedMax);
    const before = nameBefore.exec(words.text.slice(from, start));
    if (field === null && /\d[^\n ]{0,8} .$/.test(words.text.slice(Math.max(0, start - 12), start))) continue;
    if (field === null || before?.[1] === undefined) return null;
    names.push({ start: from + before.index, end: from + before.index + before[1].length });
  }
  return areNames(words, names, [label, other]) ? names : null;
}

const nameBefore = /(\p{Lu}[\p{L}\p{M}'’-]+(?: \p{L}[\p{L}\p{M}'’-]+){0,3})(?: [([<]|["'] [aA][sS] )$/u;
/** What closes behind the name of a field that what is before it opens. */
const closings: Readonly<Record<string, string>> = { ' ': '', '(': ')', '[': ']', '<': '>' };

/** A gap of a record is not longer, characters. */
const sameGapMax = 96;

/** How far two names of fields are followed by the same characters, up to where a word begins behind both. */
interface SameGap {
  /** The lengths of both gaps: numbers, blanks in a row and the same sign in a row count as the same. */
  readonly lengths: readonly [number, number];
  /** It has more than letters and blanks, as no sentence repeats it. */
  readonly hasSigns: boolean;
}

/**
 * What stands between two names of fields and their values, whatever it is: the part that is the same behind both, up
 * to the words in which they differ. `null`: they are followed by different things, or by nothing but a word.
 */
function sameGap({ text }: TextWords, first: number, second: number): SameGap | null {
  let [a, b] = [first, second];
  let lengths: SameGap['lengths'] | null = null;
  let [hasSigns, hasSignsAtWord] = [false, false];
  while (a - first < sameGapMax && b - second < sameGapMax) {
    const [one, other] = [text.charCodeAt(a), text.charCodeAt(b)];
    const before = text.charCodeAt(a - 1);
    // A statement ends there.
    if (one === lineEnd && before === semicolon) break;
    const isWord = isWordCode(one) && isWordCode(other);
    if (isWord && a > first && !isWordCode(before) && before !== underscore) {
      lengths = [a - first, b - second];
      hasSignsAtWord = hasSigns;
    }
    const isRun = runOf(one);
    if (one !== other && !(isRun === runOf(other) && isRun !== null)) break;
    if (!isWord && isRun !== isBlankCode) hasSigns = true;
    const isSame = isRun ?? ((code: number): boolean => !isWord && code === one);
    a = endOfRun(text, a + 1, first + sameGapMax, isSame);
    b = endOfRun(text, b + 1, second + sameGapMax, isSame);
  }
  return lengths === null ? null : { lengths, hasSigns: hasSignsAtWord };
}

/** Numbers of any digits, and as many blanks, count as the same. */
function runOf(code: number): ((code: number) => boolean) | null {
  return isDigitCode(code) ? isDigitCode : isBlankCode(code) ? isBlankCode : null;
}

function endOfRun(text: string, from: number, limit: number, isOf: (code: number) => boolean): number {
  let at = from;
  while (at < limit && isOf(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlankCode(code: number): boolean {
  return code === 32 || code === 9;
}

const [lineEnd, semicolon, underscore] = [10, 59, 95];
