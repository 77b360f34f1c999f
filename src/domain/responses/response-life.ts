import type { Removal } from '../actor.ts';
import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { ResponseEvent } from './response-events.ts';

type StoredResponse = Extract<ResponseEvent, { readonly type: 'ResponseStored' }>['data'];

/** A response, folded from its events: `null` before it was stored. */
export interface StoredResponseFacts extends StoredResponse {
  readonly isRemoved: boolean;
}

/** Commands for a response. */
export type ResponseCommand =
  | { readonly type: 'store_response'; readonly response: StoredResponse }
  /** `by`: absent if its owner deletes it. */
  | { readonly type: 'delete_response'; readonly by?: Removal }
  | { readonly type: 'expire_response' };

/** The rules that can be broken, in the order in which they are checked. */
export const responseRefusals = [
  'response_already_stored',
  /** It was never stored, or is no longer. */
  'response_not_stored',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type ResponseRefusal = (typeof responseRefusals)[number];

/** A response is stored once and removed once, by its owner, an administrator or time, whichever comes first. */
export const responseLife: Decider<StoredResponseFacts | null, ResponseCommand, ResponseEvent, ResponseRefusal> = {
  initialState: null,
  evolve: evolveResponse,
  decide,
};

function decide(command: ResponseCommand, state: StoredResponseFacts | null): Decision<ResponseEvent, ResponseRefusal> {
  switch (command.type) {
    case 'store_response':
      if (state !== null) return refuse('response_already_stored');
      return accept({ type: 'ResponseStored', data: command.response });
    case 'delete_response':
      if (state === null || state.isRemoved) return refuse('response_not_stored');
      return accept({ type: 'ResponseDeleted', data: { ...removedOf(state), ...command.by } });
    case 'expire_response':
      if (state === null || state.isRemoved) return refuse('response_not_stored');
      return accept({ type: 'ResponseExpired', data: removedOf(state) });
  }
}

function removedOf({ response_id, user_id, tenant_id, expires_at, counted_bytes }: StoredResponseFacts) {
  return { response_id, user_id, tenant_id, expires_at, counted_bytes };
}

function evolveResponse(state: StoredResponseFacts | null, event: ResponseEvent): StoredResponseFacts | null {
  switch (event.type) {
    case 'ResponseStored':
      return { ...event.data, isRemoved: false };
    case 'ResponseDeleted':
    case 'ResponseExpired':
      return state === null ? null : { ...state, isRemoved: true };
  }
}
