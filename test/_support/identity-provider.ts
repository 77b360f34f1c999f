import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';
import type { Teardown } from './gateway.ts';

/** What becomes of the token of a log-in on its way. */
export type Claims = Record<string, unknown>;
export interface Tampering {
  readonly claims?: (claims: Claims) => Claims;
  /** `none`: it is not signed; `stranger`: by a key that the provider does not have. */
  readonly signed?: 'none' | 'stranger';
}

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who logs in next, and the groups that the provider says. */
  person: { sub: string; groups?: readonly string[] };
  tamper: Tampering;
  /** The paths that were called. */
  readonly calls: string[];
  /** What is answered in place of the provider, by path; `null`: nothing. */
  answer: ((path: string) => { readonly status: number; readonly body: string } | null) | null;
  /** Another address to which browsers may be sent back, from now on. */
  allow(redirectUri: string): void;
  /** Signs with another key from now on. */
  rotate(): void;
  close(): Promise<void>;
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

let kids = 0;

function newKey(): SigningKey {
  kids += 1;
  return { kid: `key-${kids}`, privateKey: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey };
}

/** A real provider of OpenID Connect on loopback, in which everybody is logged in at once. `redirectUris`: of our client. */
export async function startIdentityProvider(
  t: Teardown,
  redirectUris: (issuer: string) => readonly string[],
): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['console', 'a secret of the console'];
  const stranger = newKey();
  const uris = [...redirectUris(issuer)];
  let [key, provider] = [newKey(), null as Provider | null];
  const running: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    person: { sub: 'somebody' },
    tamper: {},
    calls: [],
    answer: null,
    allow: (redirectUri) => {
      uris.push(redirectUri);
      provider = open();
    },
    rotate: () => {
      key = newKey();
      provider = open();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const open = (): Provider => {
    const made = new Provider(issuer, configurationOf(running, { key, redirectUris: uris }));
    made.use(async (ctx, next) => {
      running.calls.push(ctx.path);
      if (ctx.path.startsWith('/interaction/')) {
        const login = { accountId: running.person.sub };
        return await made.interactionFinished(ctx.req, ctx.res, { login }, { mergeWithLastSubmission: false });
      }
      await next();
      const { body } = ctx as { body?: { id_token?: string } };
      if (ctx.path === '/token' && body?.id_token !== undefined) {
        body.id_token = tampered(body.id_token, running.tamper, { key, stranger });
      }
    });
    return made;
  };
  provider = open();
  server.on('request', (request, response) => {
    const instead = running.answer?.(new URL(request.url ?? '/', issuer).pathname) ?? null;
    if (instead === null) return void provider?.callback()(request, response);
    response.writeHead(instead.status, { 'content-type': 'application/json' }).end(instead.body);
  });
  t.teardown(() => running.close());
  return running;
}

function configurationOf(
  running: TestProvider,
  { key, redirectUris }: { readonly key: SigningKey; readonly redirectUris: readonly string[] },
): Configuration {
  const jwk = { ...key.privateKey.export({ format: 'jwk' }), kid: key.kid, use: 'sig', alg: 'RS256' };
  return {
    clients: [
      {
        client_id: running.clientId,
        client_secret: running.clientSecret,
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: redirectUris.map((uri) => `${new URL(uri).origin}/console/log-in`),
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [jwk] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    cookies: { keys: ['a key of cookies'] },
    claims: { openid: ['sub'], staff: ['groups'] },
    scopes: ['openid', 'staff'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...running.person, sub }) }),
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid staff');
      await grant.save();
      return grant;
    },
    renderError: (ctx, { error }) => {
      ctx.body = `provider: ${error}`;
    },
  };
}

/** Signs changed claims again, as the provider would. */
function tampered(
  token: string,
  { claims = (known) => known, signed }: Tampering,
  keys: { readonly key: SigningKey; readonly stranger: SigningKey },
): string {
  const [head = '', body = ''] = token.split('.');
  const parsed = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
  const written = (part: Claims): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const { kid, privateKey } = signed === 'stranger' ? keys.stranger : keys.key;
  const header = signed === 'none' ? { alg: 'none' } : { ...parsed(head), kid };
  const text = `${written(header)}.${written(claims(parsed(body)))}`;
  if (signed === 'none') return `${text}.`;
  return `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
}
