import { groupOf, pathNames, type AdminOperation } from '../../admin/operation.ts';
import { addressOf, isComposed, operationAddress } from '../address-of.ts';
import type { Assets } from '../assets.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Texts } from '../texts/english.ts';
import { languages } from '../texts/languages.ts';
import type { Speech, Visit } from '../visit.ts';
import { formTokenField } from '../forms/asked-in-form.ts';
import { titleOfGroup, verbOf } from './operation-words.ts';

/** What the frame of a page needs. */
export interface Frame {
  readonly assets: Assets;
  readonly operations: readonly AdminOperation[];
}

export interface ConsolePage {
  readonly title: string;
  readonly content: Html;
  /** The group of operations that it belongs to. */
  readonly group?: string;
}

/** The groups of operations in the order of the navigation; what is not named here comes last. */
export const sections = {
  access: ['keys', 'users', 'groups', 'tenants', 'resellers', 'policies'],
  money: ['wallets', 'topups', 'payments', 'transfers', 'allocations', 'payouts', 'bills', 'prices'],
  use: ['usage', 'charges', 'responses', 'files'],
  operation: ['postings', 'reservations', 'targets', 'webhooks', 'actions', 'checkpoints', 'receipts'],
} as const satisfies Partial<Record<keyof Texts['sections'], readonly string[]>>;

/** A whole page for somebody who is logged in. */
export function framed(visit: Visit, { title, content, group }: ConsolePage, frame: Frame): Html {
  const { words } = visit;
  return whole(visit, frame, {
    title,
    body: html`<a class="skip" href="#content">${words.frame.skip}</a>
      <header class="bar">
        <a class="brand" href="${addressOf('/')}">Waybill</a>
        <label class="toggle"><input type="checkbox" id="whole-amounts" />${words.frame.wholeAmounts}</label>
        <a href="${addressOf('/sessions')}">${words.frame.sessions}</a>
        <form method="post" action="${addressOf('/log-out')}">
          <input type="hidden" name="${formTokenField}" value="${visit.session.formToken}" />
          <button class="quiet">${words.frame.logOut}</button>
        </form>
      </header>
      <div class="columns">
        <nav aria-label="${words.frame.pages}">${navigation(visit, frame, group)}</nav>
        <main id="content" tabindex="-1">${content}</main>
      </div>`,
  });
}

/** A page for anybody. */
export function framedOpenly(speech: Speech, { title, content }: ConsolePage, frame: Frame): Html {
  return whole(speech, frame, {
    title,
    body: html`<header class="bar"><span class="brand">Waybill</span></header>
      <main id="content" class="narrow">${content}</main>`,
  });
}

function whole(
  { language, words }: Speech,
  { assets }: Frame,
  { title, body }: { readonly title: string; readonly body: Html },
): Html {
  const asset = (name: string): string => addressOf(`/assets/${name}`);
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Waybill</title>
        <link rel="icon" href="${asset(assets.icon)}" />
        <link rel="stylesheet" href="${asset(assets.styles)}" />
        <script type="module" src="${asset(assets.script)}"></script>
      </head>
      <body data-copy="${words.answer.copy}" data-copied="${words.answer.copied}">
        ${body}
      </body>
    </html>`;
}

function navigation(visit: Visit, { operations }: Frame, current: string | undefined): HtmlPart {
  const { words } = visit;
  const named: readonly string[] = Object.values(sections).flat();
  const groups = [...new Set(operations.map(({ command }) => command.split(' ')[0] ?? ''))];
  const others = groups.filter((group) => !named.includes(group));
  const link = (address: string, text: string, isCurrent: boolean): Html =>
    html`<li><a href="${address}" ${isCurrent && html`aria-current="page"`}>${text}</a></li>`;
  const part = (section: keyof Texts['sections'], ofSection: readonly string[]): HtmlPart => {
    const links = ofSection.flatMap((group) => {
      const first = firstOf(visit, group, operations);
      return first === null ? [] : [link(operationAddress(first.id), titleOfGroup(words, group), group === current)];
    });
    return (
      links.length > 0 &&
      html`<h2>${words.sections[section]}</h2>
        <ul>
          ${links}
        </ul>`
    );
  };
  // `as`: of the same names.
  const known = Object.entries(sections) as unknown as readonly (readonly [
    keyof Texts['sections'],
    readonly string[],
  ])[];
  return [
    html`<ul>
      ${link(addressOf('/'), words.frame.home, current === undefined)}
    </ul>`,
    ...known.map(([section, ofSection]) => part(section, ofSection)),
    part('other', others),
  ];
}

/** The page that a group begins with: its list, else the page of one thing, else what takes a file. */
function firstOf(visit: Visit, group: string, operations: readonly AdminOperation[]): AdminOperation | null {
  // A composed page of one thing has no form that asks which.
  const asks = (operation: AdminOperation): boolean => pathNames(operation).length === 0 || !isComposed(operation.id);
  const reads = operations.filter(
    (each) =>
      groupOf(each) === group &&
      each.method === 'get' &&
      each.produces === undefined &&
      visit.may(each.action) &&
      asks(each),
  );
  const list = reads.find(({ command }) => command.endsWith(' list'));
  return (
    list ??
    reads.find((each) => verbOf(each) === 'show') ??
    operations.find(({ command, action }) => command === `${group} import` && visit.may(action)) ??
    null
  );
}

/** The languages to choose from, and the zone. */
export function settingsForm(visit: Visit): Html {
  const { words, session, language, zone } = visit;
  return html`<form method="post" action="${addressOf('/settings')}" class="fields">
    <input type="hidden" name="${formTokenField}" value="${session.formToken}" />
    <p>
      <label for="language">${words.settings.language}</label>
      <select id="language" name="language">
        ${Object.entries(languages).map(
          ([tag, { language: name }]) =>
            html`<option value="${tag}" lang="${tag}" ${tag === language && html`selected`}>${name}</option>`,
        )}
      </select>
    </p>
    <p>
      <label for="zone">${words.settings.zone}</label>
      <input id="zone" name="zone" value="${zone}" maxlength="64" autocomplete="off" spellcheck="false" />
    </p>
    <p><button>${words.settings.save}</button></p>
  </form>`;
}
