import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { formBoundary, formField, filePart } from '../_support/audio-gateway.ts';
import { dataDirectory, environmentFor, plainPrices, startTestGateway, testConfig } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// A proxy before the upstream: it answers 413 with a page for people as soon as it has the head, and reads on, as nginx does.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScene();

async function setScene() {
  const server = createServer((request, response) => {
    response.writeHead(413, { 'content-type': 'text/html' });
    response.end('<html><title>proxy7</title></html>');
    request.resume();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  shared.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a host and port has an address record.
  const proxy = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'own' };
  const config = testConfig(proxy, {
    upstream: { billing_records_path: undefined, retries_max: 0 },
    target: {
      surfaces: [
        'chat_completions',
        'responses',
        'messages',
        'embeddings',
        'systemone',
        'audio_speech',
        'audio_transcriptions',
      ],
      prices: { ...plainPrices, eur_per_audio_hour: '0.36', eur_per_million_characters: '1' },
    },
    top: { files: { openai: { upstream: 'sandbox' }, anthropic: { upstream: 'sandbox' } } },
  });
  const environment = environmentFor(dataDirectory(shared), config);
  const ledger = await viewLedger(shared, environment);
  const { baseUrl } = await startTestGateway(shared, environment);
  return { ledger, baseUrl };
}

const text = 'hi '.repeat(1_000);
const messages = [{ role: 'user', content: text }];
const end = Buffer.from(`--${formBoundary}--\r\n`);
const form = (...parts: readonly Buffer[]): Buffer => Buffer.concat([...parts, end]);
const asked: Readonly<Record<string, { readonly path: string; readonly body: object | Buffer }>> = {
  'chat completions': { path: 'chat/completions', body: { messages } },
  responses: { path: 'responses', body: { input: text } },
  messages: { path: 'messages', body: { max_tokens: 9, messages } },
  'token counting': { path: 'messages/count_tokens', body: { messages } },
  embeddings: { path: 'embeddings', body: { input: text } },
  'System One': { path: 'systemone', body: { state: text, questions: { q: { type: 'noul' } } } },
  speech: { path: 'audio/speech', body: { input: text, voice: 'alloy' } },
  transcriptions: { path: 'audio/transcriptions', body: form(filePart(), formField('model', 'light')) },
  files: { path: 'files', body: form(filePart(), formField('purpose', 'user_data')) },
  'files of Anthropic': { path: 'files', body: form(filePart()) },
};

for (const [what, { path, body }] of Object.entries(asked)) {
  test(`a request that is too large for a proxy before the upstream gets 413 with that reason: ${what}`, async (t) => {
    const { ledger, baseUrl } = await scene;
    const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true });
    const isForm = Buffer.isBuffer(body);
    const isAnthropic = path.startsWith('messages') || what.endsWith('Anthropic');
    const reply = await httpCall(`${baseUrl}/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': isForm ? `multipart/form-data; boundary=${formBoundary}` : 'application/json',
        ...(isAnthropic ? { 'anthropic-version': '2023-06-01' } : {}),
      },
      body: isForm ? body : JSON.stringify({ model: 'light', ...body }),
    });
    t.is(reply.status, 413, reply.text);
    t.is(reply.headers['retry-after'], undefined);
    t.notRegex(reply.text, /proxy7|html/);
    const told = JSON.parse(reply.text) as { readonly error: Readonly<Record<string, unknown>> };
    t.is(told.error['code'], 'upstream_refused');
    t.regex(String(told.error['message']), /Make the request smaller/);
    t.is(told.error['type'], isAnthropic ? 'request_too_large' : 'invalid_request_error');
    const isFree = ['files', 'messages/count_tokens'].includes(path);
    const { reservations } = await ledger.settledWallet(walletId, isFree ? 0 : 1);
    const stories = reservations.map(({ story }) => story.join());
    t.deepEqual(stories, isFree ? [] : ['ReservationReleased upstream_status_413']);
  });
}
