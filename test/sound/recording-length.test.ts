import { readdirSync, readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { readRecordingLength } from '../../src/sound/recording-length.ts';
import { inMemory } from '../../src/sound/sound-bytes.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import {
  aacOf,
  amrOf,
  flacOf,
  mp3Of,
  mp4Of,
  oggPage,
  opusOf,
  opusPacket,
  waveOf,
  webmOf,
} from '../_support/sound-shapes.ts';

const lengthOf = (bytes: Buffer) => readRecordingLength(inMemory(bytes));

const whole = (t: ExecutionContext, bytes: Buffer, milliseconds: number, name?: string) =>
  t.deepEqual(lengthOf(bytes), { foundMs: milliseconds, isWhole: true }, name);

/** Understood in part: what was found is at least so long. */
const atLeast = (t: ExecutionContext, bytes: Buffer, milliseconds: number, name?: string) => {
  const { foundMs, isWhole } = lengthOf(bytes);
  t.false(isWhole, name);
  t.true(foundMs >= milliseconds, `${name}: ${foundMs} of ${milliseconds} ms`);
};

/** One recording of each container, with its length. */
const shapes: readonly (readonly [string, Buffer, number])[] = [
  ['wave', waveOf(8_000, 2), 2_000],
  ['mp3', mp3Of(100), 2_613],
  ['aac', aacOf(100), 12_800],
  ['amr', amrOf(100), 2_000],
  ['flac', flacOf(3_600), 3_600_000],
  ['ogg', opusOf(3_600), 3_600_000],
  ['webm', webmOf(100), 6_000],
  ['mp4', mp4Of(100), 12_800],
];
const framed = shapes.filter(([name]) => name !== 'wave');

for (const [name, bytes, milliseconds] of shapes) {
  test(`${name}: frames and packets that fill it are its length, behind a tag, too`, (t) => {
    whole(t, bytes, milliseconds);
    if (name !== 'mp4') whole(t, Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x05hello'), bytes]), milliseconds);
  });
}

test('what a head claims of the length is not believed', (t) => {
  for (const claimed of [0, 1, 0xffff_ffff]) {
    whole(t, waveOf(8_000, 2, claimed), 2_000, `wave ${claimed}`);
    whole(t, flacOf(2, claimed), 2_000, `flac ${claimed}`);
    whole(t, opusOf(3, claimed), 3_000, `opus ${claimed}`);
    whole(t, mp4Of(10, { claimedSeconds: claimed }), 1_280, `mp4 ${claimed}`);
  }
});

test('bytes behind frames, before them or between them make a recording that is not understood, whose frames count', (t) => {
  for (const [name, bytes, milliseconds] of framed) {
    const half = Math.floor(bytes.length / 2);
    atLeast(t, Buffer.concat([bytes, Buffer.alloc(500, 7)]), milliseconds, `${name}, more behind`);
    if (name === 'amr') continue;
    if (name !== 'mp4') atLeast(t, Buffer.concat([Buffer.alloc(5, 7), bytes]), milliseconds, `${name}, more before`);
    const torn = Buffer.concat([bytes.subarray(0, half), Buffer.alloc(300, 7), bytes.subarray(half)]);
    atLeast(t, torn, milliseconds * 0.8, `${name}, more between`);
  }
});

test('recordings one behind the other are as long as all of them', (t) => {
  whole(t, Buffer.concat([mp3Of(10), Buffer.from('ID3\x04\0\0\0\0\0\x02hi'), mp3Of(10)]), 523);
  whole(t, Buffer.concat([opusOf(3), opusOf(6)]), 9_000);
  whole(t, Buffer.concat([webmOf(10), webmOf(20)]), 1_800);
  atLeast(t, Buffer.concat([flacOf(3), flacOf(3)]), 6_000, 'flac');
  t.true(lengthOf(Buffer.concat([waveOf(8_000, 1), waveOf(8_000, 1)])).foundMs >= 2_000);
});

test('what a container hides from itself, and decoders find, counts', (t) => {
  const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x20\x00'), mp3Of(9), Buffer.alloc(4_096 - 9 * 417)]);
  whole(t, Buffer.concat([mp3Of(1), tag, mp3Of(1)]), 288, 'frames in a tag between frames');

  const inner = opusOf(3_600).subarray(0, 60_000);
  const page = Buffer.concat([oggPage(2, { flags: 0, position: 0 }, [Buffer.alloc(60_000)])]);
  page.set(inner, page.length - inner.length);
  atLeast(t, Buffer.concat([opusOf(3), page]), 1_400_000, 'pages in a page whose checksum is wrong');

  for (const [name, hidden] of [
    ['a box without a size', Buffer.from('\0\0\0\0free')],
    ['a box that leaves the one around it', Buffer.concat([Buffer.from([0, 0, 0x10, 0]), Buffer.from('free')])],
  ] as const) {
    atLeast(t, mp4Of(100, { inMoov: hidden }), 12_800, name);
  }
  const sized = Buffer.concat([Buffer.from([0xec, 0x10, 0, 0x20, 0])]);
  atLeast(t, webmOf(100, sized), 5_000, 'an element that claims what comes behind the file');

  const begun = oggPage(
    9,
    { flags: 2, position: 0 },
    Array.from({ length: 50 }, () => opusPacket),
  );
  whole(t, Buffer.concat([opusOf(3), begun]), 6_000, 'a page that only says that it is the first of its stream');
});

test('media that no sample names, and samples that no media has, make a recording that is not understood', (t) => {
  atLeast(t, mp4Of(10, { media: 5_000 }), 1_280, 'more media');
  atLeast(t, mp4Of(10, { media: 100 }), 1_280, 'less media');
  atLeast(t, mp4Of(0, { media: 100 }), 0, 'no sample');
});

test('a last frame that is cut counts, and a cut container gives what it has', (t) => {
  whole(t, mp3Of(10).subarray(0, -100), 262);
  whole(t, aacOf(10).subarray(0, -5), 1_280);
  whole(t, Buffer.concat([aacOf(1, 700).subarray(0, 100), aacOf(10)]), 1_408, 'frames in the cut one');
  atLeast(t, opusOf(6).subarray(0, -10), 3_000, 'opus');
  atLeast(t, webmOf(10).subarray(0, -1), 540, 'webm');
  atLeast(t, flacOf(10).subarray(0, -1), 10_000, 'flac');
});

test('PCM is as long as the bytes behind the head of its data at the slowest of its rates', (t) => {
  const [head, data] = [waveOf(8_000, 2).subarray(0, 36), waveOf(8_000, 2).subarray(36)];
  const slower = waveOf(4_000, 1).subarray(12, 36);
  whole(t, Buffer.concat([head, slower, data]), 4_000, 'two formats');
  const quicker = waveOf(16_000, 1).subarray(12, 36);
  whole(t, Buffer.concat([head, quicker, data]), 2_000, 'two formats, the slower first');
  whole(t, Buffer.concat([head, Buffer.from('LIST\x03\0\0\0abc\0'), data]), 2_000, 'a chunk before');
  whole(t, Buffer.concat([head, data, Buffer.from('LIST\x04\0\0\0abcd')]), 2_002, 'a chunk behind');
  for (const [name, at, value] of [
    ['no rate', 24, 0],
    ['a rate that no sound has', 24, 0xffff_ffff],
  ] as const) {
    const odd = waveOf(8_000, 2);
    odd.writeUInt32LE(value, at);
    t.false(lengthOf(odd).isWhole, name);
  }
  const coded = waveOf(8_000, 2);
  coded.writeUInt16LE(0x55, 20);
  t.false(lengthOf(coded).isWhole, 'no PCM');
});

test('other bytes have no length, and the smallest pieces of every container are read without an error', (t) => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(10_000, 7),
    Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'),
  ]) {
    t.deepEqual(lengthOf(bytes), { foundMs: 0, isWhole: false });
  }
  for (const [, bytes] of shapes) {
    for (let end = 1; end < 200; end += 1) t.true(lengthOf(bytes.subarray(0, end)).foundMs >= 0);
  }
});

const fixtures = new URL('../fixtures/sound/', import.meta.url);
const recorded = readdirSync(fixtures)
  .filter((name) => !name.endsWith('.md'))
  .map((name) => [name, readFileSync(new URL(name, fixtures))] as const);

for (const [name, bytes] of recorded) {
  test(`${name}: 1.5 s of a common encoder are walked to the last byte, and found where it is torn`, (t) => {
    const { foundMs, isWhole } = lengthOf(bytes);
    t.true(isWhole);
    t.true(foundMs >= 1_500 && foundMs < 1_800, `${foundMs} ms`);
    const half = Math.floor(bytes.length * 0.7);
    const torn = lengthOf(Buffer.concat([bytes.subarray(0, half), Buffer.from([7, 7, 7]), bytes.subarray(half)]));
    // What has no frames is measured by its size.
    if (!/^(pcm|amr|alac|aac|opus|vorbis)/.test(name)) t.true(torn.foundMs >= 700, `torn: ${torn.foundMs} ms`);
  });
}

test('no change of some bytes raises an error', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom(...recorded.map(([, bytes]) => bytes), ...shapes.map(([, bytes]) => bytes.subarray(0, 20_000))),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 8 }),
      fc.nat({ max: 2_000 }),
      (recording, edits, cut) => {
        const bytes = Buffer.from(recording.subarray(0, Math.max(1, recording.length - cut)));
        for (const [at, value] of edits) bytes[at % bytes.length] = value;
        return Number.isSafeInteger(lengthOf(bytes).foundMs);
      },
    ),
    { numRuns: propertyRuns(200) },
  );
  t.pass();
});
