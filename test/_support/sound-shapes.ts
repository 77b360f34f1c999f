// Recordings as bytes: containers that say how long they are, whatever their size.

/** PCM of one byte a sample, `rate` samples a second, as many bytes as the seconds take. */
export function waveOf(rate: number, seconds: number): Buffer {
  const samples = rate * seconds;
  const bytes = Buffer.alloc(44 + samples);
  bytes.write('RIFF', 'latin1');
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt \x10\0\0\0\x01\0\x01\0', 8, 'latin1');
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples, 40);
  return bytes;
}

/** Silence in FLAC takes next to nothing: the head, and `bytes` of frames. */
export function flacOf(seconds: number, bytes: number): Buffer {
  const rate = 8_000n;
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4_096, 0);
  info.writeUInt16BE(4_096, 2);
  info.writeBigUInt64BE((rate << 44n) | (15n << 36n) | (rate * BigInt(seconds)), 10);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, Buffer.alloc(bytes, 1)]);
}

/** Opus in Ogg that sends nothing while nobody speaks. */
export function opusOf(seconds: number, bytes: number): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead\x01\x01', 'latin1');
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.alloc(16);
  tags.write('OpusTags');
  return Buffer.concat([
    oggPage(0, { flags: 2, position: 0 }, head),
    oggPage(1, { flags: 0, position: 0 }, tags),
    oggPage(2, { flags: 4, position: seconds * 48_000 }, Buffer.alloc(Math.min(bytes, 60_000), 1)),
  ]);
}

function oggPage(
  sequence: number,
  { flags, position }: { readonly flags: number; readonly position: number },
  packet: Buffer,
) {
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = flags;
  head.writeBigUInt64LE(BigInt(position), 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(sequence, 18);
  const laces = [...Array.from({ length: Math.floor(packet.length / 255) }, () => 255), packet.length % 255];
  head[26] = laces.length;
  return Buffer.concat([head, Buffer.from(laces), packet]);
}

/** Frames of MPEG 1 Layer III at 128 kbit/s and 44.1 kHz: 1,152 samples each, 417 bytes. */
export function mp3Of(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}
