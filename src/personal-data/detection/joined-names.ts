import type { Part } from './announced-name.ts';
import { lexicon, wordMarks } from './lexicon.ts';
import { isDigitCode, type TextWords, wordShapes } from './text-words.ts';
import { lowerOfCode } from './word-table.ts';

/** A longer word is no name. */
const joinedMax = 64;

const mixed = wordShapes.lower | wordShapes.moreCapitals;

/** Whether a word is joined of several, each with a capital: `MarioRossi`, `getMarioRossi`. */
export function isJoinedName({ shapes, starts, ends }: TextWords, word: number): boolean {
  const shape = shapes[word] ?? 0;
  return (shape & mixed) === mixed && (ends[word] ?? 0) - (starts[word] ?? 0) <= joinedMax;
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

function partsOf({ text, starts, ends }: TextWords, word: number): readonly Part[] {
  const [from, end] = [starts[word] ?? 0, ends[word] ?? 0];
  const parts: Part[] = [];
  let start = from;
  for (let at = from + 1; at <= end; at += 1) {
    const code = text.charCodeAt(at);
    const isCapital = at < end && lowerOfCode[code] !== code;
    if (at < end && !isCapital && !isDigitCode(code)) continue;
    if (start !== -1) parts.push({ start, end: at });
    // Behind digits a part begins with a capital.
    start = isCapital ? at : -1;
  }
  return parts;
}
