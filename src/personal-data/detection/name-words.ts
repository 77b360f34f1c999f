import { lexicon, wordMarks } from './lexicon.ts';
import { type TextWords, wordShapes } from './text-words.ts';
import { placePhrases } from './word-lists/place-phrases.ts';
import { WordTable } from './word-table.ts';

/** Begins with a capital and has neither digits nor capitals in the middle, except in names that are written so. */
export function isNameWord(words: TextWords, word: number): boolean {
  const shape = words.shapes[word] ?? 0;
  if ((shape & wordShapes.capital) === 0 || (shape & wordShapes.digits) !== 0) return false;
  if ((shape & wordShapes.lower) === 0 || (shape & wordShapes.moreCapitals) === 0) return true;
  return joinedFamily.test(words.wordOf(word).slice(0, 6));
}

const joinedFamily = /^(Mc|Mac|O'|D'|De|Di|La|Le|Van|Fitz)[A-Z]/;

export function isAcronym({ shapes }: TextWords, word: number): boolean {
  return ((shapes[word] ?? 0) & (wordShapes.lower | wordShapes.moreCapitals)) === wordShapes.moreCapitals;
}

function isInitial(words: TextWords, word: number): boolean {
  return (words.ends[word] ?? 0) - (words.starts[word] ?? 0) === 1 && isNameWord(words, word);
}

export function isNamePart(words: TextWords, word: number): boolean {
  return isNameWord(words, word) && (has(words, word, wordMarks.family | wordMarks.given) || !isOrdinary(words, word));
}

export function looksLikeFamily(words: TextWords, word: number): boolean {
  const text = words.wordOf(word).slice(-12);
  return (
    has(words, word, wordMarks.family) ||
    joinedFamily.test(words.wordOf(word).slice(0, 6)) ||
    (text.length > 4 && familyEnding.test(text))
  );
}

/** Endings of family names that few other words have. */
export const familyEnding =
  /(etti|elli|ucci|acci|azzi|izzi|ozzi|ini|oni|ioli|ardi|mann|berger|burger|stein|inger|hofer|meier|maier|meyer|bauer|huber|son|sen|ski|ska|sky|wicz|owicz|ova|escu|ović|vić|ić|ez|idis|poulos|akis|oglu|shvili|eau|ault|ard|feld|bach|ström|nen)$/;

export function isOrdinary(words: TextWords, word: number): boolean {
  return has(words, word, wordMarks.ordinary | wordMarks.month);
}

export function isNoun(words: TextWords, word: number): boolean {
  const marks = words.marksOf(word);
  return (marks & wordMarks.common) !== 0 && (marks & (wordMarks.given | wordMarks.family)) === 0;
}

/** "Ravens", "Velmo Rockets", "Brasiliens": with an s at the end of a common word or a place. */
export function isPlural({ text, starts, ends }: TextWords, word: number): boolean {
  const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
  if (text.charCodeAt(end - 1) !== letterS) return false;
  const isOther = (to: number, marks: number): boolean => (lexicon.marksAt(text, start, to) & marks) !== 0;
  return isOther(end - 1, nouns | wordMarks.place) || isOther(end - 2, nouns);
}

/** "Regionen", "Punkten", "Klöster", "Archivbildern": a German noun in another case or number, also in one word with another. */
export function isInflected({ text, starts, ends }: TextWords, word: number): boolean {
  const written = text.slice(starts[word], Math.min(ends[word] ?? 0, (starts[word] ?? 0) + inflectedMax));
  if (germanPlural.test(written)) return true;
  const [, before = '', ending = ''] = /^(.{4,}?)(e?rn|en|er)$/.exec(written) ?? [];
  // "Steiner" is a name; "Klöster" has another vowel.
  const isOtherVowel = /[äöü]/.test(before);
  if (ending === '' || (ending === 'er' && !isOtherVowel)) return false;
  const stems = [before, `${before}e`, `${before}er`];
  if (isOtherVowel) stems.push(...stems.map((stem) => stem.normalize('NFD').replace('\u0308', '')));
  return stems.some(isNounAtEnd);
}

/** Whether it is a noun, or ends in one. */
function isNounAtEnd(word: string): boolean {
  return (
    (lexicon.marksAt(word, 0, word.length) & nouns) !== 0 ||
    (word.length >= compoundMin * 2 && nounAtEnd(word, 0, word.length))
  );
}

const germanPlural = /^.{3,}(?:ion|tät|heit|keit|ung|schaft|ist|inz|enz|anz|ient|ival)en$/;
const inflectedMax = 32;

/** "Kubikmeter", "Wartebereich": the last part is a common word. A short one may end a name: "Ermelindo". */
function endsInNoun({ text, starts, ends }: TextWords, word: number): boolean {
  const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
  return (
    nounAtEnd(text, start, end) && (nounAtEnd(text, start, end, compoundMin + 1) || beginsWithNoun(text, start, end))
  );
}

function beginsWithNoun(text: string, start: number, end: number): boolean {
  return end - compoundMin - start > 3 && lexicon.marksAt(text, start, end - compoundMin) !== 0;
}

function nounAtEnd(text: string, start: number, end: number, least = compoundMin): boolean {
  for (let from = Math.max(start + 3, end - compoundMax); from <= end - least; from += 1)
    if ((lexicon.marksAt(text, from, end) & nouns) !== 0) return true;
  return false;
}

const nouns = wordMarks.common | wordMarks.ordinary | wordMarks.organisation;

const letterS = 115;

const [compoundMin, compoundMax] = [5, 14];

export function has(words: TextWords, word: number, marks: number): boolean {
  return (words.marksOf(word) & marks) !== 0;
}

export function hasBetween(words: TextWords, first: number, last: number, marks: number): boolean {
  return firstWith(words, first, last, marks) !== -1;
}

export function firstWith(words: TextWords, first: number, last: number, marks: number): number {
  for (let word = first; word <= last; word += 1) if (has(words, word, marks)) return word;
  return -1;
}

/** Words of a text, from the first to the last. */
export interface WordRow {
  readonly first: number;
  readonly last: number;
}

const rowWordsMax = 8;

/** The last word of the row of capitalised words that begins here; it may contain particles. */
export function lastOfRow(words: TextWords, first: number): number {
  let last = first;
  for (let next = first + 1; next < words.count && next < first + rowWordsMax; next += 1) {
    const [from, to] = [words.ends[next - 1] ?? 0, words.starts[next] ?? 0];
    const code = words.codeAt(from);
    const isJoint = to === from + 1 && (code === 32 || code === 45 || code === 95 || code === 39);
    // "J.R.", "J. R.", "Dr. M".
    const isEnd = code === 46 && (to === from + 1 || (to === from + 2 && words.codeAt(from + 1) === 32));
    const isAbbreviated =
      isEnd && (isInitial(words, next - 1) || (to === from + 2 && has(words, next - 1, wordMarks.honorific)));
    if (!isJoint && !isAbbreviated) break;
    if (isNameWord(words, next)) last = next;
    else if (!isInsideName(words, next)) break;
  }
  return last;
}

/** "von", "de la" and the like, without the particles of streets and offices. */
function isInsideName(words: TextWords, word: number): boolean {
  if (!has(words, word, wordMarks.particle) || words.shapes[word] !== (wordShapes.letters | wordShapes.lower))
    return false;
  return !/^(delle|dei|dello|am|im|und|op|ra|ssa|e|y|i|l|o)$/.test(words.wordOf(word));
}

/**
 * A row without a noun that a small word parts from a name: "das Büro von Jana Toschke", "als Jana Toschke den Verein
 * verließ".
 */
export function withoutNouns(words: TextWords, begin: number, end: number): WordRow {
  let [first, last] = [begin, end];
  for (let word = begin + 1; word < last; word += 1) {
    if (isNameWord(words, word)) continue;
    const isBehindNoun = isNoun(words, word - 1) || has(words, word - 1, wordMarks.organisation);
    if (isBehindNoun || isSignedBy(words, word)) first = word + 1;
    else if (isNameWord(words, word + 1) && isEnd(words, word)) last = word - 1;
  }
  while (first < last && !isNameWord(words, first)) first += 1;
  while (last > first && !isNameWord(words, last)) last -= 1;
  return { first, last };
}

/** "Unterzeichnet von", "Scritto da", "Rédigé par": a participle before who did it. */
function isSignedBy(words: TextWords, word: number): boolean {
  if (!/^(?:von|da|par|por)$/.test(words.wordOf(word).slice(0, 4))) return false;
  return (
    participle.test(words.wordOf(word - 1).slice(-12)) && !has(words, word - 1, wordMarks.given | wordMarks.family)
  );
}

const participle = /(?:[ei]t|[au]nd|en|at[oaie]|it[oaie]|ut[oaie]|[eo]tt[oa]|[ai]d[oa]s?|ée?s?)$/;

/** Whether a small word and the noun behind it belong to no name: "den Verein", "de la Universidad". */
function isEnd(words: TextWords, word: number): boolean {
  if (has(words, word + 1, wordMarks.organisation)) return true;
  // "Anna zum Geburtstag"; "Meier zum Felde" is a name.
  if (/^zu[mr]$/.test(words.wordOf(word).slice(0, 4)))
    return words.marksOf(word + 1) !== 0 && !has(words, word + 1, wordMarks.given | wordMarks.family);
  return isNoun(words, word + 1) && /^(?:den|dem|des|der|die)$/.test(words.wordOf(word).slice(0, 4));
}

/** Without words at its end that belong to the sentence. */
export function cutOff(words: TextWords, first: number, to: number): number {
  let last = to;
  while (last > first && !isNameWord(words, last)) last -= 1;
  while (last > first && isOrdinary(words, last) && !has(words, last, wordMarks.family | wordMarks.given)) last -= 1;
  for (let word = first + 1; word <= last; word += 1) {
    const isEnd =
      isOrdinary(words, word) &&
      !has(words, word, wordMarks.given | wordMarks.family | wordMarks.particle) &&
      !(word < last && isParticle(words, word));
    if (isEnd) return word - 1;
  }
  return last;
}

/** Whether words before a given name may be family names: "Rosales Quintanilla Ester". */
export function areSurnames(words: TextWords, first: number, last: number): boolean {
  for (let word = first; word <= last; word += 1) {
    // "USM Alger".
    if (isAcronym(words, word) && !isAcronym(words, last + 1)) return false;
    if (has(words, word, wordMarks.family) && !has(words, word, wordMarks.common)) continue;
    if (!isNameWord(words, word) || isOrdinary(words, word) || has(words, word, wordMarks.common)) return false;
    if (isInflected(words, word)) return false;
  }
  return true;
}

/** "Trentino-Alto", "Omega-Saal": joined by hyphens alone, and one of the words is no name. */
export function isHyphened(words: TextWords, first: number, last: number): boolean {
  if (!isJoinedByHyphens(words, first, last)) return false;
  for (let word = first; word <= last; word += 1)
    if (!has(words, word, wordMarks.given) && !looksLikeFamily(words, word)) return true;
  return false;
}

export function isJoinedByHyphens(words: TextWords, first: number, last: number): boolean {
  for (let word = first; word < last; word += 1) if (words.gapAfter(word) !== '-') return false;
  return true;
}

/** "P. D. Zulkrat", "D. Bertolotti": initials before a name that is no other word. */
export function isInitialled(words: TextWords, first: number, last: number): boolean {
  let word = first;
  while (word < last && isInitial(words, word) && words.gapAfter(word).startsWith('.')) word += 1;
  const length = (words.ends[word] ?? 0) - (words.starts[word] ?? 0);
  if (word === first || word !== last || length < 3 || ((words.shapes[word] ?? 0) & wordShapes.lower) === 0)
    return false;
  const isName = looksLikeFamily(words, word) || (word > first + 1 && words.marksOf(word) === 0);
  return isName && words.gapAfter(first - 1) !== '\n' && !/^\p{Lu}?\. $/u.test(words.gapAfter(first - 1));
}

/** "Parlamentarischer", "Französische", "Geplante". */
const adjective = /\p{L}{3}(?:isch|lich|ig)(?:e|er|en|es|em)$|^[Gg]e\p{Ll}{3,20}te[nrsm]?$/u;

/** Two to four capitalised words that no list has, with particles between them: "Wendelgard von Tippelskirch". */
export function isStrange(words: TextWords, { first, last }: WordRow, isOfPerson: boolean): boolean {
  if (endsInNoun(words, first) || isInflected(words, first) || adjective.test(words.wordOf(first))) return false;
  let [unknown, joined] = [0, 0];
  for (let word = first; word <= last; word += 1) {
    if (word < last && words.gapAfter(word) === '-') joined += 1;
    if (word > first && word < last && isParticle(words, word)) {
      if (!isOfPerson && !isOfNames(words, word)) return false;
      continue;
    }
    const length = (words.ends[word] ?? 0) - (words.starts[word] ?? 0);
    if (length < 3 || ((words.shapes[word] ?? 0) & wordShapes.lower) === 0) return false;
    const ending = words.wordOf(word).slice(-12);
    // "Schwarzwälder Zulk".
    if (word === first && /\p{Ll}{4}er$/u.test(ending) && !isOfPerson && !looksLikeFamily(words, last)) return false;
    if (wordEnding.test(ending) || (adjectiveEnding.test(ending) && (word < last || length < longName))) return false;
    if (words.marksOf(word) !== 0 || isPlural(words, word)) return false;
    unknown += 1;
  }
  return unknown >= 2 && unknown - joined >= 2 && unknown <= 4;
}

/** "von", "de la", also as "Lo Presti", "El Amrani", "O'Cearnaigh", "Ní Bhroin" have them. */
export function isParticle(words: TextWords, word: number): boolean {
  return (
    (words.ends[word] ?? 0) - (words.starts[word] ?? 0) <= particleMax &&
    (has(words, word, wordMarks.particle) || capitalParticle.test(words.wordOf(word)))
  );
}

/** Not that of "Abfluss von Kapital", "Casale di Calanna": these stand between other words too. */
export function isOfNames(words: TextWords, word: number): boolean {
  if (!isParticle(words, word)) return false;
  return !smallParticle.test(words.wordOf(word)) || /^van$/i.test(words.wordOf(word - 1).slice(0, 4));
}

const capitalParticle = /^(?:O|Ó|Ní|Nic|Mc|Mac|Abu|Ben|Lo|Li|Van)$/;
const particleMax = 5;
const smallParticle = /^(?:von|zu[mr]?|de[rnms]?|d[iau]|del|dell[aeo]|de[ils]|dal|des|l[ae]|l[ao]s|vom|und|d)$/;

const wordEnding =
  /(tion|sion|ment|ing|ware|ity|ness|ism|ance|ence|ology|graphy|ung(?:en)?|heit|keit|schaft|zione|zioni|mento|menti|ità|ción|ciones|dad|miento|logie|age|able|ible|ive|ical|nummer|code|zahl|ed)s?$/;
/** "Sivasubramanian" has it too. */
const adjectiveEnding = /(?:ian|ean|ish)s?$/;
const longName = 12;

/** Words in all capitals are a name if two of them are known parts of names; else they are constants or headings. */
export function isWritten(words: TextWords, first: number, last: number): boolean {
  let [capitals, known] = [0, 0];
  for (let word = first; word <= last; word += 1) {
    const shape = words.shapes[word] ?? 0;
    if ((shape & wordShapes.lower) === 0 && (shape & wordShapes.moreCapitals) !== 0) capitals += 1;
    if (has(words, word, wordMarks.given | wordMarks.family)) known += 1;
  }
  return capitals < last - first + 1 || known >= 2;
}

const wordsMax = 3;
/** No place has a longer name, characters. */
const longest = 48;

/** Written for this list: those that the sources lack. */
const further = `north carolina, south carolina, north dakota, south dakota, west virginia, new jersey, new mexico,
    new york, new hampshire, caroline du nord, caroline du sud, dakota du nord, dakota du sud, virginie
    occidentale, carolina del norte, carolina del sur, dakota del norte, dakota del sur, nueva jersey, nuevo
    méxico, carolina del nord, carolina del sud, costa de marfil, monaco di baviera, hong kong, sierra leone,
    sierra leona, sierra nevada, beverly hills, silicon valley, wall street, niedersachsen, baden württemberg,
    nordrhein westfalen, schleswig holstein, mecklenburg vorpommern, emilia romagna, trentino alto adige, friuli
    venezia giulia, valle d'aosta, santiago de compostela, bad karlshafen`;

/** Goods, shops, firms and works that have the name of a person. Written for this list. */
const notPeople = `jack daniels, jack daniel, jim beam, johnnie walker, pedro ximénez, pedro ximenez, captain
    morgan, josé cuervo, veuve clicquot, moët chandon, dom pérignon, santa cristina, don simón, mercedes benz,
    alfa romeo, aston martin, john deere, harley davidson, moto guzzi, john lewis, marco polo, marks spencer, tommy
    hilfiger, calvin klein, ralph lauren, hugo boss, louis vuitton, yves rocher, yves saint laurent, jean paul
    gaultier, max mara, miu miu, ben jerry, ben sherman, levi strauss, jack jones, jack wolfskin, paul shark,
    michael kors, marc jacobs, estée lauder, mary kay, elizabeth arden, helena rubinstein, morgan stanley,
    merrill lynch, goldman sachs, johnson johnson, philip morris, ernst young, charles schwab, edward jones,
    baker mckenzie, santa claus, romeo juliet, anna karenina, madame bovary, don giovanni, don quijote, don
    quixote, don chisciotte, jane eyre, oliver twist, tom jones, lili marleen, hello kitty, gorch fock, marie
    galante, maria laach, king kong, uncle ben, aunt jemima, doc martens, crème brûlée, pêche melba, poire belle
    hélène, victoria sponge, apple charlotte, lucida sans, peach melba, pesche melba, melocotón melba, earl
    grey, shirley temple, bloody mary, tom collins, harvey wallbanger, lady grey, tarte tatin, marks and
    spencer, ernst and young, smith and wesson, fortnum and mason, barnes and noble, dolce e gabbana, villeroy
    und boch, black and decker, emile henry, laura ashley, paul smith, ted baker, karen millen, russell hobbs,
    charles tyrwhitt, kate spade, tory burch, stella artois, samuel adams, dr oetker, max factor, jo malone,
    bobbi brown, charlotte tilbury, giorgio armani, gianni versace, roberto cavalli, elena mirò, carlo pazolini,
    adolfo domínguez, roberto verino, agatha ruiz, jean patou, jacques dessange, petit bateau, pierre cardin,
    philipp plein, jil sander, betty barclay, gerry weber, bella durmiente, blanche neige`;

const phrases: ReadonlySet<string> = new Set(
  `${placePhrases},${further},${notPeople}`.split(',').map((phrase) => phrase.trim().replaceAll(/\s+/g, ' ')),
);

const firstWords = WordTable.of(Array.from(phrases, (phrase) => phrase.slice(0, phrase.indexOf(' '))));

/** Whether a place whose name has several words is among some words: "Costa Rica", "Sri Lanka". */
export function hasPlacePhrase({ text, starts, ends, hashes }: TextWords, first: number, last: number): boolean {
  for (let word = first; word < last; word += 1) {
    if (firstWords.marksAt(text, starts[word] ?? 0, ends[word] ?? 0, hashes[word]) === 0) continue;
    for (let end = word + 1; end <= last && end < word + wordsMax; end += 1) {
      if ((ends[end] ?? 0) - (starts[word] ?? 0) > longest) break;
      const phrase = text
        .slice(starts[word], ends[end])
        .toLowerCase()
        .replaceAll(/[\s-]+/g, ' ');
      if (phrases.has(phrase)) return true;
    }
  }
  return false;
}

/** "Rossi Bank", "Robert Bosch GmbH"; in "Anna Bosch" and "Frau Bosch" it is a family name. */
export function hasOrganisation(words: TextWords, { first, last }: WordRow, isTitled: boolean): boolean {
  const organisation = firstWith(words, first, last, wordMarks.organisation);
  if (organisation === -1) return false;
  const isGiven = has(words, first, wordMarks.given) && !has(words, first, wordMarks.rare);
  if (organisation !== last || !has(words, last, wordMarks.family) || has(words, last, wordMarks.streetAfter))
    return true;
  if (last === first ? !isTitled : last > first + 1 || !isGiven) return true;
  return words.gapAfter(last) === ' ' && has(words, last + 1, wordMarks.organisation);
}

/** "Piazzale Michelangelo", in one row. */
export function isStreet(words: TextWords, begin: number, end: number): boolean {
  if (begin === end || !has(words, begin, wordMarks.streetBefore)) return false;
  return words.gapAfter(begin) === ' ' && !has(words, begin, wordMarks.given | wordMarks.family);
}
