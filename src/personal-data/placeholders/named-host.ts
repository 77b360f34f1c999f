import { nextMatch } from '../next-match.ts';
import { bareHostBefore } from './bare-host.ts';

/** Schemes whose links name a host that gets the rest of the link. */
const hostSchemes = new Set(['http:', 'https:', 'ws:', 'wss:', 'ftp:']);

/**
 * An authority that is complete, because the part after it has begun, and that everybody reads alike: browsers take a
 * backslash for a slash, Markdown for an escape, and what stands before `@` is no host.
 */
const wholeAuthority = /^[a-z][a-z\d+.-]*:\/\/[^\\/?#@]+[/?#]/i;

/** A host without a scheme, with its port. */
const bare = /^[^\\/?#@:\s]+\.[^\\/?#@:\s]+(?::\d{1,5})?[/?#]/;

/**
 * The host of a link, as browsers read it, in lower case; `null` for a link without one, and for a link of which the
 * host may go on.
 */
export function namedHost(link: string): string | null {
  const written = unescapedLink(link);
  const whole = bare.test(written) ? `https://${written}` : written.replace(/^\/\//, 'https://');
  if (!wholeAuthority.test(whole) || !URL.canParse(whole)) return null;
  const { protocol, hostname } = new URL(whole);
  return hostSchemes.has(protocol) && hostname !== '' ? hostname : null;
}

const entities: Readonly<Record<string, string>> = { colon: ':', sol: '/', bsol: '\\', Tab: '', NewLine: '' };

/** The link without the escapes of JSON, HTML and Markdown that may hide its scheme, and without breaks within it. */
export function unescapedLink(link: string): string {
  return link
    .replaceAll(/&#(\d{1,7});/g, (_, code: string) => character(Number(code)))
    .replaceAll(/&#x([\da-f]{1,6});/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replaceAll(/&(colon|sol|bsol|Tab|NewLine);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\\+u([\da-f]{4})/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replaceAll(/\\+([:/])/g, '$1')
    .replaceAll(/[\t\r\n]/g, '');
}

function character(code: number): string {
  return code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
}

const link = /(?<![a-z\d])(?:https?|wss?):\/\/[^\s"'`<>()[\]{}\\]{1,300}/gi;

/** A name of a host without a scheme: letters of its last part, behind a full stop. */
const bareHost = /\.[a-z]{2,24}(?![\w@-]|\.\w)/gi;

/** More hosts are not remembered of one request. */
const hostsMax = 100;

/** The hosts that texts name, in links and by themselves. */
export function hostsIn(texts: Iterable<string>): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const text of texts) {
    for (const [pattern, hostOf] of [[link, linkedHost] as const, [bareHost, hostByItself] as const]) {
      for (let from = 0; ;) {
        const match = nextMatch(text, pattern, { from, reach });
        if (match === null) break;
        from = match.index + match[0].length;
        const host = hostOf(text, match);
        if (host !== null) hosts.add(host);
        if (hosts.size >= hostsMax) return hosts;
      }
    }
  }
  return hosts;
}

/** No match has more characters, with those around it. */
const reach = 320;

function linkedHost(_: string, { 0: found }: RegExpExecArray): string | null {
  return namedHost(`${found}/`);
}

function hostByItself(text: string, { 0: found, index }: RegExpExecArray): string | null {
  const host = bareHostBefore(text, index + found.length);
  const isOfMail = host !== null && text.charAt(index + found.length - host.length - 1) === '@';
  return host === null || isOfMail ? null : namedHost(`${host}/`);
}
