import { groupOf, type AdminOperation } from '../../admin/operation.ts';
import { html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Visit } from '../visit.ts';
import type { ConsolePage } from './frame.ts';
import { titleOfGroup } from './operation-words.ts';
import { actionsOn, shownAnswer, type Answer } from './shown-answer.ts';

/** A list with its filters, to which a page has added something. */
export interface ListParts {
  readonly answer: Answer;
  readonly filters: HtmlPart;
}

/** A list as the page of its operation shows it. */
export function listPage(
  visit: Visit,
  { answer, filters }: ListParts,
  operations: readonly AdminOperation[],
): ConsolePage {
  const group = groupOf(answer.operation);
  const title = titleOfGroup(visit.words, group);
  const { limit: _, ...asked } = answer.asked;
  return {
    title,
    group,
    content: html`<h1>${title}</h1>
      ${actionsOn(visit, answer, operations)}
      <details class="filters" ${Object.keys(asked).length > 0 && html`open`}>
        <summary>${visit.words.form.filters}</summary>
        ${filters}
      </details>
      ${shownAnswer(visit, { ...answer, asked }, operations)}`,
  };
}
