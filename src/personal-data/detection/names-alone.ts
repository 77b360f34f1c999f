import type { PiiEntity } from '../pii-kinds.ts';
import { lexicon, wordMarks } from './lexicon.ts';

/** A shorter word is found as it is written only. */
const anyCaseMin = 4;
const aloneMin = 3;
/** More words are no name. */
const wordsMax = 6;

/** The words of a full name that are names by themselves: "Rossi" of "Mario Rossi". */
export function namesAloneIn(value: string): readonly string[] {
  const words = value.split(/[^\p{L}\p{M}'’]+/u).filter((word) => word.length >= aloneMin);
  if (words.length > wordsMax || !words.some((word) => (marksOf(word) & names) !== 0)) return [];
  return words.filter((word) => /^\p{Lu}/u.test(word) && isNoOtherWord(word));
}

/** Whether a name of one word is no word of a language, so that it is the same name in small letters. */
export function isNameInAnyCase(value: string, entity: PiiEntity): boolean {
  const word = value.trim();
  return entity === 'PERSON' && word.length >= anyCaseMin && isNoOtherWord(word);
}

const names = wordMarks.given | wordMarks.family;

function isNoOtherWord(word: string): boolean {
  return (marksOf(word) & ~(names | wordMarks.rare)) === 0;
}

function marksOf(word: string): number {
  return lexicon.marksAt(word, 0, word.length);
}
