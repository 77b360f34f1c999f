import type { Context } from 'koa';
import { GatewayError } from '../errors.ts';
import { giveUpBody, type BodyPace } from './body-pace.ts';
import { readFormBody, type FormLimits } from './form-body.ts';
import type { Form } from './form.ts';
import type { SpoolFile } from './spool-file.ts';

/**
 * Reads a form at a minimum rate, which counts once its file is open. A slow one is refused and its connection
 * closed, which also ends the reading. Raises 408 and the errors of {@link readFormBody}.
 */
export async function pacedForm(ctx: Context, limits: FormLimits, pace: BodyPace): Promise<Form> {
  const { req } = ctx;
  const { promise: slow, reject } = Promise.withResolvers<never>();
  const startBytes = req.socket.bytesRead;
  let isOpen = false;
  const openSpool = async (): Promise<SpoolFile> => {
    const file = await limits.openSpool();
    isOpen = true;
    return file;
  };
  const unwatch = pace.watch({
    bytesRead: () => req.socket.bytesRead - startBytes,
    isHeld: () => !isOpen || req.isPaused(),
    tooSlow: () => {
      giveUpBody(req);
      reject(new GatewayError('request_timeout', { detail: 'The body arrived too slowly.' }));
    },
  });
  const reading = readFormBody(ctx, { ...limits, openSpool });
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
