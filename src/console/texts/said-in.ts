import type { Language } from '../../admin/markup/languages.ts';
import { germanHints } from './hints/german.ts';
import { italianHints } from './hints/italian.ts';
import { germanSummaries } from './summaries/german.ts';
import { italianSummaries } from './summaries/italian.ts';
import { germanValues } from './values/german.ts';
import { italianValues } from './values/italian.ts';

/** What the API says in English, in the languages that are not its own. */
const said = {
  de: { ...germanHints, ...germanSummaries },
  it: { ...italianHints, ...italianSummaries },
} as const satisfies Record<Exclude<Language, 'en'>, unknown>;

type Values = typeof germanValues;

const values: Readonly<Record<Exclude<Language, 'en'>, Values>> = { de: germanValues, it: italianValues };

/** What the values of a member are about. */
const abouts: Readonly<Partial<Record<string, keyof Values>>> = {
  scope_kind: 'scopes',
  level: 'scopes',
  set_by: 'scopes',
  blocked_by: 'scopes',
  actor_level: 'scopes',
  subject_kind: 'scopes',
  subject: 'scopes',
  role: 'roles',
  roles: 'roles',
  platform_role: 'roles',
  actor_role: 'roles',
  status: 'states',
  state: 'states',
  outcome: 'states',
  kind: 'kinds',
  cause: 'kinds',
  sum: 'kinds',
  direction: 'kinds',
  per: 'periods',
  frequency: 'periods',
  step: 'periods',
  order: 'periods',
  usage_source: 'sources',
  resolved_by: 'sources',
  failure: 'failures',
  last_failure: 'failures',
  characters: 'characters',
  part: 'parts',
  notice: 'notices',
};

/** What the API says of a field or an operation, in a reader's language; `null`: its own words are all there is. */
export function saidIn(language: Language, text: string): string | null {
  // A form has no absent members: a field is empty.
  if (language === 'en') return text.replace(/\bAbsent\b/gu, 'Empty').replace(/\babsent\b/gu, 'empty');
  const texts: Readonly<Partial<Record<string, string>>> = said[language];
  return Object.hasOwn(texts, text) ? (texts[text] ?? null) : null;
}

/** A value of a member as a person reads it: a word of the API in the reader’s language, anything else as it is. */
export function valueIn(language: Language, member: string, value: string): string {
  const about = abouts[member];
  if (language === 'en' || about === undefined || !Object.hasOwn(abouts, member)) return value;
  const words: Readonly<Partial<Record<string, string>>> = values[language][about];
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}
