import { announcedMax, announcedName } from './announced-name.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { fieldLabelAt, type FieldLabel } from './field-labels.ts';
import { wordMarks } from './lexicon.ts';
import { isWordCode, type TextWords } from './text-words.ts';

/** What may stand between the name of a field and its value. A longer gap announces nothing. */
const gapMax = 96;

const closing = String.raw`\\{0,2}["'\x60”»\]*_]{0,3}(?: ?\([^()\n]{0,24}\))?`;
const opening = String.raw`[ \t]{0,24}(?:[*_]{1,2} ?|\[)?(?:<!\[CDATA\[|\\{0,2}["'\x60“«]|\p{L}{0,2}["'])?`;

/** From the end of the name of a field to its value, one by one. */
const gaps: readonly RegExp[] = [
  // name: "Rossi", name = Rossi, 'name' => 'Rossi', **Name:** Rossi; the value may stand on the next line.
  new RegExp(`^${closing}[ \\t\\u00a0]{0,24}(?::=|=>|==?|:)[ \\t]{0,8}[*_]{0,2}(?:\\n[ \\t]{0,8})?${opening}`, 'u'),
  // <last_name>Rossi, <field name="last_name">Rossi, <dt>Last name</dt><dd>Rossi, <th>Last name</th><td>Rossi
  /^["']?(?: [^<>\n]{0,40})?>(?:<!\[CDATA\[)?(?=[^<\s])/u,
  /^ ?:?<\/(?:dt|label|strong|b|span|th)>[:\s]{0,24}<(?:dd|span|td|b|strong|div|p)(?: [^<>\n]{0,40})?>\s{0,16}/u,
  // | Last name | Rossi |, where no line under it makes a table of it
  /^[*_\x60]{0,2} ?\| ?[*_\x60]{0,2}(?=[^|\n]{1,60}\|[ \t]{0,8}(?:$|\n(?![ \t]*\|?[ \t]*:?-)))/u,
  // The argument of setLastName
  /^\(["'`]/u,
  // name="last_name" of a form in parts
  /^"\r?\n\r?\n/u,
  // Last name ........ Rossi, and the same with blanks alone; Last name is Rossi
  /^ ?\.{3,40} ?|^ {2,40}(?=[^\n]{1,60}(?:\n|$))(?![^\n]{0,60}\S {2,}\S)/u,
  /^ (?:is|ist|lautet|est|es|è) (?=\p{Lu})/u,
];

/** The names of people that the name of their field announces. */
export const labelledNameRule: DetectionRule = {
  entities: ['PERSON'],
  find(words, found) {
    const bare: FieldLabel[] = [];
    let isAboutPerson = false;
    for (let word = 0; word < words.count; word += 1) {
      const label = fieldLabelAt(words, word);
      if (label === null) {
        isAboutPerson ||= (words.marksOf(word) & wordMarks.birthCue) !== 0;
        continue;
      }
      if (label.field === 'name') bare.push(label);
      else isAboutPerson = report(words, label, found) || isAboutPerson;
      word = label.last;
    }
    // "Name" is that of a person in a record that has another name or a date of birth.
    for (const label of bare) report(words, isAboutPerson ? { ...label, field: 'family' } : label, found);
  },
};

/** Reports the name behind the name of a field. Returns whether there is one. */
function report(words: TextWords, { first, last, field }: FieldLabel, found: FoundValue): boolean {
  const end = words.ends[last] ?? 0;
  if (isEnglish(words, last, field)) return false;
  const behind = words.text.slice(end, end + gapMax);
  let gap: string | undefined;
  for (const each of gaps) if ((gap = each.exec(behind)?.[0]) !== undefined) break;
  // :last-name "Rossi", (last-name "Rossi")
  const before = words.codeAt((words.starts[first] ?? 0) - 1);
  if (gap === undefined && (before === 58 || before === 40)) gap = /^ "/.exec(behind)?.[0];
  if (gap === undefined || (field === 'name' && !gap.includes('=') && followsWord(words, first))) return false;
  const start = end + gap.length;
  const rest = words.text.slice(start, start + announcedMax);
  const value = upToEnd(rest, gap);
  const name = announcedName(value, { field, isWhole: isWhole(rest.slice(value.length)) });
  if (name === null) return false;
  found(start, start + name.length, ['PERSON', 0.85]);
  return true;
}

/** "File name: Report". */
function followsWord({ starts, codeAt }: TextWords, word: number): boolean {
  const start = starts[word] ?? 0;
  return codeAt(start - 1) === 32 && isWordCode(codeAt(start - 2));
}

/** "name" alone is left to the words around it: programs call everything so. */
function isEnglish(words: TextWords, word: number, field: string): boolean {
  return field === 'name' && /^names?$/i.test(words.wordOf(word).slice(0, 6));
}

/** What ends a value without quotes. */
const endOfWord = /[\n\t,;|<>)}\]&#"]| {2}| (?=[\p{L}\d_.-]{1,40}(?:=|:\S))/u;
/** What ends a value in a quote. */
const endsOfQuote: Readonly<Record<string, RegExp>> = { '"': /\\?["\n]/, "'": /\\?['\n]/, '`': /\\?[`\n]/ };

/** The value: up to its closing quote, a separator or the end of its line. */
function upToEnd(rest: string, gap: string): string {
  const ends = endsOfQuote[gap.at(-1) ?? ''] ?? endOfWord;
  const end = rest.search(ends);
  // "Rossi, Mario" in a field for both is read on.
  return end === -1
    ? rest
    : rest.charAt(end) === ','
      ? rest.slice(0, rest.search(/[\n\t;|<>)}\]&#"]|$/))
      : rest.slice(0, end);
}

/** Whether a value ends there, and does not break off. */
function isWhole(behind: string): boolean {
  return behind === '' || /^[\n"'`<&|;\\]| {1,2}[\p{L}\d_.-]{1,40}(?:=|:\S)/u.test(behind);
}
