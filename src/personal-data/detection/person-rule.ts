import { beforeName, beforeNameMarks } from './before-name.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { isJoinedName, joinedNames } from './joined-names.ts';
import { wordMarks } from './lexicon.ts';
import { textWords, wordShapes, type TextWords } from './text-words.ts';
import { WordTable } from './word-table.ts';

const rowWordsMax = 8;
const nameWordsMax = 5;
/** Endings of family names that few other words have. */
const familyEnding =
  /(etti|elli|ucci|acci|azzi|izzi|ozzi|ini|oni|ioli|ardi|mann|berger|burger|stein|inger|hofer|meier|maier|meyer|bauer|huber|son|sen|ski|ska|sky|wicz|owicz|ova|escu|ović|vić|ić|ez|idis|poulos|akis|oglu|shvili|eau|ault|ard|feld|bach|ström|nen)$/;
const joinedFamily = /^(Mc|Mac|O'|D'|De|Di|La|Le|Van|Fitz)[A-Z]/;

/**
 * Names of people: rows of capitalised words that a given name, a family name, a title or a word before marks as a
 * name. Single names are found if they are given names, or parts of a name elsewhere in the text.
 */
export const personRule: DetectionRule = {
  entities: ['PERSON'],
  find(words, found) {
    const known = new Set<string>();
    const lone: number[] = [];
    const strange: Name[] = [];
    const isProduct = aboutClaude.test(words.text);
    for (let word = 0; word < words.count;) {
      if (!isNameWord(words, word)) {
        if (isJoinedName(words, word))
          for (const name of joinedNames(words, word)) found(name.start, name.end, ['PERSON', 0.7]);
        word += 1;
        continue;
      }
      // "Nell'Ottocento", "L'Argentina".
      if (words.codeAt(words.ends[word] ?? 0) === 39 && contracted.test(words.wordOf(word))) {
        word += 1;
        continue;
      }
      const last = lastOfRow(words, word);
      const named = withoutIdentifiers(words, nameIn(words, word, last));
      const name = named !== null && isProduct && isClaude(words, named) ? null : named;
      if (name === null) for (let each = word; each <= last; each += 1) lone.push(each);
      else if (name.score === scoreOfStrange) strange.push(name);
      else report(words, name, { found, known });
      word = (name?.last ?? last) + 1;
    }
    const usual = wordsInSmallLetters(words, [...known, ...strange.flatMap((name) => wordsOf(words, name))]);
    for (const name of strange) if (!isUsual(words, name, usual)) report(words, name, { found, known });
    for (const word of lone) {
      if (known.has(words.wordOf(word)) && !isUsual(words, { first: word, last: word }, usual))
        found(words.starts[word] ?? 0, words.ends[word] ?? 0, ['PERSON', 0.6]);
    }
  },
};

const contracted = /^(?:L|Nell|Dell|All|Sull|Dall|Quell|Un|Qu|C|J|N|S)$/i;

/** Only such rows of words are judged by the rest of the text. */
const scoreOfStrange = 0.4;

/** A text about the models or programs of that name, as the instructions of a coding agent are. */
const aboutClaude = /\bAnthropic\b|\bClaude (?:Code|Opus|Sonnet|Haiku|API|Agent|Console|Desktop|Enterprise|Platform)\b/;

/** Whether a row of words begins with "Claude" and has no family name. */
function isClaude(words: TextWords, { first, last }: Name): boolean {
  return words.wordOf(first) === 'Claude' && firstWith(words, first + 1, last, wordMarks.family) === -1;
}

function wordsOf(words: TextWords, { first, last }: Name): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, place) => words.wordOf(first + place));
}

/** Which of some words the text also has in small letters, between blanks: parts of mail addresses and paths are no words. */
function wordsInSmallLetters(words: TextWords, sought: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  if (sought.length === 0) return found;
  const { text, count, shapes, starts, ends, codeAt, wordOf } = words;
  const table = new WordTable(new Map(sought.map((word) => [word.toLowerCase(), 1])));
  const small = wordShapes.letters | wordShapes.lower;
  for (let word = 0; word < count; word += 1) {
    const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
    if (shapes[word] !== small || table.marksAt(text, start, end) === 0) continue;
    if (isBlank(codeAt(start - 1)) && isBlank(codeAt(end))) found.add(wordOf(word));
  }
  return found;
}

function isBlank(code: number): boolean {
  return code === 0 || code === 32 || code === 10 || code === 9 || code === 13 || code === 44;
}

/** "Workspace Member" is no name in a text that says "workspace" and "member" too. */
function isUsual(words: TextWords, { first, last }: Pick<Name, 'first' | 'last'>, usual: ReadonlySet<string>): boolean {
  for (let word = first; word <= last; word += 1) {
    if (has(words, word, wordMarks.given | wordMarks.family)) return false;
    if (!usual.has(words.wordOf(word).toLowerCase())) return false;
  }
  return true;
}

/**
 * Whether a word of a program, such as the name of a tool or of a member, contains a full name whose parts are both known:
 * `Mario_Rossi`, `getMarioRossi`, `Mario Rossi`.
 */
export function spellsFullName(word: string): boolean {
  if (word.includes(' ') && joinedNames(textWords(word.replaceAll(' ', '')), 0).length > 0) return true;
  const names: string[] = [];
  const words = textWords(word);
  personRule.find(words, (start, end) => void names.push(word.slice(start, end)), []);
  return names.some((name) => (/^\p{L}+$/u.test(name) ? /\p{Ll}\p{Lu}/u.test(name) : /^[\p{L}_]+$/u.test(name)));
}

interface Name {
  readonly first: number;
  readonly last: number;
  readonly score: number;
}

function report(
  words: TextWords,
  { first, last, score }: Name,
  { found, known }: { found: FoundValue; known: Set<string> },
): void {
  found(words.starts[first] ?? 0, words.ends[last] ?? 0, ['PERSON', score]);
  for (let word = first; word <= last; word += 1) {
    const isOrdinary = has(words, word, wordMarks.ordinary | wordMarks.particle | wordMarks.place);
    if (!isOrdinary && (words.ends[word] ?? 0) - (words.starts[word] ?? 0) > 2) known.add(words.wordOf(word));
  }
}

/** Begins with a capital and has neither digits nor capitals in the middle, except in names that are written so. */
function isNameWord(words: TextWords, word: number): boolean {
  const shape = words.shapes[word] ?? 0;
  if ((shape & wordShapes.capital) === 0 || (shape & wordShapes.digits) !== 0) return false;
  if ((shape & wordShapes.lower) === 0 || (shape & wordShapes.moreCapitals) === 0) return true;
  return joinedFamily.test(words.wordOf(word).slice(0, 6));
}

/** The last word of the row of capitalised words that begins here; it may contain particles. */
function lastOfRow(words: TextWords, first: number): number {
  let last = first;
  for (let next = first + 1; next < words.count && next < first + rowWordsMax; next += 1) {
    const gap = words.gapAfter(next - 1);
    const isAbbreviated = gap === '. ' && (isInitial(words, next - 1) || has(words, next - 1, wordMarks.honorific));
    if (gap !== ' ' && gap !== '-' && gap !== '_' && gap !== "'" && !isAbbreviated) break;
    if (isNameWord(words, next)) last = next;
    else if (!isInsideName(words, next)) break;
  }
  return last;
}

/**
 * "Mario_Rossi" is a name if both words are known parts of names; "Grant_Type" and "Max_2" are identifiers of a
 * program.
 */
function withoutIdentifiers(words: TextWords, name: Name | null): Name | null {
  if (name === null) return name;
  const { first, last } = name;
  if (first === last) return isUnderscored(words, first) ? null : name;
  let known = 0;
  let isJoined = false;
  for (let word = first; word <= last; word += 1) {
    const isSmall = ((words.shapes[word] ?? 0) & wordShapes.lower) !== 0;
    if (isSmall && (has(words, word, wordMarks.given) || looksLikeFamily(words, word))) known += 1;
    if (word > first && words.codeAt((words.starts[word] ?? 0) - 1) === underscore) isJoined = true;
  }
  return isJoined && (known < 2 || !hasBetween(words, first, last, wordMarks.given)) ? null : name;
}

function isUnderscored({ codeAt, starts, ends }: TextWords, word: number): boolean {
  return codeAt((starts[word] ?? 0) - 1) === underscore || codeAt(ends[word] ?? 0) === underscore;
}

const underscore = 95;

/** "von", "de la" and the like, without the particles of streets and offices. */
function isInsideName(words: TextWords, word: number): boolean {
  if (!has(words, word, wordMarks.particle) || words.shapes[word] !== (wordShapes.letters | wordShapes.lower))
    return false;
  return !/^(delle|dei|dello|am|im|und|op|ra|ssa|e|y|i|l)$/.test(words.wordOf(word));
}

function nameIn(words: TextWords, from: number, to: number): Name | null {
  let first = from;
  let isTitled = isTitle(words, from - 1);
  // "Dear Mrs Miller", "Herr Prof. Dr. Meier".
  for (let word = from; word < to && word < from + 4; word += 1) {
    if (!isTitle(words, word)) continue;
    isTitled = true;
    first = word + 1;
  }
  if (has(words, first - 1, wordMarks.streetBefore) || hasBetween(words, first, to, wordMarks.organisation))
    return null;
  if (!isTitled && isPlace(words, from, to)) return null;
  if (isTitled) return titled(words, first, to);
  return untitled(words, first, to);
}

/** "San Antonio", "los Angeles", "río Clyde". */
function isPlace(words: TextWords, first: number, last: number): boolean {
  if (last > first && last - first < 3 && (beforeName(words, first) & beforeNameMarks.place) !== 0) return true;
  return isBehind(words, first, beforeNameMarks.place);
}

/** Whether a word with one of these marks is before another, behind a blank. */
function isBehind(words: TextWords, word: number, marks: number): boolean {
  const start = words.starts[word] ?? 0;
  if (words.ends[word - 1] !== start - 1 || words.codeAt(start - 1) !== 32) return false;
  return (beforeName(words, word - 1) & marks) !== 0;
}

function isTitle(words: TextWords, word: number): boolean {
  if (!has(words, word, wordMarks.honorific) || !/^\.? $/.test(words.gapAfter(word))) return false;
  // "50 ms. A page".
  if (words.wordOf(word) === 'ms' && words.shapes[word - 1] === wordShapes.digits) return false;
  // A single letter is a title only with a full stop: "M. Dupont", and not "I'm".
  return (words.ends[word] ?? 0) - (words.starts[word] ?? 0) > 1 || words.gapAfter(word).startsWith('.');
}

function titled(words: TextWords, first: number, to: number): Name | null {
  if (has(words, first, wordMarks.month | wordMarks.honorific) && first === to) return null;
  return { first, last: cutOff(words, first, Math.min(to, first + nameWordsMax)), score: 0.9 };
}

function untitled(words: TextWords, from: number, to: number): Name | null {
  let first = from;
  // The first word of a sentence is not part of the name unless it can be a name.
  while (
    first < to &&
    isOrdinary(words, first) &&
    !(has(words, first, wordMarks.given) && isNamePart(words, first + 1))
  )
    first += 1;
  const last = cutOff(words, first, Math.min(to, first + nameWordsMax));
  const isCued = isAnnounced(words, from);
  const isNamed = isCued && !isWeakCue(words, from);
  if (first === last) return greeted(words, first) ?? signed(words, first) ?? loneName(words, first, isCued);
  const given = firstWith(words, first, last, wordMarks.given);
  if (given !== -1) {
    const isWordFirst = has(words, first, wordMarks.common) || isOrdinary(words, first);
    const isSurnameFirst = given > first && !isWordFirst && given - first <= 2;
    const start = isSurnameFirst ? first : given;
    // "Millionen Mark": a noun before it makes a name of it in few texts, and something else in most.
    if (start === last)
      return start > first && has(words, start - 1, wordMarks.common) ? null : loneName(words, last, isCued);
    if (isBehind(words, start, beforeNameMarks.articleOfMany) && !looksLikeFamily(words, last)) return null;
    const isRare = has(words, given, wordMarks.rare) && hasBetween(words, start, last, wordMarks.common);
    if (isRare && !looksLikeFamily(words, last)) return null;
    return isWritten(words, start, last) ? { first: start, last, score: 0.8 } : null;
  }
  const isFamily = looksLikeFamily(words, last) || has(words, first, wordMarks.family);
  const isOther = hasBetween(words, first, last, wordMarks.place | wordMarks.ordinary | wordMarks.month);
  if (isOther && !isCued) return null;
  // "name TEXT PRIMARY KEY", "CROSS JOIN".
  if (!isWritten(words, first, last) && !(isNamed && words.gapAfter(from - 1).includes(':'))) return null;
  const isCommon = hasBetween(words, first, last, wordMarks.common);
  if (isBehind(words, first, beforeNameMarks.article) || (isCommon && !(isNamed && isFamily))) return null;
  if (isFamily || isNamed) return { first, last, score: isCued ? 0.7 : 0.55 };
  return isStrange(words, first, last) && !isTitleOrPlace(words, first) ? { first, last, score: scoreOfStrange } : null;
}

/** "with", "von", "per": what follows may be anything. */
function isWeakCue(words: TextWords, word: number): boolean {
  return !words.gapAfter(word - 1).includes(':') && (beforeName(words, word - 1) & beforeNameMarks.anything) !== 0;
}

/** In quotes there are titles of works, and behind "in" and "at" places. */
function isTitleOrPlace(words: TextWords, first: number): boolean {
  if (/["“”„«»]/.test(String.fromCharCode(words.codeAt((words.starts[first] ?? 0) - 1)))) return true;
  return (beforeName(words, first - 1) & beforeNameMarks.where) !== 0;
}

const wordEnding =
  /(tion|sion|ment|ing|ware|ity|ness|ism|ance|ence|ology|graphy|ung|heit|keit|schaft|zione|zioni|mento|menti|ità|ción|ciones|dad|miento|logie|age|able|ible|ive|ical|nummer|code|zahl|ed)s?$/;

/** Two or three capitalised words in the middle of a sentence that no list has. */
function isStrange(words: TextWords, first: number, last: number): boolean {
  if (last - first > 2) return false;
  for (let word = first; word <= last; word += 1) {
    const length = (words.ends[word] ?? 0) - (words.starts[word] ?? 0);
    if (length < 3 || ((words.shapes[word] ?? 0) & wordShapes.lower) === 0 || words.gapAfter(word) === '-')
      return false;
    if (wordEnding.test(words.wordOf(word).slice(-12)) || words.marksOf(word) !== 0) return false;
  }
  return true;
}

/** Words in all capitals are a name if two of them are known parts of names; else they are constants or headings. */
function isWritten(words: TextWords, first: number, last: number): boolean {
  let [capitals, known] = [0, 0];
  for (let word = first; word <= last; word += 1) {
    const shape = words.shapes[word] ?? 0;
    if ((shape & wordShapes.lower) === 0 && (shape & wordShapes.moreCapitals) !== 0) capitals += 1;
    if (has(words, word, wordMarks.given | wordMarks.family)) known += 1;
  }
  return capitals < last - first + 1 || known >= 2;
}

/** "Hello Agrippine,": the word after a greeting is a name. */
function greeted(words: TextWords, word: number): Name | null {
  const greeting =
    /^(hi|hello|hey|dear|hallo|liebe|lieber|moin|servus|bonjour|salut|chère|cher|coucou|hola|querida|querido|ciao|cara|caro)$/i;
  const isGreeted = word > 0 && words.gapAfter(word - 1) === ' ' && greeting.test(words.wordOf(word - 1).slice(0, 8));
  if (!isGreeted || !/^ ?[,!:\n]/.test(words.gapAfter(word))) return null;
  const isOther = isOrdinary(words, word) && !has(words, word, wordMarks.given);
  return isOther || has(words, word, wordMarks.organisation) ? null : { first: word, last: word, score: 0.6 };
}

/**
 * "Best regards,
 * Agrippine": the words after a closing formula, alone on their line, are a name.
 */
function signed(words: TextWords, word: number): Name | null {
  const formula =
    /^(presto|saluti|saluto|abbraccio|regards|wishes|cheers|thanks|best|sincerely|yours|grüße|grüßen|gruß|gruss|dank|lg|cordialement|amicalement|bientôt|amitiés|salutations|saludos|saludo|atentamente|abrazo|gracias|merci|grazie|danke)$/i;
  const isClosed = word > 0 && /^,? ?\n+$|^, $/.test(words.gapAfter(word - 1));
  if (!isClosed || !formula.test(words.wordOf(word - 1).slice(0, 16))) return null;
  if (!/^ ?([\n"'<]|\.?$|\.?\n)/.test(words.gapAfter(word).slice(0, 8))) return null;
  const isOther = isOrdinary(words, word) && !has(words, word, wordMarks.given);
  return isOther || has(words, word, wordMarks.organisation) ? null : { first: word, last: word, score: 0.6 };
}

function loneName(words: TextWords, word: number, isCued: boolean): Name | null {
  const isOther = has(words, word, wordMarks.place | wordMarks.month | wordMarks.honorific) || isOrdinary(words, word);
  const shape = words.shapes[word] ?? 0;
  if ((shape & wordShapes.lower) === 0) return null;
  const isGiven = has(words, word, wordMarks.given) && (isCued || !has(words, word, wordMarks.rare));
  if (
    isGiven &&
    !isBehind(words, word, beforeNameMarks.article) &&
    (!isOther || (isCued && !has(words, word, wordMarks.month)))
  )
    return { first: word, last: word, score: isCued ? 0.7 : 0.5 };
  const isFamily = has(words, word, wordMarks.family) || familyEnding.test(words.wordOf(word).slice(-8));
  return isFamily && isCued && !isOther ? { first: word, last: word, score: 0.5 } : null;
}

/** Without words at its end that belong to the sentence. */
function cutOff(words: TextWords, first: number, to: number): number {
  let last = to;
  while (last > first && !isNameWord(words, last)) last -= 1;
  while (last > first && isOrdinary(words, last) && !has(words, last, wordMarks.family | wordMarks.given)) last -= 1;
  for (let word = first + 1; word <= last; word += 1) {
    const isEnd = isOrdinary(words, word) && !has(words, word, wordMarks.given | wordMarks.family | wordMarks.particle);
    if (isEnd) return word - 1;
  }
  return last;
}

function isAnnounced(words: TextWords, word: number): boolean {
  const gap = words.gapAfter(word - 1);
  const isNear = gap.length <= 3 && /^[ :,.]{1,3}$|^\n+$|^,\n+$/.test(gap);
  if (!isNear) return false;
  if (has(words, word - 1, wordMarks.nameCue)) return true;
  // "Intestato a", "belongs to".
  const isSmall =
    (words.ends[word - 1] ?? 0) - (words.starts[word - 1] ?? 0) <= 3 && gap === ' ' && words.gapAfter(word - 2) === ' ';
  return isSmall && has(words, word - 2, wordMarks.nameCue);
}

function isNamePart(words: TextWords, word: number): boolean {
  return isNameWord(words, word) && (has(words, word, wordMarks.family | wordMarks.given) || !isOrdinary(words, word));
}

function looksLikeFamily(words: TextWords, word: number): boolean {
  const text = words.wordOf(word).slice(-12);
  return (
    has(words, word, wordMarks.family) ||
    joinedFamily.test(words.wordOf(word).slice(0, 6)) ||
    (text.length > 4 && familyEnding.test(text))
  );
}

function isInitial(words: TextWords, word: number): boolean {
  return (words.ends[word] ?? 0) - (words.starts[word] ?? 0) === 1 && isNameWord(words, word);
}

function isOrdinary(words: TextWords, word: number): boolean {
  return has(words, word, wordMarks.ordinary | wordMarks.month);
}

function has(words: TextWords, word: number, marks: number): boolean {
  return (words.marksOf(word) & marks) !== 0;
}

function hasBetween(words: TextWords, first: number, last: number, marks: number): boolean {
  return firstWith(words, first, last, marks) !== -1;
}

function firstWith(words: TextWords, first: number, last: number, marks: number): number {
  for (let word = first; word <= last; word += 1) if (has(words, word, marks)) return word;
  return -1;
}
