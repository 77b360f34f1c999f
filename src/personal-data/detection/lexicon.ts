import { censusFamilyNames } from './word-lists/census-family-names.ts';
import { censusGivenNames } from './word-lists/census-given-names.ts';
import { cueWords, honorifics, organisations, particles } from './cue-words.ts';
import { englishWords } from './word-lists/english-words.ts';
import { familyNames } from './word-lists/family-names.ts';
import { fieldWords, peopleListed } from './field-names.ts';
import { frenchWords } from './word-lists/french-words.ts';
import { germanWords } from './word-lists/german-words.ts';
import { givenNames, givenNamesAndWords } from './word-lists/given-names.ts';
import { italianWords } from './word-lists/italian-words.ts';
import { monthNames, ordinaryWords } from './ordinary-words.ts';
import { registeredGivenNames, registeredNamesAndWords } from './word-lists/registered-given-names.ts';
import { spanishWords } from './word-lists/spanish-words.ts';
import { WordTable } from './word-table.ts';
import { furtherPlaces } from './word-lists/further-places.ts';
import { placeNames, streetsAfter, streetsBefore } from './word-lists/place-names.ts';

/** What a word may be. A word may have several marks. */
export const wordMarks = {
  given: 1 << 0,
  family: 1 << 1,
  ordinary: 1 << 2,
  place: 1 << 3,
  organisation: 1 << 4,
  honorific: 1 << 5,
  particle: 1 << 6,
  nameCue: 1 << 7,
  streetBefore: 1 << 8,
  streetAfter: 1 << 9,
  month: 1 << 10,
  versionCue: 1 << 11,
  ibanCue: 1 << 12,
  phoneCue: 1 << 13,
  cardCue: 1 << 14,
  nationalCue: 1 << 15,
  taxCue: 1 << 16,
  vatCue: 1 << 17,
  healthCue: 1 << 18,
  passportCue: 1 << 19,
  documentCue: 1 << 20,
  licenceCue: 1 << 21,
  plateCue: 1 << 22,
  birthCue: 1 << 23,
  otherCue: 1 << 24,
  addressCue: 1 << 25,
  field: 1 << 26,
  people: 1 << 27,
  common: 1 << 28,
  /** A given name that is found with another name only: few people have it here, or it is a word elsewhere. */
  rare: 1 << 29,
} as const;

/** Every word that a rule knows, in lower case, with all its marks: one look-up per word. */
const marksOfWord: ReadonlyMap<string, number> = marked();
export const lexicon = new WordTable(marksOfWord);

function marked(): ReadonlyMap<string, number> {
  const marks = new Map<string, number>();
  const add = (words: string, mark: number): void => {
    for (const word of words.split(/\s+/)) {
      if (word !== '') marks.set(word, (marks.get(word) ?? 0) | mark);
    }
  };
  add(givenNames, wordMarks.given);
  add(familyNames, wordMarks.family);
  add(registeredGivenNames, wordMarks.given);
  add(`${censusGivenNames} ${givenNamesAndWords} ${registeredNamesAndWords}`, wordMarks.given | wordMarks.rare);
  add(censusFamilyNames, wordMarks.family);
  add(ordinaryWords, wordMarks.ordinary);
  for (const words of [englishWords, germanWords, spanishWords, frenchWords, italianWords])
    add(words, wordMarks.common);
  add(placeNames, wordMarks.place);
  add(furtherPlaces, wordMarks.place);
  add(organisations, wordMarks.organisation);
  add(honorifics, wordMarks.honorific);
  add(particles, wordMarks.particle);
  add(streetsBefore, wordMarks.streetBefore);
  add(streetsAfter, wordMarks.streetAfter);
  add(Object.keys(monthNames).join(' '), wordMarks.month);
  add(fieldWords, wordMarks.field);
  add(peopleListed, wordMarks.people);
  for (const [cue, words] of Object.entries(cueWords)) add(words, wordMarks[cue as keyof typeof cueWords]);
  return marks;
}
