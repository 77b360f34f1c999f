import { createHmac, hkdfSync } from 'node:crypto';

/** What the placeholders of a conversation are derived from. */
export interface ConversationOrigin {
  /**
   * - `stored`: its mapping is stored. It has its own key.
   * - `repeated`: the caller sends all earlier turns again. The same opening of the same user gives the same placeholders.
   * - `comparable`: results of a tenant are compared later, like embeddings: all its texts share the same placeholders.
   */
  readonly kind: 'stored' | 'repeated' | 'comparable';
  readonly tenantId: string;
  readonly userId: string;
  /** The first words of the conversation; `null`: there are none, and no two requests share placeholders. */
  readonly opening: string | null;
}

/** Length of a key. */
export const conversationKeyBytes = 32;

/**
 * The key that draws the placeholders of a conversation. A stored conversation, or one without an opening, gets a
 * random key: `randomKey` returns {@link conversationKeyBytes} random bytes. Any other gets the same key in every turn,
 * which cannot be computed without the secret. Keys of different tenants, people or openings are unrelated.
 */
export function conversationKey(secret: Buffer, origin: ConversationOrigin, randomKey: () => Buffer): Buffer {
  if (origin.kind === 'stored' || (origin.kind === 'repeated' && origin.opening === null)) return randomKey();
  const tenant = Buffer.from(
    hkdfSync('sha256', secret, '', `waybill personal data ${origin.tenantId}`, conversationKeyBytes),
  );
  // `compared` and `told` are inputs of released keys: other words would change all placeholders.
  const parts = origin.kind === 'comparable' ? ['compared'] : ['told', origin.userId, origin.opening];
  return createHmac('sha256', tenant).update(JSON.stringify(parts)).digest();
}
