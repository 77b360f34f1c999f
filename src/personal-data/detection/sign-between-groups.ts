/** A sign between the groups of a number, with the blanks around it, where its word names the number. A source for patterns. */
export const signBetweenGroups = String.raw`[ \t]{0,2}[._/:\\\u00b7,;|*~+-][ \t]{0,2}`;
