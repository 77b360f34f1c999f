import { GatheredBytes } from '../wire/gathered-bytes.ts';
import { UpstreamFailure } from './upstream.ts';

/** Called before a piece is kept, with the bytes that are kept then. A promise keeps the sender waiting. */
export type BeforeGrowth = (bytes: number) => Promise<void> | null;

/**
 * The whole body; `null` when it has more than `bytesMax` bytes. Raises what reading the body and `beforeGrowth` raise.
 */
export async function boundedBody(
  body: AsyncIterable<Buffer>,
  bytesMax: number,
  beforeGrowth: BeforeGrowth = () => null,
): Promise<Buffer | null> {
  const gathered = new GatheredBytes();
  for await (const piece of body) {
    const length = gathered.length + piece.length;
    if (length > bytesMax) return null;
    const waiting = beforeGrowth(length);
    if (waiting !== null) await waiting;
    gathered.push(piece);
  }
  return gathered.joined();
}

/** {@link boundedBody} of an upstream's answer. Raises {@link UpstreamFailure} `too_large` as well. */
export async function boundedAnswer(
  body: AsyncIterable<Buffer>,
  bytesMax: number,
  beforeGrowth?: BeforeGrowth,
): Promise<Buffer> {
  const whole = await boundedBody(body, bytesMax, beforeGrowth);
  if (whole === null) throw new UpstreamFailure('too_large', 'unknown');
  return whole;
}
