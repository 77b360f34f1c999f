import type { JsonCursor } from '../wire/json-cursor.ts';
import { hasLuhnChecksum } from './detection/card-rule.ts';
import { applyDetectionRules } from './detection/detection-rules.ts';
import { unmistakable } from './detection/identifier-checks.ts';
import type { PiiEntity } from './pii-kinds.ts';

const entities: ReadonlySet<PiiEntity> = new Set(['CARD', 'IBAN', 'NATIONAL_ID']);
const languages = [] as const;
/** The digits of a card, each by itself. */
const groupsMax = 19;
/** The characters of a card, and of an account. */
const [shortest, longest] = [12, 34];
/** A group and its quotes, bytes. */
const elementMax = 18;
const group = /^[A-Za-z\d]{1,16}$/;

/**
 * The elements of a list that may be the groups of one card, account or code of a person. It is given the elements one by
 * one.
 */
export class GroupedValue {
  /** `null`: the list is none. */
  #groups: string[] | null = [];
  #hasNumbers = false;

  addElement(element: JsonCursor): void {
    const { kind, span } = element;
    const isShort = span !== null && span.valueEnd - span.valueStart <= elementMax;
    if (!isShort || kind === 'object' || kind === 'array') this.#groups = null;
    else if (this.#groups !== null) this.add(kind === 'string' ? element.text() : element.json(), kind !== 'string');
  }

  add(text: string, isNumber: boolean): void {
    if (this.#groups === null) return;
    if (this.#groups.length < groupsMax && group.test(text)) this.#groups.push(text);
    else this.#groups = null;
    this.#hasNumbers ||= isNumber;
  }

  /**
   * The groups as one text, if its checksum holds; else `null`. Numbers may be anything, such as places in a picture: they
   * are a card only where the name of their member says so. The text begins with that name where it needs it.
   */
  text(label: string | null): string | null {
    if (this.#groups === null || this.#groups.length < 2) return null;
    const compact = this.#groups.join('');
    if (compact.length < shortest || compact.length > longest) return null;
    if (isCodeOfPerson(compact)) return !this.#hasNumbers && isChecked(compact, null) ? compact : null;
    if (!mayBeChecked(compact)) return null;
    // The rules know groups of four and more. Short numbers are scores and points, whatever they are called.
    if (this.#groups.every(({ length }) => length < shortestGroup))
      return !this.#hasNumbers && isNamedCard(compact, label) ? compact : null;
    const text = this.#groups.join(this.#hasNumbers ? ', ' : ' ');
    if (isChecked(text, null)) return text;
    return isChecked(text, label) ? `${label}: ${text}` : null;
  }
}

const shortestGroup = 4;

/** Asked before the rules, which take long. */
function mayBeChecked(compact: string): boolean {
  return /^\d+$/.test(compact) ? hasLuhnChecksum(compact) : /^[A-Za-z]{2}\d{2}/.test(compact);
}

/** A shorter code may be anything. */
const shortestCode = 15;

function isCodeOfPerson(compact: string): boolean {
  const code = compact.toUpperCase();
  return code.length >= shortestCode && unmistakable.some(({ form, isValid }) => form.test(code) && isValid(code));
}

/** A longer name announces nothing. */
const labelMax = 64;

/** Whether the whole text, in a member of this name, is a card or an account by its checksum. */
function isChecked(text: string, label: string | null): boolean {
  const shown = label === null || label.length > labelMax ? text : `${label}: ${text}`;
  const found = applyDetectionRules(shown, { entities, languages });
  return found.some(({ start, end, score }) => score > 0.6 && end === shown.length && end - start === text.length);
}

const cardName = /card|karte|carte|carta|tarjeta|^pan$|^cc/i;

/** Whether a number in a member of this name is a card: a setting may have as many digits. */
export function isNamedCard(digits: string, label: string | null): boolean {
  return label !== null && cardName.test(label) && digits.length >= shortest && isChecked(digits, label);
}
