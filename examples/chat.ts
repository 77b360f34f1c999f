// One question, one answer, and the two events that it left.
// Run: npm start, then in another terminal: npx node examples/chat.ts
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';

const dataDir = process.env['WAYBILL_DATA_DIR'] ?? 'data';
const sandbox = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as {
  readonly base_url: string;
  readonly api_key: string;
  readonly wallet_id: string;
};

const client = new OpenAI({ baseURL: sandbox.base_url, apiKey: sandbox.api_key });

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
const tail = ['ledger', 'tail', '--stream', `wallet-${sandbox.wallet_id}`, '--json'];
for (const line of execFileSync(process.execPath, [waybill, ...tail], { encoding: 'utf8' })
  .trim()
  .split('\n')) {
  if (line.includes(reservationId)) console.log(line);
}
