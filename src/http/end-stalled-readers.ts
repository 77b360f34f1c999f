import type { Middleware } from 'koa';

/**
 * Closes the connection of a client that reads nothing of an answer for this time, milliseconds. It covers answers that
 * Koa writes; answers of the pipeline have the same limit in `surfaces/http-client.ts`.
 */
export function endStalledReaders(writeStallMsMax: number): Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.respond === false) return;
    // Each byte that is read restarts the timeout.
    ctx.res.setTimeout(writeStallMsMax, () => ctx.req.socket.destroy());
  };
}
