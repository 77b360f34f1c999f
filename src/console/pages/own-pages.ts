import { groupOf, type AdminOperation } from '../../admin/operation.ts';
import type { Passkey } from '../../domain/log-ins/log-ins.ts';
import { rolesOf } from '../../domain/scopes/permissions.ts';
import type { ConsoleSession } from '../../ports/console-sessions.ts';
import { addressOf, operationAddress } from '../address-of.ts';
import { formTokenField } from '../forms/asked-in-form.ts';
import { html, type Html } from '../../admin/markup/html.ts';
import { writtenTime } from '../../admin/markup/written-values.ts';
import type { Visit } from '../visit.ts';
import { overviewPart, type OverviewParts } from './overview-part.ts';
import { barsPlot, type BarsPlot } from './bars-plot.ts';
import { sections, settingsForm, type ConsolePage } from './frame.ts';
import { figuresOf } from './figures.ts';
import { valueIn } from '../texts/said-in.ts';
import { titleOfGroup, titleOfMaking } from './operation-words.ts';
import { shownAnswer, type Answer } from './shown-answer.ts';
import { Links } from './shown-value.ts';

/** What the first page shows beside what there is to do: lists and things, each as on its own page. */
export interface HomeParts {
  readonly wallet: Answer | null;
  /** What was spent on the last days. */
  readonly plot: BarsPlot;
  /** `null`: the reader has only what is their own. */
  readonly overview: OverviewParts | null;
  readonly lists: readonly Answer[];
}

/** The first page: what one has here, and what there is to do. */
export function homePage(
  visit: Visit,
  { wallet, plot, overview, lists }: HomeParts,
  operations: readonly AdminOperation[],
): ConsolePage {
  const { words, person } = visit;
  return {
    title: words.home.title,
    content: html`<h1>${words.home.title}</h1>
      ${wallet !== null && walletFigures(visit, wallet, operations)}
      ${
        person === null
          ? html`<p class="hint">${words.home.machine}</p>`
          : html`<p class="hint">
              ${words.home.roles}:
              ${rolesOf(person).map((role, index) => [index > 0 && ', ', valueIn(visit.language, 'roles', role)])}
            </p>`
      }
      ${makesOf(visit, operations)} ${overview !== null && overviewPart(visit, overview, operations)}
      ${barsPlot(visit, plot)} ${lists.map((answer) => partOf(visit, answer, operations))}`,
  };
}

function walletFigures(visit: Visit, { operation, found, asked }: Answer, operations: readonly AdminOperation[]): Html {
  const showing = { visit, links: new Links(visit, operations) };
  const names = ['available_eur', 'reserved_eur', 'settled_eur'];
  return figuresOf(showing, found, names, () => operationAddress(operation.id, asked));
}

/** The first rows of a list, under its title, which leads to the others. */
export function partOf(visit: Visit, answer: Answer, operations: readonly AdminOperation[]): Html {
  const { operation, found, asked } = answer;
  const address = operationAddress(operation.id, asked);
  // Of a part nothing was asked: where it is empty, it says what to do first.
  const first = { ...answer, asked: {}, found: { ...found, next: null } };
  return html`<h2><a href="${address}">${titleOfGroup(visit.words, groupOf(operation))}</a></h2>
    ${shownAnswer(visit, first, operations)}`;
}

function makesOf(visit: Visit, operations: readonly AdminOperation[]): Html {
  const { words } = visit;
  const order: readonly string[] = Object.values(sections).flat();
  const makes = operations
    .flatMap((operation) => {
      const title = titleOfMaking(words, operation);
      return title !== null && visit.may(operation.action) ? [{ operation, title }] : [];
    })
    .toSorted((one, other) => order.indexOf(groupOf(one.operation)) - order.indexOf(groupOf(other.operation)));
  return html`<h2>${words.home.first}</h2>
    <p class="actions">
      ${makes.map(({ operation, title }) => html`<a class="button" href="${operationAddress(operation.id)}">${title}</a>`)}
    </p>`;
}

/** The sessions of the reader, each to be ended, their passkeys, and how this one speaks. */
export function sessionsPage(
  visit: Visit,
  { sessions, passkeys }: { readonly sessions: readonly ConsoleSession[]; readonly passkeys: readonly Passkey[] },
): ConsolePage {
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
      ${passkeys.length > 0 && passkeysPart(visit, passkeys)}
      <h2>${words.settings.title}</h2>
      ${settingsForm(visit)}`,
  };
}

function passkeysPart({ words, session }: Visit, passkeys: readonly Passkey[]): Html {
  const own = session.owner.kind === 'passkey' ? session.owner.passkeyId : null;
  return html`<h2>${words.passkeys.title}</h2>
    <p class="hint">${words.passkeys.about}</p>
    <ul>
      ${passkeys.map(
        ({ passkey_id: id }) =>
          html`<li>
            <form method="post" action="${addressOf('/passkeys/remove')}">
              <input type="hidden" name="${formTokenField}" value="${session.formToken}" />
              <input type="hidden" name="id" value="${id}" />
              <code>${id}</code> ${id === own && html`<small>(${words.sessions.this})</small>`}
              <button class="quiet" aria-label="${words.passkeys.remove} ${id}">${words.passkeys.remove}</button>
            </form>
          </li>`,
      )}
    </ul>`;
}
