import type { ConfigurationEvent } from '../domain/configuration/configuration-events.ts';
import type { EventLog } from '../ports/event-log.ts';
import { encodeEvent } from './codec.ts';
import { configurationStream } from './stream-names.ts';
import { untilKnown } from './until-known.ts';

export interface ConfigurationRecorderDeps {
  readonly log: EventLog;
  /** Id of this process. It has its own stream, so that it knows the revision. */
  readonly instanceId: string;
  readonly mintId: () => string;
}

/** Records the configuration that this process applies, one event after the other. Raises what the log raises. */
export function configurationRecorder(deps: ConfigurationRecorderDeps): (event: ConfigurationEvent) => Promise<void> {
  const stream = configurationStream(deps.instanceId);
  let recorded = 0;
  return async (event) => {
    const batch = [encodeEvent(event, deps.mintId())];
    await untilKnown(() => deps.log.append(stream, recorded === 0 ? 'no_stream' : recorded - 1, batch));
    recorded++;
  };
}
