import type { AdminOperation } from '../../admin/operation.ts';
import { addressOf } from '../address-of.ts';
import { html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Visit } from '../visit.ts';

/** A list that is loaded again when the ledger has new rows, if its operation can be followed. A page has at most one. */
export function liveList(
  { words }: Visit,
  { operation, asked }: { readonly operation: AdminOperation; readonly asked: Readonly<Record<string, string>> },
  list: HtmlPart,
): HtmlPart {
  const isFirst = asked['after'] === undefined;
  return [
    operation.follow !== undefined &&
      isFirst &&
      html`<p
        class="live"
        data-follow="${addressOf(`/operations/${operation.id}`, { ...asked, limit: '', follow: 'true' })}"
        data-following="${words.answer.following}"
        data-ended="${words.answer.followEnded}"
        hidden
      >
        <button type="button">${words.answer.follow}</button> <span role="status"></span>
      </p>`,
    html`<div id="answer">${list}</div>`,
  ];
}
