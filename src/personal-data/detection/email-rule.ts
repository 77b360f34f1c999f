import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { lexicon, wordMarks } from './lexicon.ts';
import { isUncasedCode, isWordCode } from './text-words.ts';

const anchors = ['@', '%40'];
const localMax = 64;
const domainMax = 253;

/** E-mail addresses: from each `@` the local part leftwards and the domain rightwards. */
export const emailRule: DetectionRule = {
  entities: ['EMAIL'],
  find({ text }, found) {
    for (const anchor of anchors) {
      for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + anchor.length)) {
        const start = localStart(text, at);
        const from = at + anchor.length;
        const end = spelledDomainEnd(text, from);
        if (end !== -1 && start === at) findQuoted(text, at, found);
        if (start === at || end === -1) continue;
        if (text.slice(start, at) === 'git' && text.charAt(end) === ':') continue;
        found(start, end, ['EMAIL', 1]);
      }
    }
    for (const bracket of ['(', '[', '{', '<']) {
      findSpelled(text, bracket, found);
      findInitials(text, bracket, found);
    }
    for (const dot of spokenDots) findSpoken(text, dot, found);
    findPrintable(text, found);
  },
};

/** A local part in quotes: what it hides is hidden elsewhere too, so one word is none where it is an everyday one. */
const quotedLocal = /"([\p{L}\p{N}][\p{L}\p{N}_%+'-]{0,31}(?:[. ][\p{L}\p{N}._%+' -]{0,31})?[\p{L}\p{N}])"$/u;
const everyday = wordMarks.ordinary | wordMarks.common | wordMarks.field;

function isEveryday(word: string): boolean {
  return word.length < 3 || /^\d+$/.test(word) || (lexicon.marksAt(word, 0, word.length) & everyday) !== 0;
}

/** Hides what is in quotes, up to the sign: no value has a quote. */
function findQuoted(text: string, at: number, found: FoundValue): void {
  if (text.charAt(at - 1) !== '"') return;
  const [, local] = quotedLocal.exec(text.slice(Math.max(0, at - localMax - 2), at)) ?? [];
  if (local !== undefined && !isEveryday(local)) found(at - 1 - local.length, at - 1, ['EMAIL', 1]);
}

/** How quoted-printable writes `@`. In code a number may stand there: only a known end makes an address of it. */
const printableAt = '=40';
/** A number with its unit, as in `size=40px.example.com`, begins no domain. */
const unit = /^(?:[a-z]{1,2}|rem|min|sec|pts|fps|dpi|k?bps|[kmg]hz|kwh|mph|deg|eur|usd|days?|hours?)\./i;

function findPrintable(text: string, found: FoundValue): void {
  for (let at = text.indexOf(printableAt); at !== -1; at = text.indexOf(printableAt, at + 1)) {
    const from = at + printableAt.length;
    const [start, end] = [localStart(text, at), domainEnd(text, from)];
    if (start === at || end === -1 || !knownEnd.test(text.slice(text.lastIndexOf('.', end) + 1, end))) continue;
    const domain = text.slice(from, end);
    // Behind a single word the number may go on, or be that of a query.
    const isNumber = /^\d/.test(domain) || /[?&]/.test(text.charAt(start - 1));
    if (unit.test(domain) || (isNumber && !text.slice(start, at).includes('.'))) continue;
    found(start, end, ['EMAIL', 1]);
  }
}

const spelledDot = ' ?[([{<] ?(?:dot|d0t|dt|punkt|punto|point|\\.) ?[)\\]}>] ?';
/** "[at]", as in "ada [at] example [dot] org", in the languages of the detector, with the blanks around it. */
const spelledAt = /^[([{<] ?(?:at|ät|@|chiocciola|arroba|arobase) ?[)\]}>] ?/i;
const spelledDots = new RegExp(spelledDot, 'gi');
const endsInDot = new RegExp(`${spelledDot}$`, 'i');
const spelledDomain = new RegExp(`^[\\p{L}\\p{N}-]+(?:(?:\\.|${spelledDot})[\\p{L}\\p{N}-]+)+`, 'iu');
const signMax = 16;
const spelledMax = 128;

function findSpelled(text: string, bracket: string, found: FoundValue): void {
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
    const [sign] = spelledAt.exec(text.slice(at, at + signMax)) ?? [];
    if (sign === undefined) continue;
    const start = spelledLocalStart(text, at);
    const end = spelledDomainEnd(text, at + sign.length);
    if (start !== at && end !== -1) found(start, end, ['EMAIL', 1]);
  }
}

/** "ada [a] example [d] org": neither sign is one without the other or a dot, without a known end, and around "and" in a list. */
const initialDot = '(?: ?[([{<] ?d ?[)\\]}>] ?|\\.)';
const initialLabel = '[\\p{L}\\p{N}-]+';
const initials = new RegExp(
  '^[([{<] ?a ?[)\\]}>]( ?)(?!(?:and|or|to|und|oder|bis|et|ou|à|y|o|e) ?[([{<])' +
    `${initialLabel}(?:${initialDot}${initialLabel})*${initialDot}([\\p{L}\\p{N}]+)`,
  'iu',
);
const initialDots = /[([{<] ?d ?[)\]}>]/gi;

function findInitials(text: string, bracket: string, found: FoundValue): void {
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
    const [written = '', blank = '', last = ''] = initials.exec(text.slice(at, at + spelledMax)) ?? [];
    if (!knownEnd.test(last)) continue;
    const [start, end] = [spelledLocalStart(text, at), at + written.length];
    if (start === at) continue;
    const address = text.slice(start, end);
    const dots = address.match(initialDots)?.length ?? 0;
    if (dots === 0 && !isBehindInitial(text, [start, at, end], blank)) continue;
    const isState = /^\p{Lu}{2}$/u.test(last) && address !== address.toUpperCase();
    if (dots > 0 && address.includes(' ') && (isState || isWordEnd(text, end, dots > 1))) continue;
    found(start, end, ['EMAIL', 1]);
  }
}

/** What goes on behind a name in code or in an address of the web, and the next point of a list. */
const goesOn = /^(?:[\w/-]|\.[\p{L}\p{N}]| ?[([=+*&|?]|[^\n]*[([{<] ?b ?[)\]}>])/iu;

/** "ada (a) example.org": the same blanks on both sides, behind no everyday word, and no code or point of a list. */
function isBehindInitial(text: string, [start, at, end]: readonly [number, number, number], blank: string): boolean {
  const local = text.slice(start, at).trimEnd();
  if (at - start - local.length !== blank.length || goesOn.test(text.slice(end, end + spelledMax))) return false;
  return !isEveryday(local);
}

/** Ends that are words too. */
const wordEnd = /(?:^|[^\p{L}])(?:it|de|es|at|be)$/iu;
const endsThere = /^ ?(?:$|[\r\n,;:!?.)\]}>"'»”])/u;

/** Between blanks an end that is a word goes on a sentence, unless it is behind two dots (`co . uk`) or nothing follows. */
function isWordEnd(text: string, end: number, isBehindDots: boolean): boolean {
  if (isBehindDots || !wordEnd.test(text.slice(end - 3, end))) return false;
  return !endsThere.test(text.slice(end, end + signMax));
}

/** Dots as words, without brackets, between two of the same sign. A text is searched for a letter sooner than for a blank. */
const spokenDots = ['dot', 'DOT', 'Dot', 'punkt', 'Punkt', 'punto', 'point', '.'];
const aroundDots = ' -_*';
const endsInSpokenDot = /(?:\.|([ _*-])(?:dot|punkt|punto|point|\.)\1)$/i;
const endsInSign = /(?: ?@ ?|([ _*-])(?:at|ät|chiocciola|arroba|arobase)\1| ?[([{<] ?(?:at|ät|@) ?[)\]}>] ?)$/i;
/** Without brackets only a known end makes an address of it. */
const knownEnd = /^(?:com|org|net|edu|gov|info|biz|io|eu|it|de|fr|es|at|ch|be|nl|uk|example|test)(?![\p{L}\p{N}])/iu;

/** "ada dot lovelace at example dot org", from its last dot. */
function findSpoken(text: string, dot: string, found: FoundValue): void {
  for (let word = text.indexOf(dot); word !== -1; word = text.indexOf(dot, word + dot.length)) {
    const [at, from] = [word - 1, word + dot.length + 1];
    const sign = text.charAt(at);
    if (sign === '' || !aroundDots.includes(sign) || text.charAt(from - 1) !== sign) continue;
    const [end] = knownEnd.exec(text.slice(from, from + signMax)) ?? [];
    if (end === undefined) continue;
    const domain = startOfLabels(text, at, isWordCode);
    const [spelled] = endsInSign.exec(text.slice(Math.max(0, domain - signMax), domain)) ?? [];
    if (spelled === undefined || domain === at) continue;
    // A dot between blanks ends sentences: only the sign itself makes an address of it.
    if (dot === '.' && !spelled.includes('@')) continue;
    const isBehindDots = text.slice(domain, at).includes(' . ');
    const isWord = isWordEnd(text, from + end.length, isBehindDots) || (at - domain < 2 && end.length === 2);
    if (dot === '.' && (/^\p{Lu}\p{Ll}/u.test(end) || isWord)) continue;
    // "We are at this point it seems"
    if (dot === 'point' && /[ _*-]at/i.test(spelled) && end.length === 2 && end !== 'fr') continue;
    const local = domain - spelled.length;
    const start = startOfLabels(text, local, isLocalLabelCode);
    if (start !== local) found(start, from + end.length, ['EMAIL', 0.9]);
  }
}

/** Where labels with spoken dots between them begin that end at a place; the place, where there are none. */
function startOfLabels(text: string, end: number, isOf: (code: number) => boolean): number {
  let start = end;
  for (let to = end; end - start < spelledMax;) {
    let from = to;
    while (from > 0 && to - from < localMax && isOf(text.charCodeAt(from - 1))) from -= 1;
    if (from === to) return start;
    start = from;
    const [dot] = endsInSpokenDot.exec(text.slice(Math.max(0, start - signMax), start)) ?? [];
    if (dot === undefined) return start;
    to = start - dot.length;
  }
  return start;
}

function isLocalLabelCode(code: number): boolean {
  return isWordCode(code) || code === 43;
}

/** Where the local part begins, with the dots in it that are spelled; `at` when there is none. */
function spelledLocalStart(text: string, at: number): number {
  const last = at - (text.charAt(at - 1) === ' ' ? 1 : 0);
  let start = localStart(text, last);
  if (start === last) return at;
  while (at - start < spelledMax) {
    const [dot] = endsInDot.exec(text.slice(Math.max(0, start - signMax), start)) ?? [];
    const before = dot === undefined ? start : localStart(text, start - dot.length);
    if (dot === undefined || before === start - dot.length) break;
    start = before;
  }
  return start;
}

function spelledDomainEnd(text: string, from: number): number {
  const [written = ''] = spelledDomain.exec(text.slice(from, from + spelledMax)) ?? [];
  const domain = written.replace(spelledDots, '.');
  if (domain === written) return domainEnd(text, from);
  return domainEnd(domain, 0) === domain.length ? from + written.length : -1;
}

function localStart(text: string, at: number): number {
  let start = at;
  // In scripts without blanks the letters before an address are words of the sentence.
  const isUncased = isUncasedCode(text.charCodeAt(at - 1));
  while (start > 0 && at - start < localMax && isLocalCode(text.charCodeAt(start - 1), isUncased)) start -= 1;
  while (start < at && !isLetterOrDigit(text.charCodeAt(start)) && text.charAt(start) !== '_') start += 1;
  return start;
}

function isLetterOrDigit(code: number): boolean {
  return isWordCode(code) || isUncasedCode(code);
}

function isLocalCode(code: number, isUncased: boolean): boolean {
  return (
    isWordCode(code) ||
    (isUncased && isUncasedCode(code)) ||
    (code < 128 && "._%+-'".includes(String.fromCharCode(code)))
  );
}

/** Where the domain ends, or -1. A domain has a dot, and letters after its last dot. */
function domainEnd(text: string, from: number): number {
  let end = from;
  let isUncased = true;
  for (; end < text.length && end - from < domainMax; end += 1) {
    const code = text.charCodeAt(end);
    const isDot = code === 46 || isWideDot(text, end);
    if (!isDot && !isDomainCode(code) && !(isUncased && isUncasedCode(code))) break;
    // A label in such a script begins with it; behind other letters the sentence goes on.
    isUncased = code === 46 || isUncasedCode(code);
  }
  while (end > from && !isLetterOrDigit(text.charCodeAt(end - 1))) end -= 1;
  const labels = text.slice(from, end).split(/[.。｡]/);
  const [first = '', second = ''] = labels;
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || labels.some((label) => label === '' || label.startsWith('-'))) return -1;
  if (!/^(\p{L}{2,24}|xn--[a-z0-9-]{1,59})$/iu.test(last)) return -1;
  // The version of a package, or the name of a picture for high-density screens.
  if (/^\d+$/.test(first) && /^\d+/.test(second)) return -1;
  return labels.length === 2 && /^\d+x$/.test(first) ? -1 : end;
}

/** The full stop of Chinese and Japanese is also written in names of hosts (IDNA); before their letters it ends a sentence. */
function isWideDot(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code === 0x3002 || code === 0xff61) && isWordCode(text.charCodeAt(at + 1));
}

function isDomainCode(code: number): boolean {
  return isWordCode(code) || code === 45 || code === 46;
}
