import type { AdminOperation } from '../../admin/operation.ts';
import { operationAddress } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { codeIn, saidOf, titleOfGroup, titleOfMember, titleOfVerb } from '../pages/operation-words.ts';
import type { Texts } from '../texts/english.ts';
import type { Speech, Visit } from '../visit.ts';
import { formTokenField, noneField, onceField } from './asked-in-form.ts';
import { wordOfChoice } from './choice-words.ts';
import type { FormField } from './form-fields.ts';
import { listsOfIds, type Offer, type OfferedId, type OfferedIds } from './offered-ids.ts';

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

/** The form of an operation that writes. It is sent once, however often it is sent. */
export function writingForm(visit: Visit, filled: OperationForm): Html {
  const { operation, once } = filled;
  const { words, session } = visit;
  const kind = /^(delete|revoke|close|erase|suspend)/.test(operation.id) ? 'danger' : 'main';
  return html`<form method="post" action="${operationAddress(operation.id)}" class="fields">
    <input type="hidden" name="${formTokenField}" value="${session.formToken}" />
    <input type="hidden" name="${onceField}" value="${once}" />
    ${fieldsOf(visit, filled)}
    <p class="submit"><button class="${kind}">${titleOfVerb(words, operation)}</button></p>
  </form>`;
}

/** The form of an operation that reads: its filters, which are in the address. */
export function readingForm(visit: Visit, filled: OperationForm): HtmlPart {
  if (filled.fields.length === 0) return null;
  return html`<form method="get" action="${operationAddress(filled.operation.id)}" class="fields">
    ${fieldsOf(visit, filled)}
    <p class="submit"><button class="main">${visit.words.form.show}</button></p>
  </form>`;
}

/** Needed fields first; the others behind a word, unless something is in them. */
function fieldsOf(speech: Speech, filled: OperationForm): HtmlPart {
  const { fields, written, wrong } = filled;
  const isAtHand = ({ name, isNeeded, isOfPath }: FormField): boolean => isNeeded || isOfPath || name === 'name';
  const few = fields.length <= 6;
  const others = few ? [] : fields.filter((field) => !isAtHand(field));
  const isOpen = others.some(({ name }) => name === wrong || (written.get(name) ?? '') !== '');
  return [
    fields.filter((field) => few || isAtHand(field)).map((field) => fieldOf(speech, field, filled)),
    others.length > 0 &&
      html`<details ${isOpen && html`open`}>
        <summary>${speech.words.form.more}</summary>
        ${others.map((field) => fieldOf(speech, field, filled))}
      </details>`,
  ];
}

function fieldOf(
  speech: Speech,
  field: FormField,
  { written, wrong, fault = '', operation, offered, scope = '' }: OperationForm,
): Html {
  const { words, language } = speech;
  const at = scope + field.name;
  const { name, isNeeded, isOfPath, about, takesNull, kind } = field;
  const ofKind = kind === 'list' ? words.form.list : kind === 'document' ? words.form.document : '';
  const isHinted = about !== '' || ofKind !== '';
  const offer = offered?.get(name) ?? { ids: [], isWhole: false };
  const value = written.get(name);
  const isNone = written.has(noneField(name));
  const isReading = operation.method === 'get';
  return html`<div class="field">
    <label for="f-${at}"
      >${titleOfMember(words, name)}${isNeeded && html` <small>${words.form.required}</small>`}</label
    >
    ${controlOf(speech, { ...field, fallback: isReading ? '' : field.fallback }, { at, value: value ?? onlyOne(offer), isFixed: isOfPath && value !== null, isWrong: name === wrong, isHinted, offered: offer.ids })}
    ${
      takesNull &&
      !isReading &&
      html`<label class="none-of"
        ><input
          type="checkbox"
          name="${noneField(name)}"
          value="1"
          ${isNone && html`checked`}
        />${words.form.noLimit}</label
      >`
    }
    ${isHinted && html`<p class="hint" id="h-${at}">${saidOf(language, about, isNeeded)} ${ofKind}${field.example !== undefined && html` <code>${field.example}</code>`}</p>`}
    ${name === wrong && fault !== '' && html`<p class="refusal" lang="en">${codeIn(fault)}</p>`}
    ${isNeeded && (value ?? '') === '' && foundIn(words, name)}
  </div>`;
}

/** Links to the lists that have the ids which a field takes. */
function foundIn(words: Texts, name: string): HtmlPart {
  const lists = listsOfIds[name] ?? [];
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

interface Written {
  /** Ends the ids of the field. */
  readonly at: string;
  /** `null`: nobody has written yet. */
  readonly value: string | null;
  /** Whether it says what the page is about. */
  readonly isFixed: boolean;
  readonly isWrong: boolean;
  readonly isHinted: boolean;
  readonly offered: readonly OfferedId[];
}

const typesOf = { text: 'text', list: 'text', day: 'date', month: 'month' } as const;

function controlOf(
  { words, language }: Speech,
  field: FormField,
  { at, value, isFixed, isWrong, isHinted, offered }: Written,
): Html {
  const { name, kind, choices, isNeeded, fallback, least, most } = field;
  const text = value ?? fallback;
  const marks = html`id="f-${at}" name="${name}" ${isNeeded && html`required`} ${isWrong && html`aria-invalid="true"`}
  ${isHinted && html`aria-describedby="h-${at}"`} ${isFixed && html`readonly`}`;
  if (kind === 'choice') {
    const isEmpty = !isNeeded || fallback === '';
    return html`<select ${marks}>
      ${isEmpty && html`<option value="">${words.form.none}</option>`}
      ${choices.map((each) => html`<option value="${each}" ${each === text && html`selected`}>${wordOfChoice({ words, language }, name, each)}</option>`)}
    </select>`;
  }
  if (kind === 'document') {
    return html`<textarea ${marks} rows="4" spellcheck="false" autocomplete="off">${text}</textarea>`;
  }
  const bounds = [least !== undefined && html` min="${least}"`, most !== undefined && html` max="${most}"`];
  const type = kind === 'count' ? html`type="number" step="1"${bounds}` : html`type="${typesOf[kind]}"`;
  const list = offered.length > 0 && html`list="l-${at}"`;
  return html`<input ${marks} ${type} ${list} value="${text}" autocomplete="off" spellcheck="false" />${
      list !== false &&
      html`<datalist id="l-${at}">
        ${offered.map(({ id, about }) => html`<option value="${id}">${about}</option>`)}
      </datalist>`
    }`;
}
