import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { titleOfMember } from './operation-words.ts';
import { shownValue, type Showing } from './shown-value.ts';

/** A value at a glance, and the page that has what it is made of; `null`: none has. */
export interface Figure {
  readonly title: string;
  readonly value: HtmlPart;
  readonly address: string | null;
}

export function figures(found: readonly Figure[]): Html {
  return html`<div class="figures">
    ${found.map(({ title, value, address }) => {
      const inner = html`<small>${title}</small> <b>${value}</b>`;
      return address === null ? html`<span>${inner}</span>` : html`<a href="${address}">${inner}</a>`;
    })}
  </div>`;
}

/** Members of an answer as figures. */
export function figuresOf(
  showing: Showing,
  found: object,
  names: readonly string[],
  addressOf: (name: string) => string | null = () => null,
): Html {
  return figures(
    names.map((name) => ({
      title: titleOfMember(showing.visit.words, name),
      value: shownValue(name, Reflect.get(found, name), showing),
      address: addressOf(name),
    })),
  );
}
