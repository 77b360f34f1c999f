import type { DetectionRule } from './detection-rule.ts';
import { isWordCode, type TextWords } from './text-words.ts';

/** The forms of keys and tokens that their issuers made to be recognised, by the first word of each. */
const forms: Readonly<Record<string, RegExp>> = {
  // Slack
  xoxa: /^xoxa-[\w-]{10,250}/,
  xoxb: /^xoxb-[\w-]{10,250}/,
  xoxe: /^xoxe(?:\.xox[bp])?-[\w-]{10,250}/,
  xoxp: /^xoxp-[\w-]{10,250}/,
  xoxr: /^xoxr-[\w-]{10,250}/,
  xoxs: /^xoxs-[\w-]{10,250}/,
  xapp: /^xapp-\d-[\w-]{10,250}/,
  // GitHub
  ghp: /^ghp_[A-Za-z\d]{36,251}/,
  gho: /^gho_[A-Za-z\d]{36,251}/,
  ghu: /^ghu_[A-Za-z\d]{36,251}/,
  ghs: /^ghs_[A-Za-z\d]{36,251}/,
  ghr: /^ghr_[A-Za-z\d]{36,251}/,
  github: /^github_pat_[A-Za-z\d_]{40,251}/,
  // Anthropic, OpenAI
  sk: /^sk-(?:ant-[a-z]{2,8}\d{2}-[\w-]{20,200}|(?:proj|svcacct|admin|None)-[\w-]{20,200}|[A-Za-z\d]{32,64}(?![\w-]))/,
};

/** Most words are told by their first letter. */
const firstLetters: ReadonlySet<number> = new Set(Object.keys(forms).map((form) => form.charCodeAt(0)));

/** An access key of AWS. */
const awsKey = /^(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}$/;
/** A JSON Web Token: its header and its claims begin with `{"`, its signature may be empty. */
const webToken = /^eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/;
const webTokenMax = 16_384;

const keyBegins = /^BEGIN (?:[A-Z\d]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/;
const keyEnds = /^-----END (?:[A-Z\d]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/;
/** Less is the mention of a block. */
const [keyMin, keyMax] = [40, 16_384];

/** Secrets by forms that nothing else has: keys of providers, private key blocks, JSON Web Tokens. */
export const secretRule: DetectionRule = {
  entities: ['SECRET'],
  find(words, found) {
    for (let word = 0; word < words.count; word += 1) {
      const start = words.starts[word] ?? 0;
      const [from, end] = isFree(words, start) ? secretAt(words, word) : blockAt(words, word);
      if (end <= from) continue;
      found(from, end, ['SECRET', 0.95]);
      while (word + 1 < words.count && (words.starts[word + 1] ?? 0) < end) word += 1;
    }
  },
};

const none = [0, 0] as const;
/** The lengths of the first words of forms, and of an access key of AWS. */
const [shortestFirst, longestFirst, awsLength] = [2, 6, 20];

function secretAt({ text, starts, ends, wordOf }: TextWords, word: number): readonly [number, number] {
  const start = starts[word] ?? 0;
  const length = (ends[word] ?? 0) - start;
  if (length === awsLength) return awsKey.test(wordOf(word)) ? [start, start + length] : none;
  if (length >= shortestFirst && length <= longestFirst && firstLetters.has(text.charCodeAt(start))) {
    const form = Object.hasOwn(forms, wordOf(word)) ? forms[wordOf(word)] : undefined;
    if (form !== undefined) return [start, start + (form.exec(text.slice(start, start + 280))?.[0].length ?? 0)];
  }
  // "eyJ": cut by hyphens, the first word of a token may be short.
  if (text.charCodeAt(start) !== 101 || text.charCodeAt(start + 1) !== 121 || text.charCodeAt(start + 2) !== 74)
    return none;
  return [start, start + (webToken.exec(text.slice(start, endOfToken(text, start)))?.[0].length ?? 0)];
}

/** Where the parts of a token end, or what begins as one and is none: no part is read for each beginning before it. */
function endOfToken(text: string, start: number): number {
  const header = endOfRun(text, { start, max: webTokenMax }, isOfToken);
  if (text.slice(header, header + 4) !== '.eyJ') return header;
  const claims = endOfRun(text, { start: header + 1, max: webTokenMax }, isOfToken);
  return text.charCodeAt(claims) === dot ? endOfRun(text, { start: claims + 1, max: webTokenMax }, isOfToken) : claims;
}

/** Where the characters of one kind end that begin at a place. */
function endOfRun(
  text: string,
  { start, max }: { readonly start: number; readonly max: number },
  isOfIt: (code: number, next: number) => boolean,
): number {
  let end = start;
  let code = text.charCodeAt(end);
  while (end - start < max && end < text.length) {
    const next = text.charCodeAt(end + 1);
    if (!isOfIt(code, next)) break;
    end += 1;
    code = next;
  }
  return end;
}

function isOfToken(code: number): boolean {
  return isWordCode(code) || code === hyphen || code === 95;
}

/** Base64 in lines, also in a string of a program, and headers before it; two hyphens begin another line. */
function isOfKey(code: number, next: number): boolean {
  return isWordCode(code) || (code === hyphen ? next !== hyphen : code <= 32 || keySigns.has(code));
}

const keySigns: ReadonlySet<number> = new Set(Array.from('+/=\\:,.', (sign) => sign.charCodeAt(0)));

/** A private key in lines, with its first and last one; without the last if it is cut off. */
function blockAt({ text, starts, ends, codeAt }: TextWords, word: number): readonly [number, number] {
  const start = starts[word] ?? 0;
  if ((ends[word] ?? 0) - start !== 5 || codeAt(start) !== 66 || codeAt(start - 5) !== hyphen) return none;
  const begins = keyBegins.exec(text.slice(start, start + 64))?.[0].length;
  if (begins === undefined) return none;
  const end = endOfRun(text, { start: start + begins, max: keyMax }, isOfKey);
  if (end - start - begins < keyMin) return none;
  return [start - 5, end + (keyEnds.exec(text.slice(end, end + 64))?.[0].length ?? 0)];
}

const [hyphen, dot] = [45, 46];

/** Whether a word begins a token: what is in the middle of one is read once, from its beginning. */
function isFree({ codeAt }: TextWords, start: number): boolean {
  const before = codeAt(start - 1);
  return before !== hyphen && before !== 95 && !(before === 46 && isWordCode(codeAt(start - 2)));
}
