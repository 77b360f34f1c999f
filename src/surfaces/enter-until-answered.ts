import type { Context } from 'koa';
import type { CallerAdmission, IdentifiedCaller } from '../pipeline/caller-access.ts';

/** Takes a permit for a caller until the answer is sent or the client is gone. Raises 429 and 503. */
export async function enterUntilAnswered(
  { res }: Pick<Context, 'res'>,
  identified: IdentifiedCaller,
  callerAdmission: CallerAdmission,
): Promise<void> {
  const permit = await callerAdmission.enter(identified);
  if (res.closed) return permit.release();
  res.once('close', () => permit.release());
}
