import type { Removal } from '../../domain/actor.ts';
import { fileLife, type FileFacts } from '../../domain/file-life.ts';
import { responseLife, type StoredResponseFacts } from '../../domain/responses/response-life.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { handleCommand, recordedState } from '../handle-command.ts';
import { contentStream, fileStream, responseStream } from '../stream-names.ts';

/** Dependencies of removals by an administrator. */
export interface StoredRemovalDeps {
  readonly log: EventLog;
  /** Creates an event id: a UUID. */
  readonly createId: () => string;
  /** Removes a stream of contents for ever. Idempotent. */
  removeContent(stream: string): Promise<void>;
}

type Read = Pick<StoredRemovalDeps, 'log'>;

/** A response of any owner; `null`: it was never stored, or is removed. Raises what the log raises. */
export async function recordedResponse({ log }: Read, id: string): Promise<StoredResponseFacts | null> {
  const facts = await recordedState({ log, stream: responseStream(id), decider: responseLife });
  return facts?.isRemoved === false ? facts : null;
}

/** A file of any owner that its owner can still see; `null`: there is none. Raises what the log raises. */
export async function recordedFile({ log }: Read, id: string): Promise<FileFacts | null> {
  const state = await recordedState({ log, stream: fileStream(id), decider: fileLife });
  return state?.stage === 'stored' || state?.stage === 'removing' ? state.facts : null;
}

/** Removes the content, then the response, as its owner does. Returns whether there was one. */
export async function removeResponse(deps: StoredRemovalDeps, id: string, by: Removal): Promise<boolean> {
  await deps.removeContent(contentStream(id));
  const life = { ...deps, stream: responseStream(id), decider: responseLife };
  return (await handleCommand({ type: 'delete_response', by }, life)).accepted;
}

/** Takes a file away from its owner. A sweep of a gateway deletes it at the upstream. Returns whether there was one. */
export async function removeFile(deps: StoredRemovalDeps, id: string, by: Removal): Promise<boolean> {
  const life = { ...deps, stream: fileStream(id), decider: fileLife };
  const { accepted } = await handleCommand({ type: 'defer_removal', by }, life);
  if (accepted) await deps.removeContent(contentStream(id));
  return accepted;
}
