import { logIns, type LogInCommand, type LogInRefusal, type LogIns } from '../../domain/log-ins/log-ins.ts';
import type { PrincipalEvent } from '../../domain/principal-events.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { handleCommand, recordedState, type CommandAnswer } from '../handle-command.ts';
import type { IdentityDeps } from '../identities.ts';
import { principalStream } from '../stream-names.ts';

/** How a person logs in, folded from their own events; `null`: nobody is registered under the id. Raises what the log raises. */
export async function recordedLogIns(log: EventLog, userId: string): Promise<LogIns | null> {
  return await recordedState({ log, stream: principalStream(userId), decider: logIns });
}

/** Decides and records a command of how one person logs in. Raises what the log raises. */
export async function changeLogIns(
  { log, createId, actor }: IdentityDeps,
  command: LogInCommand,
): Promise<CommandAnswer<LogIns | null, PrincipalEvent, LogInRefusal>> {
  return await handleCommand(
    { ...command, actor },
    { log, stream: principalStream(command.userId), decider: logIns, createId },
  );
}
