/** What most recordings of speech are encoded at: 64 kbit/s. An estimate, not a bound. */
const bytesPerSecond = 8_000;

const waveHeadBytes = 44;

/**
 * How long a recording probably lasts, milliseconds: by the rate that a WAVE file tells in its head, otherwise by its
 * size. An estimate: it is charged only where the upstream counts nothing, and marked as one.
 */
export function estimatedMilliseconds(head: Buffer, bytes: number): number {
  return Math.ceil((Math.max(0, bytes - waveHeadBytes) * 1_000) / (waveRate(head) ?? bytesPerSecond));
}

/** Bytes a second; `null` for what is no WAVE file. */
function waveRate(head: Buffer): number | null {
  const isWave =
    head.length >= waveHeadBytes &&
    head.toString('latin1', 0, 4) === 'RIFF' &&
    head.toString('latin1', 8, 16) === 'WAVEfmt ';
  const rate = isWave ? head.readUInt32LE(28) : 0;
  return rate > 0 ? rate : null;
}
