#!/usr/bin/env bash
# Claude Code shows the words of a refusal, unless some of them are words that it knows: then it shows a sentence of its own, which is about
# Anthropic's service and not about the one that was asked. Where a sentence has "x-api-key", in whatever status and sense, it says that the
# key is invalid, and a 400 is asked six times though `x-should-retry` is false. "Credit balance is too low" loses what follows it, such as
# where to get credit; "prompt is too long" becomes advice on a conversation, whatever else was too small; each 413 names a limit of 32 MB.
# Seen with @anthropic-ai/claude-code 2.1.332 on Linux x64, with --print; each refusal has x-should-retry: false
#   402 Your wallet is empty: ask Ann.              1 request   API Error: 402 Your wallet is empty: ask Ann.
#   402 Credit balance is too low: ask Ann.         1 request   Credit balance is too low
#   400 Tags were sent in x-api-key too.            6 requests  Invalid API key · Fix external API key
#   400 The prompt is too long for your wallet.     1 request   Prompt is too long · this conversation is a single exchange …
#   413 At most 4 MB are taken here.                1 request   Request too large (max 32MB). …
# So whoever refuses avoids these words. Needs npm, and Node 20 or later; it calls the loopback alone. Exits with 1 when the behaviour
# is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact @anthropic-ai/claude-code@2.1.332
cat >ask.mjs <<'JS'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
async function shownAt(status, type, message) {
  let requests = 0;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    if (!/^\/v1\/messages(\?|$)/.test(request.url)) return response.writeHead(404).end();
    requests += 1;
    response.writeHead(status, { 'content-type': 'application/json', 'x-should-retry': 'false' });
    response.end(JSON.stringify({ type: 'error', error: { type, message } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const child = spawn('node_modules/.bin/claude', ['--print', 'Tell me a story'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, HOME: await mkdtemp('home-'), ANTHROPIC_API_KEY: 'sk-test', DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}` },
  });
  const timer = setTimeout(() => child.kill(), 90_000);
  let shown = '';
  child.stdout.on('data', (piece) => (shown += piece));
  await once(child, 'close');
  clearTimeout(timer);
  server.close();
  server.closeAllConnections();
  return [requests, shown.trim()];
}
const refusals = [
  [402, 'billing_error', 'Your wallet is empty: ask Ann.', 1, 'API Error: 402 Your wallet is empty: ask Ann.'],
  [402, 'billing_error', 'Credit balance is too low: ask Ann.', 1, 'Credit balance is too low'],
  [400, 'invalid_request_error', 'Tags were sent in x-api-key too.', 6, 'Invalid API key'],
  [400, 'invalid_request_error', 'The prompt is too long for your wallet.', 1, 'Prompt is too long · this conversation'],
  [413, 'request_too_large', 'At most 4 MB are taken here.', 1, 'Request too large (max 32MB).'],
];
let isSame = true;
await Promise.all(refusals.map(async ([status, type, message, times, begin], nth) => {
  const [requests, shown] = await shownAt(status, type, message);
  console.log(`${status} ${message} ${requests} request${requests === 1 ? '' : 's'}: ${shown}`);
  isSame &&= requests === times && shown.startsWith(begin) && shown.includes(message) === (nth === 0);
}));
process.exit(isSame ? 0 : 1);
JS
node ask.mjs
