import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { titleOfMember } from '../pages/operation-words.ts';
import type { Speech } from '../visit.ts';
import { wordOfChoice } from './choice-words.ts';
import type { FormField } from './form-fields.ts';

/** The filters of a list. */
export interface Filters {
  readonly fields: readonly FormField[];
  /** What is asked for, by the name of the field. */
  readonly written: URLSearchParams;
  readonly form: HtmlPart;
  readonly isOpen: boolean;
}

/** The form of the filters behind a line that says what is filtered, so that the rows come first. */
export function filtersPart(speech: Speech, { fields, written, form, isOpen }: Filters): Html {
  const { words, language } = speech;
  const filtered = fields.flatMap(({ name }) => {
    const value = written.get(name) ?? '';
    return value === ''
      ? []
      : [
          html`<span class="filter"
            >${titleOfMember(words, name)}: <bdi>${wordOfChoice({ words, language }, name, value)}</bdi></span
          >`,
        ];
  });
  return html`<details class="filters" ${isOpen && html`open`}>
    <summary>${words.form.filters} ${filtered}</summary>
    ${form}
  </details>`;
}
