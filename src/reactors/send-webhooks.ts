import type { Delivery, FailedDelivery } from '../domain/webhooks/delivery.ts';
import { secretPlace, signingSecrets, type Webhook } from '../domain/webhooks/webhook.ts';
import { changeDelivery, changeWebhook, recordedWebhook, type WebhookDeps } from '../ledger/webhooks/webhooks.ts';
import type { PendingDeliveries } from '../ledger/webhooks/pending-deliveries.ts';
import type { ContentCipher } from '../ports/content-cipher.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { Clock } from '../time/clock.ts';
import type { Timer } from '../time/timer.ts';
import type { AlertNotes } from './note-alerts.ts';
import { startSweeps, type Sweeps } from './sweeps.ts';

export interface SendWebhooksDeps extends WebhookDeps {
  readonly notes: Pick<AlertNotes, 'note'>;
  readonly pending: Pick<PendingDeliveries<object>, 'firsts' | 'due'>;
  /** Resolves when what is pending is that of all events that are in the log now. */
  readonly catchUp: () => Promise<unknown>;
  readonly cipher: Pick<ContentCipher, 'open'>;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly timer: Pick<Timer, 'chance'>;
  readonly telemetry: Pick<Telemetry, 'warn'>;
}

/** Most webhooks that are sent to at once. A slow receiver delays no other. */
const webhooksAtOnceMax = 64;
/** Most messages of one webhook that are looked up at once. */
const dueMax = 50;

/**
 * Sends what is due: to each webhook one message after another, until one attempt fails. Each attempt is recorded before
 * it, so that of several processes one makes it, and after it.
 */
export class WebhookDeliveries {
  readonly #deps: SendWebhooksDeps;
  readonly #running = new Map<string, Promise<void>>();
  /** The webhook that was begun last: the next ones are those behind it, so that each has its turn. */
  #last = '';

  constructor(deps: SendWebhooksDeps) {
    this.#deps = deps;
  }

  /** Begins to send what is due, to webhooks that nothing is sent to now. Raises what log and read models raise. */
  async begin(signal?: AbortSignal): Promise<void> {
    const { pending, catchUp, clock } = this.#deps;
    await catchUp();
    const now = new Date(clock.now()).toISOString();
    for (const { webhook_id: webhookId, next_at } of pending.firsts(this.#last)) {
      if (this.#running.size >= webhooksAtOnceMax) return;
      if (next_at > now || this.#running.has(webhookId)) continue;
      this.#last = webhookId;
      const run = this.#sendAll(webhookId, signal).finally(() => this.#running.delete(webhookId));
      this.#running.set(webhookId, run);
    }
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #sendAll(webhookId: string, signal: AbortSignal | undefined): Promise<void> {
    const { pending, catchUp, clock, telemetry } = this.#deps;
    try {
      for (;;) {
        const due = pending.due(webhookId, new Date(clock.now()).toISOString(), dueMax);
        for (const { delivery_id, webhook_id } of due) {
          if (signal?.aborted === true || !(await this.#attempt(delivery_id, webhook_id, signal))) return;
        }
        if (due.length < dueMax) return;
        await catchUp();
      }
    } catch (error) {
      telemetry.warn('webhook_not_recorded', {}, error);
    }
  }

  /** Whether the next message may be sent. */
  async #attempt(deliveryId: string, webhookId: string, signal: AbortSignal | undefined): Promise<boolean> {
    const { log, clock, timer } = this.#deps;
    const webhook = await recordedWebhook(log, webhookId);
    const begun = await changeDelivery(this.#deps, deliveryId, { type: 'begin_attempt', now: clock.now() });
    if (!begun.accepted || begun.state === null) return true;
    const { attempts: attempt } = begun.state;
    const failed = await this.#send(begun.state, webhook, signal);
    if (failed === null) {
      await changeDelivery(this.#deps, deliveryId, { type: 'end_attempt', attempt });
      return true;
    }
    const told = { attempt, now: clock.now(), chance: timer.chance(), ...failed };
    await changeDelivery(this.#deps, deliveryId, { type: 'fail_attempt', ...told });
    return failed.isFinal === true;
  }

  /** Why the attempt failed; `null`: the receiver took the message. */
  async #send(delivery: Delivery, webhook: Webhook | null, signal?: AbortSignal): Promise<FailedDelivery | null> {
    if (webhook?.status !== 'active') return { failure: 'webhook_off', isFinal: true };
    const at = this.#deps.clock.now();
    const secrets = this.#secrets(webhook, at);
    if (secrets === null) return { failure: 'secret_unreadable' };
    const { event_id: id, message: body } = delivery;
    const answer = await this.#deps.sender.send({ url: webhook.url, id, body, secrets, at }, signal);
    if (answer.kind === 'failed') return { failure: answer.failure };
    const { status, retryAfterMs } = answer;
    if (status >= 200 && status <= 299) return null;
    if (status !== 410) return { failure: 'status', status, ...(retryAfterMs !== null && { retryAfterMs }) };
    await changeWebhook(this.#deps, webhook.webhook_id, { type: 'disable_webhook' });
    return { failure: 'status', status, isFinal: true };
  }

  #secrets(webhook: Webhook, at: number): readonly Buffer[] | null {
    const { cipher, telemetry } = this.#deps;
    const { webhook_id } = webhook;
    try {
      return signingSecrets(webhook, at).map((sealed) =>
        cipher.open(Buffer.from(sealed, 'base64'), secretPlace(webhook_id)),
      );
    } catch (error) {
      telemetry.warn('webhook_secret_unreadable', { webhook_id }, error);
      return null;
    }
  }
}

/** Notes alerts and sends what is due, at every interval. */
export function startSendingWebhooks(deps: SendWebhooksDeps, intervalMs: number): Sweeps {
  const deliveries = new WebhookDeliveries(deps);
  const stopping = new AbortController();
  const sweeps = startSweeps({
    intervalMs,
    sweep: async (signal) => {
      await deps.notes.note(signal);
      await deliveries.begin(stopping.signal);
    },
    failed: (error) => deps.telemetry.warn('webhooks_not_swept', {}, error),
  });
  return {
    stop: async () => {
      stopping.abort();
      await sweeps.stop();
      await deliveries.idle();
    },
  };
}
