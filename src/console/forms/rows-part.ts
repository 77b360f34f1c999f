import { html, type Html } from '../../admin/markup/html.ts';
import { codeIn, saidOf, titleOfMember } from '../pages/operation-words.ts';
import type { Speech } from '../visit.ts';
import { fieldPart, isAt, noneBox, takesNone, type OperationForm } from './field-part.ts';
import type { FormField } from './form-fields.ts';
import { moreField, rowMember, rowsIn } from './form-rows.ts';

/**
 * A repeated group of fields: the rows that were sent, one at least, and one more where its button was pressed. The button
 * sends the form, which does nothing but come back, so that it needs no script.
 */
export function rowsPart(speech: Speech, field: FormField, filled: OperationForm): Html {
  const { words, language } = speech;
  const { name, isNeeded, about, members = [], most = 100 } = field;
  const { wrong, fault = '', scope = '' } = filled;
  const [rows, title] = [rowsIn(name, filled.written), titleOfMember(words, name)];
  const isMore = filled.written.get(moreField) === name;
  const shown = Math.min(most, Math.max(1, rows.length + Number(isMore)));
  const isOfMember = Array.from({ length: shown }).some((_, row) =>
    members.some((member) => isAt(wrong, rowMember(name, row, member.name))),
  );
  const shownRows = Array.from({ length: shown }, (_, row) =>
    rowPart(speech, field, { filled, row, written: rows[row], isFocused: isMore && row === shown - 1 }),
  );
  return html`<fieldset class="field" aria-describedby="h-${scope}${name}">
    <legend>${title}${isNeeded && html` <small>${words.form.required}</small>`}</legend>
    <p class="hint" id="h-${scope}${name}">${saidOf(language, about, isNeeded)} ${words.form.rows}</p>
    ${isAt(wrong, name) && !isOfMember && fault !== '' && html`<p class="refusal" lang="en">${codeIn(fault)}</p>`}
    ${takesNone(field) && noneBox(words, { name, written: filled.written })} ${shownRows}
    ${
      shown < most &&
      html`<p>
        <button name="${moreField}" value="${name}" formnovalidate>${words.form.addRow}</button>
      </p>`
    }
  </fieldset>`;
}

interface RowOf {
  readonly filled: OperationForm;
  readonly row: number;
  /** Absent: nothing yet. */
  readonly written: URLSearchParams | undefined;
  /** Whether it is the one that was asked for. */
  readonly isFocused: boolean;
}

function rowPart(
  speech: Speech,
  { name, members = [] }: FormField,
  { filled, row, written = new URLSearchParams(), isFocused }: RowOf,
): Html {
  const sent = new URLSearchParams([...written].map(([member, text]) => [rowMember(name, row, member), text]));
  return html`<fieldset class="row">
    <legend>${titleOfMember(speech.words, name)} ${row + 1}</legend>
    ${members.map((member, nth) =>
      fieldPart(
        speech,
        member,
        { ...filled, written: sent },
        { sentAs: rowMember(name, row, member.name), isFirst: row === 0, isFocused: isFocused && nth === 0 },
      ),
    )}
  </fieldset>`;
}
