import { wordMarks } from './lexicon.ts';
import { wordShapes, type TextWords } from './text-words.ts';

const parts =
  /^(int|interno|scala|sc|piano|p|piso|puerta|pta|esc|escalera|apt|apto|apartment|appartement|appt|flat|unit|suite|floor|bis|ter|b|a|c|d|izq|dcha|derecha|izquierda|bât|bâtiment|étage|hinterhaus|og|eg|etage|stock|whg|haus|lote|lot|bloque|portal|edificio|snc|cedex|cap)$/i;
const wordsMax = 10;
const townWordsMax = 6;

/**
 * Where an address ends, given the word at which its street and number end: after the part of the house, the postal
 * code and the town that follow, as far as they can be distinguished from the rest of the sentence.
 */
export function endOfAddress(words: TextWords, street: number): number {
  let last = street;
  let next = street + 1;
  for (; next < words.count && next <= street + wordsMax; next += 1) {
    if (!isNear(words.gapAfter(next - 1))) break;
    if (isPart(words, next)) last = next;
    else break;
  }
  for (let after = last + 1; after < words.count && after <= street + wordsMax;) {
    if (!isNear(words.gapAfter(after - 1))) break;
    const isIn = words.wordOf(after) === 'in' && isCode(words, after + 1);
    const end = codeAndTown(words, isIn ? after + 1 : after);
    if (end === -1) break;
    last = end;
    after = end + 1;
  }
  const end = words.ends[last] ?? 0;
  const isOpen = words.text.slice(words.starts[street], end).includes('(');
  if (isOpen && words.codeAt(end) === 41) return end + 1;
  // "Menden (Sauerland)"
  const isAdded = words.gapAfter(last) === ' (' && words.codeAt(words.ends[last + 1] ?? 0) === 41;
  return isAdded && last > street && isCapital(words, last + 1) ? (words.ends[last + 1] ?? end) + 1 : end;
}

/** Whether a gap can stand between two parts of an address: a comma, a hyphen, a bracket, one line break. */
function isNear(gap: string): boolean {
  return gap.length <= 5 && /^[ ,/()º°ª#-]*\n?[ (-]*$|^\. $/.test(gap) && gap !== '';
}

function isPart(words: TextWords, word: number): boolean {
  const text = words.wordOf(word).slice(0, 12);
  const isNumber = /^\d{1,3}[A-Za-zºª]{0,2}$/.test(text);
  return (
    parts.test(text) ||
    (isNumber &&
      (isPartWord(words, word - 1) ||
        /[º°ª]/.test(text + words.gapAfter(word)) ||
        /[/-]/.test(words.gapAfter(word - 1))))
  );
}

function isPartWord(words: TextWords, word: number): boolean {
  return parts.test(words.wordOf(word).slice(0, 12));
}

function isCode(words: TextWords, word: number): boolean {
  return /^\d{4,5}$/.test(words.wordOf(word).slice(0, 6));
}

/**
 * The last word of a postal code and town, of a town, of a province or of a code after a town; -1: the sentence goes
 * on.
 */
function codeAndTown(words: TextWords, word: number): number {
  const text = words.wordOf(word).slice(0, 10);
  if (isCode(words, word)) return townBehind(words, word);
  if (/^([A-Z]{1,2}|CH|FR|DE)$/.test(text) && /^\d{4,5}$/.test(words.wordOf(word + 1).slice(0, 6)))
    return townBehind(words, word + 1);
  if (/^[A-Z]{1,2}\d[A-Z\d]?$/.test(text) && /^\d[A-Z]{2}$/.test(words.wordOf(word + 1).slice(0, 4))) return word + 1;
  const isProvince = /^[A-Z]{2}$/.test(text) && /[(, ]$/.test(words.gapAfter(word - 1));
  if (isProvince) return word;
  if (!isCapital(words, word) || words.gapAfter(word - 1) === '. ') return -1;
  return townOf(words, word);
}

/** A known town, or one followed by a code or by the end of the phrase. */
function townOf(words: TextWords, word: number): number {
  let last = word;
  let isKnown = false;
  for (let next = word; next < words.count && next < word + townWordsMax; next += 1) {
    if (next > word && !/^[ '’-]$/.test(words.gapAfter(next - 1))) break;
    const isEnding = next > word && isTownEnding(words, next);
    const isName = isEnding || (isCapital(words, next) && ((words.shapes[next] ?? 0) & wordShapes.digits) === 0);
    if (!isName && !isJoined(words, next) && !isTownEnding(words, next + 1)) break;
    if (isName) last = next;
    if (isEnding || (words.marksOf(next) & wordMarks.place) !== 0) isKnown = true;
  }
  const behind = words.wordOf(last + 1).slice(0, 6);
  const hasCode = /^\d{4,5}$|^[A-Z]{1,2}\d[A-Z\d]?$|^[A-Z]{2}$/.test(behind) && isNear(words.gapAfter(last));
  const isPerson = (words.marksOf(word) & (wordMarks.given | wordMarks.honorific)) !== 0;
  // "Via Roma, 8 - Mara": after a dash stands the town, even if it looks like a person's name.
  const isMeant = !isPerson || (words.gapAfter(word - 1) === ' - ' && last === word);
  const isEnd = /[,-]/.test(words.gapAfter(word - 1)) && /^[.,;)\n]|^$/.test(words.gapAfter(last)) && isMeant;
  return isKnown || hasCode || isEnd ? last : -1;
}

/** The last word of the town after a postal code; the code itself when there is none. */
export function townBehind(words: TextWords, code: number): number {
  let last = code;
  for (let next = code + 1; next < words.count && next <= code + townWordsMax; next += 1) {
    if (!/^([ '’-]|\n|, | - )$/.test(words.gapAfter(next - 1))) break;
    const isEnding = last !== code && isTownEnding(words, next);
    const isName = isEnding || (isCapital(words, next) && ((words.shapes[next] ?? 0) & wordShapes.digits) === 0);
    if (!isName && ((!isJoined(words, next) && !isTownEnding(words, next + 1)) || last === code)) break;
    if (words.gapAfter(next - 1) === ', ') break;
    if (isName) last = next;
  }
  return last;
}

const townEnding =
  /^(mare|lido|terme|ligure|veneto|veneta|calabro|calabra|umbro|umbra|sardo|sarda|salentino|salentina|laziale|lombardo|lombarda|romagna|romano|romana|emilia|friuli|piemonte|marittima|marittimo|irpino|irpina|lucano|lucana|campano|campana|siculo|sicula|abruzzo|monferrato|brianza|trentino|toscano|toscana|marche|sannita|cilento|garganico|flegreo)$/i;

/** Second words of Italian town names: "Acqui Terme", "Riva Ligure", "Reggio nell'Emilia". */
function isTownEnding(words: TextWords, word: number): boolean {
  const length = (words.ends[word] ?? 0) - (words.starts[word] ?? 0);
  return length >= 4 && length <= 10 && townEnding.test(words.wordOf(word));
}

function isCapital(words: TextWords, word: number): boolean {
  return ((words.shapes[word] ?? 0) & wordShapes.capital) !== 0;
}

/** A small word inside a name: "de la", or between hyphens as in "Neuilly-sur-Seine". */
export function isJoined(words: TextWords, word: number): boolean {
  if ((words.marksOf(word) & wordMarks.particle) !== 0) return true;
  return words.codeAt((words.starts[word] ?? 0) - 1) === 45 && words.codeAt(words.ends[word] ?? 0) === 45;
}
