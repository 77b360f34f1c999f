import type { Context, Middleware } from 'koa';
import type { AdminServerDeps } from '../admin/admin-server.ts';
import type { PasskeyVerifier } from '../ports/passkey-verifier.ts';
import type { Attempts } from './log-ins/attempts.ts';
import type { KeptForms } from './forms/kept-forms.ts';
import type { Frame, ConsolePage } from './pages/frame.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Visit, VisitDeps } from './visit.ts';

export type ConsoleDeps = AdminServerDeps &
  VisitDeps & {
    readonly sessions: Sessions;
    readonly attempts: Attempts;
    /** Loaded when the first passkey is looked at. */
    passkeyVerifier(): Promise<PasskeyVerifier>;
  };

/** What every route of the console has. */
export interface ConsoleParts {
  readonly deps: ConsoleDeps;
  readonly frame: Frame;
  readonly keptForms: KeptForms;
  /** The handler of a page for somebody who is logged in; anybody else gets the log-in, and comes back afterwards. */
  visited(serve: (ctx: Context, visit: Visit) => Promise<void> | void): Middleware;
  show(ctx: Context, visit: Visit, page: ConsolePage): void;
}
