import type { AdminOperation } from '../../admin/operation.ts';
import { operationAddress } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { codeIn, saidOf, titleOfGroup, titleOfMember } from '../pages/operation-words.ts';
import type { Texts } from '../texts/english.ts';
import type { Speech } from '../visit.ts';
import { noneField } from './asked-in-form.ts';
import { wordOfChoice } from './choice-words.ts';
import type { FormField } from './form-fields.ts';
import type { Offer, OfferedId, OfferedIds } from './offered-ids.ts';

/** A form with what was written into it. */
export interface OperationForm {
  readonly operation: AdminOperation;
  readonly fields: readonly FormField[];
  /** The value of each field, by its name. */
  readonly written: URLSearchParams;
  /** The member that was refused; `null`: none. */
  readonly wrong: string | null;
  /** Why it was refused. Absent: nothing was. */
  readonly fault?: string;
  /** The idempotency key of what is sent. */
  readonly once: string;
  /** Ids to choose from, by the name of the field. Absent: none. */
  readonly offered?: OfferedIds;
  /** Begins the ids of its fields on a page with several forms. Absent: it is the only one. */
  readonly scope?: string;
}

/** A member of a row of fields. */
export interface InRow {
  /** The name by which the form sends it. */
  readonly sentAs: string;
  /** The first row says what members mean, and where ids are found. */
  readonly isFirst: boolean;
  readonly isFocused: boolean;
}

/** Whether a refusal is about a member, or about a part of it. */
export function isAt(wrong: string | null, name: string): boolean {
  return wrong === name || (wrong?.startsWith(`${name}.`) ?? false);
}

/** What a form asks for by a name that says another thing of what is shown: an allocation belongs to the wallet that pays. */
const asked: ReadonlyMap<string, string> = new Map([['parent_id', 'source_id']]);

/** A field with its name, what it means, and why it was refused. */
export function fieldPart(
  speech: Speech,
  field: FormField,
  { written, wrong, fault = '', operation, offered, scope = '' }: OperationForm,
  inRow: InRow | null = null,
): Html {
  const { words, language } = speech;
  const { name, isNeeded, isOfPath, about, kind } = field;
  const { sentAs, isFirst } = inRow ?? { sentAs: name, isFirst: true };
  const at = scope + sentAs;
  const ofKind = kind === 'list' ? words.form.list : kind === 'document' ? words.form.document : '';
  const isHinted = isFirst && (about !== '' || ofKind !== '');
  const offer = offered?.get(name) ?? { ids: [], isWhole: false, lists: [] };
  const value = written.get(sentAs);
  const isWrong = isAt(wrong, sentAs);
  const isReading = operation.method === 'get';
  return html`<div class="field">
    <label for="f-${at}"
      >${titleOfMember(words, asked.get(name) ?? name)}${isNeeded && html` <small>${words.form.required}</small>`}</label
    >
    ${controlOf(speech, { ...field, fallback: isReading ? '' : field.fallback }, { at, sentAs, value: value ?? (inRow === null ? onlyOne(offer) : null), isFixed: isOfPath && value !== null, isWrong, isHinted, offer, inRow })}
    ${isReading || !takesNone(field) ? null : noneBox(words, { name, written })}
    ${isHinted && html`<p class="hint" id="h-${at}">${saidOf(language, about, isNeeded)} ${ofKind}${field.example !== undefined && html` <code>${field.example}</code>`}${kind === 'list' && choicesIn(words, field)}</p>`}
    ${isWrong && fault !== '' && html`<p class="refusal" lang="en">${codeIn(fault)}</p>`}
    ${isFirst && isNeeded && (value ?? '') === '' && !isAllOf(offer) && foundIn(words, offer)}
  </div>`;
}

/** Whether a box says that there is none of a member: an empty field says nothing. */
export function takesNone({ kind, takesNull, isNeeded, least = 0 }: FormField): boolean {
  return takesNull || ((kind === 'list' || kind === 'rows') && isNeeded && least === 0);
}

/** The box that says there is none of a member; without a name: of all that a form sets. */
export function noneBox(
  { form }: Texts,
  { name = '', written }: { readonly name?: string; readonly written: URLSearchParams },
): Html {
  const isNone = written.has(noneField(name));
  return html`<label class="none-of"
    ><input
      type="checkbox"
      name="${noneField(name)}"
      value="1"
      ${isNone && html`checked`}
    />${name === '' ? form.noneOfAll : form.noLimit}</label
  >`;
}

/** Links to the lists that have the ids which a field takes. */
function foundIn(words: Texts, { lists }: Offer): HtmlPart {
  if (lists.length === 0) return null;
  return html`<p class="hint">
    ${words.form.foundIn}
    ${lists.map(
      ({ operation, group }, index) =>
        html`${index > 0 && ', '}<a href="${operationAddress(operation)}" target="_blank"
            >${titleOfGroup(words, group)}</a
          >`,
    )}
  </p>`;
}

/** Who has one wallet, or one tenant, need not say which. */
function onlyOne({ ids: [first, second], isWhole }: Offer): string | null {
  return first !== undefined && second === undefined && isWhole ? first.id : null;
}

/** What entries of a list can be. */
function choicesIn({ form }: Texts, { choices }: FormField): HtmlPart {
  return choices.length === 0 ? null : [' ', form.anyOf, ' ', codeIn(choices.map((each) => `\`${each}\``).join(', '))];
}

/** Whether all that there are can be chosen from. */
function isAllOf({ ids, isWhole }: Offer): boolean {
  return isWhole && ids.length > 0;
}

/** What is said of an id, and enough of it to tell it from its likes. */
function toldApart({ id, about }: OfferedId): string {
  return [about, id.slice(0, 8)].filter((part) => part !== '').join(' · ');
}

interface Written {
  /** Ends the ids of the field. */
  readonly at: string;
  /** `null`: nobody has written yet. */
  readonly value: string | null;
  /** Whether it says what the page is about. */
  readonly isFixed: boolean;
  readonly isWrong: boolean;
  readonly isHinted: boolean;
  readonly offer: Offer;
  readonly sentAs: string;
  readonly inRow: InRow | null;
}

const typesOf: Partial<Record<FormField['kind'], string>> = { day: 'date', month: 'month' };

function controlOf(
  { words, language }: Speech,
  field: FormField,
  { at, sentAs, value, isFixed, isWrong, isHinted, offer, inRow }: Written,
): Html {
  const { name, kind, choices, isNeeded, fallback, least, most } = field;
  const text = value ?? fallback;
  const marks = html`id="f-${at}" name="${sentAs}" ${isNeeded && inRow === null && !takesNone(field) && html`required`}
  ${inRow?.isFocused === true && html`autofocus`} ${isWrong && html`aria-invalid="true"`}
  ${isHinted && html`aria-describedby="h-${at}"`} ${isFixed && html`readonly`}`;
  if (kind === 'choice') {
    const isEmpty = !isNeeded || fallback === '';
    return html`<select ${marks}>
      ${isEmpty && html`<option value="">${words.form.none}</option>`}
      ${choices.map((each) => html`<option value="${each}" ${each === text && html`selected`}>${wordOfChoice({ words, language }, name, each)}</option>`)}
    </select>`;
  }
  const { ids } = offer;
  // Nobody has to know an id. What was written and is none of them stays.
  if (isAllOf(offer) && (text === '' || ids.some(({ id }) => id === text))) {
    return html`<select ${marks}>
      ${(!isNeeded || text === '') && html`<option value="">${words.form.none}</option>`}
      ${ids.map((each) => html`<option value="${each.id}" ${each.id === text && html`selected`}>${toldApart(each)}</option>`)}
    </select>`;
  }
  if (kind === 'document') {
    return html`<textarea ${marks} rows="4" spellcheck="false" autocomplete="off">${text}</textarea>`;
  }
  const bounds = [least !== undefined && html` min="${least}"`, most !== undefined && html` max="${most}"`];
  const type = kind === 'count' ? html`type="number" step="1"${bounds}` : html`type="${typesOf[kind] ?? 'text'}"`;
  const list = ids.length > 0 && html`list="l-${at}"`;
  return html`<input ${marks} ${type} ${list} value="${text}" autocomplete="off" spellcheck="false" />${
      list !== false &&
      html`<datalist id="l-${at}">
        ${ids.map(({ id, about }) => html`<option value="${id}">${about}</option>`)}
      </datalist>`
    }`;
}
