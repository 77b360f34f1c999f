import type { ManagedScopeKind } from '../../domain/scopes/scope-events.ts';
import { scope, type Scope, type ScopeCommand, type ScopeRefusal } from '../../domain/scopes/scope.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { handleCommand, recordedState, type CommandAnswer } from '../handle-command.ts';
import type { IdentityDeps } from '../identities.ts';
import { scopeStream } from '../stream-names.ts';
import type { ScopeEvent } from '../../domain/scopes/scope-events.ts';

/** A reseller, tenant or group, folded from its own events; `null`: none has the id. Raises what the log raises. */
export async function recordedScope(log: EventLog, kind: ManagedScopeKind, scopeId: string): Promise<Scope | null> {
  return await recordedState({ log, stream: scopeStream(kind, scopeId), decider: scope });
}

/** Decides and records a command of one scope. Raises what the log raises. */
export async function changeScope(
  { log, createId, actor }: IdentityDeps,
  { kind, scopeId }: { readonly kind: ManagedScopeKind; readonly scopeId: string },
  command: ScopeCommand,
): Promise<CommandAnswer<Scope | null, ScopeEvent, ScopeRefusal>> {
  const options = { log, stream: scopeStream(kind, scopeId), decider: scope, createId };
  return await handleCommand({ ...command, actor }, options);
}
