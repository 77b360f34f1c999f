// What a key reads about itself: the bill of a stream, line by line, the sum of its day, and what is left.
// Run: npm start, then in another terminal: npm run example examples/own-charges.ts
import OpenAI from 'openai';
import { apiKey, baseURL } from './_gateway.ts';

interface Charge {
  readonly state: string;
  readonly cost_eur: string;
  readonly lines: readonly { readonly counter: string; readonly quantity: number; readonly amount_eur: string }[];
}

interface Usage {
  readonly data: readonly { readonly starts_at: string; readonly requests: number; readonly cost_eur: string }[];
}

interface Key {
  readonly name: string;
  readonly profiles: readonly string[];
  readonly wallet: { readonly available_eur: string };
}

const client = new OpenAI({ baseURL: baseURL(), apiKey: apiKey() });

const { data: stream, response } = await client.chat.completions
  .create({
    model: 'light',
    max_tokens: 200,
    stream: true,
    messages: [{ role: 'user', content: 'What does this answer cost?' }],
  })
  .withResponse();
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? '');

// The header names the reservation, as the comment before the last record does. The charge is there when the stream ends.
const reservation = response.headers.get('x-waybill-reservation') ?? '';
const charge = await client.get<Charge>(`/charges/${reservation}`);
console.log(`\n${charge.state}: ${charge.cost_eur} euro`);
for (const { counter, quantity, amount_eur } of charge.lines)
  console.log(`${counter}: ${quantity}, ${amount_eur} euro`);

const { data: days } = await client.get<Usage>('/usage?by=day&zone=Europe/Rome');
for (const { starts_at, requests, cost_eur } of days)
  console.log(`${starts_at}: ${requests} requests, ${cost_eur} euro`);

const key = await client.get<Key>('/key');
console.log(`${key.name} may use ${key.profiles.length} profiles, and ${key.wallet.available_eur} euro are available`);
