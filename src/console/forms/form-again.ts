import type { Context } from 'koa';
import { GatewayError } from '../../errors.ts';
import type { BodyReader } from '../../surfaces/body-reader.ts';
import { addressOf, ownAddress } from '../address-of.ts';
import { assertFromSite, siteOf } from '../sessions/session-site.ts';
import { formTokenField, onceField } from './asked-in-form.ts';
import { readForm } from './read-form.ts';

/**
 * The page of a form whose session had ended, with what was written into it, as far as an address holds it; the first page
 * for anything but the form of an operation. A form from elsewhere fills nothing in.
 */
export async function formAgain(
  ctx: Context,
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
    return ownAddress(addressOf(page, Object.fromEntries(form)), addressOf(page));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return addressOf('/');
  }
}
