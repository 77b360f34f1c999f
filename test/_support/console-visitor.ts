import { httpCall, type HttpReply } from './http-call.ts';

/** What a browser does in the console: it keeps the cookie, and sends forms of the page that it sees. */
export class ConsoleVisitor {
  /** As the browser sees it. */
  readonly origin: string;
  readonly #place: string;
  readonly #forwarded: Readonly<Record<string, string>>;
  cookie: string | null = null;
  page = '';

  /** `behind`: a proxy of this public address, which a browser calls from this address. */
  constructor(adminUrl: string, behind?: { readonly publicUrl: string; readonly from: string }) {
    this.#place = new URL(adminUrl).origin;
    this.origin = behind?.publicUrl ?? this.#place;
    this.#forwarded =
      behind === undefined ? {} : { host: new URL(behind.publicUrl).host, 'x-forwarded-for': behind.from };
  }

  /** Somebody who has logged in with a key. Raises when the console refuses it. */
  static async loggedIn(adminUrl: string, { apiKey }: { readonly apiKey: string }): Promise<ConsoleVisitor> {
    const visitor = new ConsoleVisitor(adminUrl);
    const { status } = await visitor.logIn(apiKey);
    if (status !== 200) throw new Error(`log-in: ${status}`);
    return visitor;
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpReply> {
    return this.#keep(await httpCall(this.#place + path, { headers: { ...this.#headers(), ...headers } }));
  }

  /** Sends a form as the page that was seen last would. Headers replace those of a browser. */
  async post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpReply> {
    return await this.send(path, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded', headers);
  }

  /** Sends a body of any type as a page would. */
  async send(
    path: string,
    body: string,
    contentType: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpReply> {
    return this.#keep(
      await httpCall(this.#place + path, {
        method: 'POST',
        body,
        headers: {
          'content-type': contentType,
          origin: this.origin,
          'sec-fetch-site': 'same-origin',
          ...this.#headers(),
          ...headers,
        },
      }),
    );
  }

  logIn(apiKey: string, next = ''): Promise<HttpReply> {
    return this.post('/console/log-in', { key: apiKey, next });
  }

  /** A hidden field of the page that was seen last; empty: it has none. */
  hidden(name: string): string {
    return new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(this.page)?.[1] ?? '';
  }

  /** Opens the form of an operation and sends it. */
  async fill(operation: string, fields: Readonly<Record<string, string>>): Promise<HttpReply> {
    await this.get(`/console/operations/${operation}`);
    const own = { _form: this.hidden('_form'), _once: this.hidden('_once') };
    return await this.post(`/console/operations/${operation}`, { ...own, ...fields });
  }

  #headers(): Readonly<Record<string, string>> {
    return { ...this.#forwarded, ...(this.cookie !== null && { cookie: this.cookie }) };
  }

  #keep(reply: HttpReply): HttpReply {
    const [set] = reply.headers['set-cookie'] ?? [];
    if (set !== undefined) this.cookie = set.includes('Max-Age=0') ? null : (set.split(';')[0] ?? null);
    if (reply.headers['content-type']?.startsWith('text/html') === true) this.page = reply.text;
    return reply;
  }
}
