import { announcedMax, announcedName, partsOfMatch } from './announced-name.ts';
import { isRole } from './before-name.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { lexicon, wordMarks } from './lexicon.ts';
import { eachDeclarer, eachListedName, eachSender, isShortened, labelledListedName } from './listed-names.ts';

/** No line over a list is longer, characters. */
const headingMax = 120;

/** A line of a list of people: a dash or a number, and a name: "Rossi, Mario" or "Mario Rossi". */
const listed = /^[ \t]{0,16}(?:[-*•–·]|\d{1,3}[.)])?[ \t]{0,4}(?:[*_]{1,2})?(?=\p{Lu})/u;

/** Records whose fields have names of their own: what a text with one of them has, and where the names stand in it. */
const contacts: readonly (readonly [sign: string, form: RegExp])[] = [
  ['BEGIN:VCARD', /^(?:N(?:;[^:\n]{0,40})?:([^\n;]{1,60})(?:;([^\n;]{1,60}))?|FN(?:;[^:\n]{0,40})?:([^\n;]{1,80}))/d],
  [';CN=', /;CN="?(\p{L}[^"\n:;]{1,80})/du],
  ['objectClass: ', /^(?:sn|cn|gn): ([^\n]{1,80})/d],
  ['dn: ', /^(?:sn|cn|gn): ([^\n]{1,80})/d],
  ['NAME ', /^\d NAME ([^\n/]{1,60}?) ?\/([^\n/]{1,60})\/|^\d (?:GIVN|SURN) ([^\n]{1,60})/d],
  ['@', /^\s{0,8}author\s{0,8}=\s{0,4}[{"](\p{Lu}[^}"\n]{1,160})[}"]/du],
  ['author', /^\s{0,8}(?:author|editor)\s{0,8}=\s{0,4}\{(\p{Lu}[^{}"\n ,]{1,40}[ ,][^{}"\n]{1,120})\}/du],
  // 100 1_ $a Rossi, Mario, $d 1948-
  ['$a', /^=?[167]00[ _\d#\\]{1,8}\$a ?(\p{Lu}[^$,\n]{1,60}, ?\p{Lu}[^$,\n.]{1,60})/du],
  ['  - ', /^(?:AU|A[1-4]|ED|FAU) {1,2}- (\p{Lu}[^\n,]{1,60},[^\n]{1,60})/du],
];

/** "ORG:Weingut Sonnenhang": the firm of a contact, in which no person is. */
const firm = /^ORG(?:;[^:\n]{0,40})?:([^\n]{1,80})/d;

/** Names in lists under a line that says so: "Attendees:", "Teilnehmer (Nachname, Vorname):". */
export const nameListRule: DetectionRule = {
  entities: ['PERSON'],
  find({ text, count, starts, ends, marksOf }, found) {
    eachContact(text, found);
    eachParty(text, found);
    eachListedName(text, found);
    eachSender(text, found);
    eachDeclarer(text, found);
    for (const each of placed) eachPlaced(text, each, found);
    let readTo = 0;
    for (let word = 0; word < count; word += 1) {
      const start = starts[word] ?? 0;
      if (start < readTo) continue;
      if ((marksOf(word) & (wordMarks.people | wordMarks.field)) === 0) {
        const end = ends[word] ?? 0;
        const isOfRole = text.charCodeAt(end) === 58 && isRole(text, start, end);
        if (isOfRole || isShortened(text, start, end)) labelledListedName(text, start, found);
        continue;
      }
      if (mayAnnounce.has(text.charCodeAt(ends[word] ?? 0))) labelledListedName(text, start, found);
      const [heading] = /^[^\n:]*[ \u00a0]?:[ \t*_]{0,4}\n{1,2}/.exec(text.slice(start, start + headingMax)) ?? [];
      readTo = heading === undefined ? start + 1 : eachNameFrom(text, start + heading.length, found);
    }
  },
};

/** "Patient:", "Patient :", "Kund/in:", "Kunde(in):", "Fahrer=". */
const mayAnnounce: ReadonlySet<number> = new Set([58, 61, 32, 47, 40]);

interface Placed {
  readonly sign: string;
  /** As many characters before the sign may belong to it; 0: it begins with the sign, behind one of some characters. */
  readonly before: number;
  readonly behind: string;
  readonly form: RegExp;
}

/** Names that their place announces, in messages of hospitals, insurers and airlines, and in lines that machines read. */
const placed: readonly Placed[] = [
  // PID|1||4711||Rossi^Mario, PV1|1|O|||||4711^Rossi^Mario^^^Dr.
  ...Object.entries({ 'PID|': 5, 'NK1|': 2, 'PV1|': 7, 'GT1|': 3, 'IN1|': 16, 'ORC|': 12, 'OBR|': 16 }).map(
    ([sign, field]) => ({ sign, before: 0, behind: '\n\r', form: inField(sign.slice(0, 3), field) }),
  ),
  // NM1*IL*1*ROSSI*MARIO*M~
  {
    sign: 'NM1*',
    before: 0,
    behind: '~\n\r\'" ',
    form: /^NM1\*[A-Z\d]{2,3}\*1\*(\p{L}[^*~\n]{0,60})(?:\*(\p{L}[^*~\n]{0,60}))?/du,
  },
  // 1.1ROSSI/MARIO MR, M1ROSSI/MARIO  E
  {
    sign: '/',
    before: 64,
    behind: '',
    form: /(?:^|[\n\d.:,;|]) ?(\p{Lu}{2,30}(?: \p{Lu}{2,30})?)\/(\p{Lu}{2,30}(?: \p{Lu}{2,30}){0,2}?) ?(?:(?:MRS?|MS|MISS|MSTR|CHD|INF|HERR|FRAU|MME|MLLE|SRA?|SRTA|SIG|SIGRA)(?![\p{L}\d])| {2,20}E[A-Z\d])/du,
  },
  // (0010,0010) PN [ROSSI^MARIO], PatientName: ROSSI^MARIO
  {
    sign: '^',
    before: 64,
    behind: '',
    form: /(?:PN \[|(?:[pP]atient(?:'s )?[_ ]?[nN]ame|PN)["']?\s?[:=]\s?["'[]?)(\p{Lu}[\p{L}'’. -]{1,40})\^(\p{Lu}[\p{L}'’ -]{1,40})(?=[\]^"'\s]|$)/du,
  },
  // P<ITAROSSI<<MARIO<LUCA<<<
  {
    sign: '<<',
    before: 44,
    behind: '',
    form: /(?:^|[^A-Z\d<])[PIACV][A-Z<][A-Z]{3}([A-Z]{1,36}(?:<[A-Z]{1,36}){0,3})<<([A-Z]{1,36}(?:<[A-Z]{1,36}){0,4})</d,
  },
];

/** What begins with the sign ends before as many characters, and so does what stands around it. */
const [placedMax, aroundMax] = [1_400, 100];

/** A name in a field of a segment of HL7, behind its number or at its beginning: family, given. */
function inField(segment: string, field: number): RegExp {
  const part = String.raw`(\p{L}[^\n\r|^]{0,60})`;
  const id = String.raw`(?:[^\n\r|^]{0,40}\d\^)?`;
  return new RegExp(String.raw`^${segment}(?:\|[^\n\r|]{0,80}){${field - 1}}\|${id}${part}\^${part}`, 'du');
}

function eachPlaced(text: string, { sign, before, behind, form }: Placed, found: FoundValue): void {
  let last = 0;
  for (let at = text.indexOf(sign); at !== -1; last = at, at = text.indexOf(sign, at + sign.length)) {
    // What stands before the sign is read where a capital is behind it.
    const mayStand = before === 0 ? behind.includes(text.charAt(at - 1)) : isCapital(text.charCodeAt(at + sign.length));
    if (!mayStand) continue;
    // Behind the sign before it: "1.ROSSI/MARIO MR 2.ROSSI/ANNA MRS".
    const from = Math.max(last, at - before);
    const match = form.exec(text.slice(from, at + (before === 0 ? placedMax : aroundMax)));
    for (const { start, end } of partsOfMatch(match, from)) found(start, end, ['PERSON', 0.85]);
  }
}

/** A letter that is no small one of ASCII. */
function isCapital(code: number): boolean {
  return (code >= 65 && code <= 90) || code > 191;
}

/** Reports the names in the lines of contacts. A text without their signs is not gone through. */
function eachContact(text: string, found: FoundValue): void {
  const forms = contacts.flatMap(([sign, form]) => (text.includes(sign) ? [form] : []));
  if (forms.length === 0) return;
  const hasFirms = text.includes('BEGIN:VCARD');
  for (let at = 0; at < text.length;) {
    const line = lineAt(text, at);
    if (hasFirms) for (const { start, end } of partsOfMatch(firm.exec(line), at)) found(start, end, ['PERSON', 0]);
    for (const form of forms) {
      for (const { start, end } of partsOfMatch(form.exec(line), at)) found(start, end, ['PERSON', 0.85]);
    }
    at = endOfSegment(text, at + line.length) + 1;
  }
}

/** Where a line ends; those of hospitals end with a carriage return alone. */
function endOfSegment(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at += 1;
  return at;
}

/** The name of a party in a message of EDIFACT: "NAD+BY+++Rossi:Mario'". */
const party = /^NAD\+[A-Z]{2,3}\+[^+'\n]{0,40}\+[^+'\n]{0,120}\+([^+:'\n]{2,60}(?::[^+:'\n]{2,60})?)/;
const partyMax = 320;

function eachParty(text: string, found: FoundValue): void {
  for (let at = text.indexOf('NAD+'); at !== -1; at = text.indexOf('NAD+', at + 1)) {
    const [segment, name = ''] = party.exec(text.slice(at, at + partyMax)) ?? [];
    if (segment === undefined || name.split(/[ :]/).some(isOrganisation)) continue;
    const end = at + segment.length;
    found(end - name.length, end, ['PERSON', 0.85]);
  }
}

function isOrganisation(word: string): boolean {
  return (lexicon.marksAt(word, 0, word.length) & wordMarks.organisation) !== 0;
}

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
  const end = line.search(/[\n\r]/);
  return end === -1 ? line : line.slice(0, end);
}
