import { Agent, request as httpRequest } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { readParts } from '../../infra/sandbox-upstream/multipart.ts';
import { FormFault } from '../../src/wire/form-fault.ts';
import { createMultipartReader } from '../../src/wire/multipart-reader.ts';
import { anyCharacter } from '../_support/any-character.ts';
import { serveForms, writtenBoundary } from '../_support/form-server.ts';
import { roundsOf } from '../_support/nightly.ts';
import { growthBytesMax, heldBytes, TurnWatch, turnMsMax } from '../_support/turn-watch.ts';

// Bytes of any form: none is the server's fault, none holds the loop or the memory, and what is taken is read alike by
// others.

const crumbs = fc.constantFrom(
  'form-data',
  'attachment',
  '; ',
  ';',
  '"',
  '\\',
  '\\"',
  '=',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\0',
  ':',
  ',',
  '\u007f',

  'name="model"',
  'name=model',
  'name="file"',
  'name=file',
  'NAME=prompt',
  "name*=utf-8''model",
  'name="Model"',
  'filename="a.wav"',
  'filename=a.wav',
  "filename*=utf-8''a.wav",
  "filename*=utf-8''%ff",
  'filename=""',

  'filename="=?utf-8?B?YQ==?="',
  'filename="é👋"',
  'filename="%22"',
  'x=1',
  'size=1',
  'name="include[]"',
  'é',
  '\u00ff',
);
const noise = fc.oneof(
  { weight: 6, arbitrary: fc.array(crumbs, { maxLength: 8 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.tuple(crumbs, fc.nat(12_000)).map(([crumb, times]) => crumb.repeat(times % 3_000)) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
);
const disposition = fc.oneof(
  fc.constantFrom(
    'form-data; name=file; filename=a.wav',
    'form-data; name="file"; filename="Zoë \\"1\\".wav"',
    "form-data; name=file; filename=a.wav; filename*=utf-8''a.wav",
    'form-data; name="prompt"',
    'form-data; name=model',
    'form-data; name="include[]"',
  ),
  fc.array(crumbs, { maxLength: 6 }).map((pieces) => `form-data; ${pieces.join('; ')}`),
  noise,
);
const header = fc.oneof(
  { weight: 8, arbitrary: disposition.map((value) => `Content-Disposition: ${value}`) },
  fc.constantFrom(
    'Content-Type: audio/wav',
    'content-type: text/plain; charset=utf-8',
    'Content-Type: text/plain; charset=utf-7',
  ),
  fc.constantFrom(
    'Content-Length: 3',
    'content-length: 0',
    'Content-Transfer-Encoding: base64',
    ' folded',
    'no colon',
    '',
  ),
  noise,
);
const content = fc.oneof(
  fc.constantFrom('', 'one', '\r\n', '--b', '\r\n--b', '\r\n--bx', '\r\n--b--', '\r\n--', '\r'),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc
    .tuple(fc.constantFrom('-', '\r\n-', '\r\n--', '\r', 'x'), fc.nat(20_000))
    .map(([text, times]) => text.repeat(times)),
);
const part = fc
  .tuple(fc.array(header, { minLength: 1, maxLength: 3 }), content)
  .map(([headers, body]) => `--b\r\n${headers.join('\r\n')}\r\n\r\n${body}\r\n`);
const plainPart = fc.constantFrom(
  '--b\r\nContent-Disposition: form-data; name=language\r\n\r\nit\r\n',
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\nRIFF\r\n',
);
const form = fc
  .tuple(
    fc.constantFrom('', '', '', '\r\n', 'preamble\r\n', 'x'.repeat(2_000)),
    fc.array(fc.oneof(plainPart, part), { maxLength: 4 }),
    fc.constantFrom('--b--', '--b--\r\n', '--b--\r\n', '', '--b', '--b--x', `--b--\r\n${'x'.repeat(2_000)}`),
    fc.option(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { freq: 4 }),
  )
  .map(([before, parts, end, flip]) => {
    const bytes = Buffer.from(before + parts.join('') + end);
    if (flip !== null && bytes.length > 0) bytes[flip[0] % bytes.length] = flip[1];
    return bytes;
  });

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

function post(url: string, agent: Agent, body: Buffer, isChunked: boolean): Promise<Answer> {
  const length = isChunked ? {} : { 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', ...length },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces) }));
    });
    if (isChunked) request.write(body.subarray(0, 10));
    request.end(isChunked ? body.subarray(10) : body);
  });
}

/** What went upstream says the same to two readers that share no code with ours. */
async function assertReadAlike(written: Buffer): Promise<void> {
  const type = `multipart/form-data; boundary=${writtenBoundary}`;
  const parts = readParts(written, type);
  const other = await new Response(written, { headers: { 'content-type': type } }).formData();
  const entries = [...other.entries()];
  if (entries.length !== parts.length) throw new Error(`${parts.length} parts are ${entries.length}`);
  for (const [index, { name, fileName, content: bytes }] of parts.entries()) {
    const [otherName, value] = entries[index] ?? [];
    const isSame =
      otherName === name &&
      (value instanceof File
        ? fileName?.replaceAll('%22', '"') === value.name && bytes.equals(Buffer.from(await value.arrayBuffer()))
        : fileName === null && new TextDecoder().decode(bytes) === value);
    if (!isSame) throw new Error(`part ${index} is read as ${String(otherName)}`);
  }
}

test('no form causes a server error, a stall or a growth, and two other readers read an accepted form alike', async (t) => {
  const runs = roundsOf(t, { ordinary: 400, nightly: 100_000 });
  const origin = await serveForms(t);
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  const watch = new TurnWatch();
  const warmUp = Math.floor(runs / 5);
  let [seen, taken, before] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(form, fc.boolean(), async (body, isChunked) => {
      if (seen++ === warmUp) before = heldBytes();
      // Both ends are in it.
      const { status, body: written } = await watch.turns(
        () => body.toString('latin1', 0, 200),
        () => post(origin, agent, body, isChunked),
      );
      if (status === 200) {
        taken += 1;
        await assertReadAlike(written);
      } else if (![400, 413].includes(status)) throw new Error(`answered ${status}: ${written.toString()}`);
    }),
    { numRuns: runs },
  );
  const grown = heldBytes() - before;
  t.log(`${runs} forms, ${taken} taken; ${watch.longest}; ${grown} bytes grown`);
  // About one in thirty.
  t.true(taken > 0, 'some are forms');
  t.true(watch.longestMs < turnMsMax, watch.longest);
  t.true(grown < growthBytesMax, `${grown} bytes`);
});

test('a form is read the same in any pieces, or refused in any', (t) => {
  const outcome = (bytes: Buffer, cuts: readonly number[]): string => {
    const seen: string[] = [];
    const held: Buffer[] = [];
    const reader = createMultipartReader('b', {
      begin: ({ name, fileName }) => seen.push(JSON.stringify([name, fileName])),
      data: (piece) => held.push(Buffer.from(piece)),
      finish: () => seen.push(Buffer.concat(held.splice(0)).toString('base64')),
    });
    try {
      let from = 0;
      for (const cut of [...cuts.map((at) => at % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]) {
        reader.push(bytes.subarray(from, cut));
        from = cut;
      }
      reader.end();
      return seen.join('\n');
    } catch (error) {
      if (error instanceof FormFault) return error.message;
      throw error;
    }
  };
  fc.assert(
    fc.property(
      form,
      fc.array(fc.nat(), { maxLength: 8 }),
      (bytes, cuts) => outcome(bytes, cuts) === outcome(bytes, []),
    ),
    { numRuns: roundsOf(t, { ordinary: 300, nightly: 20_000 }) },
  );
  t.pass();
});

/** Milliseconds of the processor. */
function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function assertLinear(t: ExecutionContext, what: string, piece: (bytes: number) => Buffer): void {
  const ignore = (): void => undefined;
  const read = (bytes: Buffer) => () => {
    const reader = createMultipartReader('-'.repeat(70), { begin: ignore, data: ignore, finish: ignore });
    try {
      for (let at = 0; at < bytes.length; at += 65_536) reader.push(bytes.subarray(at, at + 65_536));
    } catch (error) {
      if (!(error instanceof FormFault)) throw error;
    }
  };
  const bytes = piece(8_000_000);
  const ms = cpuMsOf(read(bytes));
  t.log(`${what}: 8 MB in ${ms.toFixed(0)} ms of the processor`);
  t.true(ms < 5_000, what);
}

test('8 MB of the worst content are read in linear time', (t) => {
  const head = `--${'-'.repeat(70)}\r\ncontent-disposition: form-data; name=a\r\n\r\n`;
  for (const text of [
    '-',
    '\r\n',
    '\r\n--',
    `\r\n--${'-'.repeat(69)}`,
    `\r\n--${'-'.repeat(69)}x`,
    'x',
    `${'-'.repeat(71)}\n`,
  ]) {
    assertLinear(t, JSON.stringify(text.slice(0, 12)), (bytes) =>
      Buffer.from(head + text.repeat(Math.ceil(bytes / text.length))),
    );
  }
  assertLinear(t, 'spaces in a header', (bytes) => Buffer.from(head.slice(0, -4) + ' '.repeat(bytes)));
});
