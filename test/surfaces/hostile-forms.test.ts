import test from 'ava';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

// What a caller without money once stopped the gateway with. Every byte counts from the moment it arrives, and every
// part of a form has a bound of its own.

const megabyte = 1_048_576;
const gateway = sharedGateway({
  config: {
    server: { audio_bytes_max: 2 * megabyte },
    target: { surfaces: ['audio_transcriptions'], prices: audioPrices },
    top: { files: { openai: { upstream: 'sandbox' }, bytes_max: 2 * megabyte } },
  },
});
test.after.always(gateway.end);

const disposition = '--b\r\ncontent-disposition: form-data; name="file"; filename="';
const whole = '--b\r\ncontent-disposition: form-data; name=file; filename=a\r\n\r\nRIFF\r\n--b--\r\n';

/** Sends a beginning and then fillings in chunks, until the gateway answers; the answer, and how much it had taken. */
async function sendUntilAnswered(path: string, beginning: string, filling: string) {
  const served = await gateway.start();
  const { apiKey } = await served.tenant({ creditEur: '0.000001' });
  const connection = await rawConnection(served.baseUrl);
  const { socket, received } = connection;
  socket.on('error', () => undefined);
  const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  socket.write(
    `POST /v1${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\ncontent-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n${chunk(beginning)}`,
  );
  let sent = beginning.length;
  while (!received().includes('\r\n\r\n') && sent < 8 * megabyte) {
    sent += filling.length;
    if (!socket.write(chunk(filling))) await new Promise((resolve) => socket.once('drain', resolve));
    await new Promise(setImmediate);
  }
  const answer = await connection.until((text) => /"code":"[a-z_]+"/.test(text));
  socket.destroy();
  return { answer, sent };
}

for (const path of ['/audio/transcriptions', '/audio/translations', '/files']) {
  test(`${path}: a part header without an end is refused when it is longer than a header may be`, async (t) => {
    const { answer } = await sendUntilAnswered(path, disposition, 'a'.repeat(16_384));
    t.regex(answer, /^HTTP\/1\.1 400/);
    t.regex(answer, /headers of a part are larger than 8192 bytes/);
  });

  test(`${path}: bytes before the first boundary and after the last one are limited`, async (t) => {
    for (const beginning of ['x', whole]) {
      const { answer } = await sendUntilAnswered(path, beginning, 'x'.repeat(16_384));
      t.regex(answer, /^HTTP\/1\.1 400/);
      t.regex(answer, /"code":"malformed_form"/);
    }
  });

  test(`${path}: a form of a million empty parts, or of one endless file, ends at a limit`, async (t) => {
    const field = '--b\r\ncontent-disposition: form-data; name="include[]"\r\n\r\n\r\n';
    const list = path === '/files' ? field.replace('include[]', 'purpose') : field;
    const parts = await sendUntilAnswered(path, list, list.repeat(200));
    t.regex(parts.answer, /at most 128 parts|must be sent once/);
    const file = await sendUntilAnswered(path, `${disposition}a"\r\n\r\n`, 'x'.repeat(65_536));
    t.regex(file.answer, /^HTTP\/1\.1 413/);
  });
}

test('a part header of spaces is refused, and the gateway answers others meanwhile', async (t) => {
  const served = await gateway.start();
  const spaces = `--b\r\ncontent-disposition: form-data; name="a"${' '.repeat(120_000)}x\r\n\r\n`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => sendUntilAnswered('/audio/transcriptions', spaces, 'x')),
  );
  for (const { answer } of answers) t.regex(answer, /^HTTP\/1\.1 400/);
  t.is((await fetch(`${served.origin}/healthz`)).status, 200);
});

test('a field with members is sent whole or by its members, in either order', async (t) => {
  const served = await gateway.start();
  const { apiKey } = await served.tenant();
  const field = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
  const [whole, member] = [field('expires_after'), field('expires_after[anchor]')];
  for (const both of [whole + member, member + whole]) {
    const reply = await httpCall(`${served.baseUrl}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: `${both}--b--\r\n`,
    });
    t.is(reply.status, 400);
    t.like(JSON.parse(reply.text), { error: { code: 'invalid_value' } });
    t.regex(reply.text, /must be sent whole or by its members, not both/);
  }
});
