import type { AdminOperation } from '../../admin/operation.ts';
import { rolesOf } from '../../domain/scopes/permissions.ts';
import type { ConsoleSession } from '../../ports/console-sessions.ts';
import { addressOf, operationAddress } from '../address-of.ts';
import { formTokenField } from '../forms/asked-in-form.ts';
import { html } from '../html.ts';
import { writtenTime } from '../texts/written-values.ts';
import type { Visit } from '../visit.ts';
import { sections, settingsForm, type ConsolePage } from './frame.ts';
import { groupOf, titleOfGroup, titleOfVerb, verbOf } from './operation-words.ts';

/** The first page: who one is here, and what there is to do. */
export function homePage(visit: Visit, operations: readonly AdminOperation[]): ConsolePage {
  const { words, person } = visit;
  const makes = operations.filter(
    (operation) => ['create', 'request'].includes(verbOf(operation)) && visit.may(operation.action),
  );
  const order: readonly string[] = Object.values(sections).flat();
  const sorted = makes.toSorted((one, other) => order.indexOf(groupOf(one)) - order.indexOf(groupOf(other)));
  return {
    title: words.home.title,
    content: html`<h1>${words.home.title}</h1>
      ${
        person === null
          ? html`<p>${words.home.machine}</p>`
          : html`<p>
              ${words.home.roles}:
              ${rolesOf(person).map((role, index) => [index > 0 && ', ', html`<code>${role}</code>`])}
            </p>`
      }
      <h2>${words.home.first}</h2>
      <p class="actions">
        ${sorted.map(
          (operation) =>
            html`<a class="button" href="${operationAddress(operation.id)}"
              >${titleOfGroup(words, groupOf(operation))}: ${titleOfVerb(words, operation)}</a
            >`,
        )}
      </p>`,
  };
}

/** The sessions of the reader, each to be ended, and how this one speaks. */
export function sessionsPage(visit: Visit, sessions: readonly ConsoleSession[]): ConsolePage {
  const { words, zone, session: own } = visit;
  const time = (at: number): string => writtenTime(new Date(at).toISOString(), words, zone) ?? '';
  return {
    title: words.sessions.title,
    content: html`<h1>${words.sessions.title}</h1>
      <p class="hint">${words.sessions.about}</p>
      <div class="scroll" role="region" tabindex="0" aria-label="${words.sessions.title}">
        <table>
          <thead>
            <tr>
              <th scope="col">${words.sessions.begun}</th>
              <th scope="col">${words.sessions.seen}</th>
              <th scope="col">${words.sessions.end}</th>
            </tr>
          </thead>
          <tbody>
            ${sessions.map(
              ({ id, begunAt, seenAt }) =>
                html`<tr>
                  <td>${time(begunAt)}${id === own.id && html` <small>(${words.sessions.this})</small>`}</td>
                  <td>${time(seenAt)}</td>
                  <td>
                    <form method="post" action="${addressOf('/sessions/end')}">
                      <input type="hidden" name="${formTokenField}" value="${own.formToken}" />
                      <input type="hidden" name="id" value="${id}" />
                      <button class="quiet">${words.sessions.end}</button>
                    </form>
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <h2>${words.settings.title}</h2>
      ${settingsForm(visit)}`,
  };
}
