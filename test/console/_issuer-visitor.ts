import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { httpCall, type HttpReply } from '../_support/http-call.ts';
import { publicUrl } from './_invited.ts';

let browsers = 0;

/** A browser that follows the link to an issuer, and comes back: with the cookies of both. */
export class IssuerVisitor extends ConsoleVisitor {
  /** The cookie of the attempt, as the console set it. */
  attempt: string | null = null;
  #ofIssuer = new Map<string, string>();

  constructor(adminUrl: string) {
    browsers += 1;
    super(adminUrl, { publicUrl, from: `203.0.${browsers >> 8}.${browsers & 255}` });
  }

  /** Follows the link of the log-in; the address at the issuer. */
  async start(name = 'company', next = ''): Promise<URL> {
    const query = next === '' ? '' : `?next=${encodeURIComponent(next)}`;
    const reply = await this.get(`/console/log-in/with/${name}${query}`);
    if (reply.status !== 303) throw new Error(`${reply.status} ${reply.text}`);
    this.attempt = reply.headers['set-cookie']?.[0]?.split(';')[0] ?? null;
    // It is no session.
    this.cookie = null;
    return new URL(reply.headers.location ?? '');
  }

  /** Logs in at the issuer; the address to which it sends the browser back. */
  async atIssuer(address: URL): Promise<URL> {
    let at = address;
    while (at.origin === address.origin) {
      const { status, headers, text } = await this.#ask(at);
      if (headers.location === undefined) throw new Error(`the issuer answers ${status}: ${text.slice(0, 500)}`);
      at = new URL(headers.location, at);
    }
    return at;
  }

  /** Comes back from the issuer. */
  async comeBack({ pathname, search }: URL): Promise<HttpReply> {
    const headers = this.attempt === null ? {} : { cookie: this.attempt };
    const reply = await this.get(pathname + search, { 'sec-fetch-site': 'cross-site', ...headers });
    const session = reply.headers['set-cookie']?.find((set) => set.startsWith('__Host-waybill='));
    this.cookie = session?.split(';')[0] ?? null;
    return reply;
  }

  /** Opens the link of an invitation, logs in at the issuer, and joins the account. */
  async join(link: string, name = 'company'): Promise<HttpReply> {
    await this.get(link);
    const asked = await this.logInBy(name, link);
    return asked.status === 200 ? await this.confirm(name) : asked;
  }

  /** Confirms what is asked before an account is joined. */
  async confirm(name = 'company', fields: Readonly<Record<string, string>> = {}): Promise<HttpReply> {
    const names = ['user', 'secret', 'account', 'token'];
    const own = Object.fromEntries(names.map((each) => [each, this.hidden(each)]));
    return await this.post(`/console/log-in/with/${name}/join`, { ...own, ...fields });
  }

  async logInBy(name = 'company', next = ''): Promise<HttpReply> {
    return await this.comeBack(await this.atIssuer(await this.start(name, next)));
  }

  /** Logs out at the issuer, which asks whether they want to; the address to which it sends the browser back. */
  async leaveIssuer(address: URL): Promise<URL> {
    const asked = await this.#ask(address);
    const xsrf = /name="xsrf" value="([^"]*)"/.exec(asked.text)?.[1] ?? '';
    const [, action = ''] = /action="([^"]*)"/.exec(asked.text) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' }).toString();
    const { status, headers, text } = await this.#ask(new URL(action, address), body);
    if (headers.location === undefined) throw new Error(`the issuer answers ${status}: ${text.slice(0, 500)}`);
    return new URL(headers.location, address);
  }

  async #ask(at: URL, body?: string): Promise<HttpReply> {
    const cookie = [...this.#ofIssuer].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await httpCall(at.href, {
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body !== undefined && { method: 'POST', body }),
    });
    for (const set of reply.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#ofIssuer.set(name, value);
    }
    return reply;
  }
}
