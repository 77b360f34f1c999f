import { isPassing, isTombstoned } from './engine-failure.ts';
import { allRequest, newestOfAllRequest, placeOfResponse, rowOf, streamRequest } from './protocol-requests.ts';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { LedgerClient, ReadCall } from './ledger-client.ts';
import type { AllPage, RowFields } from './messages.ts';
import type { LogPlace } from './positions.ts';

/** Tries of a read that fails with what passes: the first may be the one that finds out that the leader has moved. */
const READ_TRIES_MAX = 3;
/** A filtered page may look through much before it finds anything. */
const ALL_SILENCES = 10;
/** Bounds the memory of a page, in both threads. */
const PAGE_EVENTS_MAX = 1_000;

/** What a read of a stream found. */
export type StreamRead = RowFields | 'not_found' | 'tombstoned';

/** Reads, each with a timer of its own. */
export class LogReads {
  readonly #client: LedgerClient;
  readonly #silenceMs: number;

  constructor(client: LedgerClient, silenceMs: number) {
    this.#client = client;
    this.#silenceMs = silenceMs;
  }

  /** Visible events of a stream from a revision on, or the newest first. Raises what the engine raises. */
  async stream(stream: string, from: number | 'newest', limit: number): Promise<StreamRead> {
    let isMissing = false;
    const rows: RowFields = [];
    try {
      await this.#each(streamRequest(stream, from, limit), this.#silenceMs, (response) => {
        isMissing ||= response.hasStreamNotFound();
        rows.push(...(rowOf(response) ?? []));
      });
    } catch (error) {
      if (isTombstoned(error)) return 'tombstoned';
      throw error;
    }
    return isMissing ? 'not_found' : rows;
  }

  /** The data of the newest event of one of the engine's own streams; `null` when there is none. */
  async newestData(stream: string): Promise<{ readonly revision: number; readonly data: string } | null> {
    let newest: { readonly revision: number; readonly data: string } | null = null;
    await this.#each(streamRequest(stream, 'newest', 1), this.#silenceMs, (response) => {
      const event = response.getEvent()?.getEvent();
      if (event === undefined) return;
      newest = {
        revision: Number(event.getStreamRevision()),
        data: Buffer.from(event.getData_asU8()).toString('utf8'),
      };
    });
    return newest;
  }

  /** A page of the log. The engine begins with the event at `after` itself, if the prefixes choose it. */
  async all(after: LogPlace | null, prefixes: readonly string[] | null, limit: number): Promise<AllPage> {
    const most = Math.min(limit, PAGE_EVENTS_MAX);
    const count = most + (after === null ? 0 : 1);
    const rows: RowFields = [];
    let upTo = after;
    let seen = 0;
    let taken = 0;
    await this.#each(allRequest(after, prefixes, count), this.#silenceMs * ALL_SILENCES, (response) => {
      const place = placeOfResponse(response);
      if (place === null) return;
      seen += 1;
      const isAfter = after === null || place.commit !== after.commit || place.prepare !== after.prepare;
      if (!isAfter || taken === most) return;
      taken += 1;
      upTo = place;
      rows.push(...(rowOf(response) ?? []));
    });
    return { rows, upTo, atEnd: seen < count };
  }

  /** Whether anybody is there, leads, and lets this user read the log. */
  async probe(): Promise<void> {
    await this.#each(newestOfAllRequest(), this.#silenceMs, () => undefined);
  }

  async #each(request: streams.ReadReq, silenceMs: number, take: (response: streams.ReadResp) => void): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      let isAnswering = false;
      try {
        const call = await this.#client.read(request);
        await untilEnd(call, silenceMs, (response) => {
          isAnswering = true;
          take(response);
        });
        return;
      } catch (error) {
        if (isAnswering || tries >= READ_TRIES_MAX || !isPassing(error)) throw error;
      }
    }
  }
}

/** Hands over every message; ends a call that is silent for too long, and whatever is left of one that failed. */
async function untilEnd(call: ReadCall, silenceMs: number, take: (response: streams.ReadResp) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const silence = setTimeout(() => reject(new Error(`the engine was silent for ${silenceMs} ms`)), silenceMs);
  call.on('data', (response: streams.ReadResp) => {
    silence.refresh();
    take(response);
  });
  call.on('end', resolve);
  // Stays on: a call that was ended from this side may fail yet.
  call.on('error', reject);
  try {
    await promise;
  } finally {
    clearTimeout(silence);
    setImmediate(() => call.cancel());
  }
}
