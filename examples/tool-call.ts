// A tool call: two requests, so two reservations and two bills.
// Run: npm start, then in another terminal: npm run example examples/tool-call.ts
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import OpenAI from 'openai';
import { apiKey, baseURL } from './_gateway.ts';

const client = new OpenAI({ baseURL: baseURL(), apiKey: apiKey() });

const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Please call the tool and tell me the weather in Lisbon.' },
];
const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'weather',
      description: 'The weather of a place.',
      parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
    },
  },
];

const reservationIds: string[] = [];

async function ask(): Promise<OpenAI.ChatCompletionMessage> {
  const { data, response } = await client.chat.completions
    .create({ model: 'light', max_tokens: 200, messages, tools })
    .withResponse();
  reservationIds.push(response.headers.get('x-waybill-reservation') ?? '');
  const message = data.choices[0]?.message;
  if (message === undefined) throw new Error('an answer without a choice');
  return message;
}

const wish = await ask();
messages.push(wish);
for (const call of wish.tool_calls ?? []) {
  if (call.type !== 'function') continue;
  console.log(`called: ${call.function.name}(${call.function.arguments})`);
  messages.push({ role: 'tool', tool_call_id: call.id, content: 'Sunny, 24 degrees.' });
}
console.log((await ask()).content);

// What the ledger recorded: for each of the two requests the hold, then the bill.
const waybill = join(import.meta.dirname, '..', 'src', 'cli', 'waybill.mjs');
const tail = ['ledger', 'tail', '--stream', 'wallet-', '--json'];
for (const line of execFileSync(process.execPath, [waybill, ...tail], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  .trim()
  .split('\n')) {
  if (reservationIds.some((id) => line.includes(id))) console.log(line);
}
