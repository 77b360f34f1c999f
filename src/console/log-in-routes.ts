import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { callingAdministrator } from '../admin/calling/calling-administrator.ts';
import { GatewayError } from '../errors.ts';
import { addressOf, ownAddress } from './address-of.ts';
import type { ConsoleDeps, ConsoleParts } from './console-parts.ts';
import { begin, Entering, isOpened, showOpenly } from './entering.ts';
import { postedForm } from './forms/posted-form.ts';
import { issuerRoutes } from './issuer-routes.ts';
import { logInOptions } from './log-ins/passkey-options.ts';
import { logInPage, type LogInNote } from './pages/open-pages.ts';
import { logInPurpose, passkeyRoutes } from './passkey-routes.ts';
import { ownTriesMax } from './sessions/log-in-pace.ts';
import { endedCookie, isFromLoopback, siteOf } from './sessions/session-site.ts';
import { rotationOf } from './visit.ts';

/** Ways into the console and out of it. */
export function logInRoutes(router: Router, parts: ConsoleParts): void {
  const entering = new Entering(parts.deps);
  router.get('/log-in', (ctx) => showLogIn(ctx, parts, { note: noteIn(ctx), refusal: null }));
  router.post('/log-in', (ctx) => logIn(ctx, parts, entering));
  router.get('/enter', (ctx) => enter(ctx, parts));
  passkeyRoutes(router, parts, entering);
  issuerRoutes(router, parts, entering);
  router.post(
    '/log-out',
    parts.visited(async (ctx, visit) => {
      await postedForm(ctx, visit, parts.deps);
      parts.deps.sessions.end(visit.session.id);
      parts.keptForms.endOf(visit.session.id);
      ctx.set('set-cookie', endedCookie(visit.site));
      // Pages that were read stay in no cache, not even behind the back button.
      ctx.set('clear-site-data', '"cache", "storage"');
      const { owner } = visit.session;
      ctx.redirect(addressOf('/log-in', { note: 'left', ...(owner.kind === 'issuer' && { from: owner.issuer }) }));
      ctx.status = 303;
    }),
  );
}

function noteIn({ query: { note } }: Context): LogInNote | null {
  return note === 'ended' || note === 'left' ? note : null;
}

function showLogIn(
  ctx: Context,
  parts: ConsoleParts,
  { note, refusal }: { readonly note: LogInNote | null; readonly refusal: GatewayError | null },
  asked: string | string[] | undefined | null = ctx.query['next'],
): void {
  const next = ownAddress(typeof asked === 'string' ? asked : undefined);
  showOpenly(ctx, parts, (speech) => logInPage(speech, { note, next, refusal, ...waysIn(ctx, parts.deps) }));
}

/** What the log-in offers beside a key. */
export function waysIn(
  { req, query }: Context,
  deps: ConsoleDeps,
): Pick<Parameters<typeof logInPage>[1], 'passkey' | 'issuers' | 'left'> {
  const { rpId, origin } = siteOf(req, deps.publicUrl());
  const { issuers } = deps;
  const left = issuers.find(({ name }) => name === query['from']) ?? null;
  if (rpId === null) {
    return {
      issuers,
      left,
      passkey: { at: `http://localhost:${new URL(origin).port || '80'}${addressOf('/log-in')}` },
    };
  }
  const challenge = deps.attempts.begin(logInPurpose);
  return { issuers, left, passkey: { options: logInOptions({ rpId, challenge }) } };
}

/** An administration key, sent once. Failed tries are paced by address and by key. */
async function logIn(ctx: Context, parts: ConsoleParts, entering: Entering): Promise<void> {
  const { deps } = parts;
  const { form, names: ofAddress } = await entering.read(ctx);
  const secret = (form.get('key') ?? '').trim();
  const names = [...ofAddress, { name: deps.admin.keyHasher.hash(secret), triesMax: ownTriesMax }];
  entering.assertPace(names);
  try {
    const identified = await deps.identify({ credentials: { bearer: secret, apiKey: null } });
    const { key } = identified.caller;
    callingAdministrator(identified, 'users.read');
    const keyHash = deps.admin.keyHasher.hash(secret);
    const owner = {
      kind: 'key',
      userId: key.user_id,
      keyId: key.key_id,
      keyHash,
      rotationId: rotationOf(key),
    } as const;
    begin(ctx, parts, owner, form.get('next'));
  } catch (error) {
    if (!(error instanceof GatewayError) || (error.status !== 401 && error.status !== 403)) throw error;
    entering.failed(names);
    ctx.status = error.status;
    showLogIn(ctx, parts, { note: null, refusal: error }, form.get('next'));
  }
}

/** A link that a command of this machine has printed. */
function enter(ctx: Context, parts: ConsoleParts): void {
  const { token } = ctx.query;
  // A proxy on this machine calls from it too, under the public name.
  const isHere = isFromLoopback(ctx.req) && siteOf(ctx.req, parts.deps.publicUrl()).origin.startsWith('http:');
  const isTaken = typeof token === 'string' && isHere && isOpened(ctx);
  const actor = isTaken ? parts.deps.sessions.takeLink(token) : null;
  if (actor !== null) return begin(ctx, parts, { kind: 'machine', actor }, null);
  ctx.status = 403;
  showLogIn(ctx, parts, { note: 'linkUsed', refusal: null });
}
