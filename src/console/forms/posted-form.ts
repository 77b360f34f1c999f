import type { Context } from 'koa';
import { GatewayError } from '../../errors.ts';
import { sharerOf } from '../../limits/caller-limits.ts';
import type { BodyReader } from '../../surfaces/body-reader.ts';
import { assertFromSite } from '../sessions/session-site.ts';
import { isOfSession } from '../sessions/sessions.ts';
import type { Visit } from '../visit.ts';
import { formTokenField } from './asked-in-form.ts';
import { readForm } from './read-form.ts';

/**
 * The fields of a form that a page of the visitor has sent: only such a form changes anything. Raises `not_permitted` for
 * one from elsewhere, and the errors of {@link readForm}. `fileFormBytesMax`: of a page that takes a file.
 */
export async function postedForm(
  ctx: Context,
  { site, session, caller }: Visit,
  { bodies }: { readonly bodies: BodyReader },
  fileFormBytesMax?: number,
): Promise<URLSearchParams> {
  assertFromSite(ctx.req, site);
  const sharer = caller === null ? { tenantId: 'console', keyId: session.id } : sharerOf(caller.key);
  const form = await readForm(ctx, { bodies, sharer, fileFormBytesMax });
  if (isOfSession(session, form.get(formTokenField))) return form;
  throw new GatewayError('not_permitted', {
    detail: 'The form is of another session.',
    next: 'Load the page again and send its form.',
  });
}
