#!/usr/bin/env bash
# What Claude Code does with an error inside a stream depends on whether a content block had ended, and on the type of the error.
# Before the end of the first block it asks for the whole answer again without a stream, whatever the type, unless
# CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK is 1. Behind an ended block it asks three times more, the partial answer appended, at the
# protocol's own api_error, and not at all at a type that the protocol does not name. Each request is a paid answer, and none is shown.
# Seen with @anthropic-ai/claude-code 2.1.332 on Linux x64, with --print:
#   block open, api_error: 2 requests
#   block open, stream_error: 2 requests
#   block open, stream_error, no fallback: 1 request
#   block ended, api_error: 4 requests
#   block ended, stream_error: 1 request
# Needs npm, and Node 20 or later; it calls the loopback alone. Exits with 1 when the behaviour is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact @anthropic-ai/claude-code@2.1.332
cat >ask.mjs <<'JS'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
const event = (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-4-5', content: [], stop_reason: null,
  stop_sequence: null, usage: { input_tokens: 9, output_tokens: 1 } };
async function requestsAt({ ended, type, settings = {} }) {
  let requests = 0;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    if (!/^\/v1\/messages(\?|$)/.test(request.url)) return response.writeHead(404).end();
    requests += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event({ type: 'message_start', message }));
    response.write(event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }));
    response.write(event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Once upon' } }));
    if (ended) response.write(event({ type: 'content_block_stop', index: 0 }));
    response.end(event({ type: 'error', error: { type, message: 'The answer was cut.' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const child = spawn('node_modules/.bin/claude', ['--print', 'Tell me a story'], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: process.cwd(), ANTHROPIC_API_KEY: 'sk-test', DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`, ...settings },
  });
  const timer = setTimeout(() => child.kill(), 180_000);
  await once(child, 'close');
  clearTimeout(timer);
  server.close();
  server.closeAllConnections();
  return requests;
}
const settings = { CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1' };
let isSame = true;
for (const [its, expected] of [
  [{ ended: false, type: 'api_error' }, 2],
  [{ ended: false, type: 'stream_error' }, 2],
  [{ ended: false, type: 'stream_error', settings }, 1],
  [{ ended: true, type: 'api_error' }, 4],
  [{ ended: true, type: 'stream_error' }, 1],
]) {
  const seen = await requestsAt(its);
  const name = `block ${its.ended ? 'ended' : 'open'}, ${its.type}${its.settings ? ', no fallback' : ''}`;
  console.log(`${name}: ${seen} request${seen === 1 ? '' : 's'}`);
  isSame &&= seen === expected;
}
process.exit(isSame ? 0 : 1);
JS
node ask.mjs
