import { operationAddress } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { titleOfMaking, titleOfVerb } from '../pages/operation-words.ts';
import type { Speech, Visit } from '../visit.ts';
import { begunField, formTokenField, onceField } from './asked-in-form.ts';
import { fieldPart, isAt, noneBox, type OperationForm } from './field-part.ts';
import { isLiftedWhole } from './filled-form.ts';
import type { FormField } from './form-fields.ts';
import { isEmpty, moreField, rowsIn } from './form-rows.ts';
import { rowsPart } from './rows-part.ts';

/**
 * The form of an operation that writes. It is sent once, however often it is sent. The enter key presses its first button,
 * which is never one for more rows.
 */
export function writingForm(visit: Visit, filled: OperationForm): Html {
  const { operation, once, written } = filled;
  const begun = written.get(begunField);
  const { words, session } = visit;
  const kind = /^(delete|revoke|close|erase|suspend)/.test(operation.id) ? 'danger' : 'main';
  const title = titleOfMaking(words, operation) ?? titleOfVerb(words, operation);
  const hasRows = filled.fields.some((field) => field.kind === 'rows');
  return html`<form method="post" action="${operationAddress(operation.id)}" class="fields">
    <input type="hidden" name="${formTokenField}" value="${session.formToken}" />
    <input type="hidden" name="${onceField}" value="${once}" />
    ${begun !== null && html`<input type="hidden" name="${begunField}" value="${begun}" />`}
    ${hasRows && html`<button hidden>${title}</button>`} ${fieldsOf(visit, filled)}
    ${isLiftedWhole(filled) && noneBox(words, filled)}
    <p class="submit"><button class="${kind}">${title}</button></p>
  </form>`;
}

/**
 * The form of an operation that reads: its filters, which are in the address. Of one that writes: what names of what its own
 * form is.
 */
export function readingForm(visit: Visit, filled: OperationForm): HtmlPart {
  if (filled.fields.length === 0) return null;
  const { show, goOn } = visit.words.form;
  return html`<form method="get" action="${operationAddress(filled.operation.id)}" class="fields">
    ${fieldsOf(visit, filled)}
    <p class="submit"><button class="main">${filled.operation.method === 'get' ? show : goOn}</button></p>
  </form>`;
}

/** Needed fields first; the others behind a word, unless something is in them. */
function fieldsOf(speech: Speech, filled: OperationForm): HtmlPart {
  const { fields, written, wrong } = filled;
  const isAtHand = ({ name, isNeeded, isOfPath }: FormField): boolean => isNeeded || isOfPath || name === 'name';
  const few = fields.length <= 6;
  const others = few ? [] : fields.filter((field) => !isAtHand(field));
  const isWritten = ({ name }: FormField): boolean =>
    (written.get(name) ?? '') !== '' ||
    written.get(moreField) === name ||
    rowsIn(name, written).some((row) => !isEmpty(row));
  const isOpen = others.some((field) => isAt(wrong, field.name) || isWritten(field));
  const partOf = (field: FormField): Html =>
    field.kind === 'rows' ? rowsPart(speech, field, filled) : fieldPart(speech, field, filled);
  return [
    fields.filter((field) => few || isAtHand(field)).map((field) => partOf(field)),
    others.length > 0 &&
      html`<details ${isOpen && html`open`}>
        <summary>${speech.words.form.more}</summary>
        ${others.map((field) => partOf(field))}
      </details>`,
  ];
}
