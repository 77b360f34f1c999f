import type { Context } from 'koa';
import { GatewayError } from '../errors.ts';
import type { SessionOwner } from '../ports/console-sessions.ts';
import { ownAddress } from './address-of.ts';
import type { ConsoleDeps, ConsoleParts } from './console-parts.ts';
import { readForm } from './forms/read-form.ts';
import { framedOpenly, type ConsolePage } from './pages/frame.ts';
import { enteredPage } from './pages/open-pages.ts';
import { LogInPace, type PacedName } from './sessions/log-in-pace.ts';
import {
  assertFromSite,
  pacedAddresses,
  secretInCookie,
  sessionCookie,
  siteOf,
  type SessionSite,
} from './sessions/session-site.ts';
import { speechOf, type Speech } from './visit.ts';

/** A form that asks to be let in. */
export interface EnteringForm {
  readonly form: URLSearchParams;
  readonly site: SessionSite;
  /** Where it comes from, by which failures are paced. */
  readonly names: readonly PacedName[];
}

/** What every way into the console has: the pace of failures is one for all of them. */
export class Entering {
  readonly #deps: ConsoleDeps;
  readonly #pace: LogInPace;

  constructor(deps: ConsoleDeps) {
    this.#deps = deps;
    this.#pace = new LogInPace(deps.admin.now);
  }

  /** Raises 421 for another name. */
  siteOf({ req }: Context): SessionSite {
    return siteOf(req, this.#deps.publicUrl());
  }

  namesOf({ req }: Context): readonly PacedName[] {
    return pacedAddresses(req, this.#deps.publicUrl(), this.#deps.admin.keyHasher);
  }

  /** A form that a page of this console sent. Raises `not_permitted` for another one, 429, and what {@link readForm} does. */
  async read(ctx: Context): Promise<EnteringForm> {
    const site = this.siteOf(ctx);
    assertFromSite(ctx.req, site);
    const names = this.namesOf(ctx);
    const sharer = { tenantId: 'console', keyId: names[0]?.name ?? '' };
    const form = await readForm(ctx, { bodies: this.#deps.bodies, sharer });
    this.assertPace(names);
    return { form, site, names };
  }

  /** Raises `rate_limit_exceeded` while one of these has to wait. */
  assertPace(names: readonly PacedName[]): void {
    const waitSeconds = this.#pace.waitSeconds(names);
    if (waitSeconds === 0) return;
    throw new GatewayError('rate_limit_exceeded', {
      detail: 'Too many log-ins have failed.',
      next: `Try again in ${waitSeconds} seconds.`,
      retryAfterSeconds: waitSeconds,
    });
  }

  failed(names: readonly PacedName[]): void {
    this.#pace.failed(names);
  }
}

/** Whether somebody opens a link that counts once: mail programs and browsers look at one before anybody follows it. */
export function isOpened(ctx: Context): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => ctx.get(name)).join(' ');
  return ctx.method === 'GET' && !isEmbedded(ctx) && !/prefetch|prerender|preview/i.test(purposes);
}

/** Whether a page has its browser load an address as a part of itself, as an image: nobody sees the answer, or has tried. */
export function isEmbedded(ctx: Context): boolean {
  return !['', 'document'].includes(ctx.get('sec-fetch-dest'));
}

/** Counts a refusal. What failed by itself, such as a ledger that does not answer, is no try. */
export function fail(error: unknown, names: readonly PacedName[], entering: Entering): void {
  if (error instanceof GatewayError && error.status < 500 && error.status !== 429) entering.failed(names);
}

/** Begins a new session, whatever the browser had before, and ends that. */
export function begin(ctx: Context, parts: ConsoleParts, owner: SessionOwner, next: string | null): void {
  const { deps } = parts;
  const site = siteOf(ctx.req, deps.publicUrl());
  const former = secretInCookie(ctx.req, site);
  const formerSession = former === null ? null : deps.sessions.find(former);
  if (formerSession !== null) deps.sessions.end(formerSession.id);
  ctx.append('set-cookie', sessionCookie(site, deps.sessions.begin(owner)));
  showOpenly(ctx, parts, (speech) => enteredPage(speech, ownAddress(next ?? undefined)));
}

/** A page for somebody who is not logged in. */
export function showOpenly(ctx: Context, { frame }: ConsoleParts, pageOf: (speech: Speech) => ConsolePage): void {
  const speech = speechOf(ctx.req, null);
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = framedOpenly(speech, pageOf(speech), frame).toString();
}
