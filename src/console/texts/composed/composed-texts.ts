import type { composedEnglish } from './english.ts';

/** Texts of any language that has those of English. */
export type Widened<Part> = { readonly [Name in keyof Part]: Part[Name] extends string ? string : Widened<Part[Name]> };

/** The texts of composed pages, in one language. */
export type ComposedTexts = Widened<typeof composedEnglish>;
