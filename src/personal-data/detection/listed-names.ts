import { isPersonWord } from './field-names.ts';
import { lexicon, wordMarks } from './lexicon.ts';
import type { FoundValue } from './detection-rule.ts';
import { partsOfMatch, type Part } from './announced-name.ts';

const particles = String.raw`(?:(?:de|di|da|del|della|van|von|la|le|der|den|ten|zu|dos) ){0,3}`;
const capital = String.raw`\p{Lu}[\p{L}\p{M}'’]+`;
const family = String.raw`${particles}(?:${capital}[ -]){0,2}${capital}`;
const given = String.raw`${capital}(?:[ -]${capital}){0,2}`;
const familyGiven = String.raw`(${family}), (${given})`;

/** The lines of lists, without a heading that says so: "14 Rossi, Mario (Roma)", "ROSSI Mario". */
const lines: readonly RegExp[] = [
  new RegExp(String.raw`^[ \t]{0,8}(?:\d{1,4}[.)]? |[-*•] )?${familyGiven}(?: \([^()\n]{1,40}\))?[ \r]?$`, 'du'),
  /^[ \t]{0,8}(?:\d{1,4}[.)]? |[-*•] )?(\p{Lu}[\p{Lu}'’-]{2,30}(?: \p{Lu}[\p{Lu}'’-]{2,30})?) (\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){0,2})[ \r]?$/du,
];
const lineMax = 100;

/**
 * Lists of family and given names on lines of the same form: one in three of the given names is known, and none is the
 * name of a place or an organisation: "Paris, France".
 */
export function eachListedName(text: string, found: FoundValue): void {
  let run: Listed[] = [];
  let form: RegExp | null = null;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line =
      end - start > lineMax || end - start < 7 || !mayEnd(text.charCodeAt(end - 1)) ? null : text.slice(start, end);
    const used: RegExp | null = line === null ? null : (lines.find((each) => each.test(line)) ?? null);
    if (used !== form) {
      reportRun(run, found);
      run = [];
    }
    form = used;
    if (used !== null && line !== null) run.push(listedAt(start, used.exec(line)));
    start = end + 1;
  }
  reportRun(run, found);
}

/** Lines of programs end with a sign: these end with a letter, a bracket or a blank. */
function mayEnd(code: number): boolean {
  return code > 96 ? code < 123 || code > 127 : code === 41 || code === 32 || code === 13 || (code > 64 && code < 91);
}

interface Listed {
  readonly parts: readonly Part[];
  readonly kind: ListedKind;
}

/** What the words say: they are a name, no name, or nothing. */
type ListedKind = 'name' | 'other' | 'unknown';

function listedAt(start: number, match: RegExpExecArray | null): Listed {
  return { parts: partsOfMatch(match, start), kind: kindOf(match?.[1] ?? '', match?.[2] ?? '') };
}

function kindOf(family: string, given: string): ListedKind {
  const [before, behind] = [wordsOf(family), wordsOf(given)];
  // "LAND Rover".
  if (before.every((marks) => (marks & wordMarks.common) !== 0 && (marks & wordMarks.family) === 0)) return 'unknown';
  if (before.some((marks) => (marks & others) !== 0 && (marks & wordMarks.family) === 0)) return 'other';
  if (behind.some((marks) => (marks & (others | wordMarks.common)) !== 0 && (marks & wordMarks.given) === 0))
    return behind.some((marks) => (marks & others) !== 0) ? 'other' : 'unknown';
  return behind.some((marks) => (marks & wordMarks.given) !== 0) ? 'name' : 'unknown';
}

/** "Sales, Berlin": a place behind a comma is no given name there. */
function mayStandAlone([, family = '', given = '']: RegExpExecArray): boolean {
  return kindOf(family, given) !== 'other' && !wordsOf(given).some((marks) => (marks & wordMarks.place) !== 0);
}

const others = wordMarks.place | wordMarks.organisation | wordMarks.month | wordMarks.field;

function wordsOf(text: string): readonly number[] {
  return text.split(/[^\p{L}\p{M}]+/u).map((word) => lexicon.marksAt(word, 0, word.length));
}

function reportRun(run: readonly Listed[], found: FoundValue): void {
  const known = run.filter(({ kind }) => kind === 'name').length;
  if (run.length < 2 || known * 3 < run.length || run.some(({ kind }) => kind === 'other')) return;
  for (const { parts } of run) for (const { start, end } of parts) found(start, end, ['PERSON', 0.75]);
}

/** "Rossi, Mario" <mario@example.com>: in the headers of mails. */
const sender = new RegExp(String.raw`(?:^|["\n:;>] ?|, )${familyGiven}"?$`, 'du');
const senderMax = 80;

export function eachSender(text: string, found: FoundValue): void {
  if (!text.includes('@')) return;
  for (let at = text.indexOf('<') - 1; at >= 0; at = text.indexOf('<', at + 2) - 1) {
    if (!/^ <[^<>\s]{1,64}@/.test(text.slice(at, at + senderMax))) continue;
    const from = Math.max(0, at - senderMax);
    const match = sender.exec(text.slice(from, at));
    if (match === null || !mayStandAlone(match)) continue;
    for (const { start, end } of partsOfMatch(match, from)) found(start, end, ['PERSON', 0.75]);
  }
}

/** "Patient: Rossi, Mario": behind a word for a person. */
const labelled = new RegExp(String.raw`^\p{L}{3,24}(?:/in|\(in\))? ?: ${familyGiven}(?=[\n\r;,)(]|$)`, 'du');
const labelledMax = 120;

function wordBefore(text: string): string {
  return (/^\p{L}+/u.exec(text)?.[0] ?? '').toLowerCase();
}

export function labelledListedName(text: string, from: number, found: FoundValue): void {
  const match = labelled.exec(text.slice(from, from + labelledMax));
  if (match === null || !mayStandAlone(match) || !isPersonWord(wordBefore(match[0]))) return;
  for (const { start, end } of partsOfMatch(match, from)) found(start, end, ['PERSON', 0.75]);
}
