import { partsOfMatch } from './announced-name.ts';
import type { DetectionRule } from './detection-rule.ts';
import { wordMarks } from './lexicon.ts';
import { has } from './name-words.ts';
import { headsOfThings } from './word-lists/things.ts';
import { WordTable } from './word-table.ts';

/** Names of fields and columns in which goods, places and services stand, and no people. */
export const fieldsOfThings = WordTable.of(headsOfThings.split(/\s+/));

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
        fieldsOfThings.marksAt(text, starts[word] ?? 0, end, hashes[word]) === 0
      )
        continue;
      const [part] = partsOfMatch(value.exec(text.slice(end, end + valueMax)), end);
      // "Hall: Mrs Rossi" has one all the same.
      if (part !== undefined && !has(words, word + 1, wordMarks.honorific)) found(part.start, part.end, ['PERSON', 0]);
    }
  },
};

/** Whether a character may stand behind the name of a field: a colon, an equals sign, a quote or a bracket. */
function mayLabel(code: number): boolean {
  return code === 58 || code === 61 || code === 34 || code === 39 || code === 40 || code === 93;
}
