import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { uploadSharer, type LimitsBook } from '../limits/caller-limits.ts';
import { GatewayError } from '../errors.ts';
import type { Authenticated } from '../pipeline/records.ts';
import { giveUpBody, type BodyPace } from './body-pace.ts';
import { readFormBody, type FormLimits } from './form-body.ts';
import type { Form } from './form.ts';
import type { SpoolFile } from './spool-file.ts';
import type { Uploader } from './spool-room.ts';

/** The caller that an upload counts for, until the connection closes. */
export function uploaderOf(
  request: IncomingMessage,
  { caller }: Pick<Authenticated, 'caller'>,
  limits: LimitsBook,
): Uploader {
  return {
    sharer: uploadSharer(caller.key, limits),
    waiter: request,
  };
}

/**
 * Reads a form at a minimum rate, which counts once there is a place for its file. A slow one is refused and its connection
 * closed, which also ends the reading. Raises 408 and the errors of {@link readFormBody}.
 */
export async function pacedForm(ctx: Context, limits: FormLimits, pace: BodyPace): Promise<Form> {
  const { req } = ctx;
  const { promise: slow, reject } = Promise.withResolvers<never>();
  const startBytes = req.socket.bytesRead;
  let hasPlace = false;
  const open = async (): Promise<SpoolFile> => {
    const file = await limits.spools.open();
    hasPlace = true;
    return file;
  };
  const unwatch = pace.watch({
    bytesRead: () => req.socket.bytesRead - startBytes,
    isHeld: () => !hasPlace || req.isPaused(),
    tooSlow: () => {
      giveUpBody(req);
      reject(new GatewayError('request_timeout', { detail: 'The body arrived too slowly.' }));
    },
  });
  const reading = readFormBody(ctx, { ...limits, spools: { open } });
  try {
    return await Promise.race([reading, slow]);
  } catch (error) {
    // A form that completes after the refusal has no owner and is closed.
    void reading.then(({ spool }) => spool.close()).catch(() => undefined);
    throw error;
  } finally {
    unwatch();
  }
}
