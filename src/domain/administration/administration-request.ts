import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { AdministrationEvent } from './administration-events.ts';

/** The state of a repeatable write of the management API; `null`: it never began. */
export interface AdministrationRequest {
  readonly requestId: string;
  /** Digest of everything in the request. */
  readonly digest: string;
  /** JSON text; `null`: there is no answer yet, or it was too long to be recorded. */
  readonly answer: string | null;
}

/** Commands for a repeatable write. */
export type AdministrationCommand =
  | {
      readonly type: 'begin_administration';
      readonly requestId: string;
      readonly operation: string;
      readonly digest: string;
      /** The actor: see `actor.ts`. */
      readonly actor: string;
    }
  | { readonly type: 'answer_administration'; readonly answer: string };

/** The rules that can be broken, in the order in which they are checked. */
export const administrationRefusals = [
  /** Another request uses the idempotency key or the id. */
  'administration_differs',
  'administration_not_begun',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type AdministrationRefusal = (typeof administrationRefusals)[number];

/** A request begins with one digest and is answered once. Repeating a command is accepted without an event. */
export const administrationRequest: Decider<
  AdministrationRequest | null,
  AdministrationCommand,
  AdministrationEvent,
  AdministrationRefusal
> = { initialState: null, evolve, decide };

function decide(
  command: AdministrationCommand,
  state: AdministrationRequest | null,
): Decision<AdministrationEvent, AdministrationRefusal> {
  switch (command.type) {
    case 'begin_administration': {
      if (state !== null && state.digest !== command.digest) return refuse('administration_differs');
      if (state !== null) return accept();
      const { requestId: request_id, operation, digest, actor } = command;
      return accept({ type: 'AdministrationBegan', data: { request_id, operation, digest, actor } });
    }
    case 'answer_administration':
      if (state === null) return refuse('administration_not_begun');
      if (state.answer !== null) return accept();
      return accept({ type: 'AdministrationAnswered', data: { request_id: state.requestId, answer: command.answer } });
  }
}

function evolve(state: AdministrationRequest | null, event: AdministrationEvent): AdministrationRequest | null {
  switch (event.type) {
    case 'AdministrationBegan':
      return state ?? { requestId: event.data.request_id, digest: event.data.digest, answer: null };
    case 'AdministrationAnswered':
      return state === null ? null : { ...state, answer: state.answer ?? event.data.answer };
  }
}
