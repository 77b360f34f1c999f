import type { AdminOperation } from '../../admin/operation.ts';
import { addressOf } from '../address-of.ts';
import { html, type HtmlPart } from '../../admin/markup/html.ts';
import type { Visit } from '../visit.ts';

interface FollowedQuestion {
  readonly operation: AdminOperation;
  readonly asked: Readonly<Record<string, string>>;
}

/** A list that is loaded again when the ledger has new rows, if its operation can be followed. A page has at most one. */
export function liveList(visit: Visit, { operation, asked }: FollowedQuestion, list: HtmlPart): HtmlPart {
  const isFirst = asked['after'] === undefined;
  return operation.follow !== undefined && isFirst
    ? followedList(visit, { operation, asked }, list)
    : html`<div id="answer">${list}</div>`;
}

/** A list that is loaded again when its operation has new rows, wherever the list begins. */
export function followedList({ words }: Visit, { operation, asked }: FollowedQuestion, list: HtmlPart): HtmlPart {
  const address = addressOf(`/operations/${operation.id}`, { ...asked, limit: '', follow: 'true' });
  return html`<p
      class="live"
      data-follow="${address}"
      data-following="${words.answer.following}"
      data-ended="${words.answer.followEnded}"
      hidden
    >
      <button type="button">${words.answer.follow}</button> <span role="status"></span>
    </p>
    <div id="answer">${list}</div>`;
}
