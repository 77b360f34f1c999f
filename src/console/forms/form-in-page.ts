import type { ConsoleParts } from '../console-parts.ts';
import { html, type HtmlPart } from '../../admin/markup/html.ts';
import { titleOfVerb } from '../pages/operation-words.ts';
import type { Visit } from '../visit.ts';
import { formFields } from './form-fields.ts';
import { writingForm } from './writing-form.ts';

/** The form of an operation behind its name, as a part of a page. Nothing for whoever may not do it. */
export function formInPage(
  visit: Visit,
  { deps, frame }: ConsoleParts,
  id: string,
  written: Readonly<Record<string, string>>,
): HtmlPart {
  const operation = frame.operations.find((each) => each.id === id);
  if (operation === undefined || !visit.may(operation.action)) return null;
  // Several forms of a page have fields of one name.
  const scope = Object.values(written).join('-');
  const filled = { operation, fields: formFields(operation), written: new URLSearchParams(written), wrong: null };
  return html`<details>
    <summary>${titleOfVerb(visit.words, operation)}</summary>
    ${writingForm(visit, { ...filled, once: deps.admin.createId(), scope: `${id}-${scope}-` })}
  </details>`;
}
