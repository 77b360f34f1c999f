import Anthropic from '@anthropic-ai/sdk';
import test, { type ExecutionContext } from 'ava';
import OpenAI, { APIError, toFile } from 'openai';
import {
  assertBothBillingRecordsAgree,
  failedAttempts,
  setPoolScene,
  type PoolScene,
} from '../../_support/failing-over-scene.ts';
import { audioPrices } from '../../_support/sandbox-bill.ts';

// Each surface through its official client, where the first of two targets fails, on both engines of the ledger.

interface Clients {
  readonly openai: OpenAI;
  readonly anthropic: Anthropic;
}

function clientsOf({ baseUrl, tenant: { apiKey } }: PoolScene): Clients {
  return {
    openai: new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 }),
    anthropic: new Anthropic({ apiKey, baseURL: new URL(baseUrl).origin, maxRetries: 0 }),
  };
}

const user = (content: string) => [{ role: 'user' as const, content }];

/** Each answers what was said. */
const calls: Readonly<Record<string, (clients: Clients) => Promise<string>>> = {
  'chat completions': async ({ openai }) => {
    const { choices } = await openai.chat.completions.create({ model: 'light', messages: user('one') });
    return choices[0]?.message.content ?? '';
  },
  'streamed chat completions': async ({ openai }) => {
    const stream = openai.chat.completions.stream({ model: 'light', messages: user('two') });
    return (await stream.finalContent()) ?? '';
  },
  responses: async ({ openai }) =>
    (await openai.responses.create({ model: 'light', input: 'three', store: false })).output_text,
  'streamed responses': async ({ openai }) => {
    const stream = openai.responses.stream({ model: 'light', input: 'four', store: false });
    return (await stream.finalResponse()).output_text;
  },
  messages: async ({ anthropic }) => {
    const { content } = await anthropic.messages.create({ model: 'light', max_tokens: 50, messages: user('five') });
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  },
  'streamed messages': async ({ anthropic }) =>
    await anthropic.messages.stream({ model: 'light', max_tokens: 50, messages: user('six') }).finalText(),
  embeddings: async ({ openai }) => {
    const { data } = await openai.embeddings.create({ model: 'light', input: 'seven' });
    return `You said: ${(data[0]?.embedding.length ?? 0) > 0 ? 'seven' : 'nothing'}`;
  },
  'System One': async ({ openai }) => {
    const questions = { sunny: { type: 'noul', instructions: 'Is it sunny?' } };
    const body = { model: 'light', state: { note: 'a day' }, questions };
    return `You said: ${JSON.stringify(await openai.post('/systemone', { body })).includes('sunny') ? 'eight' : ''}`;
  },
};

for (const engine of ['sqlite', 'eventstoredb'] as const) {
  test(`every surface is answered by the second target through its official client, on ${engine}`, async (t) => {
    const scene = await setPoolScene(t, { engine });
    const clients = clientsOf(scene);
    const expected = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
    for (const [nth, [surface, call]] of Object.entries(calls).entries()) {
      await scene.first.misbehave('500');
      t.regex(await call(clients), new RegExp(`You said: ${expected[nth]}`), surface);
      t.is((await scene.second.requests()).length, nth + 1, surface);
    }
    await scene.first.misbehave('500');
    const counted = await clients.anthropic.messages.countTokens({ model: 'light', messages: user('nine') });
    t.true(counted.input_tokens > 0);
    const wallet = await scene.ledger.settledWallet(scene.tenant.walletId, 2 * expected.length);
    t.is(failedAttempts(wallet).length, expected.length, 'what is counted for nothing is no attempt of the wallet');
    await assertBothBillingRecordsAgree(t, wallet, scene);
  });

  test(`speech and transcriptions are answered by the second target, on ${engine}`, async (t) => {
    const sound = { surfaces: ['audio_speech', 'audio_transcriptions'], prices: audioPrices };
    const scene = await setPoolScene(t, { engine, first: sound, second: sound });
    const { openai } = clientsOf(scene);
    await scene.first.misbehave('500');
    const spoken = await openai.audio.speech.create({ model: 'light', input: 'say it', voice: 'alloy' });
    t.true((await spoken.arrayBuffer()).byteLength > 0);
    await scene.first.misbehave('500');
    const file = await toFile(Buffer.alloc(40_000, 7), 'said.mp3');
    t.true((await openai.audio.transcriptions.create({ model: 'light', file })).text.length > 0);
    t.is((await scene.second.requests()).length, 2);
    const wallet = await scene.ledger.settledWallet(scene.tenant.walletId, 4);
    t.deepEqual(
      failedAttempts(wallet).map(({ failure, outcome }) => [failure, outcome]),
      [
        ['server_error', 'unknown'],
        ['server_error', 'unknown'],
      ],
    );
    t.is(wallet.reservations.filter(({ charged }) => charged > 0n).length, 2, 'what failed was not charged');
  });

  test(`a request with a file never moves to another account, and its caller gets advice if the account fails, on ${engine}`, async (t) => {
    const scene = await setPoolScene(t, { engine, top: { files: { openai: { upstream: 'sandbox' } } } });
    const { openai } = clientsOf(scene);
    const { id } = await openai.files.create({
      file: await toFile(Buffer.from('Hello'), 'a.txt'),
      purpose: 'user_data',
    });
    const content = [{ type: 'file' as const, file: { file_id: id } }];
    const ask = () => openai.chat.completions.create({ model: 'light', messages: [{ role: 'user', content }] });
    await scene.first.misbehave('503');
    await assertTold(t, ask());
    t.is((await scene.second.requests()).length, 0);
    t.is((await ask()).object, 'chat.completion');
    await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId, 2), scene);
  });
}

async function assertTold(t: ExecutionContext, asked: Promise<unknown>): Promise<void> {
  const error = await t.throwsAsync(asked, { instanceOf: APIError });
  t.is(error?.status, 503);
  t.regex(JSON.stringify(error?.error), /send the content of its files instead of their ids/);
}
