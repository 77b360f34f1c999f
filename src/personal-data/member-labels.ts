import { areGivenAndFamily, arePartsOfName } from './detection/announced-name.ts';
import { isWeakHalf, nameFieldOf, pairedFieldOf, partsOfName } from './detection/field-names.ts';
import { lexicon } from './detection/lexicon.ts';
import { cueMarks } from './detection/text-words.ts';

/** An object or a list that is open. */
interface Open {
  readonly isList: boolean;
  /** The name of the member that holds it. */
  readonly name: string | null;
  /** How many elements or members were before. */
  place: number;
  /** In an object: the name of the member whose value comes next; `null` before a name. */
  member: string | null;
  /** The strings of a list that may name columns; `null` once it has anything else. */
  strings: string[] | null;
  /** In an object: a string of it that is the name of a field, as in `{"name": "last_name", "value": "Rossi"}`. */
  named: string | null;
  /** In an object: the first string of it whose member says nothing. */
  unnamed: Labelled | null;
  /** In an object: its strings that may be a part of a name beside another: `"fn"` beside `"ln"`. */
  readonly parts: Map<string, Part>;
}

/** A string and what announces it. */
interface Labelled {
  label: string | null;
}

/** A string that may be a part of a name. */
interface Part {
  readonly string: Labelled;
  readonly text: string;
}

/** Deeper values have no label. */
const depthMax = 64;
/** Names of members that say nothing of their values. */
const sayNothing = new Set(
  'value values val v text texts content contents string str s data default answer response raw current #text $t _ wert inhalt antwort valore contenuto risposta valeur contenu réponse valor contenido respuesta datum date fecha'.split(
    ' ',
  ),
);
/** Names of members whose value may be the name of a field. */
const sayName = new Set(
  'name key field path label id attribute property title column param parameter k n feld bezeichnung schlüssel spalte campo etichetta chiave champ étiquette libellé libelle clé colonne etiqueta clave columna'.split(
    ' ',
  ),
);
/** The most columns of a table. */
const columnsMax = 64;

/**
 * Follows the strings of a JSON text, and says what announces each: the name of its member, also for the elements of a
 * list, and the name of its column in lists of lists that follow a list of such names
 * (`{"columns": ["id", "last_name"], "rows": [[1, "Rossi"]]}`). A member called `value` and the like is announced by the
 * name of a field beside it, or by the name of what holds it.
 */
export class MemberLabels {
  readonly #open: Open[] = [];
  #depth = 0;
  #columns: readonly string[] | null = null;
  #last: string | null = null;

  /** The text between two strings, which may be a long list of numbers. */
  pass(between: string): void {
    for (let at = 0; at < between.length; at += 1) this.#passSign(between.charAt(at));
  }

  #passSign(sign: string): void {
    if (sign === '[' || sign === '{') return this.#push(sign === '[');
    if (sign === ']' || sign === '}') return this.#pop();
    if ((sign !== ',' && sign !== ':') || this.#depth > depthMax) return;
    const top = this.#open.at(-1);
    if (top === undefined) return;
    if (sign === ',') top.place += 1;
    top.member = sign === ',' ? null : this.#last;
  }

  /** Labels the next string: `null` for the name of a member, and where nothing announces it. */
  next(string: Labelled, text: string): void {
    string.label = this.#labelOf();
    const top = this.#open.at(-1);
    if (top?.isList === true && top.strings !== null) {
      if (top.strings.length === top.place && top.place < columnsMax) top.strings.push(text);
      else top.strings = null;
    }
    if (top?.isList === false && top.member !== null) this.#note(top, top.member, { string, text });
    // `{"family": "Rossi", "given": ["Mario", "Ugo"]}`
    const holder = top?.isList === true && top.place === 0 ? this.#open.at(-2) : undefined;
    if (holder?.isList === false && holder.member !== null) isPart(holder.parts, holder.member, { string, text });
    this.#last = text;
  }

  /** The value of a member: the name of a field, or what such a name announces, before it or behind it. */
  #note(top: Open, member: string, { string, text }: Part): void {
    if (isPart(top.parts, member, { string, text })) return;
    if (saysNothing(member)) top.unnamed ??= string;
    else if (sayName.has(member.toLowerCase()) && announces(text)) {
      if (top.unnamed !== null && top.named === null) top.unnamed.label = text;
      top.named = text;
    }
  }

  #labelOf(): string | null {
    if (this.#depth > depthMax) return this.#last;
    const top = this.#open.at(-1);
    if (top === undefined) return this.#last;
    if (!top.isList) return memberOf(top);
    const isRow = this.#open.at(-2)?.isList === true;
    return (isRow ? this.#columns?.[top.place] : undefined) ?? top.name ?? this.#last;
  }

  #push(isList: boolean): void {
    const top = this.#open.at(-1);
    this.#depth += 1;
    if (this.#depth > depthMax) return;
    if (top !== undefined) top.strings = null;
    const name = top === undefined || top.isList ? (isList ? null : (top?.name ?? null)) : memberOf(top);
    this.#open.push({
      isList,
      name,
      place: 0,
      member: null,
      strings: [],
      named: null,
      unnamed: null,
      parts: new Map(),
    });
  }

  #pop(): void {
    // A text that is cut off at its beginning ends more than it opens.
    if (this.#depth === 0) return;
    this.#depth -= 1;
    if (this.#depth >= depthMax) return;
    const strings = this.#open.pop()?.strings ?? [];
    if (strings.length > 1 && strings.some((each) => nameFieldOf(partsOfName(each)) !== null)) this.#columns = strings;
  }
}

/** Members of a name: `{"name": {"first": "Mario", "last": "Rossi"}}`. */
const partsOfNames = new Set(['first', 'middle', 'last']);

/** Whether a string is a part of a name whose other part was before: labels both. */
function isPart(parts: Map<string, Part>, member: string, part: Part): boolean {
  let other: Part | undefined;
  const field = pairedFieldOf(member, (name) => (other = parts.get(name)) !== undefined);
  if (parts.size < columnsMax) parts.set(member.toLowerCase(), part);
  if (field === null || other === undefined) return false;
  const [given, family] = field === 'given' ? [part, other] : [other, part];
  // "fn" beside "ln" is nothing else; "first" and "last" may be pages.
  const areParts = /^(?:given|family)$/i.test(member) ? areGivenAndFamily : arePartsOfName;
  const isSure = member.length === 2 || !isWeakHalf(member) || areParts(given.text, family.text);
  if (!isSure) return false;
  given.string.label = 'given name';
  family.string.label = 'family name';
  return true;
}

/** What announces the value of the member that comes next. */
function memberOf({ member, named, name }: Open): string | null {
  if (member !== null && partsOfNames.has(member) && /names?$/i.test(name ?? '')) return `${member} name`;
  return member === null || !saysNothing(member) ? member : (named ?? name ?? member);
}

function saysNothing(member: string): boolean {
  return sayNothing.has(member.toLowerCase()) || /^\d{1,6}$/.test(member);
}

/** Whether a text is the name of a field that announces a value. */
function announces(text: string): boolean {
  const parts = partsOfName(text);
  return nameFieldOf(parts) !== null || parts.some((part) => (lexicon.marksAt(part, 0, part.length) & cueMarks) !== 0);
}
