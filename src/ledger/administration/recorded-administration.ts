import {
  administrationRequest,
  type AdministrationCommand,
  type AdministrationRefusal,
  type AdministrationRequest,
} from '../../domain/administration/administration-request.ts';
import type { AdministrationEvent } from '../../domain/administration/administration-events.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { handleCommand, recordedState, type CommandAnswer } from '../handle-command.ts';
import { administrationStream } from '../stream-names.ts';

/** A request, folded from its own events; `null`: it never began. Raises what the log raises. */
export async function recordedAdministration(log: EventLog, requestId: string): Promise<AdministrationRequest | null> {
  return await recordedState({ log, stream: administrationStream(requestId), decider: administrationRequest });
}

/** Decides and records a command of one request. Raises what the log raises. */
export async function changeAdministration(
  { log, createId }: { readonly log: EventLog; readonly createId: () => string },
  requestId: string,
  command: AdministrationCommand,
): Promise<CommandAnswer<AdministrationRequest | null, AdministrationEvent, AdministrationRefusal>> {
  const stream = administrationStream(requestId);
  return await handleCommand(command, { log, createId, stream, decider: administrationRequest });
}
