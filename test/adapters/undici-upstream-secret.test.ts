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

const inEach = (code: (letter: string) => string): string => Array.from(secret, code).join('');
const codeOf = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0');
const inAddress = (letter: string): string => `%${codeOf(letter).toUpperCase()}`;
const within = (encoding: BufferEncoding, before = ''): string => Buffer.from(before + secret).toString(encoding);

const codings: Readonly<Record<string, string>> = {
  'letters in JSON': inEach((letter) => String.raw`\u00${codeOf(letter)}`),
  'some letters in JSON': secret.replaceAll('w', String.raw`\u0077`).replaceAll('3', String.raw`\u0033`),
  'JSON within JSON': JSON.stringify(JSON.stringify(`${secret}"\n`).replaceAll('/', String.raw`\/`)),
  'letters in a program': inEach((letter) => String.raw`\x${codeOf(letter)}`),
  'letters in an address': inEach(inAddress),
  'letters in an address, twice': inEach((letter) => `%25${codeOf(letter)}`),
  'letters in HTML': inEach((letter) => `&#${letter.charCodeAt(0)};`),
  'letters in HTML, in base 16': inEach((letter) => `&#x${codeOf(letter).toUpperCase()};`),
  'letters in XML': inEach((letter) => `&#0${letter.charCodeAt(0)};`),
  'base 16': within('hex'),
  'base 16 in capitals': within('hex').toUpperCase(),
  'base 16 in some capitals': within('hex').replaceAll('c', 'C'),
  base64: within('base64'),
  'base64 in JSON': within('base64').replaceAll('/', String.raw`\/`),
  'base64 for addresses': within('base64url'),
  'credentials of a user': within('base64', 'u:'),
  'credentials without a user': within('base64', ':'),
  'a dump of a head': within('base64', 'POST / HTTP/1.1\r\nauthorization: Bearer '),
  'a beginning': secret.slice(0, 20),
  'all but its prefix': secret.slice('sk-'.length),
  'a beginning in base64': within('base64').slice(0, 24),
  'a beginning in base 16': within('hex').slice(0, 40),
  'base64 in an address': encodeURIComponent(within('base64')),
  'base64 in base 16 of an address': Array.from(within('base64'), (letter) => `%${codeOf(letter)}`).join(''),
};
for (const [what, written] of Object.entries(codings)) {
  test(`a credential is masked however it is coded, and wherever pieces split it: ${what}`, async (t) => {
    const whole = await masked(piecesOf(`not ${written} here`, []));
    t.regex(whole, /^not .{0,60}\*{16,}.{0,12} here$/, whole);
    for (let cut = 0; cut <= written.length + 4; cut += 1) {
      t.is(await masked(piecesOf(`not ${written} here`, [cut])), whole, `cut at ${cut}`);
      t.is(await masked(piecesOf(`not ${written} here`, [cut, cut + 3])), whole, `cut at ${cut} and behind it`);
    }
    t.is(new MaskedSecret(secret).inText(`not ${written} here`), whole);
    const large = 'a large piece '.repeat(500);
    t.is(await masked(piecesOf(`${large}not ${written} here`, [])), large + whole);
  });
}

test('what a provider shows of a credential on purpose stays, and so do other codes', async (t) => {
  const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  for (const text of [
    'Incorrect API key: sk-own/0****ef+=',
    'Received API Key = sk-...ef+=, Key Hash (Token) = ' + hash,
    '100%20of &#39;these&#39; \\u0041 sk%2Down%2F0123',
    within('base64').slice(0, 20),
  ]) {
    for (let cut = 0; cut <= text.length; cut += 1) t.is(await masked(piecesOf(text, [cut])), text);
  }
});

test('a long text of beginnings of a credential is read in linear time', async (t) => {
  const codes = ['&#11', '&amp;', '%25', '%5c', String.raw`\u00`, '\\'];
  const texts = [secret.slice(0, 15), within('base64').slice(0, 20), inEach(inAddress).slice(0, 45), ...codes, 's'];
  for (const each of texts) {
    const text = each.repeat(400_000 / each.length);
    const cuts = Array.from({ length: 100 }, (_, nth) => (nth + 1) * 4_000);
    t.true((await masked(piecesOf(`${text} ${secret}`, cuts))) === `${text} ${stars}`, each);
  }
});

test('a long credential is masked wherever pieces split it', async (t) => {
  const long = 'ey/J'.repeat(500);
  for (const cut of [10, 64, 500, 1_999]) {
    t.is(await masked(piecesOf(`a ${long}`, [cut]), long), `a ${'*'.repeat(long.length)}`);
  }
});

test('backslashes in a credential are known however often they are doubled', async (t) => {
  const odd = String.raw`own\\\\0123456789\abcdef`;
  const inHtml = odd.replaceAll('\\', '&#92;');
  for (const written of [odd, JSON.stringify(odd).slice(1, -1), encodeURIComponent(odd), inHtml]) {
    for (let cut = 0; cut <= written.length; cut += 1)
      t.is(await masked(piecesOf(`not ${written} here`, [cut]), odd), `not ${'*'.repeat(written.length)} here`);
  }
});

test('a credential is masked that looks like a code itself, and one that is short without its doubled signs', async (t) => {
  for (const odd of ['own%41-%42-0123456789', 'own%25-0123456789ab', String.raw`own\\0123456789\x`]) {
    for (const written of [odd, encodeURIComponent(odd), encodeURIComponent(encodeURIComponent(odd))])
      t.is(await masked(piecesOf(`not ${written} here`, [9]), odd), `not ${'*'.repeat(written.length)} here`);
  }
});

test('a code that ends with its text is read like one in a piece', async (t) => {
  const odd = `own-0123456789-ab&<>"'%xyz`;
  const named = odd.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const coded = odd.replace('%', `%${'25'.repeat(5)}`);
  for (const written of [named, coded, encodeURIComponent(encodeURIComponent(odd))]) {
    for (let end = 0; end <= written.length; end += 1) {
      const text = written.slice(0, end);
      const expected = new MaskedSecret(odd).inText(text);
      t.is(expected.length, text.length);
      for (let cut = 0; cut <= end; cut += 1) t.is(await masked(piecesOf(text, [cut]), odd), expected, `${end} ${cut}`);
    }
    t.is(new MaskedSecret(odd).inText(written), '*'.repeat(written.length));
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
