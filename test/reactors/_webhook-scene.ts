import { randomBytes, randomUUID } from 'node:crypto';
import { deliveries, pendingPrefix } from '../../projections/deliveries.ts';
import { webhooks } from '../../projections/webhooks.ts';
import { createAesContentCipher } from '../../src/adapters/aes-content-cipher.ts';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { nanoFromEur } from '../../src/domain/money.ts';
import { alertTypes } from '../../src/domain/webhooks/alert-types.ts';
import type { Delivery } from '../../src/domain/webhooks/delivery.ts';
import { secretPlace, type NewWebhook, type WebhookCommand } from '../../src/domain/webhooks/webhook.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import { PendingDeliveries } from '../../src/ledger/webhooks/pending-deliveries.ts';
import { changeWebhook } from '../../src/ledger/webhooks/webhooks.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { WebhookAnswer, WebhookMessage, WebhookSender } from '../../src/ports/webhook-sender.ts';
import { AlertNotes } from '../../src/reactors/note-alerts.ts';
import { WebhookDeliveries } from '../../src/reactors/send-webhooks.ts';
import { feedAll } from '../_support/feed-all.ts';

/** A ledger with webhooks, whose clock and processes the test moves. */
export function webhookScene() {
  const clock = { ms: Date.parse('2026-11-02T12:00:00.000Z'), now: () => clock.ms, isSettled: true };
  const engine = createMemoryEventLog({ clock });
  const log = chainedLog(engine);
  const parts = { log, createId: randomUUID };
  const cipher = createAesContentCipher([{ id: 'k', key: Buffer.alloc(32, 7) }]);
  const keyHasher = createHmacKeyHasher(Buffer.alloc(32, 7));
  const wallets = new Wallets(parts);

  const change = (webhookId: string, command: WebhookCommand) => changeWebhook(parts, webhookId, command);
  const sealed = (webhookId: string, secret: Buffer): string =>
    cipher.seal(secret, secretPlace(webhookId)).toString('base64');

  const hook = async (scope: Partial<NewWebhook> = {}): Promise<{ readonly id: string; readonly secret: Buffer }> => {
    const [id, secret] = [randomUUID(), randomBytes(24)];
    const asked = { tenant_id: null, reseller_id: null, url: 'https://hooks.example/', alerts: alertTypes, ...scope };
    await change(id, { type: 'create_webhook', webhook: { webhook_id: id, ...asked }, sealed: sealed(id, secret) });
    return { id, secret };
  };

  /** A wallet of a tenant is low. Returns its id. */
  const lowWallet = async (tenantId: string = randomUUID()): Promise<string> => {
    const walletId = randomUUID();
    await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId });
    await wallets.execute(walletId, { type: 'set_wallet_alert', below: nanoFromEur('5') });
    return walletId;
  };

  /** A process with read models of its own. */
  const process = (send: WebhookSender['send'], ownLog: EventLog = log, afterList = async () => {}) => {
    const readModels = createMemoryReadModels(log);
    const own = { log: ownLog, createId: randomUUID };
    const warnings: string[] = [];
    const fed = async () => await feedAll(log, readModels, [webhooks, deliveries]);
    const notes = new AlertNotes({
      ...own,
      logEnd: engine,
      retention: engine,
      keyHasher,
      webhooks: async () => {
        await fed();
        const found = readModels.list(webhooks, { limit: 10_000 }).map(({ document }) => document);
        await afterList();
        return found;
      },
    });
    const sending = new WebhookDeliveries({
      ...own,
      notes,
      pending: new PendingDeliveries({ readModels, projection: deliveries, prefix: pendingPrefix }),
      catchUp: fed,
      cipher,
      sender: { send },
      clock,
      timer: { chance: () => 0 },
      telemetry: { warn: (what) => void warnings.push(what) },
    });
    const sweep = async (): Promise<void> => {
      await notes.note();
      await sending.begin();
      await sending.idle();
    };
    return { notes, sending, sweep, warnings };
  };

  const listed = async (webhookId?: string): Promise<readonly Delivery[]> => {
    const readModels = createMemoryReadModels(log);
    await feedAll(log, readModels, [deliveries]);
    const documents = readModels.list(deliveries, { limit: 10_000 }).map(({ document }) => document);
    return documents.flatMap((each) =>
      'status' in each && (webhookId === undefined || each.webhook_id === webhookId) ? [each] : [],
    );
  };
  return { clock, log, engine, parts, keyHasher, wallets, hook, change, sealed, lowWallet, process, listed };
}

/** A receiver that answers as it is told, and knows which messages it took. */
export function scriptedReceiver(
  answer: (message: WebhookMessage, nth: number) => WebhookAnswer | Promise<WebhookAnswer>,
) {
  const sent: WebhookMessage[] = [];
  return {
    sent,
    send: async (message: WebhookMessage): Promise<WebhookAnswer> => {
      sent.push(message);
      return await answer(message, sent.length);
    },
  };
}

export const answered = (status: number, retryAfterMs: number | null = null): WebhookAnswer => ({
  kind: 'answered',
  status,
  retryAfterMs,
});
