import type { Context } from 'koa';

/** A browser sends the position to resume after as a header, with the address of its first request. */
export function resumed(input: unknown, ctx: Context): unknown {
  const lastEventId = ctx.get('last-event-id');
  // `as`: an input is an object.
  return lastEventId === '' ? input : { ...(input as object), after: lastEventId };
}
