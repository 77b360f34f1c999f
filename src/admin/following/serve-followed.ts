import type { Context } from 'koa';
import type { AdminRequest, FollowedList, Following } from '../operation.ts';
import { EventStream } from './event-stream.ts';
import type { OpenStreams } from './open-streams.ts';

/** What all streams of a gateway share. */
export interface StreamsDeps {
  readonly open: OpenStreams;
  /** Aborted when the gateway ends. */
  readonly closing: AbortSignal;
  /** Longest wait for a reader that takes nothing, milliseconds. */
  readonly stallMsMax: number;
}

interface Followed {
  /** The request, with what its caller may do now. */
  readonly now: Following['now'];
  follow(following: Following): Promise<FollowedList>;
}

/** Answers with a list as it grows, until either side ends it. Raises what refuses it, before anything is sent. */
export async function serveFollowed(ctx: Context, { now, follow }: Followed, deps: StreamsDeps): Promise<void> {
  const { open, closing, stallMsMax } = deps;
  const request: AdminRequest = await now();
  const leave = open.begin(request.administrator.person?.user_id ?? '');
  const ended = new AbortController();
  const close = (): void => ended.abort('shutting_down');
  try {
    const followed = await follow({ now, signal: ended.signal });
    if (ctx.method === 'HEAD') {
      ctx.type = 'text/event-stream';
      ctx.body = '';
      return;
    }
    closing.addEventListener('abort', close);
    ctx.respond = false;
    const response = ctx.res;
    response.once('close', () => ended.abort('gone'));
    if (response.destroyed) return;
    if (closing.aborted) close();
    await new EventStream({ response, followed, following: { now }, request, stallMsMax, ended }).run();
  } finally {
    closing.removeEventListener('abort', close);
    ended.abort('gone');
    leave();
  }
}
