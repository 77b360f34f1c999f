import { announcedMax, announcedName, isOnlyName, namesAndParticles, type Part } from './announced-name.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { fieldLabelAt } from './field-labels.ts';
import { plainFields, isWeakHalf, pairedFieldOf, type NameField } from './field-names.ts';
import { lexicon, wordMarks } from './lexicon.ts';
import type { WordRow } from './name-words.ts';
import { sameGap } from './same-gap.ts';
import { cueMarks, isWordCode, type TextWords } from './text-words.ts';

/** What may stand between the name of a field and its value. A longer gap announces nothing. */
const gapMax = 160;

/** What a form notes behind the name of a field: "(as on your passport)", "[max. 40]". */
const note = String.raw`(?: ?(?:\([^()\n]{0,60}\)|\[[^\[\]\n"':]{2,60}\]))`;
const closing = String.raw`\.?\\{0,2}["'\x60”»\]*_%}]{0,4}${note}{0,2}\*?`;
const sign = String.raw`:(?:=|::?(?=[ "']))?|={1,3}>?|-{1,2}>|[→⇒⟶↦]`;
const opening = String.raw`(?:[*_.…]{1,40} ?|\[(?:/\p{L}{1,8}\] ?)?|(?:</?\p{L}[^<>\n]{0,40}>[ \t]{0,8}){1,3})?(?:<!\[CDATA\[|\\{0,2}["'\x60“«]|\p{L}{0,2}["'])?`;

/** From the end of the name of a field to its value, where signs alone say that it is one. */
const gaps: readonly RegExp[] = [
  // name: "Rossi", name = Rossi, 'name' => 'Rossi', **Name:** Rossi; the value may stand on the next line.
  new RegExp(`^${closing}[ \\t]{0,24}(?:${sign})[ \\t]{0,8}(?:\\r?\\n[ \\t]{0,8})?${opening}`, 'u'),
  // <last_name>Rossi, <field name="last_name">Rossi, <dt>Last name</dt><dd>Rossi, <th>Last name</th><td>Rossi
  /^["']?(?: [^<>\n]{0,80})?>(?:\s{0,32}<[\w:]{1,32}(?: [^<>\n]{0,80})?>)?(?:<!\[CDATA\[)?(?=[^<\s])/u,
  // <family value="Rossi"/>
  /^ value="(?=\p{L})/u,
  /^ ?:?<\/(?:dt|label|strong|b|span|th)>[:\s]{0,24}<(?:dd|span|td|b|strong|div|p)(?: [^<>\n]{0,40})?>\s{0,16}/u,
  // <label>Last name</label> <input value="Rossi
  /^ ?:?<\/(?:label|td|th|span)>\s{0,16}(?:<(?:td|div|span)(?: [^<>\n]{0,24})?>\s{0,8})?<input (?![^<>\n]{0,60}type=["']?(?:submit|button|reset))[^<>\n]{0,60}?value=["']/,
  // Last name ........ Rossi, Last name ____ Rossi, and the same with blanks alone; Last name is Rossi
  /^ ?[._·…]{3,60} ?|^ \.{1,2} (?=\p{Lu})|^ {2,40}(?=[^\n]{1,60}(?:\n|$))(?![^\n]{0,60}\S {2,}\S)/u,
  /^ (?:is|ist|lautet|est|es|è) (?=\p{Lu})/u,
  // SURNAME [ ROSSI ], FORENAME(S) [ MARIO ]
  /^(?:\(\p{L}{1,4}\))? ?\[ (?=\p{Lu}[^\n[\]]{0,60} \])/u,
];
/** The same, where its quotes alone say so: setLastName("Rossi"), :last-name "Rossi", ["last_name", "Rossi"]. */
const quotedGap = /^\\?["'\x60]?[\])]?[ \t]{0,2}[,( ][ \t]{0,2}\\?["'\x60](?=\p{L})/u;

/** "SURNAME(S)", alone on the line above the value. */
const aboveGap = /^(?:\(\p{L}{1,4}\))?[ \t]{0,4}\r?\n(?=\p{Lu}[^\n\d:=,;|]{0,60}\p{Ll}[^\n\d:=,;|]{0,60}(?:\n|$))/u;

/** Whether the name of a field is in capitals and begins its line. */
function isHeading({ text, codeAt }: TextWords, { start, end }: Label): boolean {
  if (start > 0 && codeAt(start - 1) !== 10) return false;
  const name = text.slice(start, end);
  return name === name.toUpperCase();
}

/** The name of a field. */
interface Label {
  readonly start: number;
  readonly end: number;
  /** `null`: of a value that is no name, such as a date of birth. */
  readonly field: NameField | null;
  readonly isOfBirth: boolean;
  /** It says so beside another alone, or more than that, and only what is a name counts behind it. */
  readonly isPaired?: boolean;
}

/**
 * The names of people that the name of their field announces: behind a sign that says so, or in whatever form, if two
 * fields have it.
 */
export const labelledNameRule: DetectionRule = {
  entities: ['PERSON'],
  find(words, found) {
    const labels = labelsIn(words);
    const named = new Set<Label>();
    for (const label of labels)
      if (label.field !== null && label.field !== 'name' && reportSigned(words, label, found)) named.add(label);
    // "Name" is that of a person near another name or a date of birth.
    const ofPeople = labels.filter((label) => label.isOfBirth || named.has(label));
    let next = 0;
    for (const label of labels) {
      while ((ofPeople[next]?.start ?? Infinity) < label.start) next += 1;
      if (label.field !== 'name') continue;
      const isAboutPerson = [ofPeople[next - 1], ofPeople[next]].some((each) => isNear(each, label));
      if (!isAboutPerson && isOfMember(words, label)) continue;
      if (reportSigned(words, label, found, isAboutPerson)) named.add(label);
    }
    for (let place = 0; place < labels.length; place += 1) reportRepeated(words, { labels, place, named }, found);
  },
};

function isNear(label: Label | undefined, { start }: Label): boolean {
  return label !== undefined && Math.abs(label.start - start) <= nearMax;
}

/** Names of fields that are farther apart, characters, are hardly about the same person. */
const nearMax = 1_000;

function labelsIn(words: TextWords): readonly Label[] {
  const { starts, ends, count, marksOf } = words;
  const labels: Label[] = [];
  for (let word = 0; word < count; word += 1) {
    const marks = marksOf(word);
    const label = (marks & wordMarks.field) === 0 ? null : fieldLabelAt(words, word);
    const start = starts[word] ?? 0;
    if (label !== null) {
      const isPaired = label.isQualified;
      labels.push({ start, end: ends[label.last] ?? 0, field: label.field, isOfBirth: false, isPaired });
      word = label.last;
    } else if ((marks & wordMarks.field) !== 0 && pairedLabelAt(words, word, labels)) {
      continue;
    } else if ((marks & cueMarks) !== 0) {
      const isOfBirth = (marks & wordMarks.birthCue) !== 0;
      labels.push({ start, end: ends[word] ?? 0, field: null, isOfBirth });
      // "birth_date", "plate number".
      if (isJoined(words, word)) labels.push({ start, end: ends[word + 1] ?? 0, field: null, isOfBirth });
    }
  }
  return labels;
}

/** Adds the name of a field that another one near it makes one: `"first": "Mario", "last": "Rossi"`. */
function pairedLabelAt(words: TextWords, word: number, labels: Label[]): boolean {
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
  if (field === null || (plainFields.has(name.toLowerCase()) && !isOwnLine(words, { start, end }))) return false;
  labels.push({ start, end, field, isOfBirth: false, isPaired: isWeakHalf(name) });
  return true;
}

/** "family: Serif, given: Blue" is about letters and triangles; on lines of their own and in elements they are of people. */
function isOwnLine({ text }: TextWords, { start, end }: Part): boolean {
  if (text.charAt(start - 1) === '<') return true;
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
const [quote, hyphen, dot, underscore] = [34, 45, 46, 95];

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
function isJoined({ starts, ends, codeAt, marksOf }: TextWords, word: number): boolean {
  const end = ends[word] ?? 0;
  if (starts[word + 1] !== end + 1 || (marksOf(word + 1) & (wordMarks.field | cueMarks)) !== 0) return false;
  return ' _-.'.includes(String.fromCharCode(codeAt(end)));
}

/** Reports the name behind the name of a field and a sign that says so. Returns whether there is one. */
function reportSigned(words: TextWords, label: Label, found: FoundValue, isAboutPerson = false): boolean {
  if (isEnglish(words, label) && !isAboutPerson) return false;
  const behind = words.text.slice(label.end, label.end + gapMax);
  let gap: string | undefined;
  for (const each of gaps) if ((gap = each.exec(behind)?.[0]) !== undefined) break;
  const isQuoted = gap === undefined;
  if (!isEnglish(words, label))
    gap ??= quotedGap.exec(behind)?.[0] ?? (isHeading(words, label) ? aboveGap.exec(behind)?.[0] : undefined);
  if (gap === undefined || (label.field === 'name' && followsWord(words, label, gap))) return false;
  const field = label.field === 'name' && isAboutPerson ? 'family' : label.field;
  const name = nameBehind(words, { end: label.end, field }, { gap: gap.length });
  const isStrict = isQuoted || label.isPaired === true;
  if (name === null || (isStrict && !isOnlyName(words.text.slice(name.start, name.end)))) return false;
  found(name.start, name.end, ['PERSON', 0.85]);
  return true;
}

/** "archivo.nombre". */
function isOfMember({ codeAt }: TextWords, { start }: Label): boolean {
  return codeAt(start - 1) === 46;
}

/** "File name: Report"; before an equals sign there may be a word of a program. */
function followsWord(words: TextWords, label: Label, gap: string): boolean {
  const { text, codeAt } = words;
  const { start } = label;
  if (codeAt(start - 1) !== 32 || !isWordCode(codeAt(start - 2))) return false;
  // "1 Nom : Rossi"
  if (/(?:^|[\n|])[ \t]{0,8}\d{1,2}(?:\.\d{1,2})? $/.test(text.slice(Math.max(0, start - 16), start))) return false;
  return !gap.includes('=') || (isEnglish(words, label) && !ofProgram.test(text.slice(Math.max(0, start - 10), start)));
}

const ofProgram = /(?:^|\W)(?:set|where|and|or|let|var|val|const|string|str|final)\s$/i;

/** "name" alone is left to the words around it: programs call everything so. */
function isEnglish({ text }: TextWords, { start, end, field }: Label): boolean {
  return field === 'name' && /^names?$/i.test(text.slice(start, Math.min(end, start + 6)));
}

/** A record repeats its form: so many names of fields further the same form is looked for. */
const labelsAhead = 6;
/** Names of fields that are farther apart, characters, belong to no record. */
const recordMax = 400;

interface Repeated {
  readonly labels: readonly Label[];
  readonly place: number;
  /** The names of fields whose values are found. */
  readonly named: Set<Label>;
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
function isOpen(label: Label, named: ReadonlySet<Label>): boolean {
  return label.field !== null && !named.has(label);
}

/** The names behind two names of fields and the same characters; `null`: one has none. */
function namesBehind(
  words: TextWords,
  labels: readonly Label[],
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
    if (!mayBeginName(words, end + gap)) return null;
    const limit = startOfNext(labels, places[nth] ?? 0, end + gap);
    const name = nameBehind(words, { end, field: field === 'name' ? 'family' : field }, { gap, limit });
    if (name === null || !isOnlyName(words.text.slice(name.start, name.end))) return null;
    names.push(name);
  }
  // "Nome Rossi" and "Cognome Verdi", each at the end of its line.
  return isForm || (names.length === 2 && names.every((name) => isLineEnd(words.codeAt(name.end)))) ? names : null;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0;
}

function mayBeginName({ text, codeAt }: TextWords, start: number): boolean {
  let end = start;
  while (end - start < wordMax && isWordCode(codeAt(end))) end += 1;
  const marks = lexicon.marksAt(text, start, end);
  return marks === 0 || (marks & namesAndParticles) !== 0;
}

/** No word of the lexicon is longer. */
const wordMax = 32;

/** Where the next name of a field begins behind a place. */
function startOfNext(labels: readonly Label[], place: number, from: number): number {
  for (let next = place + 1; next < labels.length && next <= place + labelsAhead; next += 1) {
    const start = labels[next]?.start ?? 0;
    if (start > from) return start;
  }
  return Infinity;
}

/** "name" counts beside a part of a name alone. */
function isEnglishAlone(words: TextWords, label: Label, other: Label): boolean {
  const [isFirst, isSecond] = [isEnglish(words, label), isEnglish(words, other)];
  return (isFirst && !isPartOfName(other)) || (isSecond && !isPartOfName(label));
}

/** With blanks alone: a sentence says "name" and "born" as well. */
function areOfName(label: Label, other: Label): boolean {
  return isPartOfName(label) && isPartOfName(other);
}

function isPartOfName({ field }: Label): boolean {
  return field !== null && field !== 'name';
}

/** The same sign before both, or the beginning of a line: "{surname Rossi} {dob 1980}". */
function isSignBefore({ codeAt }: TextWords, label: Label, other: Label): boolean {
  const sign = codeAt(other.start - 1);
  return (
    (codeAt(label.start - 1) === sign || (label.start === 0 && sign === 10)) &&
    '\n{[(<:$@%&|/#-\\'.includes(String.fromCharCode(sign))
  );
}

/** The names before two names of fields: `Rossi (Last name)`, `'Rossi' AS last_name`. */
function namesBefore(words: TextWords, label: Label, other: Label): readonly Part[] | null {
  const names: Part[] = [];
  for (const { start, end, field } of [label, other]) {
    const close = closings[words.text.charAt(start - 1)];
    if (close === undefined || (close !== '' && words.text.charAt(end) !== close)) return null;
    const from = Math.max(0, start - announcedMax);
    const before = nameBefore.exec(words.text.slice(from, start));
    if (field === null && /\d[^\n ]{0,8} .$/.test(words.text.slice(Math.max(0, start - 12), start))) continue;
    if (field === null || before?.[1] === undefined) return null;
    const name = { start: from + before.index, end: from + before.index + before[1].length };
    if (!isOnlyName(words.text.slice(name.start, name.end))) return null;
    names.push(name);
  }
  return names;
}

const nameBefore = /(\p{Lu}[\p{L}\p{M}'’-]+(?: \p{L}[\p{L}\p{M}'’-]+){0,3})(?: [([<]|["'] [aA][sS] )$/u;
/** What closes behind the name of a field that what is before it opens. */
const closings: Readonly<Record<string, string>> = { ' ': '', '(': ')', '[': ']', '<': '>' };

/** The name that begins behind a gap; `null`: what stands there is none. */
function nameBehind(
  { text, codeAt }: TextWords,
  { end, field }: Pick<Label, 'end' | 'field'>,
  { gap, limit = Infinity }: { readonly gap: number; readonly limit?: number },
): Part | null {
  const start = end + gap;
  const rest = text.slice(start, Math.min(limit, start + announcedMax));
  const value = upToEnd(rest, String.fromCharCode(codeAt(start - 1)));
  const isToEnd = limit <= start + announcedMax && value.length === rest.length;
  const name = announcedName(value, { field: field ?? 'name', isWhole: isToEnd || isWhole(rest.slice(value.length)) });
  return name === null ? null : { start, end: start + name.replace(/['’]+$/, '').length };
}

/** What ends a value without quotes. */
const endOfWord = /[\n\t,;|<>)}\]&#"]| {2}|_{2}|\\{2}| (?=[\p{L}\d_.-]{1,40}(?:=|:\S))/u;
/** What ends a part of a path. */
const endOfPart = /[/\n\t,;|<>)}\]&#"?]/;
/** What ends a value in a quote. */
const endsOfQuote: Readonly<Record<string, RegExp>> = {
  '"': /\\?["\n]/,
  // 'D''Amico', 'D\'Amico'
  "'": /\\?'(?!'?\p{L})|\n/u,
  '`': /\\?[`\n]/,
};

/** The value: up to its closing quote, a separator or the end of its line. */
function upToEnd(rest: string, before: string): string {
  const quoted = endsOfQuote[before]?.exec(rest);
  if (quoted?.[0].includes(before) === true) return rest.slice(0, quoted.index);
  const end = rest.search(before === '/' ? endOfPart : endOfWord);
  if (end === -1) return rest;
  // "Rossi, Mario" in a field for both is read on.
  return rest.charAt(end) === ',' ? rest.slice(0, rest.search(/[\n\t;|<>)}\]&#"]|$/)) : rest.slice(0, end);
}

/** Whether a value ends there, and does not break off. */
function isWhole(behind: string): boolean {
  return behind === '' || /^[\n"'`<&|;\\]| {1,2}[\p{L}\d_.-]{1,40}(?:=|:\S)/u.test(behind);
}
