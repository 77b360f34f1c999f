import type { Context } from 'koa';

export interface HealthRouteDeps {
  /** Names of the parts that are not ready; empty: ready. */
  readonly notReady: () => Promise<readonly string[]>;
  /** Problems that do not stop requests. */
  readonly notices: () => readonly string[];
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** `GET /healthz`: the process answers. It checks nothing else, so that an outage elsewhere does not restart the process. */
export function healthz(ctx: Context): void {
  ctx.body = { status: 'ok' };
}

/** `GET /readyz`: 200 if requests can be served, else 503 with the parts that are not ready; both with notices. */
export function readyz({ notReady, notices }: HealthRouteDeps) {
  return async (ctx: Context): Promise<void> => {
    const missing = await notReady();
    ctx.status = missing.length === 0 ? 200 : 503;
    ctx.body = { status: missing.length === 0 ? 'ready' : 'not ready', missing, notices: notices() };
  };
}

/** `GET /metrics`: Prometheus text. */
export function metrics({ metrics: read }: HealthRouteDeps) {
  return async (ctx: Context): Promise<void> => {
    const { contentType, text } = await read();
    ctx.type = contentType;
    ctx.body = text;
  };
}
