import type { Language } from '../../admin/markup/languages.ts';
import { germanHints } from './hints/german.ts';
import { italianHints } from './hints/italian.ts';
import { germanSummaries } from './summaries/german.ts';
import { italianSummaries } from './summaries/italian.ts';
import { englishValues } from './values/english.ts';
import { germanValues } from './values/german.ts';
import { italianValues } from './values/italian.ts';

/** What the API says in English, in the languages that are not its own. */
const said = {
  de: { ...germanHints, ...germanSummaries },
  it: { ...italianHints, ...italianSummaries },
} as const satisfies Record<Exclude<Language, 'en'>, unknown>;

type Values = typeof germanValues;

/** In English the words of the API speak for themselves, but for those that have a text. */
const englishWords = Object.fromEntries(
  Object.entries(germanValues).map(([about, words]) => [
    about,
    Object.fromEntries(Object.keys(words).map((word) => [word, inWords(word)])),
  ]),
);

// `as`: of the same names.
const values: Readonly<Record<Language, Values>> = {
  en: { ...(englishWords as Values), ...englishValues },
  de: germanValues,
  it: italianValues,
};

/** What the values of a member are about. */
const abouts: Readonly<Partial<Record<string, readonly (keyof Values)[]>>> = {
  scope_kind: ['scopes'],
  level: ['scopes'],
  set_by: ['scopes'],
  blocked_by: ['scopes'],
  actor_level: ['scopes'],
  subject_kind: ['scopes'],
  subject: ['scopes'],
  role: ['roles'],
  roles: ['roles'],
  platform_role: ['roles'],
  actor_role: ['roles'],
  status: ['states'],
  state: ['states'],
  outcome: ['states'],
  kind: ['kinds'],
  cause: ['kinds', 'reasons'],
  reason: ['reasons'],
  sum: ['kinds'],
  direction: ['kinds'],
  to: ['kinds'],
  per: ['periods'],
  frequency: ['periods'],
  step: ['periods'],
  order: ['periods'],
  usage_source: ['sources'],
  resolved_by: ['sources'],
  failure: ['failures'],
  last_failure: ['failures'],
  characters: ['characters'],
  part: ['parts'],
  notice: ['notices'],
  operation: ['acts'],
};

/** What the API says of a field or an operation, in a reader's language; `null`: its own words are all there is. */
export function saidIn(language: Language, text: string): string | null {
  if (language === 'en') return asOnPages(text);
  const texts: Readonly<Partial<Record<string, string>>> = said[language];
  return Object.hasOwn(texts, text) ? (texts[text] ?? null) : null;
}

/** Words of the API, and those of pages for the same. A form has no absent members: a field is empty. */
const pageWords: ReadonlyMap<string, string> = new Map([
  ['absent', 'empty'],
  ['profile', 'model'],
  ['profiles', 'models'],
  ['user', 'person'],
  ['users', 'people'],
]);

/** What the API says, but for names between backticks, in the words of titles and fields. */
function asOnPages(text: string): string {
  return text.replace(/`[^`]*`|\b[a-z]+\b/giu, (found) => {
    const word = pageWords.get(found.toLowerCase());
    if (word === undefined) return found;
    return found.startsWith(found.charAt(0).toLowerCase()) ? word : word.charAt(0).toUpperCase() + word.slice(1);
  });
}

/** Codes that have something particular behind what they say: a status, a refusal of the ledger, a class of failure. */
const families = /^(upstream_status|refused|selection|attempt)_([a-z0-9_]+)$/;

/** A value of a member as a person reads it: a word of the API in the reader’s language, anything else as it is. */
export function valueIn(language: Language, member: string, value: string): string {
  const about = Object.hasOwn(abouts, member) ? (abouts[member] ?? []) : [];
  const wordOf = (code: string): string | undefined => {
    const words: readonly Readonly<Partial<Record<string, string>>>[] = about.map((each) => values[language][each]);
    return words.find((each) => Object.hasOwn(each, code))?.[code];
  };
  const [, family = '', particular = ''] = families.exec(value) ?? [];
  return wordOf(value) ?? wordOf(family)?.concat(' ', inWords(valueIn(language, 'failure', particular))) ?? value;
}

function inWords(code: string): string {
  return code.replaceAll('_', ' ');
}
