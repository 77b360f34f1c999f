import { createHash } from 'node:crypto';

const ratioBytes = 6;
const ratios = 2 ** (8 * ratioBytes);

/**
 * How much a member is the one for a conversation, above 0: the highest of all is. When members come or go, only conversations of
 * those move; and a member has as many as its weight says (weighted rendezvous hashing).
 */
export function rendezvousScore(conversation: string, member: string, weight: number): number {
  const digest = createHash('sha256').update(`${conversation.length} ${conversation} ${member}`).digest();
  const ratio = (digest.readUIntBE(0, ratioBytes) + 0.5) / ratios;
  return weight / -Math.log(ratio);
}
