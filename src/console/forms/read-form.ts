import type { Context } from 'koa';
import { GatewayError } from '../../errors.ts';
import type { Sharer } from '../../limits/semaphore.ts';
import type { BodyReader } from '../../surfaces/body-reader.ts';
import { assertLength, assertUncompressed, welcomeBody } from '../../surfaces/http-exchange.ts';

/** Largest form, bytes. */
const formBytesMax = 262_144;

/**
 * The fields of a form that was sent. Raises `unsupported_media_type` for anything but the content type of plain forms, and
 * the errors of {@link BodyReader.read}.
 */
export async function readForm(
  { req: request, res: response }: Context,
  { bodies, sharer }: { readonly bodies: BodyReader; readonly sharer: Sharer },
): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new GatewayError('unsupported_media_type', {
      detail: 'The content type is not application/x-www-form-urlencoded.',
      next: 'Send the form of a page of the console.',
    });
  }
  assertUncompressed(request);
  assertLength(request, formBytesMax);
  const welcome = (): void => welcomeBody(request, response);
  const held = await bodies.read({ request, bytesMax: formBytesMax, sharer, welcome });
  try {
    return new URLSearchParams(held.bytes.toString());
  } finally {
    held.release();
  }
}
