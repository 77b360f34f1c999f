import type { AdminOperation } from '../../admin/operation.ts';
import { operationAddress } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Visit } from '../visit.ts';
import type { ConsolePage } from './frame.ts';
import { ledgerEvents, type ShownEvent } from './ledger-events.ts';
import { followedList } from './live-list.ts';
import { titleOfGroup } from './operation-words.ts';
import type { Answer } from './shown-answer.ts';
import { Links, shownMembers, type Showing } from './shown-value.ts';

/** What is shown of the ledger as a whole. */
export interface LedgerParts {
  /** `null`: there is none yet. */
  readonly checkpoint: Answer | null;
  /** The form that opens a wallet at a revision. */
  readonly walletForm: HtmlPart;
  /** From where the reader looks on. */
  readonly tail: Pick<Answer, 'operation' | 'asked'>;
  /** What came since, the newest first. */
  readonly events: readonly ShownEvent[];
}

/** The ledger: what proves it, a wallet as it was, and the events that come. */
export function ledgerPage(visit: Visit, parts: LedgerParts, operations: readonly AdminOperation[]): ConsolePage {
  const { words } = visit;
  const showing: Showing = { visit, links: new Links(visit, operations) };
  const title = titleOfGroup(words, 'postings');
  const list =
    parts.events.length === 0
      ? html`<p class="hint">${words.composed.noEvents}</p>`
      : ledgerEvents(showing, parts.events);
  return {
    title,
    group: 'postings',
    content: html`<h1>${title}</h1>
      <h2>${words.composed.tail}</h2>
      <p class="actions">
        <a class="button" href="${operationAddress('listPostings')}?after=">${words.composed.fromFirst}</a>
      </p>
      ${followedList(visit, parts.tail, list)}
      <h2>${words.composed.walletAt}</h2>
      ${parts.walletForm}
      <h2>${words.composed.lastCheckpoint}</h2>
      ${checkpoint(showing, parts.checkpoint)}`,
  };
}

function checkpoint(showing: Showing, found: Answer | null): Html {
  const { words } = showing.visit;
  const verify = html`<p class="hint">${words.composed.verify} <code>npx waybill ledger verify</code></p>`;
  if (found === null)
    return html`<p class="hint">${words.composed.noCheckpoint}</p>
      ${verify}`;
  const { checkpoint: note = '', ...members } = found.found as { readonly checkpoint?: string };
  return html`<dl class="thing">${shownMembers(members, showing)}</dl>
    <details>
      <summary>${words.composed.note}</summary>
      <pre>${note}</pre>
    </details>
    ${verify}`;
}
