import { nanoPerToken, type Upstreams } from './contestant.ts';

/** What both upstreams have charged, nano-euro. */
export function bookedIn(upstreams: Upstreams): number {
  return upstreams
    .map((upstream) => upstream.books())
    .reduce(
      (sum, { promptTokens, completionTokens }) =>
        sum + promptTokens * nanoPerToken.prompt + completionTokens * nanoPerToken.completion,
      0,
    );
}
