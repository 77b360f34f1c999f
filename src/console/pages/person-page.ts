import type { AdminOperation } from '../../admin/operation.ts';
import { operationAddress } from '../address-of.ts';
import { html, type Html } from '../../admin/markup/html.ts';
import type { Visit } from '../visit.ts';
import { effectiveRules } from './effective-rules.ts';
import type { ConsolePage } from './frame.ts';
import { partOf } from './own-pages.ts';
import { titleOfGroup, titleOfMember, titleOfVerb } from './operation-words.ts';
import { actionsOn, type Answer } from './shown-answer.ts';
import { Links, shownMembers, type Showing } from './shown-value.ts';

/** A person, and what applies to them. */
export interface PersonParts {
  readonly person: Answer;
  readonly policies: Answer;
  /** The tenant and the groups of the person, as far as the reader may see them. */
  readonly scopes: readonly Answer[];
  readonly lists: readonly Answer[];
}

/** One person: what they may do in the end and why, and what they have. */
export function personPage(visit: Visit, parts: PersonParts, operations: readonly AdminOperation[]): ConsolePage {
  const { words } = visit;
  const { person, policies, scopes, lists } = parts;
  const showing: Showing = { visit, links: new Links(visit, operations) };
  const title = titleOfMember(words, 'user_id');
  const { id: user_id, object: _, ...members } = person.found as { readonly id: string; readonly object: string };
  const create = operations.find(({ id }) => id === 'createKey' && visit.may('keys.write'));
  return {
    title,
    group: 'users',
    content: html`<h1>${title}</h1>
      <p><code data-copy>${user_id}</code></p>
      ${create !== undefined && makesKey(visit, create, user_id)} ${actionsOn(visit, person, operations)}
      ${effectiveRules(showing, policies, [person, ...scopes], operations)}
      <h2>${words.composed.details}</h2>
      <dl class="thing">${shownMembers(members, showing)}</dl>
      ${lists.map((answer) => partOf(visit, answer, operations))}`,
  };
}

/** A key is made for a person: whoever has none of their own begins here. */
function makesKey({ words }: Visit, create: AdminOperation, user_id: string): Html {
  return html`<p class="actions">
    <a class="button main" href="${operationAddress(create.id, { user_id })}"
      >${titleOfGroup(words, 'keys')}: ${titleOfVerb(words, create)}</a
    >
  </p>`;
}
