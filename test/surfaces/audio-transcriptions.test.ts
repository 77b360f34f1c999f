import test, { type ExecutionContext } from 'ava';
import { toFile } from 'openai';
import type { TenantOptions } from '../_support/gateway.ts';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import { flacOf, opusOf, waveOf } from '../_support/sound-shapes.ts';
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

const { startAudio, audioCaller, endAudio } = audioGateway();
test.after.always(endAudio);

/** 40,016 bytes at 16,000 a second, begun seconds counted; 0.36 euro an hour. */
const seconds = 3;
const secondNano = 100_000n;

test('a file that the official client uploads arrives byte for byte, under its name, in any script', async (t) => {
  const { audio, settled } = await audioCaller();
  const { text } = await audio.transcriptions.create({ model: 'light', file: await upload() });
  t.is(text, `transcribe Grüße von Zoë 👋🏽.mp3 of ${recording.length} bytes ${digestOf(recording)}`);
  const translated = await audio.translations.create({ model: 'light', file: await upload('é.wav') });
  t.is(translated.text, `translate é.wav of ${recording.length} bytes ${digestOf(recording)}`);
  const reservations = await settled(t);
  t.deepEqual(
    reservations.map(({ charged }) => charged),
    [3n * secondNano, 3n * secondNano],
  );
  t.deepEqual(reservations[0]?.settled?.lines, [
    { counter: 'audio_milliseconds', quantity: 3_000, unit_price_eur: '0.360000000', amount_eur: '0.000300000' },
  ]);
});

for (const format of ['text', 'srt', 'vtt', 'verbose_json', 'diarized_json'] as const) {
  test(`${format} is passed on as the upstream wrote it, and is charged`, async (t) => {
    const { audio, settled } = await audioCaller();
    const answer = await audio.transcriptions
      .create({ model: 'light', file: await upload(), response_format: format })
      .asResponse();
    const isJson = format.endsWith('json');
    t.regex(answer.headers.get('content-type') ?? '', isJson ? /^application\/json/ : /^text\/plain; charset=utf-8$/);
    t.true((await answer.text()).includes(digestOf(recording)));
    const [reservation] = await settled(t);
    t.is(reservation?.charged, BigInt(seconds) * secondNano);
    // Text carries no counters: the billing records are read.
    t.deepEqual(
      reservation?.story,
      isJson ? ['ReservationSettled'] : ['ReservationFlagged usage_missing', 'ReservationSettled'],
    );
  });
}

test('an answer without counters is charged by the length of the recording, which the hold covers', async (t) => {
  const { ledger } = await startAudio();
  const { audio, tenant } = await audioCaller();
  const create = async (content: Buffer, format: 'text' | 'srt' | 'vtt', heardS: number) =>
    audio.transcriptions.create({
      model: 'no-billing-records',
      file: await toFile(content, 'a.wav'),
      response_format: format,
      prompt: `[[sandbox: frames=${heardS}]]`,
    });
  await create(waveOf(16_000, 2), 'text', 2);
  await create(waveOf(1, 3_600), 'text', 3_600);
  await create(flacOf(7_200), 'text', 7_200);
  // It says of itself that it is shorter than it is.
  await create(flacOf(7_200, 1), 'text', 7_200);
  await create(opusOf(60), 'vtt', 60);
  // Its last subtitle ends later than its sound.
  await create(waveOf(16_000, 2), 'srt', 29);
  // It ends hours later, which the hold does not cover.
  await create(waveOf(16_000, 2), 'srt', 14_399);
  // No container: 40,016 bytes at 500 a second.
  await create(recording, 'text', 3);
  const { reservations } = await ledger.settledWallet(tenant.walletId, 8);
  for (const { settled } of reservations) {
    t.is(settled?.usage_source, 'estimate');
    t.is(settled?.overrun_eur, '0.000000000');
  }
  t.deepEqual(
    reservations.map(({ settled }) => settled?.lines[0]?.quantity),
    [2_000, 3_600_000, 7_200_000, 7_200_000, 60_000, 29_000, 30_000, 80_032],
  );
  t.deepEqual(
    reservations.map(({ reserved }) => reserved.audio_milliseconds_max),
    [2_000, 3_600_000, 7_200_000, 7_200_000, 60_000, 30_000, 30_000, 81_000],
  );
});

test('a transcription is charged by its duration if counters are missing', async (t) => {
  const { ledger } = await startAudio();
  const { audio, tenant } = await audioCaller();
  await audio.transcriptions.create({
    model: 'no-billing-records',
    file: await upload(),
    prompt: '[[sandbox: missing_usage]]',
    response_format: 'verbose_json',
  });
  const [reservation] = (await ledger.settledWallet(tenant.walletId)).reservations;
  t.is(reservation?.settled?.usage_source, 'upstream');
  t.is(reservation?.settled?.lines[0]?.quantity, 3_250);
});

test('tokens are charged where the upstream counts them, audio among them, streamed and whole', async (t) => {
  const { audio, settled } = await audioCaller();
  const file = await upload();
  const whole = await audio.transcriptions.create({ model: 'tokens', file });
  t.like(whole.usage, { type: 'tokens', input_tokens: 30 });
  const events = await audio.transcriptions.create({ model: 'tokens', file: await upload(), stream: true });
  let text = '';
  let last: unknown = null;
  for await (const event of events) {
    if (event.type === 'transcript.text.delta') text += event.delta;
    last = event;
  }
  t.is(text, whole.text);
  t.like(last, { type: 'transcript.text.done', text: whole.text, usage: { type: 'tokens', input_tokens: 30 } });
  for (const { settled: bill } of await settled(t)) {
    t.deepEqual(
      bill?.lines.map(({ counter, quantity }) => `${counter} ${quantity}`),
      ['audio_input 30', `output ${whole.text.split(' ').length}`],
    );
  }
});

test('a client that asked for a stream gets a whole answer from a model that ignores `stream`', async (t) => {
  const { tenant, settled } = await audioCaller();
  const { baseUrl } = await startAudio();
  const reply = await postAudioForm(baseUrl, tenant.apiKey, [
    filePart(),
    formField('stream', 'true'),
    formField('model', 'light'),
  ]);
  t.regex(String(reply.headers['content-type']), /^application\/json/);
  t.is((await settled(t))[0]?.charged, BigInt(seconds) * secondNano);
});

// --- the form ---------------------------------------------------------------------------------------------------

test('every part of a form goes upstream in order with only the model changed, wherever the file stands', async (t) => {
  const { sandbox, baseUrl } = await startAudio();
  const { tenant } = await audioCaller();
  const disposition = `form-data; filename="caf\u00e9 \\"x\\".mp3"; name=file; filename*=UTF-8''caf%C3%A9%20%22x%22.mp3`;
  const typed = formField('prompt', 'Zoë')
    .toString()
    .replace('\r\n\r\n', '\r\nContent-Type: text/plain;charset=utf-8\r\n\r\n');
  const fields = [formField('keywords[]', 'b'), formField('keywords[]', 'a'), Buffer.from(typed)];
  const part = (name: string, value: string | Buffer, rest = '') =>
    Buffer.concat([
      Buffer.from(`--${formBoundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  const file = part('file', recording, '; filename="caf\u00e9 %22x%22.mp3"\r\ncontent-type: audio/mpeg');
  const model = part('model', 'sandbox-small');
  const others = [part('keywords[]', 'b'), part('keywords[]', 'a'), part('prompt', 'Zoë')];
  for (const [parts, written] of [
    [
      [filePart(disposition), ...fields, formField('model', 'light')],
      [file, ...others, model],
    ],
    [
      [formField('model', 'light'), ...fields, filePart(disposition)],
      [model, ...others, file],
    ],
  ] as const) {
    const reply = await postAudioForm(baseUrl, tenant.apiKey, parts, {
      cookie: 'a=b',
      'openai-organization': 'org',
      'openai-beta': 'x=1',
    });
    t.is(reply.status, 200, reply.text);
    const id = reply.headers['x-waybill-reservation'];
    const received = (await sandbox.requests()).find(({ headers }) => headers['x-waybill-reservation'] === id);
    const sent = /boundary=(.*)$/.exec(String(received?.headers['content-type']))?.[1] ?? '';
    const expected = Buffer.concat([...written, Buffer.from(`--${formBoundary}--\r\n`)])
      .toString('latin1')
      .replaceAll(formBoundary, sent);
    t.is(Buffer.from(received?.body_base64 ?? '', 'base64').toString('latin1'), expected);
    t.is(received?.headers['content-length'], String(expected.length));
    t.deepEqual(
      ['authorization', 'cookie', 'openai-organization', 'openai-beta'].map((name) => received?.headers[name]),
      [`Bearer ${sandbox.apiKey}`, undefined, undefined, 'x=1'],
    );
  }
});

test('a translation is not streamed, and says so', async (t) => {
  const { audio } = await audioCaller();
  const asked = async (stream: boolean) => {
    // No field of the client's own: some servers of translations have it.
    const fields = { model: 'light', file: await upload(), stream };
    return audio.translations.create(fields);
  };
  t.like(await t.throwsAsync(asked(true)), { status: 400, code: 'invalid_value', param: 'stream' });
  t.regex((await asked(false)).text, /^translate /);
});

test('a form that names no model goes to the default profile, under the model’s own name', async (t) => {
  const { baseUrl } = await startAudio();
  const { tenant } = await audioCaller();
  t.is((await postAudioForm(baseUrl, tenant.apiKey, [filePart()])).status, 200);
});

interface Refusal {
  readonly parts?: readonly Buffer[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code: string;
  readonly tenant?: TenantOptions;
}

async function assertRefused(t: ExecutionContext, { parts, headers, status, code, tenant }: Refusal): Promise<void> {
  const { ledger, baseUrl, uploads } = await startAudio();
  const { tenant: caller } = await audioCaller(tenant);
  const form = parts ?? [filePart(), formField('model', 'light')];
  const reply = await postAudioForm(baseUrl, caller.apiKey, form, headers);
  t.is(reply.status, status, reply.text);
  t.regex(reply.text, new RegExp(`"code":"${code}"`));
  t.deepEqual((await ledger.wallet(caller.walletId)).reservations, []);
  await assertNoUploads(uploads);
}

test('a body that is no form, or a form without exactly one file and one model, is refused and holds nothing', async (t) => {
  const invalid = { status: 400, code: 'invalid_value' };
  await assertRefused(t, { ...invalid, parts: [formField('model', 'light')] });
  await assertRefused(t, { ...invalid, parts: [formField('file', 'no file'), formField('model', 'light')] });
  await assertRefused(t, { ...invalid, parts: [filePart(), filePart(), formField('model', 'light')] });
  await assertRefused(t, { ...invalid, parts: [filePart(), formField('prompt', 'a'), formField('prompt', 'b')] });
  await assertRefused(t, {
    ...invalid,
    parts: [filePart(), formField('model', 'light'), formField('model', 'tokens')],
  });
  await assertRefused(t, { ...invalid, parts: [filePart(), formField('model', ' light')] });
  const asFile = filePart('form-data; name="model"; filename="light"', Buffer.from('sandbox-large'));
  await assertRefused(t, { ...invalid, parts: [filePart(), asFile] });
  await assertRefused(t, { ...invalid, parts: [filePart(), formField('model', 'light'), asFile] });
  for (const stream of ['True', '1', 'yes', '']) {
    const parts = [filePart(), formField('model', 'light'), formField('stream', stream)];
    await assertRefused(t, { ...invalid, parts });
  }
  await assertRefused(t, {
    status: 403,
    code: 'profile_not_authorised',
    parts: [filePart(), formField('model', 'none')],
  });
  await assertRefused(t, {
    status: 400,
    code: 'surface_not_mapped',
    parts: [filePart(), formField('model', 'chatty')],
  });
  // What is read as `harmless` here would be a second `model` there.
  for (const disposition of [
    'form-data; x="; name=harmless"; name="model"',
    'form-data; name="harmless"; name="model"',
    'form-data; filename="; name=harmless"; name="model"; filename="b"',
    "form-data; name=harmless; name*=utf-8''model",
    'attachment; name="model"',
    'form-data; filename="x"',
  ]) {
    const second = filePart(disposition, Buffer.from('sandbox-large'));
    const parts = [filePart(), formField('model', 'light'), second];
    await assertRefused(t, { status: 400, code: 'malformed_form', parts });
  }
  // What another program behind here could take for the model, the recording or its address.
  for (const name of [
    'Model',
    'MODEL',
    'mod\\el',
    'model[]',
    'url',
    'file_url',
    'file_id',
    'api_base',
    '__proto__',
    '',
  ]) {
    const parts = [filePart(), formField(name, 'sandbox-large')];
    const code = name.toLowerCase() === 'model' ? 'invalid_value' : 'unsupported_parameter';
    await assertRefused(t, { status: 400, code, parts });
  }
  const type = (contentType: string) => ({ headers: { 'content-type': contentType } });
  await assertRefused(t, { ...type('application/json'), status: 415, code: 'unsupported_media_type' });
  await assertRefused(t, { ...type('multipart/form-data'), status: 400, code: 'malformed_form' });
  await assertRefused(t, { ...type('multipart/form-data; x=y'), status: 400, code: 'malformed_form' });
  await assertRefused(t, { ...type('multipart/form-data; boundary=other'), status: 400, code: 'malformed_form' });
  await assertRefused(t, { headers: { 'content-encoding': 'gzip' }, status: 415, code: 'unsupported_media_type' });
  const poor = { creditEur: '0.000001' };
  await assertRefused(t, { status: 402, code: 'insufficient_credit', tenant: poor });
});

test('an upload above the limit is refused, with a content-length and without', async (t) => {
  const { baseUrl, uploads } = await startAudio();
  const { tenant } = await audioCaller();
  const parts = [filePart(undefined, Buffer.alloc(3_000_001)), formField('model', 'light')];
  await assertRefused(t, { parts, status: 413, code: 'body_too_large' });
  const body = Buffer.concat([...parts, Buffer.from(`--${formBoundary}--\r\n`)]);
  const chunked = await httpCall(`${baseUrl}/audio/transcriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.apiKey}`,
      'content-type': `multipart/form-data; boundary=${formBoundary}`,
      'transfer-encoding': 'chunked',
    },
    body,
    isChunked: true,
  });
  t.is(chunked.status, 413);
  await assertNoUploads(uploads);
});

test('a caller who needs protection gets no transcription unless the target is trusted', async (t) => {
  const tenant = { piiEnabled: true };
  await assertRefused(t, { status: 400, code: 'input_not_inspectable', tenant });
  const { audio, settled } = await audioCaller(tenant);
  await audio.transcriptions.create({ model: 'trusted', file: await upload() });
  t.is((await settled(t)).length, 1);
});

test('an unknown key is refused before the body is requested with 100 Continue', async (t) => {
  const { baseUrl } = await startAudio();
  const { socket, until: seen } = await rawConnection(baseUrl);
  socket.write(
    `POST /v1/audio/transcriptions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer nobody\r\nexpect: 100-continue\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n\r\n`,
  );
  const told = await seen((received) => received.includes('\r\n\r\n'));
  t.regex(told, /^HTTP\/1\.1 401/);
  socket.destroy();
});

test('a known caller that expects 100 Continue gets it, and then its answer', async (t) => {
  const { baseUrl } = await startAudio();
  const { tenant } = await audioCaller();
  const { socket, until: seen } = await rawConnection(baseUrl);
  const body = Buffer.concat([filePart(), Buffer.from(`--${formBoundary}--\r\n`)]);
  socket.write(
    `POST /v1/audio/transcriptions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.apiKey}\r\nexpect: 100-continue\r\ncontent-type: multipart/form-data; boundary=${formBoundary}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await seen((received) => received.startsWith('HTTP/1.1 100'));
  socket.write(body);
  await seen((received) => received.includes('HTTP/1.1 200'));
  socket.destroy();
  t.pass();
});
