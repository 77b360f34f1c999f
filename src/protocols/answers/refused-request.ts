import { GatewayError } from '../../errors.ts';
import type { UpstreamRefusal } from './upstream-refusal.ts';

/**
 * Statuses that tell by themselves what the caller can change. A proxy that sends one often has no message, or an HTML
 * page.
 */
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

/** The statuses of an upstream that are about the request itself, which its sender can change. */
export const refusedRequestStatuses: readonly number[] = [400, 413, 415, 422, 431];

/**
 * The error for a request that the upstream refuses because of its content, with the upstream's message. Statuses that
 * need no message have one of ours when the upstream's cannot be read. `null`: the refusal is not about the request.
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
