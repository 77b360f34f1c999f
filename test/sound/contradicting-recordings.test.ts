import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { recordingMilliseconds } from '../../src/catalogue/audio-target.ts';
import { readRecordingLength } from '../../src/sound/recording-length.ts';
import { inMemory } from '../../src/sound/sound-bytes.ts';
import { aacOf, element, flacOf, mp3Of, mp4Of, waveOf } from '../_support/sound-shapes.ts';

// Recordings that say two things of themselves, of which a common decoder (FFmpeg 9.0) obeys the one that plays longer.

const lengthOf = (bytes: Buffer) => readRecordingLength(inMemory(bytes));

/** What it is charged as, milliseconds, is at least what a decoder plays. */
function charged(t: ExecutionContext, name: string, bytes: Buffer, atLeast: number): void {
  const target = { seconds_max: 14_400, bytes_per_second_min: 500 };
  const milliseconds = recordingMilliseconds({ bytes: bytes.length, ...lengthOf(bytes) }, target);
  t.true(milliseconds >= atLeast, `${name}: ${milliseconds} of ${atLeast} ms`);
}

// --- Matroska ---------------------------------------------------------------------------------------------------------

const byte = (...bytes: readonly number[]): Buffer => Buffer.from(bytes);
const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const rateOf = (value: number): Buffer => element(0xb5, double(value));
const bitsOf = (bits: number): Buffer => element(0x6264, byte(bits >> 8, bits & 255));
const trackOf = (codec: string, setup: Buffer, ...audio: readonly Buffer[]): Buffer =>
  element(
    0xae,
    element(0xd7, byte(1)),
    element(0x83, byte(2)),
    element(0x86, Buffer.from(codec)),
    setup,
    element(0xe1, element(0x9f, byte(1)), ...audio),
  );
const none: Buffer = Buffer.alloc(0);
const integers = (...audio: readonly Buffer[]): Buffer => trackOf('A_PCM/INT/LIT', none, ...audio);
const blockOf = (data: Buffer, flags = 0x80): Buffer => element(0xa3, byte(0x81, 0, 0, flags), data);
/** `between` is between the list of tracks and the blocks. */
const matroskaOf = (tracks: readonly Buffer[], blocks: readonly Buffer[], between: Buffer = none): Buffer =>
  Buffer.concat([
    element(0x1a45_dfa3),
    element(0x1853_8067, element(0x1654_ae6b, ...tracks), between, element(0x1f43_b675, ...blocks)),
  ]);

/** A second of 16 bits at 8 kHz in ten blocks. */
const piece = Buffer.alloc(1_600, 1);
const second = Array.from({ length: 10 }, () => blockOf(piece));
const slow = integers(rateOf(8_000), bitsOf(16));
const fast = integers(rateOf(768_000), bitsOf(16));

test('PCM in Matroska is as long as its slowest reading', (t) => {
  t.deepEqual(lengthOf(matroskaOf([slow], second)), { foundMs: 1_000, isWhole: true });
  const played = element(0x78b5, double(8_000));
  for (const [name, recording] of [
    ['it is played slower', matroskaOf([integers(rateOf(768_000), bitsOf(16), played)], second)],
    [
      'a rate without bytes, and what looks like one behind',
      matroskaOf([integers(bitsOf(16), Buffer.from('b580493b809f80', 'hex'))], second),
    ],
    ['a rate outside the track', matroskaOf([slow], second, rateOf(768_000))],
    ['a size outside the track', matroskaOf([slow], second, bitsOf(65_528))],
    ['integers of a size that there is not', matroskaOf([integers(rateOf(8_000), bitsOf(65_528))], second)],
    [
      'floats of a size that there is not',
      matroskaOf([trackOf('A_PCM/FLOAT/IEEE', none, rateOf(8_000), bitsOf(65_528))], second),
    ],
    ['a second track of the number', matroskaOf([slow, fast], second)],
    ['a second track of the number, first', matroskaOf([fast, slow], second)],
    ['a track in a segment before', Buffer.concat([matroskaOf([slow], []), matroskaOf([fast], second)])],
  ] as const) {
    charged(t, name, recording, name.startsWith('floats') ? 500 : 1_000);
  }
  const segments = Buffer.concat(Array.from({ length: 20 }, () => matroskaOf([fast], second)));
  charged(t, 'many tracks of the number', segments, 20 * 10);
});

test('several packets of one block are measured one by one', (t) => {
  const laced = {
    'fixed sizes': [0x84, byte(3)],
    'sizes in bytes': [0x82, byte(1, 255, 255, 255, 35)],
    'sizes and differences': [0x86, byte(2, 0x43, 0x20, 0x5e, 0xdf)],
  } as const;
  for (const [name, [flags, sizes]] of Object.entries(laced)) {
    const blocks = Array.from({ length: 10 }, () => blockOf(Buffer.concat([sizes, piece]), flags));
    t.deepEqual(lengthOf(matroskaOf([slow], blocks)), { foundMs: 1_000, isWhole: true }, name);
  }
  const tooLong = blockOf(Buffer.concat([byte(1, 255, 255, 255, 255, 255, 255, 255, 0), piece]), 0x82);
  t.false(lengthOf(matroskaOf([slow], [tooLong])).isWhole, 'sizes above the block');
  const empty = blockOf(Buffer.from([255]), 0x84);
  t.false(lengthOf(matroskaOf([slow], [...second, empty])).isWhole, 'more packets than bytes');
});

test('all frames of a packet count', (t) => {
  const frames = flacOf(10);
  const flac = element(0x63a2, frames.subarray(0, 42));
  charged(t, 'flac', matroskaOf([trackOf('A_FLAC', flac)], [blockOf(frames.subarray(42))]), 10_000);
  charged(t, 'mp3', matroskaOf([trackOf('A_MPEG/L3', none)], [blockOf(mp3Of(50))]), 1_306);
  const config = element(0x63a2, byte(0x15, 0x88));
  // Where a block of AAC ends is not known, but none has more than 768 bytes a channel.
  const aac = matroskaOf([trackOf('A_AAC', config)], [blockOf(Buffer.alloc(768 * 5, 1))]);
  t.deepEqual(lengthOf(aac), { foundMs: 640, isWhole: true });
  t.deepEqual(lengthOf(aacOf(1, 7 + 768 * 5)), { foundMs: 640, isWhole: true });
});

// --- RIFF and MP4 -----------------------------------------------------------------------------------------------------

test('PCM in RIFF is as long as its smallest samples', (t) => {
  const wave = (format: number, { bits, block }: { bits: number; block: number }): Buffer => {
    const bytes = waveOf(8_000, 2);
    bytes.writeUInt16LE(format, 20);
    bytes.writeUInt16LE(block, 32);
    bytes.writeUInt16LE(bits, 34);
    return bytes;
  };
  for (const format of [6, 7]) {
    for (const [bits, block] of [
      [8, 1],
      [16, 2],
      [64, 8],
      [65_528, 8_191],
    ] as const) {
      charged(t, `format ${format} of ${bits} bits`, wave(format, { bits, block }), 2_000);
    }
  }
  t.deepEqual(lengthOf(wave(1, { bits: 16, block: 2 })), { foundMs: 1_000, isWhole: true });
  const subtype = (format: number) =>
    Buffer.from(`${String.fromCharCode(format)}\0\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71`, 'latin1');
  const extensible = (used: number, format = 1): Buffer => {
    const plain = wave(0xfffe, { bits: 32, block: 4 });
    plain.writeUInt32LE(40, 16);
    const more = Buffer.concat([byte(22, 0, used, 0, 4, 0, 0, 0), subtype(format)]);
    return Buffer.concat([plain.subarray(0, 36), more, plain.subarray(36)]);
  };
  for (const [used, milliseconds] of [
    [0, 500],
    [32, 500],
    [24, 667],
    [16, 1_000],
    [8, 2_000],
  ] as const) {
    t.deepEqual(lengthOf(extensible(used)), { foundMs: milliseconds, isWhole: true }, `${used} bits used`);
  }
  charged(t, 'A-law of 32 bits', extensible(32, 6), 2_000);
});

const fixture = readFileSync(new URL('../fixtures/sound/aac.m4a', import.meta.url));

/** The fixture, whose box `moov` stands last, with another list of edits: durations in 1/8,000 s, and times. */
function editedOf(edits: readonly (readonly [duration: number, time: number])[], version = 0): Buffer {
  const at = fixture.indexOf('elst') - 4;
  const entries = edits.map(([duration, time]) => {
    const entry = Buffer.alloc(version === 1 ? 20 : 12);
    if (version === 1) {
      entry.writeBigInt64BE(BigInt(duration));
      entry.writeBigInt64BE(BigInt(time), 8);
    } else {
      entry.writeUInt32BE(duration);
      entry.writeInt32BE(time, 4);
    }
    entry.writeUInt16BE(1, entry.length - 4);
    return entry;
  });
  const count = Buffer.alloc(4);
  count.writeUInt32BE(edits.length);
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('elst'), byte(version, 0, 0, 0), count, ...entries]);
  box.writeUInt32BE(box.length);
  const bytes = Buffer.concat([fixture.subarray(0, at), box, fixture.subarray(at + 28)]);
  for (const name of ['moov', 'trak', 'edts']) {
    const head = fixture.indexOf(name) - 4;
    bytes.writeUInt32BE(fixture.readUInt32BE(head) + box.length - 28, head);
  }
  return bytes;
}

test('edits that play the samples of MP4 again count, and so do their pauses', (t) => {
  const repeated = (count: number, duration = 12_000) =>
    Array.from({ length: count }, (): [number, number] => [duration, 1_024]);
  t.deepEqual(lengthOf(editedOf(repeated(1))), lengthOf(fixture));
  t.deepEqual(lengthOf(editedOf(repeated(1, 1))), lengthOf(fixture), 'never less than the samples');
  for (const version of [0, 1]) {
    const { foundMs, isWhole } = lengthOf(editedOf(repeated(1_000), version));
    t.true(isWhole);
    t.true(foundMs >= 1_536_000 && foundMs < 1_800_000, `${foundMs} ms`);
    charged(t, 'the shortest edits play whole samples', editedOf(repeated(1_000, 1), version), 128_000);
    const paused = editedOf([[800_000, -1], ...repeated(1)], version);
    t.deepEqual(lengthOf(paused), { foundMs: 101_500, isWhole: true });
    const torn = Buffer.concat([editedOf(repeated(1_000), version), byte(7, 7, 7)]);
    t.true(lengthOf(torn).foundMs >= 1_536_000, 'torn');
  }
  t.true(Number.isSafeInteger(lengthOf(editedOf(repeated(1_000, 0xffff_ffff))).foundMs));
});

test('a track of MP4 that is described twice is not understood', (t) => {
  t.true(lengthOf(mp4Of(10)).isWhole);
  t.false(lengthOf(mp4Of(10, { descriptions: 2 })).isWhole);
});
