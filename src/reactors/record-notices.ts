import { noticeOnce, type NoticedFact, type NoticesDeps } from '../ledger/notices.ts';
import type { OpenReservationRecord } from '../domain/open-reservation.ts';
import { eachDocument } from '../ledger/read-models/each-document.ts';
import type { DocumentReader, Projection } from '../ports/read-models.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { AgeClock } from '../time/clock.ts';
import { startSweeps, type Sweeps } from './sweeps.ts';

interface KeyExpiry {
  readonly key_id: string;
  readonly expires_at: string;
}

export interface RecordNoticesDeps extends NoticesDeps {
  readonly readModels: Pick<DocumentReader, 'list'>;
  readonly openReservations: Projection<OpenReservationRecord>;
  readonly expiries: {
    readonly projection: Projection<KeyExpiry>;
    /** Keys of the entries in order of expiry begin with this. */
    readonly prefix: string;
    /** Where the entries from a time on begin, milliseconds since 1970. */
    from(at: number): string;
  };
  /** Resolves when the read models have all events that are in the log now. */
  readonly catchUp: () => Promise<unknown>;
  readonly clock: AgeClock;
  readonly telemetry: Pick<Telemetry, 'warn'>;
}

const dayMs = 86_400_000;
/** A key that expires within this time is noticed. */
const expiryMs = 7 * dayMs;

/** A fact, and what it is the only one of. */
interface Due {
  readonly name: readonly string[];
  readonly fact: NoticedFact;
}

/** Notices keys that are about to expire, and holds that have been in doubt for long. Of several processes one records each. */
export class Notices {
  readonly #deps: RecordNoticesDeps;
  /** Those of the last sweep that are recorded. */
  #recorded: ReadonlySet<string> = new Set();

  constructor(deps: RecordNoticesDeps) {
    this.#deps = deps;
  }

  /** Records what is due and was not. Does nothing until the clock has settled. Raises what log and read models raise. */
  async record(signal?: AbortSignal): Promise<void> {
    const { clock, catchUp } = this.#deps;
    if (!clock.isSettled) return;
    await catchUp();
    const now = clock.now();
    const recorded = new Set<string>();
    for (const { name, fact } of [...expiringKeys(this.#deps, now), ...doubtfulHolds(this.#deps, now)]) {
      if (signal?.aborted === true) return;
      const known = name.join(' ');
      if (!this.#recorded.has(known)) await noticeOnce(this.#deps, name, fact);
      recorded.add(known);
    }
    this.#recorded = recorded;
  }
}

function* expiringKeys({ readModels, expiries }: RecordNoticesDeps, now: number): Generator<Due> {
  const { projection, prefix, from } = expiries;
  const [begin, end] = [from(now), from(now + expiryMs)];
  for (const { key, document } of eachDocument(readModels, projection, prefix, begin)) {
    if (key >= end) return;
    const { key_id, expires_at } = document;
    yield { name: [key_id, expires_at], fact: { type: 'KeyExpiryNoticed', data: { key_id, expires_at } } };
  }
}

function* doubtfulHolds({ readModels, openReservations }: RecordNoticesDeps, now: number): Generator<Due> {
  for (const { document } of eachDocument(readModels, openReservations)) {
    const { reservation_id, wallet_id, key_id, amount_eur, flag, flagged_at } = document;
    if (flag === null || flagged_at === null || now - Date.parse(flagged_at) < dayMs) continue;
    const data = { reservation_id, wallet_id, key_id, amount_eur, flagged_at };
    yield { name: [reservation_id], fact: { type: 'FlaggedHoldNoticed', data } };
  }
}

/** Records what is due at every interval. */
export function startRecordingNotices(deps: RecordNoticesDeps, intervalMs: number): Sweeps {
  const notices = new Notices(deps);
  return startSweeps({
    intervalMs,
    sweep: (signal) => notices.record(signal),
    failed: (error) => deps.telemetry.warn('notices_not_recorded', {}, error),
  });
}
