import { valueIn } from '../texts/said-in.ts';
import { isLanguage, languages } from '../texts/languages.ts';
import type { Speech } from '../visit.ts';

/** A value of a field as a person reads it. */
export function wordOfChoice(
  { words, language }: Pick<Speech, 'words' | 'language'>,
  name: string,
  value: string,
): string {
  if (name === 'language' && isLanguage(value)) return languages[value].language;
  if (value === 'true') return words.form.yes;
  return value === 'false' ? words.form.no : valueIn(language, name, value);
}
