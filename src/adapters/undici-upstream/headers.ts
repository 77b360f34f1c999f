import { tagsHeader } from '../../domain/tags/sent-tags.ts';
import type { Dispatcher } from 'undici';
import { traceHeaders } from '../../ports/tracing.ts';
import type { MaskedSecret } from './masked-secret.ts';

/** Headers as undici delivers them: lower-case names, repeated headers as arrays. */
type AnswerHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** The only headers of a request that are forwarded. All others on the wire are set by this adapter. */
const forwardedNames: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'anthropic-version',
  'anthropic-beta',
  'openai-beta',
  // Written by the gateway: surfaces do not pass on a caller's.
  ...traceHeaders,
  tagsHeader,
]);
const forwardedPrefix = 'typesafe-danger-zone-';

/** RFC 9110 §7.6.1, and what no longer holds once the body was read (RFC 9110 §8.4, §8.6) or is not the caller's. */
const removedNames: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-encoding',
  'content-length',
  'set-cookie',
]);

/**
 * Appends the allow-listed headers of a request to a flat list of names and values.
 *
 * This is a second safeguard after the surface's own allow-list: a credential, cookie or hop-by-hop header of the
 * caller cannot pass here even if a surface lets it through.
 */
export function appendForwardedHeaders(list: string[], headers: Readonly<Record<string, string>>): void {
  for (const key of Object.keys(headers)) {
    const name = key.toLowerCase();
    const value = headers[key];
    if (value !== undefined && (forwardedNames.has(name) || name.startsWith(forwardedPrefix))) list.push(name, value);
  }
}

/**
 * The headers of an answer for the caller: hop-by-hop and connection-bound ones removed, repeated ones joined, and the
 * gateway's secret masked.
 */
export function answerHeaders(headers: AnswerHeaders, secret: MaskedSecret): Record<string, string> {
  const nominated = nominatedByConnection(headers['connection']);
  const kept: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined || removedNames.has(name) || name === '__proto__') continue;
    if (nominated?.includes(name)) continue;
    kept[name] = secret.inText(typeof value === 'string' ? value : value.join(', '));
  }
  return kept;
}

/** Names that a `connection` header declares hop-by-hop; `null` for the usual values `keep-alive` and `close`. */
function nominatedByConnection(value: string | string[] | undefined): readonly string[] | null {
  if (value === undefined || value === 'keep-alive' || value === 'close') return null;
  const list = typeof value === 'string' ? value : value.join(',');
  return list.split(',').map((token) => token.trim().toLowerCase());
}
