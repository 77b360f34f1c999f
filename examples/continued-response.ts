// A conversation of two turns that the gateway remembers, then forgets.
// Run: npm start, then in another terminal: npm run example examples/continued-response.ts
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import OpenAI from 'openai';
import { apiKey, baseURL } from './_gateway.ts';

const { responses } = new OpenAI({ baseURL: baseURL(), apiKey: apiKey() });

const first = await responses.create({ model: 'average', max_output_tokens: 200, input: 'My lucky number is 7.' });
console.log(first.output_text);

// Only the new turn is sent: the gateway gives the model the whole conversation, and it is paid for as what it is.
const second = await responses.create({
  model: 'average',
  max_output_tokens: 200,
  input: 'What is my lucky number?',
  previous_response_id: first.id,
});
console.log(second.output_text);
console.log(`read: ${first.usage?.input_tokens} tokens, then ${second.usage?.input_tokens}`);

for (const { id } of [first, second]) await responses.delete(id);

// What the ledger recorded: that they were kept, and that they are gone. Their text stands nowhere in the clear.
const waybill = join(import.meta.dirname, '..', 'src', 'cli', 'waybill.mjs');
const tail = ['ledger', 'tail', '--stream', 'response-', '--json'];
for (const line of execFileSync(process.execPath, [waybill, ...tail], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  .trim()
  .split('\n')) {
  if (line.includes(first.id)) console.log(line);
}
