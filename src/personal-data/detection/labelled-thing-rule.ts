import { partsOfMatch } from './announced-name.ts';
import { isRole } from './before-name.ts';
import type { DetectionRule } from './detection-rule.ts';
import { isPersonWord, withoutAccentsToo } from './field-names.ts';
import { wordMarks } from './lexicon.ts';
import { has, hasBetween, hasPlacePhrase } from './name-words.ts';
import type { TextWords } from './text-words.ts';
import { headsOfThings } from './word-lists/things.ts';
import { WordTable } from './word-table.ts';

/** Names of fields and columns in which goods, places and services stand, and no people. */
export const fieldsOfThings = WordTable.of(withoutAccentsToo(headsOfThings.split(/\s+/)));

/** From the name of a field to its value: `"room": "Hudson Hall"`, `THEME="Ruby Slate"`, `.plan("Tarifa Luna")`. */
const value =
  /^(?:["'`]?\]? ?(?::|=>?) ?["'`“«]?|\(["'])(\p{Lu}[\p{L}\p{M}\d'’&-]*(?: [\p{L}\p{M}\d'’&-]+){0,4})(?:["'`”»]|[ \r]{0,4}(?:\n|$))/du;
const valueMax = 72;

/** What the name of its field says to be a thing is no person. */
export const labelledThingRule: DetectionRule = {
  entities: ['PERSON'],
  find(words, found) {
    const { text, starts, ends, hashes, count, codeAt } = words;
    for (let word = 0; word < count; word += 1) {
      const end = ends[word] ?? 0;
      const code = codeAt(end);
      if (
        !mayLabel(code === 32 ? codeAt(end + 1) : code) ||
        isOfRole(words, word) ||
        fieldsOfThings.marksAt(text, starts[word] ?? 0, end, hashes[word]) === 0
      )
        continue;
      const [part] = partsOfMatch(value.exec(text.slice(end, end + valueMax)), end);
      if (part !== undefined && !isPerson(words, word + 1, part.end)) found(part.start, part.end, ['PERSON', 0]);
    }
  },
};

/** "chef_de_projet": who has to do with the thing. */
function isOfRole({ text, starts, ends }: TextWords, word: number): boolean {
  const [start, end] = [starts[word - 2] ?? 0, ends[word - 2] ?? 0];
  return (
    word > 1 &&
    /^[ _-](?:d[eiu]|del|de la|della|of)[ _-]$/i.test(text.slice(end, Math.min(starts[word] ?? 0, end + 8))) &&
    (isRole(text, start, end) || isPersonWord(text.slice(start, end).toLowerCase()))
  );
}

/** "Hall: Mrs Rossi", and a given and a family name that are no brand: `"project": "Anna Karlsson"`. */
function isPerson(words: TextWords, first: number, end: number): boolean {
  if (has(words, first, wordMarks.honorific)) return true;
  if (words.ends[first + 1] !== end || !has(words, first, wordMarks.given) || !has(words, first + 1, wordMarks.family))
    return false;
  const others = wordMarks.common | wordMarks.ordinary | wordMarks.place | wordMarks.organisation | wordMarks.rare;
  return !hasBetween(words, first, first + 1, others) && !hasPlacePhrase(words, first, first + 1);
}

/** Whether a character may stand behind the name of a field: a colon, an equals sign, a quote or a bracket. */
function mayLabel(code: number): boolean {
  return code === 58 || code === 61 || code === 34 || code === 39 || code === 40 || code === 93;
}
