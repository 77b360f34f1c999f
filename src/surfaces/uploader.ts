import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { uploadSharer, type LimitsBook } from '../limits/caller-limits.ts';
import { GatewayError } from '../errors.ts';
import type { Authenticated } from '../pipeline/records.ts';
import { giveUpBody, type BodyPace } from './body-pace.ts';
import type { Form } from './form.ts';
import type { Uploader } from './spool-room.ts';

/** The caller that an upload counts for, until the connection closes. */
export function uploaderOf(
  request: IncomingMessage,
  { caller }: Pick<Authenticated, 'caller'>,
  limits: LimitsBook,
): Uploader {
  return {
    sharer: uploadSharer(caller.key, limits),
    onGone: (listener) => {
      request.once('close', listener);
      return () => request.off('close', listener);
    },
  };
}

/**
 * Reads a form at a minimum rate. A slow one is refused and its connection closed, which also ends the reading. Raises 408
 * and the errors of the reading.
 */
export async function pacedForm({ req }: Context, read: () => Promise<Form>, pace: BodyPace): Promise<Form> {
  const { promise: slow, reject } = Promise.withResolvers<never>();
  const startBytes = req.socket.bytesRead;
  const unwatch = pace.watch({
    bytesRead: () => req.socket.bytesRead - startBytes,
    isHeld: () => req.isPaused(),
    tooSlow: () => {
      giveUpBody(req);
      reject(new GatewayError('request_timeout', { detail: 'The body arrived too slowly.' }));
    },
  });
  const reading = read();
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
