import { GatheredBytes } from '../wire/gathered-bytes.ts';
import { UpstreamFailure } from './upstream.ts';

/** The whole body; `null` when it has more than `bytesMax` bytes. Raises what reading the body raises. */
export async function boundedBody(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer | null> {
  const gathered = new GatheredBytes();
  for await (const piece of body) {
    if (gathered.length + piece.length > bytesMax) return null;
    gathered.push(piece);
  }
  return gathered.joined();
}

/** {@link boundedBody} of an upstream's answer. Raises {@link UpstreamFailure} `too_large` as well. */
export async function boundedAnswer(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const whole = await boundedBody(body, bytesMax);
  if (whole === null) throw new UpstreamFailure('too_large', 'unknown');
  return whole;
}
