import type { Context } from 'koa';

export interface HealthDeps {
  /** Names what is not ready; empty when all is. */
  readonly notReady: () => Promise<readonly string[]>;
  /** What does not stop requests, and waits or stands still all the same. */
  readonly notices: () => readonly string[];
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** `GET /healthz`: the process answers. Nothing else is asked, so that an outage elsewhere does not restart it. */
export function healthz(ctx: Context): void {
  ctx.body = { status: 'ok' };
}

/** `GET /readyz`: 200 when requests can be served, 503 with what is missing otherwise; notices with both. */
export function readyz({ notReady, notices }: HealthDeps) {
  return async (ctx: Context): Promise<void> => {
    const missing = await notReady();
    ctx.status = missing.length === 0 ? 200 : 503;
    ctx.body = { status: missing.length === 0 ? 'ready' : 'not ready', missing, notices: notices() };
  };
}

/** `GET /metrics`: Prometheus text. */
export function metrics({ metrics: read }: HealthDeps) {
  return async (ctx: Context): Promise<void> => {
    const { contentType, text } = await read();
    ctx.type = contentType;
    ctx.body = text;
  };
}
