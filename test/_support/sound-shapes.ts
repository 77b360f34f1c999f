import { checksumTable } from '../../src/sound/checksum-table.ts';

// Recordings as bytes: small ones of each container, whose frames and packets are real, and whose heads claim what they like.

/** PCM of one byte a sample, `rate` samples a second, as many bytes as the seconds take. */
export function waveOf(rate: number, seconds: number, claimedBytes = rate * seconds): Buffer {
  const samples = rate * seconds;
  const bytes = Buffer.alloc(44 + samples);
  bytes.write('RIFF', 'latin1');
  bytes.writeUInt32LE((36 + claimedBytes) >>> 0, 4);
  bytes.write('WAVEfmt \x10\0\0\0\x01\0\x01\0', 8, 'latin1');
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(claimedBytes, 40);
  return bytes;
}

const checksumOf = (table: readonly number[], bits: 8 | 16, bytes: Uint8Array): number => {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) & (2 ** bits - 1)) ^ (table[((sum >> (bits - 8)) & 0xff) ^ byte] ?? 0);
  return sum;
};
const crc8 = checksumTable(8, 0x07);
const crc16 = checksumTable(16, 0x8005);
const crc32 = checksumTable(32, 0x04c1_1db7);

/** A frame of half a second of silence at 8 kHz. */
function flacFrame(): Buffer {
  const head = Buffer.from([0xff, 0xf8, 0x74, 0x08, 0x00, 0x0f, 0x9f]);
  const frame = Buffer.concat([head, Buffer.from([checksumOf(crc8, 8, head), 0, 0, 0])]);
  const end = Buffer.alloc(2);
  end.writeUInt16BE(checksumOf(crc16, 16, frame));
  return Buffer.concat([frame, end]);
}

/** Silence in FLAC takes 26 bytes a second. The head claims `claimedSeconds`. */
export function flacOf(seconds: number, claimedSeconds = seconds): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4_000, 0);
  info.writeUInt16BE(4_000, 2);
  info.writeBigUInt64BE((8_000n << 44n) | (7n << 36n) | BigInt(8_000 * claimedSeconds), 10);
  const frames = Array.from({ length: seconds * 2 }, flacFrame);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, ...frames]);
}

/** A packet of 60 ms of Opus in which nothing is said. */
export const opusPacket = Buffer.from([0x18]);
/** Packets of one page of {@link opusOf}. */
const pagePackets = 50;

/** Opus in Ogg, in steps of 3 s: 42 bytes a second. Its last page claims to end at `claimedSeconds`. */
export function opusOf(seconds: number, claimedSeconds = seconds): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead\x01\x01', 'latin1');
  head.writeUInt32LE(48_000, 12);
  const pages = Math.ceil(seconds / 3);
  return Buffer.concat([
    oggPage(0, { flags: 2, position: 0 }, [head]),
    oggPage(1, { flags: 0, position: 0 }, [Buffer.from('OpusTags\0\0\0\0\0\0\0\0')]),
    ...Array.from({ length: pages }, (_, page) =>
      oggPage(
        2 + page,
        { flags: page === pages - 1 ? 4 : 0, position: claimedSeconds * 48_000 },
        Array.from({ length: pagePackets }, () => opusPacket),
      ),
    ),
  ]);
}

export function oggPage(
  sequence: number,
  { flags, position, serial = 1 }: { readonly flags: number; readonly position: number; readonly serial?: number },
  packets: readonly Buffer[],
): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = flags;
  head.writeBigUInt64LE(BigInt(position), 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(sequence, 18);
  const laces = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ]);
  head[26] = laces.length;
  const page = Buffer.concat([head, Buffer.from(laces), ...packets]);
  let sum = 0;
  for (const byte of page) sum = (sum << 8) ^ (crc32[(sum >>> 24) ^ byte] ?? 0);
  page.writeUInt32LE(sum >>> 0, 22);
  return page;
}

/** Frames of MPEG 1 Layer III at 128 kbit/s and 44.1 kHz: 1,152 samples each, 417 bytes. */
export function mp3Of(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** Frames of AAC in ADTS at 8 kHz: 128 ms each, of `bytes`. */
export function aacOf(frames: number, bytes = 16): Buffer {
  const frame = Buffer.alloc(bytes, 1);
  frame.set([0xff, 0xf1, 0x6c, 0x40 | (bytes >> 11), (bytes >> 3) & 0xff, ((bytes & 7) << 5) | 0x1f, 0xfc]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** AMR of one bit rate: 20 ms in 13 bytes. */
export const amrOf = (frames: number): Buffer =>
  Buffer.concat([
    Buffer.from('#!AMR\n'),
    ...Array.from({ length: frames }, () => Buffer.concat([Buffer.from([4]), Buffer.alloc(12)])),
  ]);

/** An element of Matroska. */
export const element = (id: number, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const hex = id.toString(16);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x1000_0000 + body.length);
  return Buffer.concat([Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'), size, body]);
};

/** Opus in WebM as browsers record it, without sizes or a length: 60 ms a packet. `between` goes between the packets. */
export function webmOf(packets: number, between: Buffer = Buffer.alloc(0)): Buffer {
  const track = element(
    0xae,
    element(0xd7, Buffer.from([1])),
    element(0x83, Buffer.from([2])),
    element(0x86, Buffer.from('A_OPUS')),
  );
  const block = element(0xa3, Buffer.from([0x81, 0, 0, 0x80]), opusPacket);
  const unsized = (id: string) => Buffer.from(`${id}01ffffffffffffff`, 'hex');
  return Buffer.concat([
    element(0x1a45_dfa3),
    unsized('18538067'),
    element(0x1654_ae6b, track),
    unsized('1f43b675'),
    block,
    between,
    ...Array.from({ length: packets - 1 }, () => block),
  ]);
}

export const mp4Box = (name: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const words = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, index * 4);
  return bytes;
};

/** AAC in MP4 at 8 kHz: 128 ms a sample, of 16 bytes. `inMoov` goes into the first of its boxes. */
export function mp4Of(
  samples: number,
  { media = samples * 16, inMoov = Buffer.alloc(0), claimedSeconds = 1, descriptions = 1 } = {},
): Buffer {
  const config = Buffer.from([0x03, 0x15, 0, 1, 0, 0x04, 0x10, 0x40, ...Buffer.alloc(12), 0x05, 0x02, 0x15, 0x88]);
  const described = Array.from({ length: descriptions }, () => mp4Box('esds', words(0), config));
  const entry = mp4Box('mp4a', Buffer.alloc(28), ...described);
  const begin = mp4Box('ftyp', Buffer.from('M4A \0\0\0\0'));
  const tables = [
    mp4Box('stsd', words(0, 1), entry),
    mp4Box('stsz', words(0, 16, samples)),
    mp4Box('stsc', words(0, 1, 1, samples, 1)),
    mp4Box('stco', words(0, 1, begin.length + 8)),
    mp4Box('stts', words(0, 1, samples, 1)),
  ];
  const sound = mp4Box('hdlr', words(0, 0), Buffer.from('soun'), Buffer.alloc(12));
  return Buffer.concat([
    begin,
    mp4Box('mdat', Buffer.alloc(media, 1)),
    mp4Box(
      'moov',
      inMoov,
      mp4Box('mvhd', words(0, 0, 0, 1, claimedSeconds)),
      mp4Box(
        'trak',
        mp4Box('tkhd', words(0, 0, 0, 1)),
        mp4Box('mdia', sound, mp4Box('minf', mp4Box('stbl', ...tables))),
      ),
    ),
  ]);
}
