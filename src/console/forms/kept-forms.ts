import type { AdminDeps } from '../../admin/operation.ts';
import { RecentMap } from '../../limits/recent-map.ts';

/** The field of an address that names a kept form. */
export const keptField = '_kept';

/** How long a form is kept, milliseconds: as long as an attempt to log in lasts. */
const keptMsMax = 600_000;
/** How often those that have ended leave the memory, milliseconds. */
const sweepMs = 60_000;
/** Most characters of all kept forms; the oldest makes room. An entry counts for what it takes without them too. */
const charactersMax = 8_388_608;
const charactersOfEntry = 1_024;

interface KeptForm {
  readonly page: string;
  readonly text: string;
  readonly endsAt: number;
  /** The session that has asked for it; `null`: none yet. */
  readonly sessionId: string | null;
}

/**
 * What was written into forms whose session had ended, until whoever logs in opens them again. It stands in no address and no
 * log, in this process alone, belongs to the first session that asks for it, and ends with it or in time.
 */
export class KeptForms {
  readonly #deps: Pick<AdminDeps, 'mintSecret' | 'now'>;
  readonly #kept = new RecentMap<string, KeptForm>(
    charactersMax,
    ({ page, text }) => charactersOfEntry + page.length + text.length,
  );
  /** One for all forms, since anybody can send them; `null`: none is kept. */
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: Pick<AdminDeps, 'mintSecret' | 'now'>) {
    this.#deps = deps;
  }

  /** The token by which a form of a page is found. */
  keep(page: string, form: URLSearchParams): string {
    const token = Buffer.from(this.#deps.mintSecret()).toString('base64url');
    this.#kept.set(token, { page, text: form.toString(), endsAt: this.#deps.now() + keptMsMax, sessionId: null });
    if (this.#timer === null) this.#timer = this.#nextSweep();
    return token;
  }

  /** What was written; `null`: it is not kept any more, or is of another page or session. */
  find(token: string, page: string, sessionId: string): URLSearchParams | null {
    const found = this.#kept.get(token);
    if (found?.page !== page || found.endsAt <= this.#deps.now()) return null;
    if ((found.sessionId ?? sessionId) !== sessionId) return null;
    this.#kept.set(token, { ...found, sessionId });
    return new URLSearchParams(found.text);
  }

  /** Drops what a session has asked for, at its end. */
  endOf(sessionId: string): void {
    this.#drop((kept) => kept.sessionId === sessionId);
  }

  #nextSweep(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#drop(({ endsAt }) => endsAt <= this.#deps.now());
      this.#timer = this.#kept.size === 0 ? null : this.#nextSweep();
    }, sweepMs).unref();
  }

  #drop(isDropped: (kept: KeptForm) => boolean): void {
    for (const [token, kept] of Array.from(this.#kept.entries())) if (isDropped(kept)) this.#kept.delete(token);
  }
}
