import type { ConfigurationEvent } from '../domain/configuration/configuration-events.ts';
import type { EventLog, EventToAppend } from '../ports/event-log.ts';
import { encodeEvent } from './codec.ts';
import { configurationStream } from './stream-names.ts';
import { untilKnown } from './until-known.ts';

export interface ConfigurationRecorderDeps {
  readonly log: EventLog;
  /** Id of this process. It has its own stream, so that it knows the revision. */
  readonly instanceId: string;
  readonly createId: () => string;
}

/** Most events of one append: of the largest, half of what an append may have. */
const batchMax = 8;

/** Records the configurations that a process applies, one after the other. */
export class ConfigurationRecorder {
  readonly #deps: ConfigurationRecorderDeps;
  /** What is not recorded yet of the configuration that it started with. With its ids: it may be, without an answer. */
  #owed: readonly EventToAppend[];
  #recorded = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** `start`: of the configuration that it starts with. */
  constructor(deps: ConfigurationRecorderDeps, start: readonly ConfigurationEvent[]) {
    this.#deps = deps;
    this.#owed = this.#encoded(start);
  }

  /** Records what is owed of the start. Raises what the log raises. */
  recordStart(): Promise<void> {
    return this.record([]);
  }

  /** Records events behind those of the start. Raises what the log raises. */
  record(events: readonly ConfigurationEvent[]): Promise<void> {
    const recorded = this.#last.then(() => this.#record(events));
    this.#last = recorded.catch(() => undefined);
    return recorded;
  }

  async #record(events: readonly ConfigurationEvent[]): Promise<void> {
    while (this.#owed.length > 0) {
      await this.#append(this.#owed.slice(0, batchMax));
      this.#owed = this.#owed.slice(batchMax);
    }
    const encoded = this.#encoded(events);
    for (let at = 0; at < encoded.length; at += batchMax) await this.#append(encoded.slice(at, at + batchMax));
  }

  #encoded(events: readonly ConfigurationEvent[]): readonly EventToAppend[] {
    return events.map((event) => encodeEvent(event, this.#deps.createId()));
  }

  async #append(batch: readonly EventToAppend[]): Promise<void> {
    const { log, instanceId } = this.#deps;
    const expected = this.#recorded === 0 ? 'no_stream' : this.#recorded - 1;
    await untilKnown(() => log.append(configurationStream(instanceId), expected, batch));
    this.#recorded += batch.length;
  }
}
