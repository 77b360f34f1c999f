import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { filePart, formField, postAudioForm } from '../_support/audio-gateway.ts';
import { roundsOf } from '../_support/nightly.ts';
import { setScriptedScene, type ScriptedAnswer, type ScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { waveOf } from '../_support/sound-shapes.ts';

// Where nobody counts, nothing that a caller sends or that is heard lowers the bill below what the
// size allows.

const shared = new SharedTeardown();
let scene: Promise<ScriptedScene> | null = null;
const start = () =>
  (scene ??= setScriptedScene(shared, {
    surfaces: ['audio_transcriptions'],
    target: { prices: audioPrices },
  }));
test.after.always(shared.end);

/** Four hours: what is held for any recording. */
const longestMs = 14_400_000;
/** At the 500 bytes of a second of the thriftiest recording. */
const sizeMs = (bytes: number): number => Math.min(bytes * 2, longestMs);

const mpegHead = Buffer.from('\xff\xfb\x90', 'latin1');
/** A frame of MPEG 1, layer 3, 128 kbit/s at 44.1 kHz: its bytes and what it lasts, which a frame that is cut lasts at most. */
const mpegFrame = { bytes: 417, ms: 27 };

/** The least that is charged: by size, but for a frame of sound that has begun and is cut. */
function leastMs(content: Buffer): number {
  const isCutFrame = content.subarray(0, mpegHead.length).equals(mpegHead) && content.length < mpegFrame.bytes;
  return Math.min(sizeMs(content.length), isCutFrame ? mpegFrame.ms : longestMs);
}

interface Heard {
  readonly content: Buffer;
  readonly format: string;
  readonly answer: ScriptedAnswer;
  readonly stream?: boolean;
}

/** What was charged for a recording, milliseconds. */
async function chargedMs(t: ExecutionContext, { content, format, answer, stream = false }: Heard): Promise<number> {
  const { ledger, baseUrl, answer: script } = await start();
  script(answer);
  const { apiKey, walletId } = await ledger.tenant();
  const reply = await postAudioForm(baseUrl, apiKey, [
    filePart(`form-data; name=file; filename="a.${stream ? 'mp3' : 'wav'}"`, content),
    formField('response_format', format),
    ...(stream ? [formField('stream', 'true')] : []),
  ]);
  t.is(reply.status, 200, reply.text);
  const { reservations } = await ledger.settledWallet(walletId);
  t.is(reservations[0]?.settled?.usage_source, 'estimate');
  t.is(reservations[0]?.settled?.overrun_eur, '0.000000000');
  return reservations[0]?.settled?.lines[0]?.quantity ?? 0;
}

const text = (said: string): ScriptedAnswer => ({
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  pieces: [said],
});
const json = (said: string): ScriptedAnswer => ({ headers: { 'content-type': 'application/json' }, pieces: [said] });
const events = (...said: readonly string[]): ScriptedAnswer => ({
  headers: { 'content-type': 'text/event-stream' },
  pieces: said.map((data) => `data: ${data}\n\n`),
});

test.serial('a silent recording is charged like speech: an answer without words is not free', async (t) => {
  const content = waveOf(1, 10_000);
  for (const [format, answer, stream] of [
    ['text', text(''), false],
    ['text', text('\n'), false],
    ['srt', text(''), false],
    ['json', json('{"text":""}'), false],
    ['json', events('{"type":"transcript.text.done","text":""}'), true],
    ['json', events('[DONE]'), true],
  ] as const) {
    t.is(await chargedMs(t, { content, format, answer, stream }), 10_000_000, `${format} ${stream}`);
  }
});

/** Beginnings of containers without frames, with what they claim of themselves left to chance. */
const head = fc.oneof(
  fc.uint8Array({ minLength: 28, maxLength: 28 }).map((claims) => Buffer.concat([Buffer.from('RIFF'), claims, claims])),
  fc
    .uint8Array({ maxLength: 64 })
    .map((claims) => Buffer.concat([Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0mvhd'), claims])),
  fc.uint8Array({ maxLength: 64 }).map((claims) => Buffer.concat([Buffer.from('OggS\0\x02'), claims])),
  fc.constantFrom('ID3\x04', 'fLaC', '\x1a\x45\xdf\xa3', '').map((magic) => Buffer.from(magic, 'latin1')),
  fc.constant(mpegHead),
);

test.serial(
  'a recording is charged at least as long as its size allows, whatever its header says, within the hold',
  async (t) => {
    await fc.assert(
      fc.asyncProperty(
        head,
        fc.nat({ max: 50_000 }),
        fc.constantFrom('text', 'srt', 'vtt', 'json'),
        async (begin, more, format) => {
          const content = Buffer.concat([begin, Buffer.alloc(more + 1, 7)]);
          const answer = format === 'json' ? json('{"text":"hello"}') : text('hello');
          const charged = await chargedMs(t, { content, format, answer });
          if (charged < leastMs(content) || charged > longestMs)
            throw new Error(`${charged} ms for ${content.length} bytes`);
        },
      ),
      { numRuns: roundsOf(t, { ordinary: 10, nightly: 300 }) },
    );
  },
);
