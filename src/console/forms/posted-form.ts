import type { Context } from 'koa';
import { GatewayError } from '../../errors.ts';
import { sharerOf } from '../../limits/caller-limits.ts';
import type { BodyReader } from '../../surfaces/body-reader.ts';
import { assertFromSite } from '../sessions/session-site.ts';
import { isOfSession } from '../sessions/sessions.ts';
import type { Visit } from '../visit.ts';
import { formTokenField } from './asked-in-form.ts';
import { readForm } from './read-form.ts';

/** The fields of a form of this console. */
interface SentForm {
  readonly form: URLSearchParams;
  /** `false`: it is of a page of another session, such as the one before. It changes nothing. */
  readonly isOwn: boolean;
}

/**
 * The fields of a form that a page of the visitor has sent: only such a form changes anything. Raises `not_permitted` for
 * one from elsewhere or of another session, and the errors of {@link readForm}. `fileFormBytesMax`: of a page that takes a
 * file.
 */
export async function postedForm(
  ctx: Context,
  visit: Visit,
  deps: { readonly bodies: BodyReader },
  fileFormBytesMax?: number,
): Promise<URLSearchParams> {
  const { form, isOwn } = await sentForm(ctx, visit, deps, fileFormBytesMax);
  if (!isOwn) throw ofAnotherSession('Load the page again and send its form.');
  return form;
}

/** As {@link postedForm}, but for the session: who has logged in again finds what they wrote. */
export async function sentForm(
  ctx: Context,
  { site, session, caller }: Visit,
  { bodies }: { readonly bodies: BodyReader },
  fileFormBytesMax?: number,
): Promise<SentForm> {
  assertFromSite(ctx.req, site);
  const sharer = caller === null ? { tenantId: 'console', keyId: session.id } : sharerOf(caller.key);
  const form = await readForm(ctx, { bodies, sharer, fileFormBytesMax });
  return { form, isOwn: isOfSession(session, form.get(formTokenField)) };
}

/** The refusal of a form of another session. */
export function ofAnotherSession(next: string): GatewayError {
  return new GatewayError('not_permitted', { detail: 'The form is of another session.', next });
}
