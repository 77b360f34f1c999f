import type { Language } from '../../admin/markup/languages.ts';
import { english, type Texts } from './english.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';

/** The languages of the console, by their tags. */
export const languages: Readonly<Record<Language, Texts>> = { en: english, it: italian, de: german };

export function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && Object.hasOwn(languages, tag);
}

/** The first known language of a header `accept-language`, by its weights; English if there is none. */
export function acceptedLanguage(header: string): Language {
  const asked = header
    .slice(0, 200)
    .split(',')
    .map((range, index) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const weight = Number(/^\s*q=([\d.]+)\s*$/.exec(parameters.join(';'))?.[1] ?? 1);
      return { tag: tag.split('-')[0], weight: Number.isFinite(weight) ? weight : 0, index };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight || one.index - other.index);
  return asked.map(({ tag }) => tag).find(isLanguage) ?? 'en';
}
