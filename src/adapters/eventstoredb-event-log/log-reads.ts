import { setTimeout as delay } from 'node:timers/promises';
import { isPassingFailure, isTombstoned, isTooSlow, lacksRight, ReadDenied } from './engine-failure.ts';
import { toReadStreams } from './failures.ts';
import { comparePlaces } from './positions.ts';
import {
  allRequest,
  backwardsRequest,
  newest,
  streamRequest,
  subscriptionRequest,
  type StreamStart,
} from './stream-requests.ts';
import { rowData, remoteRowFields, rowRevision } from './messages.ts';
import { EngineSilent, SilenceWatch } from './silence-watch.ts';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { LedgerClient, ReadCall } from './ledger-client.ts';
import type { RemoteAllPage, LogEndFound, RemoteRowFields } from './messages.ts';
import type { ReadMessage } from './read-message.ts';
import type { LogPlace } from './positions.ts';
import type { KnownRange, SeenPlaces } from './seen-places.ts';

/**
 * Pauses before a read that failed transiently is tried again, milliseconds: the first try may only discover that the
 * leader has moved. The client replaces a broken channel shortly after the error, and a try before that fails as well.
 * Together some three seconds, as long as a request waits by default: an engine that is given up ends them sooner.
 */
const readPausesMs: readonly number[] = [0, 20, 100, 250, 400, 500, 500, 500, 500, 500];
/** A probe is repeated by its caller, who is to know soon. */
const probePausesMs: readonly number[] = [0, 20];
/**
 * With more calls open than this, some may wait in the connection: by default a server accepts 100. Waiting cannot be told
 * from silence then, so each answer to any call is a sign of life for all.
 */
const callsSurelySent = 64;
/** Bounds the memory of a page, in both threads. */
const pageEventsMax = 1_000;
/** Least events per page, so that a page contains some of ours even among many of the engine's own events. */
const pageEventsMin = 64;
/**
 * Page sizes of a search back from the end. The first page suffices for most searches: with a subscription near the end
 * of the log there is little to read.
 */
const lookBackEvents = [16, pageEventsMax] as const;
const lookBackEventsSeen = [6, 64, pageEventsMax] as const;

/** Tries of a page that makes no progress, and the pauses between them. */
const pageTriesMax = 6;
const pagePauseMs = 10;
const pagePauseMsMax = 500;

/** The result of a read of a stream. */
export type StreamRead = RemoteRowFields | 'not_found' | 'tombstoned';

/** Takes a message; returns whether to go on with the call. */
type Take = (message: ReadMessage) => boolean;

/** Begins a try of a read: what an earlier try took is forgotten. */
type Begin = () => Take;

interface EachOptions {
  /** How long a try may be silent, milliseconds; `null`: for ever. */
  readonly silenceMs?: number | null;
  /** Before each further try. */
  readonly pausesMs?: readonly number[];
  /** Whether what a broken try has taken is kept. */
  readonly isEnough?: () => boolean;
}

/** A page of a search back from the end. */
interface PageBack {
  /** Of the page, in the direction of the search; `null`: it is empty. */
  readonly first: LogPlace | null;
  readonly last: LogPlace | null;
  /** The newest event that is looked for. */
  readonly newest: LogPlace | null;
  readonly isOver: boolean;
}

/** Reads of the log, each with its own timeout. */
export class LogReads {
  readonly #client: LedgerClient;
  readonly #silenceMs: number;
  #open = 0;

  constructor(client: LedgerClient, silenceMs: number) {
    this.#client = client;
    this.#silenceMs = silenceMs;
  }

  /** Visible events of a stream, forwards or backwards from a revision. Raises what the engine raises. */
  async stream(stream: string, start: StreamStart, limit: number): Promise<StreamRead> {
    let isMissing = false;
    let rows: RemoteRowFields = [];
    const begin: Begin = () => {
      [rows, isMissing] = [[], false];
      return (message) => {
        isMissing ||= message.kind === 'stream_not_found';
        addRow(rows, message);
        return true;
      };
    };
    try {
      await this.#each(streamRequest(stream, start, limit), begin);
    } catch (error) {
      if (isTombstoned(error)) return 'tombstoned';
      throw lacksRight(error) ? new ReadDenied(toReadStreams(stream)) : error;
    }
    return isMissing ? 'not_found' : rows;
  }

  /** The data of the newest event of one of the engine's own streams; `null` when there is none. */
  async newestData(stream: string): Promise<{ readonly revision: number; readonly data: string } | null> {
    let found: { readonly revision: number; readonly data: string } | null = null;
    await this.#each(streamRequest(stream, newest, 1), () => (message) => {
      if (message.kind !== 'event') return true;
      found = { revision: Number(message.row[rowRevision]), data: String(message.row[rowData]) };
      return true;
    });
    return found;
  }

  /**
   * A page of the log. With prefixes it comes from a subscription, which skips other events at ten times the speed of a
   * read and reports its progress; the subscription ends when the page is full or the end of the log is reached.
   */
  all(after: LogPlace | null, prefixes: readonly string[] | null, limit: number): Promise<RemoteAllPage> {
    const most = Math.min(limit, pageEventsMax);
    return prefixes === null ? this.#pageOfAll(after, most) : this.#pageBeyond(after, prefixes, most);
  }

  /**
   * A page that makes progress or reaches the end. If the server ends the subscription before any progress, asks again
   * after a pause, to avoid a tight loop. Raises after `pageTriesMax` tries.
   */
  async #pageBeyond(after: LogPlace | null, prefixes: readonly string[], most: number): Promise<RemoteAllPage> {
    for (let tries = 1; ; tries += 1) {
      const page = await this.#pageOfPrefixes(after, prefixes, most);
      const goesOn = page.upTo !== null && isBeyond(page.upTo, after);
      if (page.atEnd || goesOn) return page;
      if (tries >= pageTriesMax) throw new Error(`the engine ended ${tries} subscriptions before they made progress`);
      await delay(Math.min(pagePauseMs * 2 ** tries, pagePauseMsMax));
    }
  }

  /** A page without prefixes. The engine's first event is the one at `after` itself, which is skipped. */
  async #pageOfAll(after: LogPlace | null, most: number): Promise<RemoteAllPage> {
    const count = Math.max(most, pageEventsMin) + (after === null ? 0 : 1);
    let rows: RemoteRowFields = [];
    let upTo = after;
    let seen = 0;
    await this.#each(allRequest(after, count), () => {
      [rows, upTo, seen] = [[], after, 0];
      return (message) => {
        if (message.kind !== 'event') return true;
        seen += 1;
        if (!isBeyond(message.place, upTo) || rows.length === most * remoteRowFields) return true;
        upTo = message.place;
        addRow(rows, message);
        return true;
      };
    });
    return { rows, upTo, atEnd: seen < count && rows.length < most * remoteRowFields };
  }

  /** A page that breaks in its midst ends there: the next one begins after what came. */
  async #pageOfPrefixes(after: LogPlace | null, prefixes: readonly string[], most: number): Promise<RemoteAllPage> {
    const rows: RemoteRowFields = [];
    let upTo = after;
    let newest = after;
    let atEnd = false;
    const take = (message: ReadMessage): boolean => {
      if (message.kind === 'caught_up') {
        atEnd = true;
        return false;
      }
      if (message.kind === 'event') {
        // Told once more.
        if (!isBeyond(message.place, newest)) return true;
        newest = message.place;
      }
      const isPlaced = message.kind === 'event' || message.kind === 'checkpoint';
      if (isPlaced && isBeyond(message.place, upTo)) upTo = message.place;
      addRow(rows, message);
      return rows.length < most * remoteRowFields;
    };
    const hasBegun = (): boolean => upTo !== after;
    try {
      await this.#each(subscriptionRequest(after, prefixes), () => take, { isEnough: hasBegun });
    } catch (error) {
      if (!isTooSlow(error) && !hasBegun()) throw error;
    }
    return { rows, upTo, atEnd };
  }

  /**
   * Searches back from the end of the log until it finds an event of the prefixes, or reaches `after` or the progress
   * of one of the subscriptions, up to which the events are known.
   */
  async end(
    after: LogPlace | null,
    prefixes: readonly string[] | null,
    subscriptions: readonly SeenPlaces[] = [],
  ): Promise<LogEndFound> {
    const known = knownBeyond(after, prefixes, subscriptions);
    const found = await this.#lookBack(known?.upTo ?? after, prefixes, known !== null);
    return { newest: found.newest ?? known?.newest ?? null, end: found.end };
  }

  async #lookBack(after: LogPlace | null, prefixes: readonly string[] | null, isSeen: boolean): Promise<LogEndFound> {
    const pages: readonly number[] = isSeen ? lookBackEventsSeen : lookBackEvents;
    let end: LogPlace | null = null;
    let from: LogPlace | null = null;
    for (let turn = 0; ; turn += 1) {
      const page = await this.#pageBack(from, pages[turn] ?? pageEventsMax, { after, prefixes });
      end ??= page.first;
      from = page.last;
      if (page.isOver) return { newest: page.newest, end };
    }
  }

  /** A page back from a place. `isOver`: it has the newest event that is looked for, or there is none. */
  async #pageBack(
    from: LogPlace | null,
    count: number,
    { after, prefixes }: { readonly after: LogPlace | null; readonly prefixes: readonly string[] | null },
  ): Promise<PageBack> {
    let page: PageBack = { first: null, last: from, newest: null, isOver: false };
    let seen = 0;
    await this.#each(backwardsRequest(from, count), () => {
      page = { first: null, last: from, newest: null, isOver: false };
      seen = 0;
      return (message) => {
        if (message.kind !== 'event' || page.isOver) return true;
        const { place, row, isOfEngine } = message;
        seen += 1;
        const isNew = isBeyond(place, after);
        const newest = isNew && !isOfEngine && isOfPrefixes(String(row[0]), prefixes) ? place : null;
        page = { first: page.first ?? place, last: place, newest, isOver: !isNew || newest !== null };
        return true;
      };
    });
    return { ...page, isOver: page.isOver || seen < count };
  }

  /**
   * Checks that a leader answers and that this user may read the log. Raises {@link EngineSilent} when nothing at all
   * has come from the engine for `awayMs`.
   */
  async probe(awayMs: number): Promise<void> {
    const watch = new SilenceWatch(awayMs, () => this.#client.heardAtMs);
    const answering = this.#each(backwardsRequest(null, 1), () => () => true, {
      silenceMs: null,
      pausesMs: probePausesMs,
    });
    await watch.over(answering, new EngineSilent(`nothing came from the engine for ${awayMs} ms`));
  }

  /** A read that breaks is begun again, also in the midst of its answer, unless what came is enough. */
  async #each(
    request: streams.ReadReq,
    begin: Begin,
    { silenceMs = this.#silenceMs, pausesMs = readPausesMs, isEnough = () => false }: EachOptions = {},
  ): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      this.#open += 1;
      try {
        await this.#read(request, begin, silenceMs);
        return;
      } catch (error) {
        const pauseMs = pausesMs[failures];
        if (isEnough() || pauseMs === undefined || !isPassingFailure(error)) throw error;
        if (pauseMs > 0) await delay(pauseMs);
      } finally {
        this.#open -= 1;
      }
    }
  }

  async #read(request: streams.ReadReq, begin: Begin, silenceMs: number | null): Promise<void> {
    const call = await this.#client.read(request);
    const take = begin();
    let heardAtMs = 0;
    const lifeAtMs = (): number => (this.#open > callsSurelySent ? this.#client.heardAtMs : heardAtMs);
    const silence = silenceMs === null ? null : new SilenceWatch(silenceMs, lifeAtMs);
    await untilEnd(call, silence, (message) => {
      this.#client.heard();
      heardAtMs = this.#client.heardAtMs;
      return take(message);
    });
  }
}

/** The furthest range that subscriptions know of some streams after a place; `null`: none knows what follows it. */
function knownBeyond(
  after: LogPlace | null,
  prefixes: readonly string[] | null,
  subscriptions: readonly SeenPlaces[],
): KnownRange | null {
  if (prefixes === null) return null;
  return subscriptions
    .map((seen) => seen.beyond(after, prefixes))
    .filter((range) => range !== null)
    .reduce<KnownRange | null>(
      (furthest, next) => (isBeyond(next.upTo, furthest?.upTo ?? null) ? next : furthest),
      null,
    );
}

/** Adds a row, unless the event is one of the engine's own. */
function addRow(rows: RemoteRowFields, message: ReadMessage): void {
  if (message.kind === 'event' && !message.isOfEngine) rows.push(...message.row);
}

function isBeyond(place: LogPlace, after: LogPlace | null): boolean {
  return after === null || comparePlaces(place, after) > 0;
}

function isOfPrefixes(stream: string, prefixes: readonly string[] | null): boolean {
  return prefixes === null || prefixes.some((prefix) => stream.startsWith(prefix));
}

/** Passes messages to `take` until it returns `false` or the call ends, then cancels the call. Raises on silence. */
async function untilEnd(call: ReadCall, silence: SilenceWatch | null, take: Take): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = silence?.start(() => reject(new Error(`the engine was silent for ${silence.silenceMs} ms`)));
  let isEnough = false;
  call.on('data', (message: ReadMessage) => {
    if (isEnough || take(message)) return;
    isEnough = true;
    resolve();
  });
  call.on('end', resolve);
  // The listener stays: a call cancelled from this side may still fail.
  call.on('error', reject);
  try {
    await promise;
  } finally {
    stop?.();
    setImmediate(() => call.cancel());
  }
}
