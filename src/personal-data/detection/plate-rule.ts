import type { DetectionRule } from './detection-rule.ts';
import { withoutAccentsToo } from './field-names.ts';
import { wordMarks } from './lexicon.ts';
import { isWordCode, wordShapes, type TextWords } from './text-words.ts';
import { WordTable } from './word-table.ts';

/** The form of plates in Italy and France, which little else has. Letters that look like others are not in use. */
const ofThemselves = /^[A-HJ-NPR-TV-Z]{2}([ -]?)\d{3}\1[A-HJ-NPR-TV-Z]{2}$|^[A-HJ-NP-TV-Z]{2}-\d{3}-[A-HJ-NP-TV-Z]{2}$/;
const named = [
  /^[A-Z]{2}\d{3}[A-Z]{2}$/,
  /^\d{4}[B-DF-HJ-NP-TV-Z]{3}$/,
  /^[A-Z]{2}\d{2}[A-Z]{3}$/,
  /^[A-ZÄÖÜ]{2,5}\d{1,4}[EH]?$/,
  /^(?=.*\d.*\d)(?=.*[A-Z])[A-Z0-9]{5,8}$/,
];
/** Words for what has a plate. A plate stands right behind them, if at all, and so may a model: "car BMW 320". */
const vehicles = WordTable.of(
  withoutAccentsToo(
    `vehicle vehicles car cars van truck lorry motorbike motorcycle véhicule véhicules voiture camion camionnette auto
    automobile veicolo veicoli vettura autovettura macchina furgone automezzo vehículo vehículos coche coches camión
    furgoneta fahrzeug fahrzeuge pkw lkw wagen dienstwagen mietwagen firmenwagen kz`.split(/\s+/),
  ),
);
/** The forms of plates in Spain, Britain, Germany, France before 2009, Switzerland, Portugal, the Netherlands and others. */
const ofVehicles = [
  /^\d{4}[ -]?[B-DF-HJ-NP-TV-Z]{3}$/,
  /^[A-Z]{2}\d\d ?[A-Z]{3}$/,
  /^[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} ?\d{1,4}[EH]?$/,
  /^\d{2,4}[ -][A-Z]{2,3}[ -]\d\d$/,
  /^(?:A[GIR]|B[ELS]|FR|G[ELR]|JU|LU|N[EW]|OW|S[GHOZ]|T[GI]|UR|V[DS]|Z[GH]) \d{1,3}[ ']?\d{3}$/,
  /^(?=.*[A-Z])(?=.*\d)[A-Z\d]{1,3}-[A-Z\d]{2,3}-[A-Z\d]{1,2}$/,
  /^[A-Z]{1,3}[ -]\d{4,5}(?:[ -]?[A-Z]{1,2})?$|^\d[A-Z]{3}\d{3}$|^[A-Z]{3}-\d\d-\d\d$/,
];
const wordsAhead = 8;
const wordsWithin = 4;
const longest = 12;

/** Whether a word in small letters names what has a plate: "coche". */
export function isVehicleWord(word: string): boolean {
  return vehicles.marksAt(word, 0, word.length) !== 0;
}

/** Registration plates of vehicles: in any form after a word that announces one, else in the two distinctive forms. */
export const plateRule: DetectionRule = {
  entities: ['PLATE'],
  find(words, found) {
    for (let word = 0; word < words.count; word += 1) {
      const isCue = (words.marksOf(word) & wordMarks.plateCue) !== 0 || isTag(words, word);
      if (isCue || isVehicle(words, word)) {
        const plate = isCue ? plateBehind(words, word) : plateOfVehicle(words, word);
        if (plate !== null) found(words.starts[plate[0]] ?? 0, words.ends[plate[1]] ?? 0, ['PLATE', 0.85]);
      }
      if (!mayBeginPlate(words, word)) continue;
      const last = lastWhere(words, word, (written) => ofThemselves.test(written));
      const isFree =
        !isWordCode(words.codeAt((words.starts[word] ?? 0) - 2)) || words.codeAt((words.starts[word] ?? 0) - 1) === 32;
      if (last !== -1 && isFree) found(words.starts[word] ?? 0, words.ends[last] ?? 0, ['PLATE', 0.6]);
    }
  },
};

/** "Auto", and "Tatfahrzeug". */
function isVehicle({ text, starts, ends, hashes }: TextWords, word: number): boolean {
  const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
  if (vehicles.marksAt(text, start, end, hashes[word]) !== 0) return true;
  return end - start > compoundMin && text.charCodeAt(end - 1) === 103 && text.endsWith('fahrzeug', end);
}

const compoundMin = 10;

/** "tag_no", "tag number", in a record that has a vehicle too: of other things it is the number of a label. */
function isTag({ text, starts }: TextWords, word: number): boolean {
  const start = starts[word] ?? 0;
  if ((text.charCodeAt(start) | 32) !== 116 || (text.charCodeAt(start + 2) | 32) !== 103) return false;
  const isNumbered = /^tag[ _-]?(?:no|nr|num|number)(?![\p{L}\d])/iu.test(text.slice(start, start + 12));
  return isNumbered && ofVehicle.test(text.slice(Math.max(0, start - recordMax), start + recordMax));
}

const ofVehicle = /(?<!\p{L})(?:veh|vehicle|car|auto|truck)(?!\p{L})/iu;
const recordMax = 120;

/** "el vehículo 8803 LPR", "Auto: M-AB 123", and with one word between them, or a make and a model: "Auto: VW Golf, M-AB 123". */
function plateOfVehicle(words: TextWords, vehicle: number): readonly [number, number] | null {
  for (let word = vehicle + 1; word <= vehicle + 3 && word < words.count; word += 1) {
    if (!/^[ :;,|"'=({.>_\t]{1,4}$/.test(words.gapAfter(word - 1))) return null;
    if (
      word === vehicle + 3 &&
      ![word - 2, word - 1].every((each) => ((words.shapes[each] ?? 0) & wordShapes.capital) !== 0)
    )
      return null;
    const isCapitals = ((words.shapes[word] ?? 0) & wordShapes.lower) === 0;
    const last = isCapitals
      ? lastWhere(words, word, (written) => ofVehicles.some((form) => form.test(written)) || ofThemselves.test(written))
      : -1;
    if (last !== -1) return [word, last];
  }
  return null;
}

/** Two capitals, or a whole plate in one word. */
function mayBeginPlate({ shapes, starts, ends }: TextWords, word: number): boolean {
  const shape = shapes[word] ?? 0;
  const length = (ends[word] ?? 0) - (starts[word] ?? 0);
  return (shape & (wordShapes.capital | wordShapes.lower)) === wordShapes.capital && (length === 2 || length === 7);
}

function plateBehind(words: TextWords, cue: number): readonly [number, number] | null {
  for (let word = cue + 1; word < words.count && word <= cue + wordsAhead; word += 1) {
    const isCapitals = ((words.shapes[word] ?? 0) & wordShapes.lower) === 0;
    const last = isCapitals ? lastWhere(words, word, isNamed) : -1;
    if (last !== -1) return [word, last];
  }
  return null;
}

function isNamed(written: string): boolean {
  const compact = written.replace(/[ +-]/g, '');
  // Documents of standards have the form of plates.
  if (/^(?:RFC|ISO|CVE|PEP)/.test(compact)) return false;
  return named.some((form) => form.test(compact));
}

/** The last word of the longest part that begins at a word and has one of the forms; -1: none. */
function lastWhere(words: TextWords, word: number, isPlate: (written: string) => boolean): number {
  const { starts, ends, text } = words;
  const start = starts[word] ?? 0;
  let last = word;
  while (last + 1 < words.count && last + 1 < word + wordsWithin && (ends[last + 1] ?? 0) - start <= longest) {
    const gap = text.slice(ends[last], starts[last + 1]);
    if (!/^(?:[ -]{1,2}|\+)$/.test(gap)) break;
    last += 1;
  }
  for (; last >= word; last -= 1) {
    const end = ends[last] ?? 0;
    if (end - start <= longest && isPlate(text.slice(start, end).replace(/ +/g, ' '))) return last;
  }
  return -1;
}
