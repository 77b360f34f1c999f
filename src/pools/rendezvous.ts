import { createHash } from 'node:crypto';

const ratioBytes = 6;
const ratios = 2 ** (8 * ratioBytes);

/**
 * The score of a member for a conversation, above 0. The highest score wins. When members come or go, only their own
 * conversations move; a member's share follows its weight (weighted rendezvous hashing).
 */
export function rendezvousScore(conversation: string, member: string, weight: number): number {
  const digest = createHash('sha256').update(`${conversation.length} ${conversation} ${member}`).digest();
  const ratio = (digest.readUIntBE(0, ratioBytes) + 0.5) / ratios;
  return weight / -Math.log(ratio);
}
