import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { GatewayError } from '../../errors.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import { ownTriesMax, type PacedName } from './log-in-pace.ts';

/** How a browser calls the console: its origin, and the cookie of sessions there. */
export interface SessionSite {
  /** `https://console.example` */
  readonly origin: string;
  readonly cookieName: string;
  /** Attributes of the cookie. */
  readonly cookieAttributes: string;
  /** The name that passkeys are bound to; `null`: it is called by an address of numbers. */
  readonly rpId: string | null;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/**
 * The site of a request by its `Host`: the public address, or a loopback address by plain http. Raises 421 for any other
 * name, under which a page of somebody else could read this console (DNS rebinding).
 */
export function siteOf({ headers: { host = '' } }: IncomingMessage, publicUrl: string | null): SessionSite {
  const named = host.toLowerCase();
  const known = publicUrl === null ? null : new URL(publicUrl);
  // Proxies may name the port that browsers leave out.
  if (known?.protocol === 'https:' && [known.host, `${known.hostname}:${known.port || '443'}`].includes(named)) {
    const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';
    return {
      origin: known.origin,
      cookieName: '__Host-waybill',
      cookieAttributes: attributes,
      rpId: known.hostname,
    };
  }
  if (!loopback.test(named) || !URL.canParse(`http://${named}`)) {
    throw new GatewayError('misdirected_request', {
      detail: 'The console does not answer by this name.',
      next: 'Call it at a loopback address, or set `admin.public_url` to its https address.',
    });
  }
  // Cookies know no ports: two gateways of one machine must not take those of each other.
  const port = /:(\d+)$/.exec(named)?.[1] ?? '80';
  const attributes = 'Path=/console; HttpOnly; SameSite=Strict';
  const rpId = named.startsWith('localhost') ? 'localhost' : null;
  return { origin: `http://${named}`, cookieName: `waybill-${port}`, cookieAttributes: attributes, rpId };
}

/** The secret of the session in the cookie; `null`: there is none, or something that is no secret. */
export function secretInCookie(
  { headers: { cookie = '' } }: IncomingMessage,
  { cookieName }: SessionSite,
): string | null {
  const [secret, ...others] = cookiesNamed(cookie, cookieName);
  // Another one was planted beside it.
  if (others.length > 0) return null;
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : null;
}

function cookiesNamed(cookie: string, cookieName: string): readonly string[] {
  return cookie.split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=');
    return name === cookieName ? [value] : [];
  });
}

/** The header that gives a browser its session. */
export function sessionCookie({ cookieName, cookieAttributes }: SessionSite, secret: string): string {
  return `${cookieName}=${secret}; ${cookieAttributes}`;
}

/** The header that takes it away. */
export function endedCookie({ cookieName, cookieAttributes }: SessionSite): string {
  return `${cookieName}=; Max-Age=0; ${cookieAttributes}`;
}

/** An attempt to log in at an issuer, as its browser has it. */
export interface CookieAttempt {
  readonly token: string;
  /** The page that it goes on to. */
  readonly next: string;
}

const attemptCookieName = 'waybill-attempt';

/** How long the cookie of an attempt lasts, seconds. */
const attemptSecondsMax = 600;

/**
 * The header that gives a browser its attempt, or takes it away. It is sent when another site leads back here, which the
 * cookie of a session is not; its path is that of the issuer.
 */
export function attemptCookie(
  { origin }: SessionSite,
  { path, value }: { readonly path: string; readonly value: CookieAttempt | null },
): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  const written = value === null ? '' : `${value.token}.${Buffer.from(value.next).toString('base64url')}`;
  const lasts = value === null ? 0 : attemptSecondsMax;
  return `${attemptNameAt(origin)}=${written}; Max-Age=${lasts}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
}

function attemptNameAt(origin: string): string {
  return `${origin.startsWith('https:') ? '__Secure-' : ''}${attemptCookieName}-${new URL(origin).port}`;
}

/** `null`: there is none, or something that is none. */
export function attemptInCookie({ headers: { cookie = '' } }: IncomingMessage, { origin }: SessionSite) {
  const [value, ...others] = cookiesNamed(cookie, attemptNameAt(origin));
  const [, token = '', next = ''] = /^([\w-]{1,200})\.([\w-]{1,4000})$/.exec(value ?? '') ?? [];
  if (others.length > 0 || token === '') return null;
  return { token, next: Buffer.from(next, 'base64url').toString() } satisfies CookieAttempt;
}

/** Raises `not_permitted` for a write that no page of this site has sent. A browser says where a request comes from. */
export function assertFromSite({ headers }: IncomingMessage, { origin }: SessionSite): void {
  const { origin: from, 'sec-fetch-site': site } = headers;
  const isSaid = from !== undefined || site !== undefined;
  if (isSaid && (from ?? origin) === origin && (site ?? 'same-origin') === 'same-origin') return;
  throw new GatewayError('not_permitted', {
    detail: 'The form was not sent by a page of this console.',
    next: 'Open the page in the console and send its form.',
  });
}

/** Whether the request comes from this machine. */
export function isFromLoopback(request: IncomingMessage): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(addressIn(request));
}

/** Failed log-ins a minute of all who come through one proxy. */
const proxyTriesMax = 600;

/**
 * Hashes of where a request comes from, by which log-ins are paced. Addresses themselves are kept nowhere. Under the public
 * name a proxy sends it, and has added the address that called it, last, to `X-Forwarded-For`: that one is paced as a
 * person, and the proxy by what many fail, so that whoever reaches the listener past it gains little by an address of their
 * own making.
 */
export function pacedAddresses(
  request: IncomingMessage,
  publicUrl: string | null,
  hasher: KeyHasher,
): readonly PacedName[] {
  const nameOf = (address: string): string => hasher.hash(JSON.stringify(['console', 'address', address]));
  const [own, caller] = [addressIn(request), forwardedFor(request)];
  const isPublic = siteOf(request, publicUrl).origin.startsWith('https:');
  if (!isPublic || caller === null) return [{ name: nameOf(own), triesMax: ownTriesMax }];
  return [
    { name: nameOf(caller), triesMax: ownTriesMax },
    { name: nameOf(own), triesMax: proxyTriesMax },
  ];
}

/** The address that the nearest proxy has added; of IPv6, the network of a caller. `null`: none. */
function forwardedFor({ headers }: IncomingMessage): string | null {
  const told = [headers['x-forwarded-for'] ?? []].flat().join(',').slice(-1_000);
  const added = (told.split(',').at(-1) ?? '').trim();
  // Some proxies add a port, which is another one for each connection.
  const withoutPort = added.replace(/^\[([^[\]]*)\](:\d{1,5})?$/, '$1').replace(/^([\d.]+):\d{1,5}$/, '$1');
  const last = withoutPort.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(last) === 6) return networkOf(last);
  return isIP(last) === 4 ? last : null;
}

/** The first 64 bits: who has one address of a network has all of them. */
function networkOf(address: string): string {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter((group) => group !== '').length;
  return [...groups, ...Array.from({ length: missing }, () => '0')].slice(0, 4).join(':');
}

function addressIn({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}
