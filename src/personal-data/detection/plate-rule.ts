import type { DetectionRule } from './detection-rule.ts';
import { wordMarks } from './lexicon.ts';
import { isWordCode, wordShapes, type TextWords } from './text-words.ts';

/** The form of plates in Italy and France, which little else has. Letters that look like others are not in use. */
const ofThemselves = /^[A-HJ-NPR-TV-Z]{2}([ -]?)\d{3}\1[A-HJ-NPR-TV-Z]{2}$/;
const named = [
  /^[A-Z]{2}\d{3}[A-Z]{2}$/,
  /^\d{4}[B-DF-HJ-NP-TV-Z]{3}$/,
  /^[A-Z]{2}\d{2}[A-Z]{3}$/,
  /^[A-ZÄÖÜ]{2,5}\d{1,4}[EH]?$/,
  /^(?=.*\d.*\d)(?=.*[A-Z])[A-Z0-9]{5,8}$/,
];
const wordsAhead = 8;
const wordsWithin = 4;
const longest = 12;

/** Registration plates of vehicles: in any form after a word that announces one, else in the two distinctive forms. */
export const plateRule: DetectionRule = {
  entities: ['PLATE'],
  find(words, found) {
    for (let word = 0; word < words.count; word += 1) {
      if ((words.marksOf(word) & wordMarks.plateCue) !== 0) {
        const plate = plateBehind(words, word);
        if (plate !== null) found(words.starts[plate[0]] ?? 0, words.ends[plate[1]] ?? 0, ['PLATE', 0.85]);
      }
      if (!mayBeginPlate(words, word)) continue;
      const last = lastWhere(words, word, (written) => ofThemselves.test(written));
      const isFree =
        !isWordCode(words.codeAt((words.starts[word] ?? 0) - 2)) || words.codeAt((words.starts[word] ?? 0) - 1) === 32;
      if (last !== -1 && isFree) found(words.starts[word] ?? 0, words.ends[last] ?? 0, ['PLATE', 0.6]);
    }
  },
};

/** Two capitals, or a whole plate in one word. */
function mayBeginPlate({ shapes, starts, ends }: TextWords, word: number): boolean {
  const shape = shapes[word] ?? 0;
  const length = (ends[word] ?? 0) - (starts[word] ?? 0);
  return (shape & (wordShapes.capital | wordShapes.lower)) === wordShapes.capital && (length === 2 || length === 7);
}

function plateBehind(words: TextWords, cue: number): readonly [number, number] | null {
  for (let word = cue + 1; word < words.count && word <= cue + wordsAhead; word += 1) {
    const isCapitals = ((words.shapes[word] ?? 0) & wordShapes.lower) === 0;
    const last = isCapitals ? lastWhere(words, word, isNamed) : -1;
    if (last !== -1) return [word, last];
  }
  return null;
}

function isNamed(written: string): boolean {
  const compact = written.replace(/[ +-]/g, '');
  // Documents of standards have the form of plates.
  if (/^(?:RFC|ISO|CVE|PEP)/.test(compact)) return false;
  return named.some((form) => form.test(compact));
}

/** The last word of the longest part that begins at a word and has one of the forms; -1: none. */
function lastWhere(words: TextWords, word: number, isPlate: (written: string) => boolean): number {
  const { starts, ends, text } = words;
  const start = starts[word] ?? 0;
  let last = word;
  while (last + 1 < words.count && last + 1 < word + wordsWithin && (ends[last + 1] ?? 0) - start <= longest) {
    const gap = text.slice(ends[last], starts[last + 1]);
    if (!/^(?:[ -]{1,2}|\+)$/.test(gap)) break;
    last += 1;
  }
  for (; last >= word; last -= 1) {
    const end = ends[last] ?? 0;
    if (end - start <= longest && isPlate(text.slice(start, end).replace(/ +/g, ' '))) return last;
  }
  return -1;
}
