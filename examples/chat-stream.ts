// A streamed answer. The bill is in the ledger before the stream ends: who has seen the end can look it up at once.
// Run: npm start, then in another terminal: npm run example examples/chat-stream.ts
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';

// Where the gateway is and the key to it: WAYBILL_BASE_URL and WAYBILL_API_KEY, or what the sandbox of npm start wrote.
const { WAYBILL_BASE_URL, WAYBILL_API_KEY, WAYBILL_DATA_DIR = 'data' } = process.env;
const sandbox = WAYBILL_BASE_URL === undefined ? readFileSync(join(WAYBILL_DATA_DIR, 'sandbox.json'), 'utf8') : '{}';
const { base_url = WAYBILL_BASE_URL, api_key = WAYBILL_API_KEY } = JSON.parse(sandbox) as {
  readonly base_url?: string;
  readonly api_key?: string;
};

const client = new OpenAI({ baseURL: base_url, apiKey: api_key });

const { data: stream, response } = await client.chat.completions
  .create({
    model: 'light',
    max_tokens: 200,
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'Count the words of this answer while it comes.' }],
  })
  .withResponse();

for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
  if (chunk.usage)
    process.stdout.write(`\nusage: ${chunk.usage.prompt_tokens} + ${chunk.usage.completion_tokens} tokens\n`);
}

// What the ledger recorded of it: the hold, then the bill.
const reservationId = response.headers.get('x-waybill-reservation') ?? '';
const waybill = join(import.meta.dirname, '..', 'src', 'cli', 'waybill.mjs');
const tail = ['ledger', 'tail', '--stream', 'wallet-', '--json'];
for (const line of execFileSync(process.execPath, [waybill, ...tail], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  .trim()
  .split('\n')) {
  if (line.includes(reservationId)) console.log(line);
}
