import { lexicon, wordMarks } from './lexicon.ts';
import { wordShapes, type TextWords } from './text-words.ts';

/** A longer word is no name. */
const longest = 64;

const mixed = wordShapes.lower | wordShapes.moreCapitals;

/** Whether a word is joined of several, each with a capital: `MarioRossi`, `getMarioRossi`. */
export function isJoinedName({ shapes, starts, ends }: TextWords, word: number): boolean {
  const shape = shapes[word] ?? 0;
  return (shape & mixed) === mixed && (ends[word] ?? 0) - (starts[word] ?? 0) <= longest;
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * Full names within a joined word: one or more given names, and a family name, all of them known and no other words.
 * Programs join words like that, so forms and endings of names do not count.
 */
export function joinedNames(words: TextWords, word: number): readonly Part[] {
  const names: Part[] = [];
  let given = -1;
  for (const { start, end } of partsOf(words, word)) {
    const marks = end - start < 3 ? 0 : lexicon.marksAt(words.text, start, end);
    const isName = (marks & notNames) === 0;
    if (isName && given !== -1 && (marks & wordMarks.family) !== 0) {
      names.push({ start: given, end });
      given = -1;
    } else if (isName && (marks & wordMarks.given) !== 0) {
      if (given === -1) given = start;
    } else given = -1;
  }
  return names;
}

const notNames = wordMarks.ordinary | wordMarks.month | wordMarks.place | wordMarks.organisation;

function partsOf({ wordOf, starts }: TextWords, word: number): readonly Part[] {
  const from = starts[word] ?? 0;
  return Array.from(wordOf(word).matchAll(/(?:^\p{Ll}|\p{Lu})[^\p{Lu}\d]*/gu), ({ index, 0: part }) => {
    return { start: from + index, end: from + index + part.length };
  });
}
