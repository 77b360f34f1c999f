import type { IncomingMessage } from 'node:http';
import type { Principal } from '../domain/principal.ts';
import type { ApiKey } from '../domain/api-key.ts';
import { reachOf, type AdminAction } from '../domain/scopes/permissions.ts';
import { GatewayError } from '../errors.ts';
import { Administrator } from '../admin/administrator.ts';
import { actingPerson, callingAdministrator } from '../admin/calling/calling-administrator.ts';
import type { PeopleLogIns } from '../admin/log-ins/people-log-ins.ts';
import type { Caller, CallerAdmission, IdentifiedCaller } from '../pipeline/caller-access.ts';
import type { SessionOwner } from '../ports/console-sessions.ts';
import type { ConsoleIssuer } from './log-ins/issuers.ts';
import { secretInCookie, siteOf, type SessionSite } from './sessions/session-site.ts';
import type { OpenSession, Sessions } from './sessions/sessions.ts';
import type { Texts } from './texts/english.ts';
import type { Language } from '../admin/markup/languages.ts';
import { acceptedLanguage, isLanguage, languages } from './texts/languages.ts';

/** How a reader is spoken to. */
export interface Speech {
  readonly language: Language;
  readonly words: Texts;
  /** IANA time zone of the times that are shown. */
  readonly zone: string;
}

/** One request of somebody who is logged in, with what they may do at this moment. */
export interface Visit extends Speech {
  readonly site: SessionSite;
  /** Where keys call models, ends in `/v1`; `null`: it is not known. */
  readonly inferenceUrl: string | null;
  readonly secret: string;
  readonly session: OpenSession;
  /** `null`: a session of the machine that holds the data. */
  readonly caller: IdentifiedCaller['caller'] | null;
  readonly person: Principal | null;
  /** Raises `not_permitted`. The same roles decide as for a call of the API. */
  administrator(action: AdminAction): Administrator;
  /** Whether a page offers it. */
  may(action: AdminAction): boolean;
}

export interface VisitDeps {
  readonly sessions: Sessions;
  readonly identify: Caller;
  readonly callerAdmission: CallerAdmission;
  readonly people: PeopleLogIns;
  /** Those by which people log in, in the order of the configuration. */
  readonly issuers: readonly ConsoleIssuer[];
  /** Where keys call models; `null`: it is not known. */
  readonly inferenceUrl: string | null;
  /** `null`: the console is called at loopback addresses alone. */
  publicUrl(): string | null;
}

/** Who visits; `null`: nobody is logged in. Raises 421, and the errors of a ledger that does not answer. */
export async function visitOf(request: IncomingMessage, deps: VisitDeps): Promise<Visit | null> {
  const site = siteOf(request, deps.publicUrl());
  const secret = secretInCookie(request, site);
  return secret === null ? null : await visitBy({ request, site, secret }, deps);
}

/** The visit as it may be now: the session may have ended, and roles may have changed. */
export async function visitBy(
  { request, site, secret }: Pick<Visit, 'site' | 'secret'> & { readonly request: IncomingMessage },
  deps: VisitDeps,
): Promise<Visit | null> {
  const session = deps.sessions.find(secret);
  if (session === null) return null;
  const speech = speechOf(request, session);
  const common = { ...speech, site, secret, session, inferenceUrl: deps.inferenceUrl };
  if (session.owner.kind === 'machine') {
    const administrator = new Administrator(null, session.owner.actor);
    return { ...common, caller: null, person: null, administrator: () => administrator, may: () => true };
  }
  const { owner } = session;
  const identified = owner.kind === 'key' ? await ownerOf(owner, deps) : await keylessOwnerOf(owner, deps);
  if (identified === null) {
    deps.sessions.end(session.id);
    return null;
  }
  await deps.callerAdmission.countManagement(identified);
  const { caller } = identified;
  return {
    ...common,
    caller,
    person: caller.principal,
    administrator: (action) =>
      owner.kind === 'key' ? callingAdministrator(identified, action) : actingPerson(caller.principal, action),
    may: (action) => reachOf(caller.principal, action) !== null,
  };
}

/** `null`: its key was revoked or rotated, or has expired, or its person is suspended or closed. */
async function ownerOf(
  { keyHash, rotationId }: SessionOwner & { readonly kind: 'key' },
  { identify }: VisitDeps,
): Promise<IdentifiedCaller | null> {
  try {
    const identified = await identify({ credentials: { bearer: null, apiKey: null, keyHash } });
    return rotationOf(identified.caller.key) === rotationId ? identified : null;
  } catch (error) {
    if (error instanceof GatewayError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

/**
 * `null`: the passkey was removed, the issuer is not configured any more, the account is not theirs any more, or the person is
 * suspended or closed.
 */
async function keylessOwnerOf(
  owner: SessionOwner & { readonly kind: 'passkey' | 'issuer' },
  { people, issuers }: VisitDeps,
): Promise<Pick<IdentifiedCaller, 'caller'> | null> {
  const found = await people.find(owner.userId);
  if (found === null) return null;
  const { entry, logIns } = found;
  if (owner.kind === 'passkey') {
    return logIns.passkeys.some(({ passkey_id }) => passkey_id === owner.passkeyId) ? { caller: entry } : null;
  }
  const vouches = issuers.some(
    ({ name, tenantId }) =>
      name === owner.issuer && (tenantId ?? entry.principal.tenant_id) === entry.principal.tenant_id,
  );
  const isTheirs = owner.accountId === owner.userId || logIns.accounts.includes(owner.accountId);
  return vouches && isTheirs ? { caller: entry } : null;
}

/** The rotation that a session of a key is bound to. */
export function rotationOf({ rotation_id: rotationId }: Pick<ApiKey, 'rotation_id'>): string | null {
  return rotationId ?? null;
}

/** As the session says, else as the browser does. */
export function speechOf({ headers }: IncomingMessage, session: Pick<OpenSession, 'settings'> | null): Speech {
  const { language, zone = 'UTC' } = session?.settings ?? {};
  const spoken = isLanguage(language) ? language : acceptedLanguage(headers['accept-language'] ?? '');
  return { language: spoken, words: languages[spoken], zone };
}
