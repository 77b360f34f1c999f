import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { callingAdministrator } from '../admin/calling/calling-administrator.ts';
import { GatewayError } from '../errors.ts';
import type { SessionOwner } from '../ports/console-sessions.ts';
import { addressOf, ownAddress } from './address-of.ts';
import type { ConsoleParts } from './console-parts.ts';
import { postedForm } from './forms/posted-form.ts';
import { readForm } from './forms/read-form.ts';
import { framedOpenly } from './pages/frame.ts';
import { enteredPage, logInPage, type LogInNote } from './pages/open-pages.ts';
import { LogInPace } from './sessions/log-in-pace.ts';
import {
  assertFromSite,
  endedCookie,
  isFromLoopback,
  paceName,
  secretInCookie,
  sessionCookie,
  siteOf,
} from './sessions/session-site.ts';
import { rotationOf, speechOf } from './visit.ts';

/** Ways into the console and out of it. */
export function logInRoutes(router: Router, parts: ConsoleParts): void {
  const pace = new LogInPace(parts.deps.admin.now);
  router.get('/log-in', (ctx) => showLogIn(ctx, parts, { note: noteIn(ctx), refusal: null }));
  router.post('/log-in', (ctx) => logIn(ctx, parts, pace));
  router.get('/enter', (ctx) => enter(ctx, parts));
  router.post(
    '/log-out',
    parts.visited(async (ctx, visit) => {
      await postedForm(ctx, visit, parts.deps);
      parts.deps.sessions.end(visit.session.id);
      ctx.set('set-cookie', endedCookie(visit.site));
      // Pages that were read stay in no cache, not even behind the back button.
      ctx.set('clear-site-data', '"cache", "storage"');
      ctx.redirect(addressOf('/log-in', { note: 'left' }));
      ctx.status = 303;
    }),
  );
}

function noteIn({ query: { note } }: Context): LogInNote | null {
  return note === 'ended' || note === 'left' ? note : null;
}

function showLogIn(
  ctx: Context,
  { frame }: ConsoleParts,
  { note, refusal }: { readonly note: LogInNote | null; readonly refusal: GatewayError | null },
  asked: string | string[] | undefined | null = ctx.query['next'],
): void {
  const speech = speechOf(ctx.req, null);
  ctx.type = 'text/html; charset=utf-8';
  const next = ownAddress(typeof asked === 'string' ? asked : undefined);
  ctx.body = framedOpenly(speech, logInPage(speech, { note, next, refusal }), frame).toString();
}

/** An administration key, sent once. Failed tries are paced by address and by key. */
async function logIn(ctx: Context, parts: ConsoleParts, pace: LogInPace): Promise<void> {
  const { deps } = parts;
  const site = siteOf(ctx.req, deps.publicUrl());
  assertFromSite(ctx.req, site);
  const address = paceName(ctx.req, deps.admin.keyHasher);
  const form = await readForm(ctx, { bodies: deps.bodies, sharer: { tenantId: 'console', keyId: address } });
  const secret = (form.get('key') ?? '').trim();
  const names = [address, deps.admin.keyHasher.hash(secret)];
  const waitSeconds = pace.waitSeconds(names);
  if (waitSeconds > 0) {
    throw new GatewayError('rate_limit_exceeded', {
      detail: 'Too many log-ins have failed.',
      next: `Try again in ${waitSeconds} seconds.`,
      retryAfterSeconds: waitSeconds,
    });
  }
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
    pace.failed(names);
    ctx.status = error.status;
    showLogIn(ctx, parts, { note: null, refusal: error }, form.get('next'));
  }
}

/** A link that a command of this machine has printed. */
function enter(ctx: Context, parts: ConsoleParts): void {
  const { token } = ctx.query;
  const isTaken = typeof token === 'string' && isFromLoopback(ctx.req) && !ctx.get('sec-purpose').includes('prefetch');
  const actor = isTaken ? parts.deps.sessions.takeLink(token) : null;
  if (actor !== null) return begin(ctx, parts, { kind: 'machine', actor }, null);
  ctx.status = 403;
  showLogIn(ctx, parts, { note: 'linkUsed', refusal: null });
}

/** Begins a new session, whatever the browser had before, and ends that. */
function begin(ctx: Context, { deps, frame }: ConsoleParts, owner: SessionOwner, next: string | null): void {
  const site = siteOf(ctx.req, deps.publicUrl());
  const former = secretInCookie(ctx.req, site);
  const formerSession = former === null ? null : deps.sessions.find(former);
  if (formerSession !== null) deps.sessions.end(formerSession.id);
  ctx.set('set-cookie', sessionCookie(site, deps.sessions.begin(owner)));
  const speech = speechOf(ctx.req, null);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = framedOpenly(speech, enteredPage(speech, ownAddress(next ?? undefined)), frame).toString();
}
