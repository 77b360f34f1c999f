// An easy question and a hard one under the name `switchyard`: who answered, what it cost, and what choosing cost.
// Run: npm start, then in another terminal: npm run example examples/switchyard.ts
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import OpenAI from 'openai';
import { apiKey, baseURL } from './_gateway.ts';

const client = new OpenAI({ baseURL: baseURL(), apiKey: apiKey() });
const reservations: string[] = [];

for (const question of ['What is the capital of Italy?', 'Prove that there is no largest prime number.']) {
  const { response } = await client.chat.completions
    .create({ model: 'switchyard', max_tokens: 400, messages: [{ role: 'user', content: question }] })
    .withResponse();
  const told = (name: string): string | null => response.headers.get(`x-waybill-${name}`);
  console.log(`${told('selected-profile')}: ${told('cost-eur')} euro, of which choosing ${told('selection-eur')}`);
  reservations.push(told('reservation') ?? '');
}

// What the ledger recorded: each hold, each choice, each bill.
const waybill = join(import.meta.dirname, '..', 'src', 'cli', 'waybill.mjs');
const tail = ['ledger', 'tail', '--stream', 'wallet-', '--json'];
for (const line of execFileSync(process.execPath, [waybill, ...tail], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  .trim()
  .split('\n')) {
  if (reservations.some((id) => line.includes(id))) console.log(line);
}
