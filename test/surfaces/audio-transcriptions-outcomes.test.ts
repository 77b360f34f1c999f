import test from 'ava';
import * as fc from 'fast-check';
import { BadRequestError, toFile } from 'openai';
import { nanoFromEur } from '../../src/domain/money.ts';
import { rawConnection } from '../_support/http-call.ts';
import {
  assertNoUploads,
  audioGateway,
  digestOf,
  filePart,
  formBoundary,
  formField,
  postAudioForm,
  recording,
  upload,
} from '../_support/audio-gateway.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { flacOf, mp3Of, opusOf, waveOf } from '../_support/sound-shapes.ts';
import { until } from '../_support/until.ts';

const { startAudio, audioCaller, endAudio } = audioGateway();
test.after.always(endAudio);

/** 40,016 bytes at 16,000 a second, begun seconds counted; 0.36 euro an hour. */
const seconds = 3;
const secondNano = 100_000n;

// --- the hold ---------------------------------------------------------------------------------------------------

test('the hold of a transcription covers the length of the recording, or the dearest tokens', async (t) => {
  const { audio, settled } = await audioCaller();
  await audio.transcriptions.create({ model: 'light', file: await upload() });
  const [reservation] = await settled(t);
  // No container: 40,016 bytes at 500 a second, in whole seconds.
  t.is(reservation?.reserved.audio_milliseconds_max, 81_000);
  // That costs less than 10,000 tokens in at 1 euro a million and 1,000 out at 2.
  t.is(reservation?.reserved.amount_eur, '0.012000000');
});

/** However sparse: what is heard of it, and its bytes. What they say of themselves is true, or far from it. */
const soundShape = fc.oneof(
  fc.integer({ min: 1, max: 14_400 }).map((seconds) => ({ seconds, content: waveOf(1, seconds) })),
  fc
    .tuple(fc.integer({ min: 1, max: 4_800 }), fc.constantFrom(1, 14_400))
    .chain(([threes, claimed]) =>
      fc.constantFrom(
        { seconds: threes * 3, content: flacOf(threes * 3, claimed) },
        { seconds: threes * 3, content: opusOf(threes * 3, claimed) },
        { seconds: Math.ceil(threes * 0.026_122), content: mp3Of(threes) },
      ),
    ),
);

test('a recording never costs more than its hold, at upstreams with counters and without', async (t) => {
  const { ledger, baseUrl } = await startAudio();
  await fc.assert(
    fc.asyncProperty(
      soundShape,
      fc.constantFrom('light', 'no-billing-records'),
      fc.constantFrom('json', 'verbose_json', 'text', 'srt', 'vtt'),
      async ({ seconds, content }, model, format) => {
        const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true });
        const reply = await postAudioForm(baseUrl, apiKey, [
          filePart('form-data; name="file"; filename="a.wav"', content),
          formField('model', model),
          formField('response_format', format),
          formField('prompt', `[[sandbox: frames=${seconds}]]`),
        ]);
        t.is(reply.status, 200, reply.text);
        const [reservation] = (await ledger.settledWallet(walletId)).reservations;
        const heldNano = nanoFromEur(reservation?.reserved.amount_eur ?? '0');
        t.true(BigInt(seconds) * secondNano <= heldNano, `${seconds} s of ${content.length} bytes`);
        t.is(reservation?.settled?.overrun_eur, '0.000000000');
      },
    ),
    { numRuns: propertyRuns(15) },
  );
});

test('a recording longer than its hold covers is charged in full, and the excess is recorded as an overrun', async (t) => {
  const { audio, settled } = await audioCaller();
  await audio.transcriptions.create({ model: 'light', file: await upload(), prompt: '[[sandbox: overrun]]' });
  const [reservation] = await settled(t);
  t.is(reservation?.charged, 100_030n * secondNano);
  t.is(reservation?.settled?.overrun_eur, '9.991000000');
});

// --- what goes wrong --------------------------------------------------------------------------------------------

for (const [directive, status, story] of [
  ['400', 400, /^ReservationReleased upstream_status_400/],
  ['429', 429, /^(AttemptFailed,)+ReservationReleased upstream_status_429/],
  ['500', 503, /^ReservationFlagged upstream_status_500,ReservationReleased/],
  ['reset_before_first_byte', 503, /^ReservationFlagged upstream_reset,ReservationSettled/],
  ['html', 503, /^ReservationFlagged answer_not_understood,ReservationReleased/],
  ['missing_usage', 200, /^ReservationFlagged usage_missing,ReservationSettled/],
] as const) {
  test(`${directive}: the caller gets ${status}, the cost is taken from the billing records, and no upload remains`, async (t) => {
    const { baseUrl, uploads } = await startAudio();
    const { tenant, settled } = await audioCaller();
    const parts = [filePart(), formField('prompt', `[[sandbox: ${directive}; retry_after_s=0]]`)];
    const reply = await postAudioForm(baseUrl, tenant.apiKey, parts);
    t.is(reply.status, status, reply.text);
    t.regex((await settled(t))[0]?.story.join() ?? '', story);
    await assertNoUploads(uploads);
  });
}

test('an upload that an overloaded upstream refused is sent again, whole', async (t) => {
  const { sandbox } = await startAudio();
  const { audio, settled } = await audioCaller();
  const before = (await sandbox.requests()).length;
  await sandbox.misbehave('503');
  const { text } = await audio.transcriptions.create({ model: 'light', file: await upload() });
  t.true(text.endsWith(digestOf(recording)));
  t.true((await sandbox.requests()).length > before || before === 100);
  t.is((await settled(t))[0]?.charged, BigInt(seconds) * secondNano);
});

test('the upstream’s error message about a recording is passed on', async (t) => {
  const { audio } = await audioCaller();
  const file = await toFile(Buffer.alloc(0), 'empty.mp3');
  const error = await t.throwsAsync<BadRequestError>(audio.transcriptions.create({ model: 'light', file }));
  t.true(error instanceof BadRequestError);
  t.regex(error?.message ?? '', /"file" is required/);
});

test('a caller who hangs up during the upload leaves neither a hold nor a file', async (t) => {
  const { baseUrl, ledger, uploads } = await startAudio();
  const { tenant } = await audioCaller();
  const { socket } = await rawConnection(baseUrl);
  socket.write(
    `POST /v1/audio/transcriptions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.apiKey}\r\ncontent-type: multipart/form-data; boundary=${formBoundary}\r\ncontent-length: 1000000\r\n\r\n`,
  );
  socket.write(filePart().subarray(0, 20_000));
  await until('the connection is open', () => socket.bytesWritten > 20_000);
  socket.destroy();
  t.deepEqual((await ledger.wallet(tenant.walletId)).reservations, []);
  await assertNoUploads(uploads);
});

test('a caller who hangs up during the transcription is charged for it, once', async (t) => {
  const { baseUrl, sandbox, ledger } = await startAudio();
  const { tenant, settled } = await audioCaller();
  const { socket } = await rawConnection(baseUrl);
  const parts = [filePart(), formField('prompt', '[[sandbox: delay_ms=300]]'), Buffer.from(`--${formBoundary}--\r\n`)];
  const body = Buffer.concat(parts);
  socket.write(
    `POST /v1/audio/transcriptions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.apiKey}\r\ncontent-type: multipart/form-data; boundary=${formBoundary}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  await until('the upstream listens', async () => {
    const [reservation] = (await ledger.wallet(tenant.walletId)).reservations;
    return reservation !== undefined && (await sandbox.lookUp(reservation.id)) !== null;
  });
  socket.destroy();
  t.is((await settled(t))[0]?.charged, BigInt(seconds) * secondNano);
});
