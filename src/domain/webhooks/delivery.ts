import { actorMember } from '../actor.ts';
import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { deliveryFailures, DeliveryEvent } from './delivery-events.ts';

/** The name of the reason why an attempt failed. */
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** One message for one webhook, folded from its events. Plain JSON. */
export interface Delivery {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly message_type: string;
  readonly message: string;
  /** `parked`: it is not tried again unless somebody asks for it. */
  readonly status: 'pending' | 'delivered' | 'parked';
  /** Begun since it was due, ISO 8601. */
  readonly attempts: number;
  readonly due_at: string;
  /** When it may be tried, ISO 8601: while an attempt runs, when that must have ended. */
  readonly next_at: string;
  readonly is_running: boolean;
  /** `null`: no attempt has failed. */
  readonly failure: DeliveryFailure | null;
  /** Of the last answer; `null`: there was none. */
  readonly answer_status: number | null;
}

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** What is to be sent. */
export type NewDelivery = Extract<DeliveryEvent, { type: 'WebhookDeliveryRequested' }>['data'];

/** How an attempt failed. */
export interface FailedDelivery {
  readonly failure: DeliveryFailure;
  readonly status?: number;
  /** What the receiver asks to wait, milliseconds. */
  readonly retryAfterMs?: number;
  /** Whether further attempts are of no use. */
  readonly isFinal?: boolean;
}

/** Commands for a delivery. `now`: milliseconds since 1970. */
export type DeliveryCommand =
  | { readonly type: 'request_delivery'; readonly delivery: NewDelivery }
  | { readonly type: 'begin_attempt'; readonly now: number }
  | { readonly type: 'end_attempt'; readonly attempt: number }
  | (FailedDelivery & {
      readonly type: 'fail_attempt';
      readonly attempt: number;
      readonly now: number;
      /** A random number in [0, 1), for jitter. */
      readonly chance: number;
    })
  | (Administered & { readonly type: 'retry_delivery'; readonly now: number });

/** The rules that can be broken, in the order in which they are checked. */
export const deliveryRefusals = [
  'delivery_not_requested',
  /** It has been delivered, was parked, or is tried by another process now. */
  'delivery_not_due',
  'delivery_not_parked',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type DeliveryRefusal = (typeof deliveryRefusals)[number];

/** Longer than an attempt may take, milliseconds: after that, the process that began it has ended. */
const attemptMsMax = 60_000;

const minute = 60_000;
const hour = 60 * minute;

/** The pauses before the second and the further attempts, as Standard Webhooks lists them: three days in all. */
const pausesMs = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
/** Longest pause that a receiver may ask for. */
const retryAfterMsMax = 24 * hour;
/** A pause is longer by up to this share, so that receivers that come back are not called by all at once. */
const jitter = 0.1;

/** A delivery. A repeated request, and an attempt whose end is told late, are accepted without an event. */
export const delivery: Decider<Delivery | null, DeliveryCommand, DeliveryEvent, DeliveryRefusal> = {
  initialState: null,
  evolve: evolveDelivery,
  decide,
};

function decide(command: DeliveryCommand, state: Delivery | null): Decision<DeliveryEvent, DeliveryRefusal> {
  if (command.type === 'request_delivery') return request(command.delivery, state);
  if (state === null) return refuse('delivery_not_requested');
  const { delivery_id, webhook_id, status, attempts, is_running } = state;
  switch (command.type) {
    case 'begin_attempt':
      return begin(state, command.now);
    case 'end_attempt': {
      const data = { delivery_id, webhook_id, attempt: command.attempt };
      return status === 'delivered' ? accept() : accept({ type: 'WebhookDelivered', data });
    }
    case 'fail_attempt': {
      if (!is_running || attempts !== command.attempt) return accept();
      return accept(failed(state, command, retryTime(command)));
    }
    case 'retry_delivery': {
      if (status === 'delivered') return refuse('delivery_not_parked');
      if (status === 'pending') return accept();
      const data = { delivery_id, webhook_id, due_at: timeAt(command.now), ...actorMember(command.actor) };
      return accept({ type: 'WebhookDeliveryRetried', data });
    }
  }
}

function request(data: NewDelivery, state: Delivery | null): Decision<DeliveryEvent, DeliveryRefusal> {
  return state === null ? accept({ type: 'WebhookDeliveryRequested', data }) : accept();
}

function begin(state: Delivery, now: number): Decision<DeliveryEvent, DeliveryRefusal> {
  if (state.status !== 'pending' || now < Date.parse(state.next_at)) return refuse('delivery_not_due');
  const { delivery_id, webhook_id, attempts, is_running } = state;
  const data = { delivery_id, webhook_id, attempt: attempts + 1, until: timeAt(now + attemptMsMax) };
  // Whether the receiver took a message whose process ended is unknown: it gets it again, under the same id.
  const lost = is_running ? [failed(state, { failure: 'outcome_unknown' }, now)] : [];
  return accept(...lost, { type: 'WebhookDeliveryTried', data });
}

function failed(
  { delivery_id, webhook_id, attempts: attempt }: Delivery,
  { failure, status }: FailedDelivery,
  retryAt: number | null,
): DeliveryEvent {
  const retry_at = retryAt === null ? null : timeAt(retryAt);
  const data = { delivery_id, webhook_id, attempt, failure, ...(status !== undefined && { status }), retry_at };
  return { type: 'WebhookDeliveryFailed', data };
}

/** When it is tried again, milliseconds since 1970; `null`: never. */
function retryTime({
  attempt,
  now,
  chance,
  retryAfterMs = 0,
  isFinal = false,
}: Extract<DeliveryCommand, { type: 'fail_attempt' }>): number | null {
  const pause = pausesMs[attempt - 1];
  if (pause === undefined || isFinal) return null;
  const asked = Math.min(retryAfterMs, retryAfterMsMax);
  return Math.ceil(now + Math.max(pause, asked) * (1 + chance * jitter));
}

function timeAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveDelivery(state: Delivery | null, event: DeliveryEvent): Delivery | null {
  if (event.type === 'WebhookDeliveryRequested') {
    const { actor: _, ...asked } = event.data;
    const begins = { attempts: 0, next_at: asked.due_at, is_running: false, failure: null, answer_status: null };
    return { ...asked, status: 'pending', ...begins };
  }
  if (state === null) return null;
  switch (event.type) {
    case 'WebhookDeliveryTried':
      return { ...state, attempts: event.data.attempt, next_at: event.data.until, is_running: true };
    case 'WebhookDelivered':
      return { ...state, status: 'delivered', is_running: false, failure: null, answer_status: null };
    case 'WebhookDeliveryFailed': {
      const { failure, status: answer_status = null, retry_at } = event.data;
      const told = { ...state, failure, answer_status, is_running: false };
      return retry_at === null ? { ...told, status: 'parked' } : { ...told, next_at: retry_at };
    }
    case 'WebhookDeliveryRetried': {
      const { due_at } = event.data;
      return { ...state, status: 'pending', attempts: 0, due_at, next_at: due_at };
    }
  }
}
