#!/usr/bin/env bash
# A model of LangChain with `streaming: true` that is asked by `invoke` holds a finished answer back until it has asked a web host,
# tiktoken.pages.dev, for the vocabulary of GPT-2, to count tokens that the server has counted: the counts that it then reports are
# the server's. Where that host cannot be reached, as behind a gateway that is the only way out, it tries seven times and for more than a
# minute, once for the prompt and once for the answer: an answer of a third of a second took 172 s. It prints a warning, and raises
# nothing. The same model asked by `stream` asks nobody. `streamUsage` does not matter, nor the name of the model, which the host is
# never told.
# Seen with @langchain/openai 1.6.0 and @langchain/core 1.4.0 on Node 20.20.2, every host but the loopback out of reach:
#   stream: answered, 0 requests elsewhere
#   invoke: not answered 8 s after the last byte; asked: tiktoken.pages.dev/js/gpt2.json, more than once
#   invoke, the host answering as published: answered, counts 1000 and 4, as the server says
# So a program behind such a gateway uses `stream`, or lets this host through. Needs npm, and Node 20 or later; it calls the loopback
# alone. Exits with 1 when the behaviour is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact @langchain/openai@1.6.0 @langchain/core@1.4.0 js-tiktoken@1.0.21
cat >ask.mjs <<'JS'
import { createServer } from 'node:http';
import { ChatOpenAI } from '@langchain/openai';
import gpt2 from 'js-tiktoken/ranks/gpt2';
const chunk = (more) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...more })}\n\n`;
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: 'one two' }, finish_reason: null }] }));
    response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
    response.write(chunk({ choices: [], usage: { prompt_tokens: 1000, completion_tokens: 4, total_tokens: 1004 } }));
    response.end('data: [DONE]\n\n');
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
const asked = [];
let isReached = false;
const real = globalThis.fetch;
globalThis.fetch = async (target, ...more) => {
  const url = new URL(target.url ?? target);
  if (url.hostname === '127.0.0.1') return await real(target, ...more);
  asked.push(url.host + url.pathname);
  if (isReached) return Response.json(gpt2);
  throw new TypeError('fetch failed');
};
console.warn = () => {};
const model = new ChatOpenAI({ model: 'm', apiKey: 'k', configuration: { baseURL }, streaming: true, streamUsage: true });
for await (const _ of await model.stream('hello'));
console.log(`stream: answered, ${asked.length} requests elsewhere`);
const first = await Promise.race([
  model.invoke('hello').then(() => 'answered'),
  new Promise((resolve) => setTimeout(resolve, 8000, 'not answered')),
]);
const hosts = [...new Set(asked)].join(' ');
console.log(`invoke: ${first} in 8 s; asked: ${hosts}${asked.length > 1 ? ', more than once' : ''}`);
isReached = true;
const { usage_metadata: counts } = await new ChatOpenAI({
  model: 'm', apiKey: 'k', configuration: { baseURL }, streaming: true, streamUsage: true,
}).invoke('hello');
console.log(`invoke, the host reached: answered, counts ${counts.input_tokens} and ${counts.output_tokens}`);
process.exit(0);
JS
seen=$(node ask.mjs)
printf '%s\n' "$seen"
[[ $seen == 'stream: answered, 0 requests elsewhere
invoke: not answered in 8 s; asked: tiktoken.pages.dev/js/gpt2.json, more than once
invoke, the host reached: answered, counts 1000 and 4' ]] || { echo 'the behaviour is another'; exit 1; }
