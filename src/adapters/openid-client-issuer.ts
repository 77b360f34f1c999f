import { Readable } from 'node:stream';
import * as client from 'openid-client';
import type { Clock } from '../time/clock.ts';
import { boundedBody } from '../ports/bounded-body.ts';
import {
  IssuerRefused,
  IssuerUnavailable,
  type LogInIssuer,
  type IssuerAttempt,
  type IssuerRefusal,
  type VouchedPerson,
} from '../ports/log-in-issuer.ts';

export interface IssuerSettings {
  /** `https://…`, or http at a loopback address. */
  readonly issuer: string;
  readonly clientId: string;
  /** `null`: the client is known by PKCE alone. */
  readonly clientSecret: string | null;
  /** Beside `openid`. */
  readonly scopes: readonly string[];
  /** The claim that has groups; `null`: nobody asks for them. */
  readonly groupsClaim: string | null;
}

/** Limits of every call of an issuer. */
const [answerBytesMax, callSecondsMax] = [1_048_576, 10];

/** How long what an issuer says of itself is believed, milliseconds. Its keys are asked for as they are needed. */
const discoveryMsMax = 3_600_000;

/** By how much the clocks may differ, seconds, and how old a token may be that was just made. */
const [toleranceSeconds, ageSecondsMax] = [10, 600];

const subjectPattern = /^[\x20-\x7e]{1,255}$/;
const groupCharsMax = 255;

/** An issuer by the package openid-client: authorization code with PKCE, state and nonce, and signatures always verified. */
export function createOpenidClientIssuer(settings: IssuerSettings, clock: Clock): LogInIssuer {
  let discovered: { readonly atMs: number; readonly configuration: Promise<client.Configuration> } | null = null;
  const configuration = (): Promise<client.Configuration> => {
    if (discovered !== null && clock.now() - discovered.atMs < discoveryMsMax) return discovered.configuration;
    const asked = { atMs: clock.now(), configuration: discover(settings) };
    discovered = asked;
    asked.configuration.catch(() => {
      if (discovered === asked) discovered = null;
    });
    return asked.configuration;
  };
  return {
    begin: async ({ redirectUri: redirect_uri, state, nonce, codeVerifier }) => {
      const asked = {
        redirect_uri,
        scope: ['openid', ...settings.scopes.filter((scope) => scope !== 'openid')].join(' '),
        state,
        nonce,
        response_type: 'code',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      };
      try {
        return client.buildAuthorizationUrl(await configuration(), asked);
      } catch (error) {
        throw unavailable(error);
      }
    },
    end: async (address, attempt) => {
      const known = await configuration().catch((error: unknown) => {
        throw unavailable(error);
      });
      try {
        return await vouched(known, { address, attempt, settings, nowSeconds: clock.now() / 1_000 });
      } catch (error) {
        throw asIssuerError(error);
      }
    },
    leave: async (post_logout_redirect_uri) => {
      try {
        const known = await configuration();
        if (known.serverMetadata().end_session_endpoint === undefined) return null;
        return client.buildEndSessionUrl(known, { post_logout_redirect_uri });
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}

function discover({ issuer, clientId, clientSecret }: IssuerSettings): Promise<client.Configuration> {
  const execute = [client.enableNonRepudiationChecks];
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests);
  const metadata = { [client.clockTolerance]: toleranceSeconds };
  return client.discovery(new URL(issuer), clientId, metadata, authentication(clientSecret), {
    execute,
    timeout: callSecondsMax,
    [client.customFetch]: boundedFetch,
  });
}

/** As the issuer says that it takes a secret; it is in the header where it says nothing. */
function authentication(clientSecret: string | null): client.ClientAuth {
  if (clientSecret === null) return client.None();
  return (server, ...call) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const way = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    way(clientSecret)(server, ...call);
  };
}

/** An answer within the limits of size and time. Redirects are not followed. */
async function boundedFetch(url: string, options: client.CustomFetchOptions): Promise<Response> {
  // `as`: the types of the package and of Node name the same bodies.
  const response = await fetch(url, {
    ...options,
    redirect: 'manual',
    signal: AbortSignal.timeout(callSecondsMax * 1_000),
  } as RequestInit);
  // What is not read to its end is cancelled. `as`: it reads buffers.
  const pieces = response.body === null ? [] : Readable.fromWeb(response.body);
  const body = await boundedBody(pieces as AsyncIterable<Buffer>, answerBytesMax);
  if (body === null) throw new IssuerUnavailable('answer_too_large');
  const { status, headers } = response;
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers });
}

interface Ending {
  readonly address: URL;
  readonly attempt: IssuerAttempt;
  readonly settings: IssuerSettings;
  readonly nowSeconds: number;
}

async function vouched(
  configuration: client.Configuration,
  { address, attempt, settings, nowSeconds }: Ending,
): Promise<VouchedPerson> {
  const tokens = await client.authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: attempt.codeVerifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined || !isOfNow(claims, nowSeconds) || !isForUs(claims, settings)) {
    throw new IssuerRefused('invalid');
  }
  const { sub: subject } = claims;
  if (!subjectPattern.test(subject)) throw new IssuerRefused('invalid');
  const { groupsClaim } = settings;
  if (groupsClaim === null) return { subject, groups: null };
  const inToken = groupsIn(claims[groupsClaim]);
  if (inToken !== null || configuration.serverMetadata().userinfo_endpoint === undefined) {
    return { subject, groups: inToken };
  }
  const told = await client.fetchUserInfo(configuration, tokens.access_token, subject);
  return { subject, groups: groupsIn(told[groupsClaim]) };
}

/** The package checks when a token ends, and not that it was made for this log-in. */
function isOfNow({ iat }: client.IDToken, nowSeconds: number): boolean {
  return iat <= nowSeconds + toleranceSeconds && iat >= nowSeconds - ageSecondsMax;
}

/** The package checks `aud`; a token for several, or handed on, names whom it was made for. */
function isForUs({ aud, azp }: client.IDToken, { clientId }: IssuerSettings): boolean {
  if (azp !== undefined) return azp === clientId;
  return !Array.isArray(aud) || aud.length === 1;
}

/** A list of names, or one; `null`: neither. */
function groupsIn(claim: unknown): readonly string[] | null {
  const listed: readonly unknown[] | null = typeof claim === 'string' ? [claim] : Array.isArray(claim) ? claim : null;
  if (listed === null) return null;
  return listed.filter((name) => typeof name === 'string' && name.length <= groupCharsMax) as string[];
}

/** What the package says of an answer that does not count. Anything else is an issuer that cannot be understood. */
const refusals: ReadonlyMap<string, IssuerRefusal> = new Map([
  ['OAUTH_KEY_SELECTION_FAILED', 'unknown_key'],
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'invalid'],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'invalid'],
  ['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', 'invalid'],
  ['OAUTH_INVALID_RESPONSE', 'invalid'],
  ['OAUTH_UNSUPPORTED_OPERATION', 'invalid'],
]);

function asIssuerError(error: unknown): Error {
  if (error instanceof IssuerRefused) return error;
  if (error instanceof client.AuthorizationResponseError) {
    return ['server_error', 'temporarily_unavailable'].includes(error.error)
      ? unavailable(error)
      : new IssuerRefused('denied', { cause: error });
  }
  // A code that was used, or is of another client.
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') {
    return new IssuerRefused('invalid', { cause: error });
  }
  const refusal = refusals.get(codeOf(error));
  return refusal === undefined ? unavailable(error) : new IssuerRefused(refusal, { cause: error });
}

function unavailable(error: unknown): IssuerUnavailable {
  // The package wraps what a call raises.
  const inner = error instanceof Error && error.cause instanceof IssuerUnavailable ? error.cause : error;
  return inner instanceof IssuerUnavailable ? inner : new IssuerUnavailable(codeOf(error), { cause: error });
}

function codeOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
