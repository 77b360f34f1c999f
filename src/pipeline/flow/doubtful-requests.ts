import { createHmac } from 'node:crypto';
import { RecentMap } from '../../limits/recent-map.ts';
import type { Asked } from '../records.ts';

/** How long a repeat is refused after the outcome became unknown, milliseconds. */
const refusedMs = 60_000;
/**
 * How long it is refused once there was a repeat within that time, milliseconds: measured clients that repeat by
 * themselves take up to 126 s for their six repeats.
 */
const refusedAgainMs = 180_000;

/** Keys of which requests are remembered, and requests of each: the least recently used ones are forgotten first. */
const keysMax = 4_096;
const requestsMax = 32;

/** What identifies a request: whose it is, and all that decides what the upstream is asked to do. */
type Identified = Pick<Asked, 'caller' | 'surface' | 'query' | 'protocolHeaders' | 'body'>;

interface Doubt {
  /** The reservation whose outcome is unknown. */
  readonly reservationId: string;
  readonly sinceMs: number;
  isRepeated: boolean;
}

/**
 * Requests of the last minutes whose outcome is unknown, so that a client that repeats them whatever it is told holds no
 * credit twice. Keeps keyed digests alone, for this process only.
 */
export class DoubtfulRequests {
  readonly #secret: Buffer;
  readonly #byKey = new RecentMap<string, RecentMap<string, Doubt>>(keysMax);

  /** `secret`: the key of the digests. */
  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  note(request: Identified, reservationId: string, nowMs: number): void {
    const { key_id: keyId } = request.caller.key;
    const doubts = this.#byKey.get(keyId) ?? new RecentMap(requestsMax);
    doubts.set(this.#digest(request), { reservationId, sinceMs: nowMs, isRepeated: false });
    this.#byKey.set(keyId, doubts);
  }

  /** The reservation of the doubtful request that this one repeats; `null`: there is none. */
  repeatedBy(request: Identified, nowMs: number): string | null {
    const doubts = this.#byKey.get(request.caller.key.key_id);
    if (doubts === undefined || doubts.size === 0) return null;
    const digest = this.#digest(request);
    const doubt = doubts.get(digest);
    if (doubt === undefined) return null;
    if (nowMs - doubt.sinceMs >= (doubt.isRepeated ? refusedAgainMs : refusedMs)) {
      doubts.delete(digest);
      return null;
    }
    doubt.isRepeated = true;
    return doubt.reservationId;
  }

  #digest({ surface, query = '', protocolHeaders, body }: Identified): string {
    // The type of a form names a boundary that is new each time.
    const headers = Object.entries(protocolHeaders).filter(([name]) => name !== 'content-type');
    const sent = headers.map((header) => header.join(': ')).toSorted();
    const head = JSON.stringify([surface.upstreamPath, query, sent]);
    return createHmac('sha256', this.#secret).update(head).update(body).digest('base64');
  }
}
