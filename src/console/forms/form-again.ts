import type { Context } from 'koa';
import { GatewayError } from '../../errors.ts';
import type { BodyReader } from '../../surfaces/body-reader.ts';
import { addressOf } from '../address-of.ts';
import { assertFromSite, siteOf } from '../sessions/session-site.ts';
import { formTokenField, onceField } from './asked-in-form.ts';
import { keptField, type KeptForms } from './kept-forms.ts';
import { readForm } from './read-form.ts';

/**
 * The page of a form whose session had ended, which finds what was written into it; the first page for anything but the form
 * of an operation. Of a form from elsewhere nothing is kept.
 */
export async function formAgain(
  ctx: Context,
  keptForms: KeptForms,
  { bodies, publicUrl }: { readonly bodies: BodyReader; publicUrl(): string | null },
): Promise<string> {
  const [, page] = /^\/console(\/operations\/\w+|\/payments)$/.exec(ctx.path) ?? [];
  if (page === undefined) return addressOf('/');
  // A browser sends no file twice.
  if (page === '/payments') return addressOf(page);
  try {
    assertFromSite(ctx.req, siteOf(ctx.req, publicUrl()));
    const form = await readForm(ctx, { bodies, sharer: { tenantId: 'console', keyId: '' } });
    for (const own of [formTokenField, onceField]) form.delete(own);
    return addressOf(page, form.size === 0 ? {} : { [keptField]: keptForms.keep(ctx.path, form) });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return addressOf('/');
  }
}
