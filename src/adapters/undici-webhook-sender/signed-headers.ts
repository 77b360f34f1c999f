import { createHmac } from 'node:crypto';
import type { WebhookMessage } from '../../ports/webhook-sender.ts';

/** The headers of a message by Standard Webhooks 1.0: the signature is over the bytes of the body. */
export function signedHeaders({ id, body, secrets, at }: WebhookMessage): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${digest}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'waybill',
    'accept-encoding': 'identity',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
