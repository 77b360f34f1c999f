import { isRole } from './before-name.ts';
import { isPersonWord } from './field-names.ts';
import { fieldsOfThings } from './labelled-thing-rule.ts';
import { lexicon, wordMarks } from './lexicon.ts';
import type { FoundValue } from './detection-rule.ts';
import { partsOfMatch, type Part } from './announced-name.ts';

const particles = String.raw`(?:(?:de|di|da|del|della|van|von|la|le|der|den|ten|zu|dos) ){0,3}`;
const capital = String.raw`\p{Lu}[\p{L}\p{M}'’]+`;
const family = String.raw`${particles}(?:${capital}[ -]){0,2}${capital}`;
const given = String.raw`${capital}(?:[ -]${capital}){0,2}`;
const familyGiven = String.raw`(${family}), (${given})`;

/** The lines of lists, without a heading that says so: "14 Rossi, Mario (Roma)", "ROSSI Mario", "ROSSI, MARIO   present". */
const lines: readonly RegExp[] = [
  new RegExp(
    String.raw`^[ \t]{0,8}(?:\d{1,4}[.)]? {1,4}|[-*•] )?${familyGiven}(?: \([^()\n]{1,40}\)|[ \t]{1,16}\p{Ll}{1,20})?[ \r]?$`,
    'du',
  ),
  /^[ \t]{0,8}(?:\d{1,4}[.)]? {1,4}|[-*•] )?((?:(?:LE|LA|LO|DU|DE|DI|DA|EL|VAN|VON|DER|ST\.) ){0,2}\p{Lu}[\p{Lu}'’-]{2,30}(?: \p{Lu}[\p{Lu}'’-]{2,30})?) (\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){0,2})[ \r]?$/du,
  // "ROSSI MARIO presente".
  /^[ \t]{0,8}(?:\d{1,4}[.)]? |[-*•] )?(\p{Lu}[\p{Lu}'’-]{2,30}) (\p{Lu}[\p{Lu}-]{2,30})(?:[ \t]{1,16}\p{Ll}{1,20})?[ \r]?$/du,
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
    const before = text.slice(from, at);
    const listed = sender.exec(before);
    const match = listed !== null && mayStandAlone(listed) ? listed : shownName(before);
    for (const { start, end } of partsOfMatch(match, from)) found(start, end, ['PERSON', 0.75]);
  }
}

/** "Mario Rossi" in quotes before an address, or `Mario ROSSI`: the name that a mail shows, unless a word of it is no name. */
const shown = new RegExp(
  String.raw`"(${given} ${family})"$|(?:^|[\n:>] ?|, )(${given} \p{Lu}[\p{Lu}'’-]{2,30}|\p{Lu}[\p{Lu}'’-]{2,30} ${given})$|(?:^|\n)(?:From|To|Cc|Bcc|Sender|Reply-To|Von|An|De|Da|Para|[A-Z][a-z]+(?:-[a-z]+)?-by): (${given} (?:St\. )?${family})$`,
  'du',
);

function shownName(text: string): RegExpExecArray | null {
  const match = shown.exec(text);
  return isOfOther(match?.[1] ?? match?.[2] ?? match?.[3] ?? '') ? null : match;
}

/** "Technical SUPPORT", "Sales EMEA", "Azienda Sanitaria": words of what is no person, and none of a name. */
function isOfOther(text: string): boolean {
  const marks = wordsOf(text);
  if (marks.some((each) => (each & notShown) !== 0 && (each & names) === 0)) return true;
  const isThing = text.split(' ').some((word) => fieldsOfThings.marksAt(word, 0, word.length) !== 0);
  return (
    (isThing || marks.some((each) => (each & wordMarks.common) !== 0)) && !marks.some((each) => (each & names) !== 0)
  );
}

const names = wordMarks.given | wordMarks.family;
const notShown = others | wordMarks.ordinary;

const declared = String.raw`${capital}(?: ${capital}){1,3}`;
/** "Il sottoscritto ROSSI MARIO", "Je soussigné(e) ROSSI Mario", "I, the undersigned Mario Rossi": who declares something. */
const declarers: readonly (readonly [sign: string, form: RegExp])[] = [
  'sottoscritt',
  'soussign',
  'firmante',
  'nterzeichn',
  'undersigned',
].map((sign) => [
  sign,
  new RegExp(
    String.raw`^${sign}\p{L}{0,4}(?:/\p{L}|\(\p{L}{1,2}\))?,?(?: (?:Sig|Dott|Mr|Mrs|Ms|Mme|M|Herr|Frau|Don|Doña)\.?(?:ra)?)? (${declared})(?: (?:and|und|e|ed|et|y) (${declared}))?`,
    'du',
  ),
]);

export function eachDeclarer(text: string, found: FoundValue): void {
  for (const [sign, form] of declarers) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) {
      const match = form.exec(text.slice(at, at + labelledMax));
      if (match === null) continue;
      // "La sottoscritta Banca Popolare".
      if (!isOfOther(`${match[1] ?? ''} ${match[2] ?? ''}`))
        for (const { start, end } of partsOfMatch(match, at)) found(start, end, ['PERSON', 0.75]);
    }
  }
}

/** "Patient: Rossi, Mario", "Mieter 2: ROSSI, Mario": behind a word for a person. */
const label = String.raw`^\p{L}{2,24}(?:/in|\(in\))?\.?(?: \d{1,3})?(?: ?: |=)`;
const endOfName = String.raw`(?= {2}| ?[\n\r\t|;,)(]|$)`;
const labelled = new RegExp(`${label}${familyGiven}${endOfName}`, 'du');
/** "PASSAGER 1 : ROSSI Mario": the capitals alone say which is the family name. */
const capitalFirst = new RegExp(
  String.raw`${label}(\p{Lu}[\p{Lu}'’-]{2,30} \p{Lu}\p{Ll}[\p{L}'’-]{1,30})${endOfName}`,
  'du',
);
/** "PAZIENTE: ROSSI MARIO". */
const capitals = new RegExp(
  String.raw`${label}(\p{Lu}[\p{Lu}'’-]{2,30}(?: \p{Lu}[\p{Lu}'’-]{2,30}){1,3})${endOfName}`,
  'du',
);
const labelledMax = 120;

function wordBefore(text: string): string {
  return (/^\p{L}+/u.exec(text)?.[0] ?? '').toLowerCase();
}

/** `usuario="Mario Rossi"`: in logs. */
const quoted = new RegExp(String.raw`^\p{L}{3,24}="${given} ${family}"`, 'u');

export function labelledListedName(text: string, from: number, found: FoundValue): void {
  const behind = text.slice(from, from + labelledMax);
  const listed = labelled.exec(behind);
  const written = listed === null ? quoted.exec(behind) : null;
  const match = (written === null ? listed : shownName(written[0])) ?? capitalsIn(behind);
  if (match === null || (listed !== null && !mayStandAlone(match))) return;
  const before = wordBefore(behind);
  if (!isPersonWord(before) && !isRole(before, 0, before.length) && !shortened.test(before)) return;
  for (const { start, end } of partsOfMatch(match, from)) found(start, end, ['PERSON', 0.75]);
}

/** "Pat.: Rossi, Mario". */
const shortened = /^(?:pat|paz|pac|pz|pte?|pcte)$/;

/** Whether a word, in any case, stands for a person: "Pat.", before a colon. */
export function isShortened(text: string, start: number, end: number): boolean {
  return (
    end - start <= 4 && /^\.?:/.test(text.slice(end, end + 2)) && shortened.test(text.slice(start, end).toLowerCase())
  );
}

function capitalsIn(text: string): RegExpExecArray | null {
  const shown = capitalFirst.exec(text);
  const match = shown ?? capitals.exec(text);
  const marks = wordsOf(match?.[1] ?? '');
  const isNone = marks.some((each) => (each & (notShown | wordMarks.common)) !== 0 && (each & names) === 0);
  const isKnown = marks.some((each) => (each & names) !== 0);
  // "Client 1: TCP Socket".
  const mayBe = shown !== null && !/^(?:\p{Lu}{3}|[^AEIOUYÀ-ÿ ]+) /u.test(match?.[1] ?? '');
  return isNone || !(isKnown || mayBe) ? null : match;
}

/** Whether a cell is a whole name: "Rossi, Mario". */
export function isListedName(text: string): boolean {
  const match = wholeCell.exec(text);
  return match !== null && mayStandAlone(match);
}

const wholeCell = new RegExp(`^${familyGiven}$`, 'u');
