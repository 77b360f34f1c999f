import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { AdministrationEvent } from './administration-events.ts';

/** A write of the management API that may be repeated, as its events tell it; `null`: it never began. */
export interface AdministrationRequest {
  readonly requestId: string;
  /** Of everything that was asked. */
  readonly digest: string;
  /** JSON text; `null`: it was not answered, or the answer was too long to be recorded. */
  readonly answer: string | null;
}

/** What can become of such a request. */
export type AdministrationCommand =
  | {
      readonly type: 'begin_administration';
      readonly requestId: string;
      readonly operation: string;
      readonly digest: string;
      /** Who asks: see `actor.ts`. */
      readonly actor: string;
    }
  | { readonly type: 'answer_administration'; readonly answer: string };

/** The rules that can be broken, in the order in which they are checked. */
export const administrationRefusals = [
  /** The name is taken by another request. */
  'administration_differs',
  'administration_not_begun',
] as const;

/** Why it did not: the name of the broken rule. */
export type AdministrationRefusal = (typeof administrationRefusals)[number];

/** A request begins with one digest and is answered once. What is already so is done again without an event. */
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
