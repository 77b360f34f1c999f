import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { uploadSharer, type LimitsBook } from '../limits/caller-limits.ts';
import { GatewayError } from '../errors.ts';
import type { Authenticated } from '../pipeline/records.ts';
import { giveUpBody, type BodyPace } from './body-pace.ts';
import type { Form } from './form.ts';
import type { Uploader } from './spool-room.ts';

/** Who an upload is counted for; they leave with their connection. */
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
 * A form that comes fast enough. One that trickles is refused, and its connection ends with the refusal, which also ends
 * its reading. Raises 408, and what the reading raises.
 */
export async function pacedForm({ req }: Context, read: () => Promise<Form>, pace: BodyPace): Promise<Form> {
  const { promise: slow, reject } = Promise.withResolvers<never>();
  const startBytes = req.socket.bytesRead;
  const unwatch = pace.watch({
    bytesRead: () => req.socket.bytesRead - startBytes,
    isHeld: () => req.isPaused(),
    tooSlow: () => {
      giveUpBody(req);
      reject(new GatewayError('request_timeout', { detail: 'The body came too slowly.' }));
    },
  });
  const reading = read();
  try {
    return await Promise.race([reading, slow]);
  } catch (error) {
    // A form that is complete after all is nobody's.
    void reading.then(({ spool }) => spool.close()).catch(() => undefined);
    throw error;
  } finally {
    unwatch();
  }
}
