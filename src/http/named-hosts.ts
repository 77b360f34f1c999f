import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { GatewayError } from '../errors.ts';

/**
 * Answers only requests whose `Host` is `localhost`, the address that was called, or one of these names. A page in a
 * browser on the same machine could otherwise read what needs no key, under a name of its own that it lets point here
 * (DNS rebinding). Raises 421.
 */
export function namedHosts(names: readonly string[]): Middleware {
  const known = new Set(['localhost', ...names].map(plain));
  return async (ctx, next) => {
    const host = hostOf(ctx.req);
    if (!known.has(host) && host !== plain(ctx.req.socket.localAddress ?? '')) {
      throw new GatewayError('misdirected_request');
    }
    await next();
  };
}

/** The name in `Host`, without a port; empty: there is none that can be read. */
function hostOf({ headers: { host = '' } }: IncomingMessage): string {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[^:[\]/@?#\s]+)(?::\d*)?$/i.exec(host) ?? [];
  return plain(name);
}

/** In lower case, without brackets, the dot of the root, or the prefix of an IPv4 address in IPv6. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/\.$/, '');
}
