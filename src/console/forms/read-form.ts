import type { Context } from 'koa';
import { GatewayError } from '../../errors.ts';
import type { Sharer } from '../../limits/semaphore.ts';
import type { BodyReader } from '../../surfaces/body-reader.ts';
import { assertLength, assertUncompressed, welcomeBody } from '../../surfaces/http-exchange.ts';
import { uploadedFields } from './uploaded-fields.ts';

/** Largest form, bytes, unless a page takes a file. */
const formBytesMax = 262_144;

/** How a form is read. */
interface FormReading {
  readonly bodies: BodyReader;
  readonly sharer: Sharer;
  /** Largest form with a file, or with what was read from one; bytes. Absent: the page takes none. */
  readonly fileFormBytesMax?: number | undefined;
}

/**
 * The fields of a form that was sent; a file as base64. Raises `unsupported_media_type` for anything but the content type of
 * plain forms, or that of forms with files for a page that takes one; and the errors of {@link BodyReader.read}.
 */
export async function readForm(
  { req: request, res: response }: Context,
  { bodies, sharer, fileFormBytesMax }: FormReading,
): Promise<URLSearchParams> {
  const contentType = request.headers['content-type'] ?? '';
  const isUpload = fileFormBytesMax !== undefined && /^multipart\/form-data *;/i.test(contentType);
  if (!isUpload && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    throw new GatewayError('unsupported_media_type', {
      detail: 'The content type is not application/x-www-form-urlencoded.',
      next: 'Send the form of a page of the console.',
    });
  }
  const bytesMax = fileFormBytesMax ?? formBytesMax;
  assertUncompressed(request);
  assertLength(request, bytesMax);
  const welcome = (): void => welcomeBody(request, response);
  const held = await bodies.read({ request, bytesMax, sharer, welcome });
  try {
    return isUpload ? uploadedFields(held.bytes, contentType) : new URLSearchParams(held.bytes.toString());
  } finally {
    held.release();
  }
}
