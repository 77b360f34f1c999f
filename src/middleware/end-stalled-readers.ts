import type { Middleware } from 'koa';

/**
 * Ends the connection of a reader who takes nothing of an answer for so long, milliseconds. For answers that Koa writes;
 * those of the pipeline have the same limit in `surfaces/http-client.ts`.
 */
export function endStalledReaders(writeStallMsMax: number): Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.respond === false) return;
    // Any byte that is taken begins the time anew.
    ctx.res.setTimeout(writeStallMsMax, () => ctx.req.socket.destroy());
  };
}
