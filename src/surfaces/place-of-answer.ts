import type { Context } from 'koa';
import type { Door } from '../pipeline/pipeline.ts';
import type { Authenticated } from '../pipeline/stages.ts';

/** Takes a place for a caller until the answer is out, or its reader is gone. Raises 429 and 503. */
export async function enterUntilAnswered(
  { res }: Pick<Context, 'res'>,
  identified: Pick<Authenticated, 'caller'>,
  door: Door,
): Promise<void> {
  const place = await door.enter(identified);
  if (res.closed) return place.leave();
  res.once('close', () => place.leave());
}
