import { isBeforeAct, isBeforeDeed, lastInSmallLetters } from './before-deed.ts';
import {
  beforeName,
  beforeNameMarks,
  isAnnounced,
  isBehind,
  isBehindAdjective,
  isBehindRole,
  isBehindThing,
  isIn,
  isLittle,
  isNameOfOther,
  isOfDish,
  isOfFirm,
  isOfOwn,
  isOfWork,
  isOwner,
  isPlace,
  isPlant,
  isThing,
  isThingCalled,
  isTitle,
  isTitleAbove,
  isTitleOrPlace,
} from './before-name.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { isJoinedName, joinedNames } from './joined-names.ts';
import { wordMarks } from './lexicon.ts';
import {
  areSurnames,
  cutOff,
  familyEnding,
  firstWith,
  has,
  hasBetween,
  hasOrganisation,
  hasPlacePhrase,
  isAcronym,
  isHyphened,
  isJoinedByHyphens,
  isInflected,
  isInitialled,
  isNamePart,
  isNameWord,
  isNoun,
  isOrdinary,
  isOfNames,
  isParticle,
  isPlural,
  isStrange,
  isStreet,
  isWritten,
  lastOfRow,
  looksLikeFamily,
  withoutNouns,
  type WordRow,
} from './name-words.ts';
import { type TextWords, textWords, wordShapes } from './text-words.ts';
import { WordTable } from './word-table.ts';

const nameWordsMax = 5;

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
    const isProduct = words.text.includes('Claude') && aboutClaude.test(words.text);
    for (let word = 0; word < words.count;) {
      if (!isNameWord(words, word)) {
        if (isJoinedName(words, word))
          for (const name of joinedNames(words, word)) found(name.start, name.end, ['PERSON', 0.7]);
        const last = lastInSmallLetters(words, word);
        if (last !== -1) found(words.starts[word] ?? 0, words.ends[last] ?? 0, ['PERSON', 0.7]);
        word = Math.max(word, last) + 1;
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
    const sought = new Set(known);
    for (const { first, last } of strange)
      for (let each = first; each <= last; each += 1) sought.add(words.wordOf(each));
    const usual = wordsInSmallLetters(words, sought);
    for (const name of strange) if (!isUsual(words, name, usual)) report(words, name, { found, known });
    for (const word of lone) {
      if (
        known.has(words.wordOf(word)) &&
        !isAdjective(words, word) &&
        !isUsual(words, { first: word, last: word }, usual)
      )
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

/** Which of some words the text also has in small letters, between blanks: parts of mail addresses and paths are no words. */
function wordsInSmallLetters(words: TextWords, sought: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  if (sought.size === 0) return found;
  const { text, count, shapes, hashes, starts, ends, wordOf } = words;
  const table = WordTable.of(Array.from(sought, (word) => word.toLowerCase()));
  const small = wordShapes.letters | wordShapes.lower;
  for (let word = 0; word < count; word += 1) {
    const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
    if (shapes[word] !== small || table.marksAt(text, start, end, hashes[word]) === 0) continue;
    const isAlone = !/[^ \n\t\r,]/.test(text.slice(Math.max(0, start - 1), start) + text.slice(end, end + 1));
    if (isAlone) found.add(wordOf(word));
  }
  return found;
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

/**
 * "Mario_Rossi" is a name if both words are known parts of names; "Grant_Type" and "Max_2" are identifiers of a
 * program.
 */
function withoutIdentifiers(words: TextWords, name: Name | null): Name | null {
  if (name === null) return name;
  const { first, last } = name;
  const { codeAt, starts, ends } = words;
  if (first === last) {
    const isUnderscored = codeAt((starts[first] ?? 0) - 1) === underscore || codeAt(ends[first] ?? 0) === underscore;
    return isUnderscored ? null : name;
  }
  let known = 0;
  let isJoined = false;
  for (let word = first; word <= last; word += 1) {
    const isSmall = ((words.shapes[word] ?? 0) & wordShapes.lower) !== 0;
    if (isSmall && (has(words, word, wordMarks.given) || looksLikeFamily(words, word))) known += 1;
    if (word > first && words.codeAt((words.starts[word] ?? 0) - 1) === underscore) isJoined = true;
  }
  return isJoined && (known < 2 || !hasBetween(words, first, last, wordMarks.given)) ? null : name;
}

const underscore = 95;

function nameIn(words: TextWords, begin: number, end: number): Name | null {
  if (begin === end && isOtherWord(words, begin)) return null;
  if (isNameOfOther(words, begin, end)) return null;
  const { first: from, last: to } = withoutNouns(words, begin, end);
  let first = from;
  let isTitled = isTitle(words, from - 1) || isTitleAbove(words, from, to);
  // "Dear Mrs Miller", "Herr Prof. Dr. Meier", "Manager Jana Toschke".
  for (let word = from; word < to && word < from + 4; word += 1) {
    if (isTitle(words, word)) isTitled = true;
    else if (isTitled || (beforeName(words, word) & beforeNameMarks.role) === 0 || words.gapAfter(word) !== ' ')
      continue;
    first = word + 1;
  }
  if (
    isBehindStreet(words, first) ||
    isBehindStreet(words, begin) ||
    isStreet(words, begin, end) ||
    hasOrganisation(words, { first, last: to }, isTitled)
  )
    return null;
  if (!isTitled && isPlace(words, from, to)) return null;
  if (isTitled) return titled(words, first, to);
  const name = untitled(words, first, to);
  if (name === null || hasPlacePhrase(words, begin, end)) return null;
  // "Sophie-Scholl-Straße".
  const isInCompound = name.last < end && words.gapAfter(name.last) === '-';
  return isInCompound && (name.first === name.last || words.gapAfter(name.last - 1) === '-') ? null : name;
}

/** "via Mario Rossi", "calle Reina Mercedes", "rue du Général Leclerc". */
function isBehindStreet(words: TextWords, word: number): boolean {
  if (has(words, word - 1, wordMarks.streetBefore)) return true;
  return has(words, word - 2, wordMarks.streetBefore) && /^d(?:u|es|el|ella|ei)$/.test(words.wordOf(word - 1));
}

/** Most single words: no name, and nothing before them says that one follows. */
function isOtherWord(words: TextWords, word: number): boolean {
  if (has(words, word, wordMarks.given | wordMarks.family) || beforeName(words, word - 1) !== 0) return false;
  const isAnnouncing =
    has(words, word - 1, wordMarks.honorific | wordMarks.nameCue) || has(words, word - 2, wordMarks.nameCue);
  return !isAnnouncing && (beforeName(words, word - 2) & beforeNameMarks.role) === 0;
}

function titled(words: TextWords, first: number, to: number): Name | null {
  // "Fr. Köln, 12 Uhr" is a Friday.
  const place = words.wordOf(first - 1).toLowerCase() === 'fr' ? wordMarks.place : 0;
  if (has(words, first, wordMarks.month | wordMarks.honorific | place) && first === to) return null;
  const last = cutOff(words, first, Math.min(to, first + nameWordsMax));
  // "Fräulein vom Amt", "Herr der Ringe".
  if (!isNameWord(words, first) && (isNoun(words, last) || !isNameWord(words, last))) return null;
  return { first, last, score: 0.9 };
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
  const isOfRole = isBehindRole(words, from);
  const isCued = isOfRole || isAnnounced(words, from);
  // Behind "with", "von", "per" anything may follow.
  const isWeak =
    (beforeName(words, from - 1) & beforeNameMarks.anything) !== 0 && !words.gapAfter(from - 1).includes(':');
  const isNamed = isCued && (isOfRole || !isWeak);
  // A sentence may begin with such a word.
  const begun = first === 0 || /[.!?:\n]/.test(words.gapAfter(first - 1)) ? first + 1 : first;
  // "Torschützin Jana Toschke": a noun before a name.
  if (!isNamed && firstWith(words, first, to, wordMarks.given) === -1)
    while (first < to && (isNoun(words, first) || !isNameWord(words, first))) first += 1;
  const last = cutOff(words, first, Math.min(to, first + nameWordsMax));
  if (first === last) return addressed(words, first) ?? loneName(words, first, { isCued, isNamed });
  if (isInitialled(words, first, last)) return { first, last, score: 0.6 };
  const given = firstWith(words, first, last, wordMarks.given);
  if (given !== -1) {
    if (given === last ? isBehindThing(words, last) : isThing(words, last)) return null;
    const isSurnameFirst = given > first && given - first <= 2 && areSurnames(words, first, given - 1);
    const start = isSurnameFirst || (isNamed && isNamePart(words, first)) ? first : given;
    if (isPlace(words, start, last) || (isHyphened(words, start, last) && !isCued)) return null;
    // "Millionen Mark": a noun before it makes a name of it in few texts, and something else in most.
    if (start === last)
      return start > first && (has(words, start - 1, wordMarks.common) || isInflected(words, start - 1))
        ? null
        : loneName(words, last, { isCued, isNamed });
    if (isBehind(words, start, beforeNameMarks.articleOfMany) && !looksLikeFamily(words, last)) return null;
    const isRare = has(words, given, wordMarks.rare) && !isNamed;
    if (isRare && !looksLikeFamily(words, last) && !hasBetween(words, given + 1, last, wordMarks.family)) {
      // "Dallas Rockets", "Charlotte Bay".
      const isOther = hasBetween(words, given + 1, last, wordMarks.common) || has(words, last, wordMarks.place);
      if (isOther || isPlural(words, last) || isBehind(words, start, beforeNameMarks.article)) return null;
    }
    return isWritten(words, start, last) ? { first: start, last, score: 0.8 } : null;
  }
  const isFamily =
    has(words, first, wordMarks.family) ||
    has(words, last, wordMarks.family) ||
    (looksLikeFamily(words, last) && !isInflected(words, last));
  const isOfPerson = isBeforeDeed(words, last);
  if (hasOtherWord(words, { first, last }, isOfPerson) && !isCued) return null;
  // "name TEXT PRIMARY KEY", "CROSS JOIN".
  if (!isWritten(words, first, last) && !(isNamed && words.gapAfter(from - 1).includes(':'))) return null;
  // "SC Zulkra".
  if (!isNamed && isAcronym(words, first) && !isAcronym(words, last)) return null;
  const isCommon = hasBetween(words, first, last, wordMarks.common);
  if (isBehind(words, first, beforeNameMarks.article) || (isCommon && !(isNamed && isFamily))) return null;
  // "Bellman-Ford", "Cauchy-Schwarz".
  if (!isNamed && isJoinedByHyphens(words, first, last)) return null;
  if (isFamily || isNamed) return { first, last, score: isCued ? 0.7 : 0.55 };
  if (isThing(words, last)) return null;
  if (first > begun || isBehindAdjective(words, first)) return null;
  if (!isStrange(words, { first, last }, isCued || isOfPerson)) return null;
  if (isOfPerson) return { first, last, score: 0.5 };
  return isTitleOrPlace(words, first, last) ? null : { first, last, score: scoreOfStrange };
}

/** A place, a month or a word of the sentence; "Lo Presti" has none. */
function hasOtherWord(words: TextWords, { first, last }: WordRow, isOfPerson: boolean): boolean {
  for (let word = first; word <= last; word += 1) {
    if (!has(words, word, wordMarks.place | wordMarks.ordinary | wordMarks.month)) continue;
    const isPart = isOfPerson ? isParticle(words, word) : isOfNames(words, word);
    if (word === first || word === last || !isPart) return true;
  }
  return false;
}

/**
 * "Hello Agrippine,": the word after a greeting is a name, and so are the words after a closing formula, alone on their
 * line: "Best regards,
 * Agrippine".
 */
function addressed(words: TextWords, word: number): Name | null {
  const before = beforeName(words, word - 1);
  if ((before & (beforeNameMarks.greeting | beforeNameMarks.closing)) === 0) return null;
  const [gap, behind] = [words.gapAfter(word - 1), words.gapAfter(word).slice(0, 8)];
  const isGreeted = (before & beforeNameMarks.greeting) !== 0 && gap === ' ' && /^ ?[,!:\n]/.test(behind);
  const isSigned =
    (before & beforeNameMarks.closing) !== 0 && /^,? ?\n+$|^, $/.test(gap) && /^ ?([\n"'<]|\.?$|\.?\n)/.test(behind);
  if (!isGreeted && !isSigned) return null;
  const isOther = isOrdinary(words, word) && !has(words, word, wordMarks.given);
  return isOther || has(words, word, wordMarks.organisation) ? null : { first: word, last: word, score: 0.6 };
}

function loneName(
  words: TextWords,
  word: number,
  { isCued, isNamed }: { readonly isCued: boolean; readonly isNamed: boolean },
): Name | null {
  if (((words.shapes[word] ?? 0) & wordShapes.lower) === 0 || has(words, word, wordMarks.month)) return null;
  // "Mia sorella".
  if (isOwner(words, word) && !isOfOwn(words, word)) return null;
  if (isBehind(words, word, beforeNameMarks.role | beforeNameMarks.little)) {
    const isOne = isOfOwn(words, word) ? !isOrdinary(words, word) : isLittle(words, word) && isBeforeOne(words, word);
    if (isOne) return { first: word, last: word, score: 0.5 };
  }
  const isOther = has(words, word, wordMarks.place | wordMarks.honorific) || isOrdinary(words, word);
  if (isOther ? !isNamed : !isCued && isOfWork(words, word)) return null;
  if (!isNamed && (isAdjective(words, word) || isOfThing(words, word))) return null;
  const isGiven =
    has(words, word, wordMarks.given) && (isCued || !has(words, word, wordMarks.rare) || isBeforeAct(words, word));
  if (isGiven && !isBehind(words, word, beforeNameMarks.article))
    return { first: word, last: word, score: isCued ? 0.7 : 0.5 };
  if (isOther || !isCued) return null;
  const isFamily = has(words, word, wordMarks.family) || (isNamed && familyEnding.test(words.wordOf(word).slice(-8)));
  // "l'ispettore Zulcri": no list has the word.
  const isUnknown = words.marksOf(word) === 0 && isBehind(words, word, beforeNameMarks.role);
  return isFamily || isUnknown ? { first: word, last: word, score: 0.5 } : null;
}

/** "la piccola Ginestra che compie tre anni". */
function isBeforeOne(words: TextWords, word: number): boolean {
  if (words.marksOf(word) !== 0 && !has(words, word, wordMarks.given)) return false;
  return (
    isBeforeDeed(words, word) ||
    isBeforeAct(words, word) ||
    /^ (?:che|qui|que|die|der|who) \p{Ll}/u.test(
      words.gapAfter(word) + words.wordOf(word + 1) + words.gapAfter(word + 1) + words.wordOf(word + 2),
    )
  );
}

/** "Lampe Frieda", "in Charlotte", "das Boot heißt Frieda". */
function isOfThing(words: TextWords, word: number): boolean {
  if (isOfFirm(words, word) || isPlant(words, word) || isOfDish(words, word)) return true;
  return isBehindThing(words, word) || isIn(words, word) || isThingCalled(words, word - 1);
}

/** "Christian views", "the Norman churches": names that are adjectives, before a noun. */
function isAdjective(words: TextWords, word: number): boolean {
  if (words.gapAfter(word) !== ' ' || words.shapes[word + 1] !== (wordShapes.letters | wordShapes.lower)) return false;
  if (!adjectives.test(words.wordOf(word)) || isOrdinary(words, word + 1)) return false;
  return isNoun(words, word + 1) || isPlural(words, word + 1);
}

const adjectives = /^(?:christian|roman|norman|german|royal)$/i;
