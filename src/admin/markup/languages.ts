/** The languages of pages and papers, by their tags. */
export const languageTags = ['en', 'it', 'de'] as const;

export type Language = (typeof languageTags)[number];
