import type { AdminOperation } from '../../admin/operation.ts';
import { html } from '../../admin/markup/html.ts';
import { operationAddress } from '../address-of.ts';
import { writtenCount } from '../../admin/markup/written-values.ts';
import type { Visit } from '../visit.ts';
import { effectiveRules } from './effective-rules.ts';
import { figures, figuresOf } from './figures.ts';
import type { ConsolePage } from './frame.ts';
import { partOf } from './own-pages.ts';
import { titleOfGroup, titleOfMember } from './operation-words.ts';
import { actionsOn, type Answer } from './shown-answer.ts';
import { Links, shownMembers, type Showing } from './shown-value.ts';

/** A tenant or a group, and what applies to everybody in it. */
export interface ScopeParts {
  readonly kind: 'tenant' | 'group';
  readonly scope: Answer;
  readonly policies: Answer;
  /** What is above it, as far as the reader may see it. */
  readonly above: readonly Answer[];
  /** What its wallets have together. `null`: it has none of its own, or the reader may not see them. */
  readonly sums: Answer | null;
  /** How many there are: of people, of keys. */
  readonly counted: readonly { readonly answer: Answer; readonly group: string }[];
  readonly lists: readonly Answer[];
}

interface ShownScope {
  readonly id: string;
  readonly object: string;
  /** Absent: it was created nowhere. */
  readonly name?: string;
}

/** One tenant or group: what applies in the end and why, what it has, and who is in it. */
export function scopePage(visit: Visit, parts: ScopeParts, operations: readonly AdminOperation[]): ConsolePage {
  const { words } = visit;
  const { kind, scope, policies, above, sums, counted, lists } = parts;
  const showing: Showing = { visit, links: new Links(visit, operations) };
  const title = titleOfMember(words, `${kind}_id`);
  // `as`: what the operations answer.
  const { id, object: _, name = '', ...members } = scope.found as ShownScope;
  return {
    title: name === '' ? title : `${title}: ${name}`,
    group: `${kind}s`,
    content: html`<h1>${title}${name !== '' && html`: <bdi>${name}</bdi>`}</h1>
      <p><code data-copy>${id}</code></p>
      ${name === '' && html`<p class="hint">${words.composed.unnamed}</p>`}
      ${
        sums !== null &&
        figuresOf(
          showing,
          sums.found,
          ['posted_eur', 'reserved_eur', 'settled_eur', 'wallets', 'low_wallets'],
          (figure) => operationAddress('listWallets', { ...sums.asked, low: figure === 'low_wallets' ? 'true' : '' }),
        )
      }
      ${figures(
        counted.map(({ answer, group }) => ({
          title: titleOfGroup(words, group),
          value: countIn(visit, answer),
          address: operationAddress(answer.operation.id, withoutLimit(answer)),
        })),
      )}
      ${actionsOn(visit, scope, operations)} ${effectiveRules(showing, policies, [scope, ...above], operations)}
      ${lists.map((answer) => partOf(visit, { ...answer, asked: withoutLimit(answer) }, operations))}
      <h2>${words.composed.details}</h2>
      <dl class="thing">${shownMembers(members, showing)}</dl>`,
  };
}

function withoutLimit(answer: Answer): Answer['asked'] {
  const { limit: _, ...asked } = answer.asked;
  return asked;
}

/** How many rows there are; of many, that there are more. */
function countIn({ words }: Visit, { found }: Answer): string {
  // `as`: what lists answer.
  const { data, next } = found as { readonly data: readonly object[]; readonly next: string | null };
  return `${next === null ? '' : '≥ '}${writtenCount(data.length, words)}`;
}
