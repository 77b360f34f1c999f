/**
 * What stands between the groups of a number, with the blanks around it, where its word or its checksum names the number:
 * a sign, or the ends of brackets or stress that each group has. A source for patterns.
 */
export const signBetweenGroups = String.raw`[ \t]{0,2}(?:[._/:\\\u00b7,;|*~+=-]|[)\]}>*_]{1,2}[ \t]?[([{<*_]{1,2})[ \t]{0,2}`;
