// A streamed answer. The bill is in the ledger before the stream ends: who has seen the end can look it up at once.
// Run: npm start, then in another terminal: npm run example examples/chat-stream.ts
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import OpenAI from 'openai';
import { apiKey, baseURL } from './_gateway.ts';

const client = new OpenAI({ baseURL: baseURL(), apiKey: apiKey() });

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
