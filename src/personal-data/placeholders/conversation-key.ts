import { createHmac, hkdfSync } from 'node:crypto';

/** The owner of a conversation, as in `ConversationOrigin` of the port. */
export interface KeyOrigin {
  readonly kind: 'stored' | 'repeated' | 'comparable';
  readonly tenantId: string;
  readonly userId: string;
  readonly opening: string | null;
}

/** Length of a key. */
export const conversationKeyBytes = 32;

/**
 * The key that draws the placeholders of a conversation. A stored conversation, or one without an opening, gets a
 * random key: `randomKey` returns {@link conversationKeyBytes} random bytes. Any other gets the same key in every turn,
 * which cannot be computed without the secret. Keys of different tenants, people or openings are unrelated.
 */
export function conversationKey(secret: Buffer, origin: KeyOrigin, randomKey: () => Buffer): Buffer {
  if (origin.kind === 'stored' || (origin.kind === 'repeated' && origin.opening === null)) return randomKey();
  const tenant = Buffer.from(
    hkdfSync('sha256', secret, '', `waybill personal data ${origin.tenantId}`, conversationKeyBytes),
  );
  // `compared` and `told` are inputs of released keys: other words would change all placeholders.
  const parts = origin.kind === 'comparable' ? ['compared'] : ['told', origin.userId, origin.opening];
  return createHmac('sha256', tenant).update(JSON.stringify(parts)).digest();
}
