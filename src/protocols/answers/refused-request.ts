import { GatewayError } from '../../errors.ts';
import type { UpstreamRefusal } from './upstream-refusal.ts';

/** Statuses that say by themselves what the caller can mend: a proxy that gives one has often no words, or a page for people. */
const ownWords: ReadonlyMap<number, { readonly detail: string; readonly next: string }> = new Map([
  [
    413,
    {
      detail: 'The upstream, or a proxy before it, refuses the request as too large (413).',
      next: 'Make the request smaller: send less text, or fewer or smaller images, files and recordings.',
    },
  ],
  [
    431,
    {
      detail: 'The upstream, or a proxy before it, refuses the headers of the request as too large (431).',
      next: 'Send fewer or shorter headers of the protocol, such as `anthropic-beta` and `openai-beta`.',
    },
  ],
]);

/** The statuses with which an upstream speaks of the request itself, which its sender can mend. */
export const refusedRequestStatuses: readonly number[] = [400, 413, 415, 422, 431];

/**
 * What the caller is told of a request that the upstream refuses for what it is, in the words of the upstream; where it has none
 * that can be read, in our own for the statuses that need none. `null`: the refusal is no word about the request.
 */
export function refusedRequestError(status: number, refusal: UpstreamRefusal | null): GatewayError | null {
  if (!refusedRequestStatuses.includes(status)) return null;
  if (refusal !== null) {
    const { message, param, code } = refusal;
    return new GatewayError('upstream_refused', {
      status,
      detail: message,
      ...(param === null ? {} : { param }),
      ...(code === null ? {} : { upstreamCode: code }),
    });
  }
  const own = ownWords.get(status);
  return own === undefined ? null : new GatewayError('upstream_refused', { status, ...own });
}
