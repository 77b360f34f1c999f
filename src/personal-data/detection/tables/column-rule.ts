import { announcedMax, announcedName, type Part } from '../announced-name.ts';
import { dateOfBirthRule, isLettersForBirth, isSpelledBirth } from '../date-of-birth-rule.ts';
import type { DetectionRule, FoundValue } from '../detection-rule.ts';
import {
  isPersonWord,
  nameFieldOf,
  pairedFieldOf,
  pairKey,
  partsOfName,
  qualifiedFieldOf,
  type NameField,
} from '../field-names.ts';
import { identifierRule } from '../identifier-rule.ts';
import { fieldsOfThings } from '../labelled-thing-rule.ts';
import { lexicon, wordMarks } from '../lexicon.ts';
import { isListedName } from '../listed-names.ts';
import { phoneRule } from '../phone-rule.ts';
import { isVehicleWord, plateRule } from '../plate-rule.ts';
import { eachBracketedRow, eachSqlList, eachSqlRow } from './bracketed-row.ts';
import { eachHtmlRow, eachLineRow } from './line-row.ts';
import { columnNameMax } from './separator.ts';
import { eachUnnamedRow, reportRows } from './unnamed-row.ts';
import { cueMarks, textWords, type TextWords } from '../text-words.ts';

/** A word of each kind, short, to stand before the values of a column, and the rule that it announces them to. */
const cueWords: readonly (readonly [mark: number, word: string, rule: DetectionRule])[] = [
  [wordMarks.birthCue, 'dob', dateOfBirthRule],
  [wordMarks.plateCue, 'targa', plateRule],
  [wordMarks.passportCue, 'passport', identifierRule],
  [wordMarks.licenceCue, 'patente', identifierRule],
  [wordMarks.documentCue, 'ausweis', identifierRule],
  [wordMarks.healthCue, 'nhs', identifierRule],
  [wordMarks.nationalCue, 'nir', identifierRule],
  [wordMarks.vatCue, 'vat', identifierRule],
  [wordMarks.taxCue, 'steuer', identifierRule],
  [wordMarks.phoneCue, 'tel', phoneRule],
];
const cued = new Set(cueWords.map(([, , rule]) => rule));

/** "Text" and "Contact" at the top of a column announce no telephone numbers, as they do in a sentence. */
const phoneColumn = /tel|phone|mobile?|cell|handy|fax|m[oó]vil|whatsapp|rufnummer/i;

interface Cue {
  readonly word: string;
  readonly rule: DetectionRule;
}

/** What the top of a column announces below it. */
interface Column {
  readonly name: NameField | null;
  readonly cue: Cue | null;
  /** Goods and places stand there, and no people. */
  readonly isOfThings: boolean;
  /** What a person is: "Student". */
  readonly isOfPeople: boolean;
}

/** What the columns of tables announce: names, dates of birth, plates, numbers, in every row. */
export const columnRule: DetectionRule = {
  entities: ['PERSON', ...new Set(Array.from(cued).flatMap((rule) => rule.entities))],
  find(words, found, languages) {
    if (!mayHaveRows(words.text)) return;
    const cells = new AnnouncedCells(words.text);
    const columns = new Columns(words.text);
    const onRow = (header: readonly Part[], row: readonly Part[]): void => {
      for (const [place, column] of columns.of(header).entries()) cells.add(row[place], column, found);
    };
    const marks = wordMarks.field | cueMarks;
    const mayHead = (word: number): boolean => (words.marksOf(word) & marks) !== 0 || isHeadOfThings(words, word);
    const isHeader = (row: readonly Part[]): boolean => columns.areNamed(row);
    const named = { isHeader, isField: (cell: Part) => columns.isField(cell) };
    eachLineRow(words, { mayHead, ...named }, onRow);
    eachHtmlRow(words.text, isHeader, onRow);
    eachBracketedRow(words.text, named, onRow);
    eachSqlList(words.text, named, onRow);
    const unnamed = eachSqlRow(words, isHeader, onRow);
    for (const rows of unnamed) reportRows(words.text, rows, found, 1);
    eachUnnamedRow(words.text, found);
    cells.findCued((cellWords, foundInCell) => {
      for (const rule of cued) if (cells.announced.has(rule)) rule.find(cellWords, foundInCell, languages);
    }, found);
  },
};

/** A table has two lines, or is in HTML, JSON or SQL. */
function mayHaveRows(text: string): boolean {
  return (
    text.includes('\n') ||
    text.includes('<tr') ||
    text.includes('[') ||
    text.includes('(') ||
    /values| in \(/i.test(text)
  );
}

class Columns {
  readonly #text: string;
  #header: readonly Part[] | null = null;
  #columns: readonly Column[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  of(header: readonly Part[]): readonly Column[] {
    if (header === this.#header) return this.#columns;
    const names = header.map(({ start, end }) => this.#text.slice(start, end).replace(note, ''));
    const small = new Set(names.map(pairKey));
    const columns = names.map((name) => columnOf(name, (other) => small.has(other)));
    // "Name" beside a date of birth is a person's; beside a price it is a thing's.
    const isAboutPerson = columns.some(({ name, cue }) => cue !== null || (name !== null && name !== 'name'));
    this.#header = header;
    this.#columns = columns.map(({ name, ...column }) => ({
      ...column,
      name: name !== 'name' ? name : isAboutPerson ? 'family' : null,
    }));
    return this.#columns;
  }

  isField({ start, end }: Part): boolean {
    if (end - start > columnNameMax) return false;
    const { name, cue } = columnOf(this.#text.slice(start, end), () => false);
    return name !== null || cue !== null;
  }

  /** Whether all cells may be names of columns, and one announces something. */
  areNamed(cells: readonly Part[]): boolean {
    const isNamed = cells.every(
      ({ start, end }) => end - start <= columnNameMax && isName.test(this.#text.slice(start, end).replace(note, '')),
    );
    return (
      isNamed &&
      this.of(cells).some((each) => each.name !== null || each.cue !== null || each.isOfThings || each.isOfPeople)
    );
  }
}

/** "Name (last, first)". */
const note = / ?\([^()]{0,40}\)$/;
/** The name of a column has letters, few words and no sign of a sentence. */
const isName = /^(?!\d*$)(?:[\p{L}\p{M}\d_#%°º./'’()&-]+(?: [\p{L}\p{M}\d_#%°º./'’()&-]+){0,4})$|^$/u;

function columnOf(name: string, isBeside: (name: string) => boolean): Column {
  const parts = partsOfName(name);
  const marks = parts.reduce((all, part) => all | lexicon.marksAt(part, 0, part.length), 0);
  const announced = marks | (isSpelledBirth(name) || isLettersForBirth(name) ? wordMarks.birthCue : 0);
  const [mark = 0, word, rule] = cueWords.find(([each]) => (announced & each) !== 0) ?? [];
  const vehicle = parts.find(isVehicleWord);
  const ofVehicle = vehicle === undefined ? null : { word: vehicle, rule: plateRule };
  const cue = word === undefined || rule === undefined ? ofVehicle : { word, rule };
  const isOther = mark === wordMarks.phoneCue && !phoneColumn.test(name);
  // "Enter your last name, first name" is a sentence.
  const isNamed = !name.includes(' ') || (lexicon.marksAt(name, 0, name.indexOf(' ')) & wordMarks.field) !== 0;
  return {
    name: (isNamed ? (nameFieldOf(parts) ?? qualifiedFieldOf(parts)) : null) ?? pairedFieldOf(name, isBeside),
    cue: isOther || (marks & wordMarks.otherCue) !== 0 ? null : cue,
    isOfPeople: parts.length === 1 && isPersonWord(parts[0] ?? ''),
    isOfThings: parts.length === 1 && fieldsOfThings.marksAt(name, 0, name.length) !== 0,
  };
}

/** Whether a word is alone in a cell, and names such a column. */
function isHeadOfThings({ text, starts, ends, hashes, codeAt }: TextWords, word: number): boolean {
  const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
  const code = codeAt(end);
  if (edges[code] !== 1 && !(code === blank && edges[codeAt(end + 1)] === 1)) return false;
  return fieldsOfThings.marksAt(text, start, end, hashes[word]) !== 0;
}

const blank = 32;
/** Separators, quotes and ends of lines. */
const edges = new Uint8Array(128);
for (const edge of '|;,\t"\n\r') edges[edge.charCodeAt(0)] = 1;

/** A cell of fewer or more characters is no date, plate or number. */
const [cellMin, cellMax] = [5, 32];

/** Cells below announcing names, one a line, each behind a word that announces it, to be searched like a text. */
class AnnouncedCells {
  /** The rules that have to look at them. */
  readonly announced = new Set<DetectionRule>();
  readonly #text: string;
  readonly #lines: string[] = [];
  /** Where each line and its cell begin: in the lines, and in the text. */
  readonly #starts: number[] = [];
  readonly #places: number[] = [];
  #length = 0;

  constructor(text: string) {
    this.#text = text;
  }

  add(cell: Part | undefined, { name, cue, isOfThings, isOfPeople }: Column, found: FoundValue): void {
    if (cell !== undefined && isOfThings && cell.end > cell.start) found(cell.start, cell.end, ['PERSON', 0]);
    if (
      cell !== undefined &&
      isOfPeople &&
      name === null &&
      isListedName(this.#text.slice(cell.start, Math.min(cell.end, cell.start + announcedMax)))
    )
      found(cell.start, cell.end, ['PERSON', 0.75]);
    if (cell === undefined || cell.end === cell.start || (name === null && cue === null)) return;
    const text = this.#text.slice(cell.start, Math.min(cell.end, cell.start + announcedMax));
    const person = name === null ? null : announcedName(text, { field: name, isWhole: true });
    if (person !== null) found(cell.start, cell.start + person.length, ['PERSON', 0.85]);
    if (cue === null || text.length < cellMin || text.length > cellMax || !/\d/.test(text)) return;
    const before = `${cue.word}: `;
    this.announced.add(cue.rule);
    this.#starts.push(this.#length + before.length);
    this.#places.push(cell.start);
    this.#lines.push(`${before}${text}\n`);
    this.#length += before.length + text.length + 1;
  }

  findCued(search: (words: TextWords, found: FoundValue) => void, found: FoundValue): void {
    if (this.#lines.length === 0) return;
    const [starts, places] = [this.#starts, this.#places];
    search(textWords(this.#lines.join('')), (start, end, kind) => {
      const line = lastNotAbove(starts, start);
      const shift = (places[line] ?? 0) - (starts[line] ?? 0);
      // What reaches over two cells is no value.
      if (line >= 0 && end < (starts[line + 1] ?? Infinity)) found(start + shift, end + shift, kind);
    });
  }
}

/** The place of the last number that is not above another; -1: all are. */
function lastNotAbove(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
