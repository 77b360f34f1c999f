// Calls a gateway as a client does, over a connection of its own, and keeps what came, also when it breaks.
import { request as httpRequest } from 'node:http';
import type { Body, Seen } from './sandbox-post.ts';
import { withoutCost } from './without-cost.ts';

export interface ChatCall {
  /** Resolves when the connection is done with, however that came about; never rejects. Status 0: no answer. */
  readonly seen: Promise<Seen>;
  /** Resolves when what came so far is enough; raises when the connection ends before. */
  until(isEnough: (text: string) => boolean): Promise<void>;
  hangUp(): void;
  /** Leaves what comes unread until {@link ChatCall.readOn}. To be called before the answer. */
  readNothing(): void;
  readOn(): void;
}

export interface Callee {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
}

export function callChat({ baseUrl }: Callee, apiKey: string, body: Body): ChatCall {
  const pieces: Buffer[] = [];
  const watchers = new Set<() => void>();
  let head: Pick<Seen, 'status' | 'headers'> = { status: 0, headers: {} };
  let isRead = true;
  let readOn = (): void => {};
  const request = httpRequest(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    agent: false,
  });
  const text = (): string => Buffer.concat(pieces).toString();
  const { promise: seen, resolve } = Promise.withResolvers<Seen>();
  const end = (broken: boolean): void => resolve({ ...head, chunks: pieces, text: withoutCost(text()), broken });
  request.once('error', () => end(true));
  request.once('response', (response) => {
    head = { status: response.statusCode ?? 0, headers: response.headers };
    const read = (): void => {
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        for (const watcher of watchers) watcher();
      });
    };
    response.once('error', () => end(true));
    response.once('end', () => end(false));
    if (isRead) read();
    else readOn = read;
  });
  request.end(JSON.stringify(body));
  return {
    seen,
    until: (isEnough) =>
      new Promise((found, reject) => {
        const watch = (): void => {
          if (isEnough(text())) found();
        };
        watchers.add(watch);
        watch();
        void seen.then((all) => reject(new Error(`the answer ended with ${all.status} ${all.text}`)));
      }),
    hangUp: () => request.destroy(),
    readNothing: () => {
      isRead = false;
    },
    readOn: () => {
      isRead = true;
      readOn();
    },
  };
}

/** The whole answer to one call. */
export function chatAnswer(callee: Callee, apiKey: string, body: Body): Promise<Seen> {
  return callChat(callee, apiKey, body).seen;
}

/** The `error` of a JSON body or of the last record of a stream; `null` when there is none. */
export function errorOf({
  text,
}: Seen): { readonly code: string; readonly type: string; readonly message: string } | null {
  const last = text.trimEnd().split('\n\n').at(-1) ?? '';
  try {
    const { error } = JSON.parse(last.replace(/^data:/, '')) as { readonly error?: ReturnType<typeof errorOf> };
    return error ?? null;
  } catch {
    return null;
  }
}
