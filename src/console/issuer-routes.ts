import type { Router } from '@koa/router';
import type { Context } from 'koa';
import type { InvitationLink } from '../admin/log-ins/invitation-link.ts';
import { issuedUserId } from '../admin/log-ins/issued-user-id.ts';
import { notPossible } from '../admin/refusal-advice.ts';
import { GatewayError } from '../errors.ts';
import type { Principal } from '../domain/principal.ts';
import { IssuerRefused, IssuerUnavailable, type IssuerAttempt, type VouchedPerson } from '../ports/log-in-issuer.ts';
import { addressOf, ownAddress } from './address-of.ts';
import type { ConsoleDeps, ConsoleParts } from './console-parts.ts';
import { begin, type Entering, fail, isOpened, showOpenly } from './entering.ts';
import { invitationIn, invited, linkEnded, namedIn } from './log-ins/invited.ts';
import { joinPage } from './pages/invitation-page.ts';
import { issuedRole, type ConsoleIssuer } from './log-ins/issuers.ts';
import { createIssuedUser, setIssuedRole } from './log-ins/issued-user.ts';
import { attemptCookie, attemptInCookie, type SessionSite } from './sessions/session-site.ts';

type IssuerContext = Context & { readonly params?: Readonly<Record<string, string>> };

/**
 * Log-ins by an issuer. A link leads to the issuer, which sends the browser back; each has an address of its own here, so that
 * the answer of one is never taken for that of another.
 */
export function issuerRoutes(router: Router, parts: ConsoleParts, entering: Entering): void {
  router.get('/log-in/with/:name', (ctx) => sendToIssuer(ctx, parts, entering));
  router.get('/log-in/with/:name/back', (ctx) => comeBack(ctx, parts, entering));
  router.post('/log-in/with/:name/join', (ctx) => join(ctx, parts, entering));
  router.get('/log-out/with/:name', (ctx) => leave(ctx, parts, entering));
}

function issuerIn(ctx: IssuerContext, { issuers }: ConsoleDeps): ConsoleIssuer {
  const found = issuers.find(({ name }) => name === ctx.params?.['name']);
  if (found !== undefined) return found;
  throw new GatewayError('not_found', { next: 'Choose a way to log in.' });
}

function pathOf({ name }: ConsoleIssuer): string {
  return addressOf(`/log-in/with/${name}`);
}

/** What an attempt is for: its issuer, at this address of the console, and the page that it goes on to. */
function purposeOf({ issuer, name }: ConsoleIssuer, { origin }: SessionSite, next: string): string {
  return JSON.stringify(['issuer', issuer, name, origin, next]);
}

/** All that binds the answer to the attempt follows from its token, which the browser has in a cookie, and nobody else. */
function attemptOf(deps: ConsoleDeps, issuer: ConsoleIssuer, { site, token }: { site: SessionSite; token: string }) {
  const derived = (what: string): string => deps.admin.keyHasher.hash(JSON.stringify(['console', what, token]));
  return {
    redirectUri: `${site.origin}${pathOf(issuer)}/back`,
    state: derived('state'),
    nonce: derived('nonce'),
    codeVerifier: derived('code verifier'),
  } satisfies IssuerAttempt;
}

/** By a link, as forms may go nowhere else. The cookie is of this attempt alone, and comes back from another site. */
async function sendToIssuer(ctx: IssuerContext, { deps }: ConsoleParts, entering: Entering): Promise<void> {
  const site = entering.siteOf(ctx);
  const issuer = issuerIn(ctx, deps);
  entering.assertPace(entering.namesOf(ctx));
  const next = ownAddress(typeof ctx.query['next'] === 'string' ? ctx.query['next'] : undefined);
  const token = deps.attempts.begin(purposeOf(issuer, site, next));
  const address = await asked(issuer, (provider) => provider.begin(attemptOf(deps, issuer, { site, token })));
  ctx.append('set-cookie', attemptCookie(site, { path: pathOf(issuer), value: { token, next } }));
  ctx.redirect(address.href);
  ctx.status = 303;
}

/** An attempt counts once, before the issuer is asked: whatever comes of it, it is over. */
async function comeBack(ctx: IssuerContext, parts: ConsoleParts, entering: Entering): Promise<void> {
  const { deps } = parts;
  const site = entering.siteOf(ctx);
  const issuer = issuerIn(ctx, deps);
  const names = entering.namesOf(ctx);
  entering.assertPace(names);
  if (!isOpened(ctx)) throw startedElsewhere();
  const { token, next } = attemptInCookie(ctx.req, site) ?? { token: '', next: '' };
  const attempt = attemptOf(deps, issuer, { site, token });
  // The answer to another attempt ends none, and is no try: somebody else may have led the browser here.
  if (ctx.query['state'] !== attempt.state) throw token === '' ? startedElsewhere() : overtaken();
  ctx.append('set-cookie', attemptCookie(site, { path: pathOf(issuer), value: null }));
  try {
    if (!deps.attempts.take(purposeOf(issuer, site, next), token)) throw startedElsewhere();
    const address = new URL(attempt.redirectUri + ctx.search);
    const person = await asked(issuer, (provider) => provider.end(address, attempt));
    const accountId = issuedUserId(deps.admin.keyHasher, issuer.issuer, person.subject);
    const invitation = invitationIn(next);
    if (invitation !== null) return await askToJoin(ctx, parts, { issuer, accountId, invitation });
    const { user_id: userId } = await personOf(accountId, person, issuer, parts);
    begin(ctx, parts, { kind: 'issuer', userId, issuer: issuer.name, accountId }, next);
  } catch (error) {
    if (error instanceof GatewayError && error.cause instanceof IssuerRefused) {
      deps.telemetry.warn('log_in_refused', { issuer: issuer.name, refusal: error.cause.refusal }, error.cause.cause);
    }
    fail(error, names, entering);
    throw error;
  }
}

/** The registered person, with the role that the issuer says. Raises `not_permitted`. */
async function personOf(
  accountId: string,
  vouched: VouchedPerson,
  issuer: ConsoleIssuer,
  { deps }: ConsoleParts,
): Promise<Principal> {
  const { tenantId, roles } = issuer;
  const known = await deps.people.personOf(accountId);
  const userId = known ?? accountId;
  if (known === null) {
    if (!issuer.makesPeople || tenantId === null) throw notRegistered(userId, issuer);
    await createIssuedUser(deps.admin, { userId, tenantId, issuer });
  }
  const person = (await deps.people.find(userId))?.entry.principal;
  if (person === undefined || !vouchesFor(issuer, person)) throw shutOut();
  const role = roles === null ? person.role : issuedRole(roles, vouched.groups);
  if (role !== person.role) await setIssuedRole(deps.admin, { userId, role, issuer });
  return person;
}

const vouchesFor = ({ tenantId }: ConsoleIssuer, person: Principal): boolean =>
  tenantId === null || person.tenant_id === tenantId;

/** What is joined: an account at an issuer, by an invitation. */
interface Joining {
  readonly issuer: ConsoleIssuer;
  readonly accountId: string;
  readonly invitation: InvitationLink;
}

const joinPurpose = ({ issuer, accountId, invitation }: Joining): string =>
  JSON.stringify(['join', issuer.name, accountId, invitation.userId, invitation.secret]);

/** The person whom an account may be joined to. Raises `not_permitted`. */
async function joinable(parts: ConsoleParts, { issuer, accountId, invitation }: Joining) {
  const found = await invited(parts, invitation);
  if (!vouchesFor(issuer, found.entry.principal)) throw shutOut();
  const known = await parts.deps.people.personOf(accountId);
  if (known !== null && known !== found.entry.principal.user_id) throw isSomebody();
  return found;
}

/**
 * Whoever made the link may have sent it to somebody else, whose account it would take over: they are asked, on a page of
 * this site.
 */
async function askToJoin(ctx: Context, parts: ConsoleParts, joining: Joining): Promise<void> {
  await joinable(parts, joining);
  const { issuer, accountId, invitation } = joining;
  const token = parts.deps.attempts.begin(joinPurpose(joining));
  showOpenly(ctx, parts, (speech) =>
    joinPage(speech, {
      action: `${pathOf(issuer)}/join`,
      title: issuer.title,
      hidden: { user: invitation.userId, secret: invitation.secret, account: accountId, token },
    }),
  );
}

async function join(ctx: IssuerContext, parts: ConsoleParts, entering: Entering): Promise<void> {
  const { deps } = parts;
  const issuer = issuerIn(ctx, deps);
  const { form, names } = await entering.read(ctx);
  try {
    const accountId = form.get('account') ?? '';
    const joining = { issuer, accountId, invitation: namedIn(form) };
    if (!deps.attempts.take(joinPurpose(joining), form.get('token') ?? '')) throw startedElsewhere();
    const { hash, entry } = await joinable(parts, joining);
    const refusal = await deps.people.joinAccount(entry.principal, hash, accountId);
    if (refusal !== null) throw refusal === 'invitation_not_open' ? linkEnded() : notPossible(refusal);
    const { user_id: userId } = entry.principal;
    begin(ctx, parts, { kind: 'issuer', userId, issuer: issuer.name, accountId }, null);
  } catch (error) {
    fail(error, names, entering);
    throw error;
  }
}

/** By a link, as forms may go nowhere else. The session here has ended before. */
async function leave(ctx: IssuerContext, { deps }: ConsoleParts, entering: Entering): Promise<void> {
  const site = entering.siteOf(ctx);
  const issuer = issuerIn(ctx, deps);
  entering.assertPace(entering.namesOf(ctx));
  const address = await asked(issuer, (provider) => provider.leave(site.origin + addressOf('/log-in')));
  if (address === null) {
    throw new GatewayError('not_possible', {
      detail: `${issuer.title} has no log-out for other sites.`,
      next: 'Log out there.',
    });
  }
  ctx.redirect(address.href);
  ctx.status = 303;
}

/** Raises `upstream_unavailable` and `not_permitted` for what the issuer does. */
async function asked<Found>(
  issuer: ConsoleIssuer,
  ask: (provider: Awaited<ReturnType<ConsoleIssuer['provider']>>) => Promise<Found>,
): Promise<Found> {
  try {
    return await ask(await issuer.provider());
  } catch (error) {
    if (error instanceof IssuerUnavailable) {
      throw new GatewayError('upstream_unavailable', {
        detail: `${issuer.title} does not answer as an issuer of log-ins does.`,
        next: 'Try again later, or log in another way. If it stays so, tell your administrator.',
        cause: error,
      });
    }
    if (error instanceof IssuerRefused) throw refused(error, issuer);
    throw error;
  }
}

function refused(error: IssuerRefused, { title }: ConsoleIssuer): GatewayError {
  const words = {
    denied: [`${title} did not let you in.`, 'Start again, or ask those who run it.'],
    unknown_key: [`${title} signs with a new key.`, 'Start again in a minute.'],
    invalid: [`The answer of ${title} is not for this log-in.`, 'Start again at the log-in.'],
  } as const;
  const [detail, next] = words[error.refusal];
  return new GatewayError('not_permitted', { detail, next, cause: error });
}

function startedElsewhere(): GatewayError {
  return new GatewayError('not_permitted', {
    detail: 'This log-in was used, is too old, or was begun in another browser.',
    next: 'Start again at the log-in, and allow its cookies.',
  });
}

/** The cookie is that of the log-in that this browser began last. */
function overtaken(): GatewayError {
  return new GatewayError('not_permitted', {
    detail: 'This log-in is not the last one that was begun in this browser.',
    next: 'Go on with the last one, in the other window, or start again at the log-in.',
  });
}

function notRegistered(userId: string, { tenantId }: ConsoleIssuer): GatewayError {
  const tenant = tenantId ?? '<its id>';
  return new GatewayError('not_permitted', {
    detail: `Nobody is registered here for you. Your id would be ${userId}.`,
    next: `Ask your administrator for \`waybill users create --id ${userId} --tenant-id ${tenant}\`, then log in again; or, if you are here under another id, for a link that joins this account to it: \`waybill users invite\`.`,
  });
}

function isSomebody(): GatewayError {
  return new GatewayError('not_permitted', {
    detail: 'This account is that of another person here.',
    next: 'Log in with it, or ask your administrator.',
  });
}

function shutOut(): GatewayError {
  return new GatewayError('not_permitted', {
    detail:
      'You may not log in here: you, or your tenant, are suspended or closed, or of another tenant than this issuer.',
    next: 'Ask your administrator.',
  });
}
