// One question, one answer, and the two events that it left.
// Run: npm start, then in another terminal: npm run example examples/chat.ts
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
