import { createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Whose conversation it is, as `ConversationOrigin` of the port has it. */
export interface KeyOrigin {
  readonly kind: 'kept' | 'told' | 'compared';
  readonly tenantId: string;
  readonly userId: string;
  readonly opening: string | null;
}

const keyBytes = 32;

/**
 * The key that draws the placeholders of a conversation. One that is kept gets one by chance; any other gets the same in
 * every turn, which nobody can tell without the secret. Keys of two tenants, two people or two openings have nothing in
 * common.
 */
export function conversationKey(secret: Buffer, origin: KeyOrigin): Buffer {
  if (origin.kind === 'kept' || (origin.kind === 'told' && origin.opening === null)) return randomBytes(keyBytes);
  const tenant = Buffer.from(hkdfSync('sha256', secret, '', `waybill personal data ${origin.tenantId}`, keyBytes));
  const parts = origin.kind === 'compared' ? ['compared'] : ['told', origin.userId, origin.opening];
  return createHmac('sha256', tenant).update(JSON.stringify(parts)).digest();
}
