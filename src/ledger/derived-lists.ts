import type { DerivedPriceList } from '../domain/prices/derived-list-events.ts';
import { RecentMap } from '../limits/recent-map.ts';
import { RevisionConflict, type EventLog } from '../ports/event-log.ts';
import { encodeEvent } from './codec.ts';
import { derivedListStream } from './stream-names.ts';
import { untilKnown } from './until-known.ts';

export interface DerivedListsDeps {
  readonly log: EventLog;
  readonly createId: () => string;
}

/** How many are known to be recorded. One that was forgotten is found in the log. */
const recordedMax = 10_000;

/** Records how price lists were made from others: each once, in a stream of its own, whichever process is first. */
export class DerivedLists {
  readonly #deps: DerivedListsDeps;
  readonly #recorded = new RecentMap<string, Promise<void>>(recordedMax);

  constructor(deps: DerivedListsDeps) {
    this.#deps = deps;
  }

  /** Raises what the log raises. */
  async record(lists: readonly DerivedPriceList[]): Promise<void> {
    await Promise.all(lists.map((list) => this.#recordedOnce(list)));
  }

  #recordedOnce(list: DerivedPriceList): Promise<void> {
    const known = this.#recorded.get(list.key);
    if (known !== undefined) return known;
    const recording = this.#record(list);
    this.#recorded.set(list.key, recording);
    recording.catch(() => this.#recorded.delete(list.key));
    return recording;
  }

  async #record(data: DerivedPriceList): Promise<void> {
    const { log, createId } = this.#deps;
    const batch = [encodeEvent({ type: 'PriceListDerived', data }, createId())];
    try {
      await untilKnown(() => log.append(derivedListStream(data.key), 'no_stream', batch));
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
}
