// `npm run record:streams`: records anew the streams of test/fixtures/streams, byte for byte as they come to a socket. Needs
// Python 3.10 or newer with venv, and the registry of PyPI: 1 GB the first time, kept in .cache.
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startSandboxUpstream } from '../sandbox-upstream/server.ts';
import { litellmHeaders, startedLitellm, startedSwitchyard } from './writers.ts';

const folder = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'streams');

/** What is asked: with counters that no two of them share, so that a bill tells which it was made of. */
const counters = 'prompt_tokens=1201; cached_tokens=703; completion_tokens=345';
const questions = {
  words: `Zoë asks: 你好? 🍎 [[sandbox: ${counters}]]`,
  tool: `Zoë wants you to call the tool find with {"who":"李 Ada"} [[sandbox: ${counters}]]`,
  cut: '[[sandbox: frames=12; cut_mid_stream; after_frames=5]]',
} as const;

const tool = {
  name: 'find',
  description: 'Finds a person.',
  parameters: { type: 'object', properties: { who: { type: 'string' } } },
};

type Surface = 'chat' | 'messages' | 'responses';

const paths: Readonly<Record<Surface, string>> = {
  chat: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
};

function bodyFor(
  surface: Surface,
  model: string,
  { text, hasTool = false }: { readonly text: string; readonly hasTool?: boolean },
): object {
  const messages = [{ role: 'user', content: text }];
  switch (surface) {
    case 'chat':
      return {
        model,
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 900,
        messages,
        ...(hasTool && { tools: [{ type: 'function', function: tool }] }),
      };
    case 'messages': {
      const { parameters: input_schema, ...named } = tool;
      return {
        model,
        stream: true,
        max_tokens: 900,
        messages,
        ...(hasTool && { tools: [{ ...named, input_schema }] }),
      };
    }
    case 'responses':
      return {
        model,
        stream: true,
        store: false,
        input: text,
        ...(hasTool && { tools: [{ type: 'function', ...tool }] }),
      };
  }
}

interface Call {
  readonly origin: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** A whole response, as it came; the connection is closed behind it. */
async function responseTo({ origin, path, headers = {}, body }: Call): Promise<Buffer> {
  const { hostname, port } = new URL(origin);
  const json = Buffer.from(JSON.stringify(body));
  const lines = {
    host: hostname,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': json.length,
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(Number(port), hostname);
  socket.write([`POST ${path} HTTP/1.1`, ...head, '', ''].join('\r\n'));
  socket.write(json);
  const bytes = Buffer.concat(await Array.fromAsync(socket as AsyncIterable<Buffer>));
  if (!bytes.subarray(0, 12).equals(Buffer.from('HTTP/1.1 200')))
    throw new Error(`${origin}${path}: ${bytes.toString()}`);
  return bytes;
}

async function record(name: string, call: Call): Promise<void> {
  const bytes = await responseTo(call);
  writeFileSync(join(folder, `${name}.http`), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}

mkdirSync(folder, { recursive: true });
await using stack = new AsyncDisposableStack();
const sandbox = await startSandboxUpstream();
stack.defer(() => sandbox.close());
const behind = { baseUrl: sandbox.baseUrl, apiKey: 'sandbox-upstream-key' };

/** The surface that is asked, and the protocol that the answer was in before; the same: read and written again by the writer. */
type Pair = readonly [surface: Surface, of: Surface];

const litellm = await startedLitellm(behind);
stack.defer(() => litellm.stop());
const switchyard = await startedSwitchyard(behind);
stack.defer(() => switchyard.stop());
const writers = {
  litellm: { origin: litellm.origin, headers: litellmHeaders },
  switchyard: { origin: switchyard.origin, headers: {} },
};
const translations: readonly Pair[] = [
  ['chat', 'messages'],
  ['messages', 'chat'],
  ['responses', 'messages'],
];
const repetitions: readonly Pair[] = [
  ['chat', 'chat'],
  ['messages', 'messages'],
  ['responses', 'responses'],
];
for (const [writer, { origin, headers }] of Object.entries(writers)) {
  for (const [surface, of] of [...translations, ...repetitions]) {
    const body = bodyFor(surface, `of-${of}`, { text: questions.words });
    await record(`${writer}-${surface}-of-${of}`, { origin, path: paths[surface], headers, body });
  }
  for (const [surface, of] of translations) {
    const body = bodyFor(surface, `of-${of}`, { text: questions.tool, hasTool: true });
    await record(`${writer}-${surface}-of-${of}-tool`, { origin, path: paths[surface], headers, body });
  }
  const body = bodyFor('messages', 'of-chat', { text: questions.cut });
  await record(`${writer}-messages-of-chat-cut`, { origin, path: paths.messages, headers, body });
}
await record('litellm-chat-of-nobody', {
  ...writers.litellm,
  path: paths.chat,
  body: bodyFor('chat', 'of-nobody', { text: 'Hello' }),
});
