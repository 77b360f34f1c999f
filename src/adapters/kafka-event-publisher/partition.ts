const seed = 0x9747b28c;
const factor = 0x5bd1e995;

/**
 * The partition that Kafka clients assign to a key: murmur2 of its UTF-8 bytes, like the Java client, modulo the
 * declared number of partitions. Not the actual number, because a topic that grows must not move keys.
 */
export function partitionOf(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
}

function murmur2(bytes: Buffer): number {
  const whole = bytes.length & ~3;
  let hash = seed ^ bytes.length;
  for (let at = 0; at < whole; at += 4) {
    const mixed = Math.imul(bytes.readInt32LE(at), factor);
    hash = Math.imul(hash, factor) ^ Math.imul(mixed ^ (mixed >>> 24), factor);
  }
  for (let at = bytes.length - 1; at >= whole; at -= 1) hash ^= (bytes[at] ?? 0) << (8 * (at - whole));
  if (bytes.length > whole) hash = Math.imul(hash, factor);
  hash = Math.imul(hash ^ (hash >>> 13), factor);
  return hash ^ (hash >>> 15);
}
