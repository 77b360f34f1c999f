import { GatheredBytes } from '../wire/gathered-bytes.ts';

/** The whole body; `null` when it has more than `bytesMax` bytes. Raises what reading the body raises. */
export async function boundedBody(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer | null> {
  const gathered = new GatheredBytes();
  for await (const piece of body) {
    if (gathered.length + piece.length > bytesMax) return null;
    gathered.push(piece);
  }
  return gathered.joined();
}
