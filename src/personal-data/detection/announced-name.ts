import type { NameField } from './field-names.ts';
import { lexicon, wordMarks } from './lexicon.ts';
import { WordTable } from './word-table.ts';

/** A part of a text. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** What the groups of a match with indices (flag `d`) took, in a text of which the part from `from` on was matched. */
export function partsOfMatch(match: RegExpExecArray | null, from: number): readonly Part[] {
  return (match?.indices ?? [])
    .slice(1)
    .flatMap((place) => (place === undefined ? [] : [{ start: from + place[0], end: from + place[1] }]));
}

export interface AnnouncedBy {
  readonly field: NameField;
  /** It fills its place: a cell, a string, the rest of a line. Only then a word in small letters may be a name. */
  readonly isWhole: boolean;
}

/** No name is longer, characters. */
export const announcedMax = 80;

/** Words, with what joins the parts of a name. */
const nameWords = /^\p{L}(?:\\'|[\p{L}\p{M}'’-])*\.?(?:(?: {1,2}|\+)\p{L}(?:\\'|[\p{L}\p{M}'’-])*\.?){0,6}/u;
/** "Rossi, Mario", and "Rossi, Mario (junior)". */
const familyFirst = /^,? ?\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*){0,2}/u;
const wordsMax = { given: 4, family: 4, full: 6, person: 5, name: 4 } as const satisfies Record<NameField, number>;

/** What a program writes where a name may stand, and names of fields in further languages, as translations have them. */
const placeholders = WordTable.of(
  `string str text varchar char nvarchar null nil none undefined unknown missing empty required optional invalid valid
  true false yes no int integer number numeric date datetime boolean bool any object value values default example
  sample test column field input label title type varchar2 not is or and desc asc self this new function return const
  let var unique primary key index distinct length size max min upper lower trim concat placeholder redacted hidden
  anonymous deleted various others other same idem vacío vuoto leer vide keine nessuno aucun ninguno obligatorio
  obbligatorio obligatoire pflichtfeld facoltativo facultatif freiwillig texto testo texte cadena stringa chaîne
  required. error username user login password email mail
  phone address city company error changed updated first last male
  female visible component siehe option maybe admin
  italic oblique regular bold semibold condensed monospace mono serif sans
  achternaam voornaam tussenvoegsel sobrenome apelido primeiro nazwisko imię imiona efternamn förnamn etternavn
  efternavn fornavn mellomnavn sukunimi etunimi soyadı soyad soyisim isim adı
  příjmení jméno priezvisko krstné vezetéknév
  keresztnév utónév nume prenume prezime ime priimek perekonnanimi eesnimi uzvārds vārds pavardė επώνυμο όνομα
  фамилия имя отчество прізвище ім'я фамилно презиме 姓 名 姓名 姓氏 名字 名前 苗字 성 이름`.split(/\s+/),
);

/**
 * The name at the beginning of a text that a field announces, whether or not a list knows it. `null`: what stands there is
 * no name, but the name of a field, a word of a program or a sentence.
 */
export function announcedName(text: string, { field, isWhole }: AnnouncedBy): string | null {
  const [written] = nameWords.exec(text) ?? [];
  if (written === undefined) return null;
  const words = written.split(/[ +]+/);
  const small = words.filter(isSmall).length;
  const rest = text.slice(written.length);
  if (/^[\d_@(\\/[={$<%^~]|^\.\S|^:\S|^\s?=/u.test(rest)) return null;
  if (small === words.length)
    return allSmall(words, { field, isWhole: isWhole && rest.trim() === '' }) ? written : null;
  const name = withoutSentence(words);
  // "Campo obbligatorio", "Please enter your name".
  if (name.length < words.length && name.some((word) => isOther(word))) return null;
  if (name.length === 0 || name.length > wordsMax[field] || name.every(isNoName)) return null;
  // "Nachname   Vorname Geburtsdatum": the top of a table.
  if (name.length > 1 && name.slice(0, 2).every(isOfHead)) return null;
  // "Smithsonian Institution Press".
  const isOrganised = name.length > 1 && hasMark(name.at(-1) ?? '', wordMarks.organisation);
  if (isOrganised && !hasMark(name[0] ?? '', wordMarks.given)) return null;
  if (field === 'name' && name.some((word) => hasMark(word, notNames))) return null;
  if (name.some((word) => /\p{Ll}\p{Lu}/u.test(word) && !/^(?:Mc|Mac|O|D|De|Di|La|Le|Van|Fitz)\p{Lu}/u.test(word)))
    return null;
  const own = text.slice(0, endOf(text, name));
  const given = field === 'full' || field === 'person' ? (familyFirst.exec(text.slice(own.length))?.[0] ?? '') : '';
  return given.startsWith(',') ? own + given : own;
}

/** "d'Amico" is written with a capital. */
function isSmall(word: string): boolean {
  return /^\p{Ll}(?!\p{Ll}?\\?['’]{1,2}\p{Lu})/u.test(word);
}

/** Where the first so many words end. */
function endOf(text: string, words: readonly string[]): number {
  let end = 0;
  for (const word of words) end = text.indexOf(word, end) + word.length;
  return words.at(-1)?.endsWith('.') === true && (words.at(-1)?.length ?? 0) > 4 ? end - 1 : end;
}

/** The words before the first in small letters that is no particle: the sentence goes on there. */
function withoutSentence(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => isSmall(word) && !hasMark(word, wordMarks.particle));
  let last = end === -1 ? words.length : end;
  if (end !== -1) while (last > 0 && isSmall(words[last - 1] ?? '')) last -= 1;
  return words.slice(0, last);
}

/** A name in small letters, or in a script without capitals: alone in its place, and no word of a language or a program. */
function allSmall(words: readonly string[], { field, isWhole }: AnnouncedBy): boolean {
  if (!isWhole || field === 'name' || field === 'person' || words.length > 3) return false;
  if (field === 'full' && words.length < 2) return false;
  return !words.some(
    (word) => isNoName(word) || isOfHead(word) || hasMark(word, wordMarks.ordinary | wordMarks.field | wordMarks.place),
  );
}

const notNames = wordMarks.ordinary | wordMarks.month | wordMarks.place | wordMarks.organisation | wordMarks.field;

function isNoName(word: string): boolean {
  return hasMark(word, wordMarks.field) || isPlaceholder(word);
}

function isOfHead(word: string): boolean {
  return hasMark(word, wordMarks.field | wordMarks.birthCue | wordMarks.plateCue);
}

function hasMark(word: string, marks: number): boolean {
  return (lexicon.marksAt(word, 0, word.length) & marks) !== 0;
}

/** Begins with a capital, and consists of names and of words that no list has. */
export function isOnlyName(name: string): boolean {
  return /^(?:\p{Ll}{1,3}[ '’]{1,2})*\p{Lu}/u.test(name) && name.split(notOfWord).every((word) => !isOther(word));
}

/** Has a word that lists know as a name, and none that they know as anything else. */
export function isKnownName(name: string): boolean {
  return isOnlyName(name) && name.split(notOfWord).some((word) => hasMark(word, wordMarks.given | wordMarks.family));
}

/**
 * Whether two values are those of one person, of which names of fields that say little of themselves hold a part each: a
 * given name is rarely a word, so that beside one any word is a family name.
 */
export function arePartsOfName(given: string, family: string): boolean {
  const isFamily = isKnownName(family) && !family.split(notOfWord).some((word) => hasMark(word, notNames));
  return given !== family && (isOnlyName(given) || isFamily);
}

/** The same of "given" and "family", which are said of people and of fonts. */
export function areGivenAndFamily(given: string, family: string): boolean {
  return given !== family && ![given, family].some((each) => each.split(notOfWord).some((word) => isPlaceholder(word)));
}

const notOfWord = /[^\p{L}\p{M}]+/u;

/** Whether lists know a word, and not as a name. */
function isOther(word: string): boolean {
  const marks = lexicon.marksAt(word, 0, word.length);
  if ((marks & namesAndParticles) !== 0) return false;
  return marks !== 0 || isPlaceholder(word);
}

function isPlaceholder(word: string): boolean {
  return placeholders.marksAt(word, 0, word.length) !== 0;
}

const namesAndParticles = wordMarks.given | wordMarks.family | wordMarks.particle;
