import type { DeliveryFailure } from '../domain/webhooks/delivery.ts';

/** A message for a receiver, with what signs it. */
export interface WebhookMessage {
  readonly url: string;
  /** The same at each attempt, so that the receiver can tell a repetition. */
  readonly id: string;
  /** Printable ASCII. */
  readonly body: string;
  /** Each makes a signature, in this order. */
  readonly secrets: readonly Uint8Array[];
  /** The time of this attempt, milliseconds since 1970. */
  readonly at: number;
}

/** What came of an attempt. */
export type WebhookAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** What the receiver asks to wait, milliseconds; `null`: nothing. */
      readonly retryAfterMs: number | null;
    }
  | {
      readonly kind: 'failed';
      readonly failure: Extract<
        DeliveryFailure,
        'address_refused' | 'not_found' | 'not_connected' | 'timed_out' | 'broken_off'
      >;
    };

/** Sends messages to addresses that other people chose. */
export interface WebhookSender {
  /** One attempt, of bounded time, at a judged address. Follows no redirect. Never raises. */
  send(message: WebhookMessage, signal?: AbortSignal): Promise<WebhookAnswer>;
}
