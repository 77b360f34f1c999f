// One question, one answer, and the two events that it left.
// Run: npm start, then in another terminal: npm run example examples/chat.ts
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import OpenAI from 'openai';
import { apiKey, baseURL } from './_gateway.ts';

const client = new OpenAI({ baseURL: baseURL(), apiKey: apiKey() });

const { data: completion, response } = await client.chat.completions
  .create({
    model: 'average',
    max_tokens: 200,
    messages: [{ role: 'user', content: 'Where does every euro go?' }],
  })
  .withResponse();

console.log(completion.choices[0]?.message.content);
console.log(`cost: ${response.headers.get('x-waybill-cost-eur')} euro`);

// What the ledger recorded of it: the hold, then the bill.
const reservationId = response.headers.get('x-waybill-reservation') ?? '';
const waybill = join(import.meta.dirname, '..', 'src', 'cli', 'waybill.mjs');
const tail = ['ledger', 'tail', '--stream', 'wallet-', '--json'];
for (const line of execFileSync(process.execPath, [waybill, ...tail], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  .trim()
  .split('\n')) {
  if (line.includes(reservationId)) console.log(line);
}
