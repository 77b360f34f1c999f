import test from 'ava';
import { readParts } from '../../infra/sandbox-upstream/multipart.ts';
import { recordedForms, sendAgain, type RecordedForm } from '../_support/recorded-form.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { sharedGateway } from '../_support/served-gateway.ts';
import { until } from '../_support/until.ts';

// What the HTTP libraries of eleven languages write is taken, billed, and read alike behind the gateway: by the sandbox,
// and by the form reader of undici, which is the one of browsers.

const gateway = sharedGateway({
  config: {
    target: {
      surfaces: ['audio_transcriptions'],
      prices: audioPrices,
    },
    profiles: { average: { targets: ['small'] } },
    top: { files: { openai: { upstream: 'sandbox' }, anthropic: { upstream: 'sandbox' } } },
  },
});
test.after.always(gateway.end);

/** What their senders called their files, where that is not the usual name. */
const fileNames: Readonly<Record<string, string>> = {
  'dotnet-anthropic-files': 'notes.txt',
  'dotnet-openai-files': 'ü b.jsonl',
  'dotnet-openai-files-ascii': 'plain.jsonl',
  'dotnet-openai-transcription': 'a b.wav',
  'go-mime-multipart-files': 'Zoë "1" \\a.jsonl',
  'node-fetch-files': 'Zoë "1" \\a.jsonl',
  'python-aiohttp-unquoted-files': 'Zoë a.jsonl',
  // These two escape what nobody unescapes.
  'java-apache-extended-files': 'Zo%C3%AB%20%221%22%20a.jsonl',
  'python-aiohttp-files': 'Zo%C3%AB%20%221%22%20a.jsonl',
};

const fileNameOf = ({ name, path }: RecordedForm): string =>
  fileNames[name] ?? (path === '/files' ? 'Zoë "1" a.jsonl' : 'speech.wav');

/** The content of the file, found without a parser: behind its own head, up to the line with the next boundary. */
function fileBytesOf({ body, headers }: RecordedForm): Buffer {
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const start = body.indexOf('\r\n\r\n', body.indexOf('filename')) + 4;
  return body.subarray(start, body.indexOf(`\r\n--${boundary}`, start));
}

const forms = recordedForms();

test('there are recordings of every library that is named', (t) => {
  const libraries = new Set(forms.map(({ name }) => name.replace(/-(transcription|files.*)$/, '')));
  for (const name of ['curl', 'dotnet-openai', 'go-mime-multipart', 'java-okhttp', 'java-net-http', 'php-curl']) {
    t.true(libraries.has(name), name);
  }
  for (const name of [
    'python-httpx',
    'python-requests',
    'python-aiohttp',
    'ruby-net-http',
    'rust-reqwest',
    'node-fetch',
  ]) {
    t.true(libraries.has(name), name);
  }
});

for (const form of forms) {
  // One at a time: the sandbox's record does not say whose request it was.
  test.serial(
    `${form.name}: the form is accepted and billed, and its parts reach the upstream unchanged`,
    async (t) => {
      const served = await gateway.start();
      const tenant = await served.tenant({ allowAllModels: true });
      const reply = await sendAgain(served.baseUrl, tenant.apiKey, form);
      t.is(reply.status, 200, reply.text);

      const content = fileBytesOf(form);
      const fileName = fileNameOf(form);
      const received = (await served.sandbox.requests()).findLast(({ url }) => url.endsWith(form.path));
      const body = Buffer.from(received?.body_base64 ?? '', 'base64');
      const type = String(received?.headers['content-type']);
      const parts = readParts(body, type);
      const written = fileName.replaceAll('"', '%22').replaceAll('\\', '%5C');
      const file = parts.find(({ name }) => name === 'file');
      t.is(file?.fileName, written);
      t.true(file?.content.equals(content));
      const fields = Object.fromEntries(
        parts.flatMap((part) => (part.fileName === null ? [[part.name, part.content.toString()]] : [])),
      );
      const asked = form.path === '/files' ? filesFields(form) : audioFields(form);
      t.deepEqual(fields, asked);

      const other = await new Response(body, { headers: { 'content-type': type } }).formData();
      const otherFile = other.get('file');
      t.true(otherFile instanceof File);
      if (otherFile instanceof File) {
        t.is(otherFile.name, written.replaceAll('%22', '"'));
        t.true(content.equals(Buffer.from(await otherFile.arrayBuffer())));
      }
      other.delete('file');
      t.deepEqual(Object.fromEntries(other.entries()), fields);

      if (form.path === '/files') {
        t.like(JSON.parse(reply.text), { filename: written });
        return;
      }
      const settled = async () =>
        (await served.wallet(tenant.walletId)).find(({ type: event }) => event === 'ReservationSettled');
      await until('the bill is there', async () => (await settled()) !== undefined);
      // A begun second of the recording.
      t.is((await settled())?.data['cost_eur'], '0.000100000');
    },
  );
}

function filesFields({ headers }: RecordedForm): object {
  return headers['anthropic-version'] === undefined ? { purpose: 'batch' } : {};
}

/** As recorded, but for the model, which is the target's own. */
function audioFields({ name }: RecordedForm): object {
  const model = 'sandbox-small';
  return name === 'java-net-http-transcription'
    ? { model }
    : { model, language: 'it', response_format: 'verbose_json' };
}
