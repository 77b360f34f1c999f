import type { AdminOperation } from '../../admin/operation.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { eurFromNano, nanoFromEur } from '../../domain/money.ts';
import { grantOf, type Policy } from '../../domain/policy.ts';
import { titleOfMember } from './operation-words.ts';
import { shownAnswer, type Answer } from './shown-answer.ts';
import { shownValue, type Showing } from './shown-value.ts';
import { table } from './tables.ts';

/** What policies and limits come to in the end for somebody, and which of them is the reason. */
export function effectiveRules(
  showing: Showing,
  policies: Answer,
  limited: readonly Answer[],
  operations: readonly AdminOperation[],
): Html {
  const { visit } = showing;
  const { words } = visit;
  // `as`: what the operation answers.
  const { data } = policies.found as { readonly data: readonly ShownPolicy[] };
  return html`<h2>${words.composed.inTheEnd}</h2>
    ${data.length === 0 ? html`<p class="hint">${words.composed.noPolicy}</p>` : effective(showing, data)}
    ${data.length > 0 && shownAnswer(visit, policies, operations)}
    <h2>${words.composed.limits}</h2>
    ${limits(showing, limited)}`;
}

type ShownPolicy = Policy & { readonly level: string };

const everything = { allowed_profiles: [], allow_all_models: true, max_request_eur: null };

/** What all policies come to, and which of them is the reason. */
function effective(showing: Showing, policies: readonly ShownPolicy[]): Html {
  const { words } = showing.visit;
  const grant = grantOf(everything, policies, null);
  const listing = policies.filter(({ allow_all_models }) => !allow_all_models);
  const names = [...new Set(policies.flatMap(({ allowed_profiles }) => allowed_profiles))];
  const allowed = names.filter((name) => grant.allows(name));
  const cap = grant.requestCap;
  const scopesOf = (found: readonly ShownPolicy[]): HtmlPart =>
    found.map((policy, index) => [index > 0 && ', ', scopeOf(showing, policy)]);
  const name = (member: string): string => titleOfMember(words, member);
  const models = listing.length === 0 ? words.composed.allModels : allowed.length === 0 ? '–' : allowed.join(', ');
  return table({
    label: words.composed.inTheEnd,
    columns: [words.composed.rule, words.composed.value, words.composed.why],
    rows: [
      [name('allowed_profiles'), models, scopesOf(listing)],
      [
        name('max_request_eur'),
        cap === null ? '–' : shownValue('max_request_eur', eurFromNano(cap), showing),
        scopesOf(policies.filter(({ max_request_eur }) => nanoFromEur(max_request_eur) === cap)),
      ],
      [
        name('default_profile'),
        grant.defaultProfile ?? '–',
        scopesOf(policies.filter(({ default_profile }) => default_profile === grant.defaultProfile).slice(-1)),
      ],
      [
        name('pii_required'),
        grant.piiRequired ? words.form.yes : words.form.no,
        scopesOf(policies.filter(({ pii_required }) => pii_required)),
      ],
    ],
  });
}

function scopeOf(showing: Showing, { scope_kind, scope_id, level }: ShownPolicy): HtmlPart {
  const kind = shownValue('scope_kind', scope_kind, showing);
  return [kind, ' ', shownValue(`${scope_kind}_id`, scope_id, showing), setBy(showing, level)];
}

function setBy(showing: Showing, level: string): HtmlPart {
  return [` (${showing.visit.words.composed.setBy} `, shownValue('level', level, showing), ')'];
}

interface Limited {
  readonly id: string;
  readonly object: string;
  readonly limits?: Readonly<Record<string, number>>;
  readonly limited_by?: Readonly<Record<string, string>>;
}

/** The limits of a thing and of what is above it: the smallest applies. */
function limits(showing: Showing, answers: readonly Answer[]): Html {
  const { words } = showing.visit;
  // `as`: what the operations answer.
  const rows = answers.flatMap(({ found }) => limitsOf(found as Limited));
  if (rows.length === 0) return html`<p class="hint">${words.composed.noLimits}</p>`;
  const least = new Map<string, number>();
  for (const { name, most } of rows) least.set(name, Math.min(most, least.get(name) ?? Infinity));
  return table({
    label: words.composed.limits,
    columns: [
      words.composed.rule,
      { title: words.composed.value, isRight: true },
      words.composed.why,
      words.composed.applies,
    ],
    rows: rows.map(({ name, most, kind, id, by }) => [
      titleOfMember(words, name),
      shownValue(name, most, showing),
      [
        shownValue('scope_kind', kind, showing),
        ' ',
        shownValue(`${kind}_id`, id, showing),
        by !== null && setBy(showing, by),
      ],
      most === least.get(name) ? words.form.yes : words.form.no,
    ]),
  });
}

function limitsOf({ id, object: kind, limits: found = {}, limited_by: by = {} }: Limited) {
  return Object.entries(found).map(([name, most]) => ({ name, most, kind, id, by: by[name] ?? null }));
}
