import {
  announcedMax,
  announcedName,
  areGivenAndFamily,
  arePartsOfName,
  isKnownName,
  isOnlyName,
  partsOfMatch,
  type Part,
} from './announced-name.ts';
import { areParts, isEnglish, labelsAhead, recordMax, type FieldLabel, type Strength } from './field-labels.ts';
import { plainFields } from './field-names.ts';
import { isWordCode, type TextWords } from './text-words.ts';

/** What may stand between the name of a field and its value. A longer gap announces nothing. */
const gapMax = 160;

/** What a form notes behind the name of a field: "(as on your passport)", "[max. 40]". */
const note = String.raw`(?: ?(?:\([^()\n]{0,60}\)|\[[^\[\]\n"':]{2,60}\]))`;
const closing = String.raw`\.?\\{0,2}["'\x60”»\]*_%}]{0,4}${note}{0,2}\*?`;
const sign = String.raw`:(?:=|::?(?=[ "']))?|={1,3}>?|-{1,2}>|[→⇒⟶↦]`;
const opening = String.raw`(?:[*_.…]{1,40} ?|\[(?:/\p{L}{1,8}\] ?)?|(?:</?\p{L}[^<>\n]{0,40}>[ \t]{0,8}){1,3})?(?:<!\[CDATA\[|\\{0,2}["'\x60“«]|\p{L}{0,2}["'])?`;

/** From the end of the name of a field to its value, where signs alone say that it is one. */
const gaps: readonly RegExp[] = [
  // lastName: &str = "Rossi"
  /^: ?&?[\w<>]{2,20} = ["'](?=\p{L})/u,
  // name: "Rossi", name = Rossi, 'name' => 'Rossi', **Name:** Rossi; the value may stand on the next line.
  new RegExp(`^${closing}[ \\t]{0,24}(?:${sign})[ \\t]{0,8}(?:\\r?\\n[ \\t]{0,8})?${opening}`, 'u'),
  // <last_name>Rossi, <field name="last_name">Rossi, <dt>Last name</dt><dd>Rossi, <th>Last name</th><td>Rossi
  /^["']?(?: [^<>\n]{0,80})?>(?:\s{0,32}<[\w:]{1,32}(?: [^<>\n]{0,80})?>)?(?:<!\[CDATA\[)?(?=[^<\s])/u,
  // <family value="Rossi"/>, <input name="last_name" type="text" value="Rossi">
  /^(?:["'](?! type=["']?(?:submit|button|reset))(?: [\w:-]{1,24}=["'][^"'<>\n]{0,40}["']){0,4})? value=["'](?=\p{L})/u,
  // last_name LIKE 'Rossi%', last_name <> 'Rossi'
  /^["\x60\]]? (?:not |NOT )?(?:i?like|I?LIKE|<>|!=) '(?=\p{L}{4})/u,
  // \newcommand{\lastName}{Rossi}
  /^\}\{(?=\p{L}[^{}\n]{0,60}\})/u,
  /^ ?:?<\/(?:dt|label|strong|b|span|th|key)>[:\s]{0,24}<(?:dd|span|td|b|em|strong|string|div|p)(?: [^<>\n]{0,40})?>\s{0,16}/u,
  // expect(lastName).toBe("Rossi"), I fill in "Last name" with "Rossi", last_name changed from "Rossi"
  /^(?:\)\.to[A-Z][A-Za-z]{1,16}\(|["'\x60]? (?:changed )?(?:with|from|to|was|should be|mit|avec|con|da|von|de) )["'](?=\p{Lu})/u,
  // <label>Last name</label> <input value="Rossi
  /^ ?:?<\/(?:label|td|th|span)>\s{0,16}(?:<(?:td|div|span)(?: [^<>\n]{0,24})?>\s{0,8})?<input (?![^<>\n]{0,60}type=["']?(?:submit|button|reset))[^<>\n]{0,60}?value=["']/,
  // Last name ........ Rossi, Last name ____ Rossi, and the same with blanks alone; Last name is Rossi
  /^ ?[._·…]{3,60} ?|^ \.{1,2} (?=\p{Lu})|^ {2,40}(?=[^\n]{1,60}(?:\n|$))(?![^\n]{0,60}\S {2,}\S)/u,
  /^ (?:is|ist|lautet|est|es|è) (?=\p{Lu})/u,
  // SURNAME [ ROSSI ], FORENAME(S) [ MARIO ]
  /^(?:\(\p{L}{1,4}\))? ?\[ (?=\p{Lu}[^\n[\]]{0,60} \])/u,
];
/** The same, where its quotes alone say so: setLastName("Rossi"), :last-name "Rossi", ["last_name", "Rossi"]. */
const quotedGap = /^\\?["'\x60]?[\])]?[ \t]{0,2}[,( ][ \t]{0,2}\\?["'\x60](?=\p{L})/u;

/** "SURNAME(S)", alone on the line above the value. */
const aboveGap = /^(?:\(\p{L}{1,4}\))?[ \t]{0,4}\r?\n(?=\p{Lu}[^\n\d:=,;|]{0,60}\p{Ll}[^\n\d:=,;|]{0,60}(?:\n|$))/u;

/** Whether the name of a field is in capitals and begins its line. */
function isHeading({ text, codeAt }: TextWords, { start, end }: FieldLabel): boolean {
  if (start > 0 && codeAt(start - 1) !== 10) return false;
  const name = text.slice(start, end);
  return name === name.toUpperCase();
}

/** A value behind the name of a field. */
export interface FieldValue {
  readonly label: FieldLabel;
  readonly name: Part;
  readonly text: string;
  readonly strength: Strength;
}

/** What stands behind, or before, the names of fields of a text. */
export class FieldValues {
  readonly #words: TextWords;
  readonly #labels: readonly FieldLabel[];
  readonly #read = new Map<number, FieldValue | null>();

  constructor(words: TextWords, labels: readonly FieldLabel[]) {
    this.#words = words;
    this.#labels = labels;
  }

  at(place: number): FieldValue | null {
    const known = this.#read.get(place);
    if (known !== undefined) return known;
    const label = this.#labels[place];
    const value =
      label === undefined || label.field === null || isEnglish(this.#words, label)
        ? null
        : (valueBehind(this.#words, label) ?? inputBefore(this.#words, label));
    this.#read.set(place, value);
    return value;
  }

  /** Whether a value is a name, by what announces it, and what stands beside it. */
  isBorneOut({ label, text, strength }: FieldValue, place: number): boolean {
    const isKnown = isKnownName(text);
    if (isKnown && strength !== 'half') return true;
    const partner = this.#partnerOf(label, place);
    // "lastName: Component, firstName: Component".
    if (strength === 'whole') return partner?.text !== text;
    const isNamed = isKnown || (strength === 'likely' && isOnlyName(text));
    if (partner === null || (strength === 'likely' && isNamed)) return isNamed;
    const said = this.#words.text.slice(label.start, label.end).toLowerCase();
    const areOfOne = plainFields.has(said) ? areGivenAndFamily : arePartsOfName;
    return label.field === 'family' ? areOfOne(partner.text, text) : areOfOne(text, partner.text);
  }

  /** The value of the other part of a name nearest to that of a field in its record. */
  #partnerOf(label: FieldLabel, place: number): FieldValue | null {
    for (let away = 1; away <= labelsAhead; away += 1) {
      for (const next of [place + away, place - away]) {
        const other = this.#labels[next];
        if (other === undefined || !areParts(label, other) || Math.abs(other.start - label.start) > recordMax) continue;
        const value = this.at(next);
        if (value !== null) return value;
      }
    }
    return null;
  }
}

/** The value behind the name of a field and a sign that says so; `null`: there is none. */
export function valueBehind(words: TextWords, label: FieldLabel, isAboutPerson = false): FieldValue | null {
  if (isEnglish(words, label) && !isAboutPerson) return null;
  const behind = words.text.slice(label.end, label.end + gapMax);
  // "</lastName><firstName>Mario"
  if (words.codeAt(label.start - 1) === slash && words.codeAt(label.start - 2) === lessThan) return null;
  let gap: string | undefined;
  for (const each of gaps) if ((gap = each.exec(behind)?.[0]) !== undefined) break;
  const isQuoted = gap === undefined;
  if (!isEnglish(words, label))
    gap ??= quotedGap.exec(behind)?.[0] ?? (isHeading(words, label) ? aboveGap.exec(behind)?.[0] : undefined);
  if (gap === undefined || (label.field === 'name' && followsWord(words, label, gap))) return null;
  if (gap.includes(' value=') && button.test(words.text.slice(Math.max(0, label.start - 80), label.start))) return null;
  const field = label.field === 'name' && isAboutPerson ? 'family' : label.field;
  const name = nameBehind(words, { end: label.end, field }, { gap: gap.length });
  if (name === null) return null;
  const { strength = 'whole' } = label;
  const text = words.text.slice(name.start, name.end);
  return { label, name, text, strength: isQuoted && strength === 'whole' ? 'likely' : strength };
}

/** An element that is pressed, not filled. */
const button = /<(?:button(?= )|[^<>]{0,60} type=["']?(?:submit|button|reset))[^<>]{0,60}$/;

/** `<input value="Rossi" name="last_name">`. */
const valueBefore = / value="(\p{L}[^"<>\n]{1,80})"(?: [\w:-]{1,24}="[^"<>\n]{0,40}"){0,3} (?:name|id)="$/du;

export function inputBefore(words: TextWords, label: FieldLabel): FieldValue | null {
  if (words.codeAt(label.start - 1) !== quote || words.codeAt(label.start - 2) !== equals) return null;
  const from = Math.max(0, label.start - gapMax);
  const [value] = partsOfMatch(valueBefore.exec(words.text.slice(from, label.start)), from);
  if (value === undefined || label.field === null) return null;
  const text = announcedName(words.text.slice(value.start, value.end), { field: label.field, isWhole: true });
  return text === null
    ? null
    : {
        label,
        name: { start: value.start, end: value.start + text.length },
        text,
        strength: label.strength ?? 'whole',
      };
}

/** "File name: Report"; before an equals sign there may be a word of a program. */
function followsWord(words: TextWords, label: FieldLabel, gap: string): boolean {
  const { text, codeAt } = words;
  const { start } = label;
  if (codeAt(start - 1) !== 32 || !isWordCode(codeAt(start - 2))) return false;
  // "1 Nom : Rossi"
  if (/(?:^|[\n|])[ \t]{0,8}\d{1,2}(?:\.\d{1,2})? $/.test(text.slice(Math.max(0, start - 16), start))) return false;
  return !gap.includes('=') || (isEnglish(words, label) && !ofProgram.test(text.slice(Math.max(0, start - 10), start)));
}

const ofProgram = /(?:^|\W)(?:set|where|and|or|let|var|val|const|string|str|final)\s$/i;

/** The name that begins behind a gap; `null`: what stands there is none. */
export function nameBehind(
  { text, codeAt }: TextWords,
  { end, field }: Pick<FieldLabel, 'end' | 'field'>,
  { gap, limit = Infinity }: { readonly gap: number; readonly limit?: number },
): Part | null {
  const start = end + gap;
  const rest = text.slice(start, Math.min(limit, start + announcedMax));
  const value = upToEnd(rest, String.fromCharCode(codeAt(start - 1)));
  const isToEnd = limit <= start + announcedMax && value.length === rest.length;
  const name = announcedName(value, { field: field ?? 'name', isWhole: isToEnd || isWhole(rest.slice(value.length)) });
  return name === null ? null : { start, end: start + name.replace(/['’]+$/, '').length };
}

/** What ends a value without quotes. */
const endOfWord = /[\n\t,;|<>)}\]&#"]| {2}|_{2}|\\{2}| (?=[\p{L}\d_.-]{1,40}(?:=|:\S))/u;
/** What ends a part of a path. */
const endOfPart = /[/\n\t,;|<>)}\]&#"?]/;
/** What ends a value in a quote. */
const endsOfQuote: Readonly<Record<string, RegExp>> = {
  '"': /\\?["\n]/,
  // 'D''Amico', 'D\'Amico'
  "'": /\\?%?'(?!'?\p{L})|\n/u,
  '`': /\\?[`\n]/,
};

/** The value: up to its closing quote, a separator or the end of its line. */
function upToEnd(rest: string, before: string): string {
  const quoted = endsOfQuote[before]?.exec(rest);
  if (quoted?.[0].includes(before) === true) return rest.slice(0, quoted.index);
  const end = rest.search(before === '/' ? endOfPart : endOfWord);
  if (end === -1) return rest;
  // "Rossi, Mario" in a field for both is read on.
  return rest.charAt(end) === ',' ? rest.slice(0, rest.search(/[\n\t;|<>)}\]&#"]|$/)) : rest.slice(0, end);
}

/** Whether a value ends there, and does not break off. */
function isWhole(behind: string): boolean {
  return behind === '' || /^[\n"'`<&|;\\]| {1,2}[\p{L}\d_.-]{1,40}(?:=|:\S)/u.test(behind);
}

/** Codes of signs. */
const [quote, slash, lessThan, equals] = [34, 47, 60, 61];
