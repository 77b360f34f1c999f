import { announcedMax, announcedName } from './announced-name.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { wordMarks } from './lexicon.ts';

/** No line over a list is longer, characters. */
const headingMax = 120;

/** A line of a list of people: a dash or a number, and a name: "Rossi, Mario" or "Mario Rossi". */
const listed = /^[ \t]{0,16}(?:[-*•–·]|\d{1,3}[.)])?[ \t]{0,4}(?:[*_]{1,2})?(?=\p{Lu})/u;

/** Names in lists under a line that says so: "Attendees:", "Teilnehmer (Nachname, Vorname):". */
export const nameListRule: DetectionRule = {
  entities: ['PERSON'],
  find({ text, count, starts, marksOf }, found) {
    let readTo = 0;
    for (let word = 0; word < count; word += 1) {
      const start = starts[word] ?? 0;
      if (start < readTo || (marksOf(word) & (wordMarks.people | wordMarks.field)) === 0) continue;
      const [heading] = /^[^\n:]*[ \u00a0]?:[ \t*_]{0,4}\n{1,2}/.exec(text.slice(start, start + headingMax)) ?? [];
      readTo = heading === undefined ? start + 1 : eachNameFrom(text, start + heading.length, found);
    }
  },
};

/** Reports the names of a list that begins at a place, and returns where it ends. */
function eachNameFrom(text: string, start: number, found: FoundValue): number {
  for (let at = start; ;) {
    const line = lineAt(text, at);
    const before = listed.exec(line)?.[0].length;
    if (before === undefined) return at;
    const rest = line.slice(before).replace(/[*_ \t\r]+$/, '');
    const name = announcedName(rest, { field: 'full', isWhole: true });
    if (name === null || !name.includes(' ')) return at;
    if (!/^$|^ ?[(–—:;-]|^,? ?\d/.test(rest.slice(name.length))) return at;
    found(at + before, at + before + name.length, ['PERSON', 0.75]);
    at += line.length + 1;
  }
}

/** The line that begins at a place, as far as a name in a list goes. */
function lineAt(text: string, start: number): string {
  const line = text.slice(start, start + announcedMax + headingMax);
  const end = line.indexOf('\n');
  return end === -1 ? line : line.slice(0, end);
}
