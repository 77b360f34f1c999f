import type { Shown } from '../../admin/outputs.ts';
import type { budgetOutput } from '../../admin/shown/shown-budgets.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Texts } from '../texts/english.ts';

/** A value of a budget, as a person reads it. */
type ShowValue = (name: string, value: string) => HtmlPart;

/** Budgets as sentences: how much, in which period, for which models, and what is left of it. */
export function budgetsInWords(
  budgets: readonly Shown<typeof budgetOutput>[],
  { composed }: Texts,
  shown: ShowValue,
): Html {
  return html`<ul class="plain">
    ${budgets.map((budget) => html`<li>${sentence(budget, composed.budgets, shown)}</li>`)}
  </ul>`;
}

function sentence(budget: Shown<typeof budgetOutput>, words: Texts['composed']['budgets'], shown: ShowValue): HtmlPart {
  const { amount_eur, per, zone, profiles, raised, spent_eur, held_eur, left_eur, renews_at } = budget;
  const amount = (eur: string): HtmlPart => ['€ ', shown('amount_eur', eur)];
  return [
    html`<b>${amount(raised?.amount_eur ?? amount_eur)} ${words.per[per]}</b>`,
    zone !== undefined && [' (', zone, ')'],
    profiles !== undefined && [', ', words.for, ' ', profiles.join(', ')],
    raised !== undefined && [
      ', ',
      words.raised,
      ' ',
      shown('until', raised.until),
      ' (',
      html`<bdi>${raised.reason}</bdi>`,
      ')',
    ],
    spent_eur !== undefined && [': ', amount(spent_eur), ' ', words.spent],
    held_eur !== undefined && [', ', amount(held_eur), ' ', words.held],
    left_eur !== undefined && [', ', amount(left_eur), ' ', words.left],
    renews_at !== undefined && ['; ', words.anew, ' ', shown('renews_at', renews_at)],
  ];
}
