import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { MaskedSecret } from '../../src/adapters/undici-upstream/masked-secret.ts';
import { connect, request, serve, serveSocket, onEachRequest, textOf } from './_upstream-server.ts';

// Some upstreams quote the credential that they refuse, or answer whatever they were sent.

const secret = 'sk-own/0123456789-abcdef+=';
const stars = '*'.repeat(secret.length);

async function* piecesOf(text: string, cuts: readonly number[]): AsyncGenerator<Buffer, undefined> {
  const ends = [...cuts, text.length];
  for (const [nth, end] of ends.entries()) yield Buffer.from(text.slice(ends[nth - 1] ?? 0, end));
  return undefined;
}

async function masked(pieces: AsyncIterableIterator<Buffer>, credential = secret): Promise<string> {
  const read: Buffer[] = [];
  for await (const piece of new MaskedSecret(credential).inBody(pieces)) read.push(piece);
  return Buffer.concat(read).toString();
}

test('a credential is masked wherever pieces split it, and nothing else changes', async (t) => {
  const text = `s sk sk-own ${secret}${secret} sk-own/01${secret} and é sk-own/0123`;
  const expected = text.replaceAll(secret, stars);
  for (let first = 0; first <= text.length; first += 1) {
    for (const second of [first, Math.min(text.length, first + 1), Math.min(text.length, first + 7)]) {
      t.is(await masked(piecesOf(text, [first, second])), expected, `cut at ${first} and ${second}`);
    }
  }
  const single = Array.from({ length: text.length }, (_, at) => at);
  t.is(await masked(piecesOf(text, single)), expected);
});

test('a piece is passed on at once, unless its end may be the beginning of the credential', async (t) => {
  const passed = new MaskedSecret(secret).inBody(piecesOf('data: words\n\ndata: sk-own/0123 word.', [13, 29]));
  const pieces: string[] = [];
  for await (const piece of passed) pieces.push(piece.toString());
  t.deepEqual(pieces, ['data: words\n\n', 'data: ', 'sk-own/0123 word.']);
});

test('a credential is masked however a server writes what it quotes', async (t) => {
  const odd = 'own+0123456789/abc=&<x>';
  for (const written of [
    String.raw`own+0123456789\/abc=&<x>`,
    String.raw`own\u002B0123456789/abc=\u0026\u003Cx\u003E`,
    String.raw`own+0123456789/abc\u003d\u0026\u003cx\u003e`,
    String.raw`own+0123456789/abc=\u0026\u003cx\u003e`,
    'own%2B0123456789%2Fabc%3D%26%3Cx%3E',
    'own+0123456789/abc=&amp;&lt;x&gt;',
  ]) {
    t.is(await masked(piecesOf(`not ${written} here`, [9]), odd), `not ${'*'.repeat(written.length)} here`);
    t.is(new MaskedSecret(odd).inText(written), '*'.repeat(written.length));
  }
});

test('a credential is masked whichever of its characters are coded, and wherever pieces split them', async (t) => {
  const odd = String.raw`own+0123456789/abc="x\y`;
  const inJson = JSON.stringify(odd).slice(1, -1);
  const inAddress = encodeURIComponent(odd);
  for (const written of [
    odd,
    inJson,
    inJson.replaceAll('/', String.raw`\/`),
    inAddress,
    inAddress.toLowerCase(),
    inAddress.replace('%2F', '/'),
    inAddress.replaceAll('%2B', '+').replaceAll('%2F', '%2f'),
    encodeURI(odd),
    encodeURIComponent(inAddress),
    encodeURIComponent(inAddress.toLowerCase()),
  ]) {
    for (let cut = 0; cut <= written.length + 4; cut += 1) {
      const expected = `not ${'*'.repeat(written.length)} here`;
      t.is(await masked(piecesOf(`not ${written} here`, [cut]), odd), expected, `${written} cut at ${cut}`);
    }
    t.is(new MaskedSecret(odd).inText(written), '*'.repeat(written.length));
  }
});

test('a long credential is masked wherever pieces split it', async (t) => {
  const long = 'ey/J'.repeat(500);
  for (const cut of [10, 64, 500, 1_999]) {
    t.is(await masked(piecesOf(`a ${long}`, [cut]), long), `a ${'*'.repeat(long.length)}`);
  }
});

test('a credential that is no secret changes no answer', async (t) => {
  for (const placeholder of [null, '', 'none', 'EMPTY', 'not-needed']) {
    const body = piecesOf(`none EMPTY not-needed`, [4]);
    t.is(new MaskedSecret(placeholder).inBody(body), body);
    t.is(new MaskedSecret(placeholder).inText('none EMPTY'), 'none EMPTY');
    await body.return(undefined);
  }
});

const answers: Readonly<Record<string, (t: ExecutionContext) => Promise<string>>> = {
  'a refusal': (t) => serve(t, (incoming, answer) => answer.writeHead(401).end(quoted(incoming.headers))),
  'an answer': (t) => serve(t, (incoming, answer) => answer.end(quoted(incoming.headers))),
  'an answer in gzip': (t) =>
    serve(t, (incoming, answer) =>
      answer.setHeader('content-encoding', 'gzip').end(gzipSync(quoted(incoming.headers))),
    ),
  'a header': (t) =>
    serve(t, (incoming, answer) => answer.setHeader('x-quoted', String(incoming.headers.authorization)).end()),
  'a stream in two pieces': async (t) => {
    const port = await serveSocket(t, (socket) =>
      onEachRequest(socket, () => {
        socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\ndata: sk-own/01234');
        setTimeout(() => socket.end('56789-abcdef+= end\n\n'), 20);
      }),
    );
    return `http://127.0.0.1:${port}`;
  },
};

function quoted(headers: object): string {
  return JSON.stringify({ headers, escaped: 'ESCAPED' }).replace('ESCAPED', secret.replaceAll('/', String.raw`\/`));
}

for (const [what, answering] of Object.entries(answers)) {
  test(`${what} that quotes the gateway’s credential does not show it`, async (t) => {
    const upstream = connect(t, { baseUrl: await answering(t), apiKey: secret });
    const answer = await upstream.send(request());
    const seen = JSON.stringify(answer.headers) + (await textOf(answer));
    t.false(seen.includes('0123456789'), seen);
    t.regex(seen, /\*{26}/);
  });
}
