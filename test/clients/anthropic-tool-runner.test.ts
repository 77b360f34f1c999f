import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import EarlierAnthropic from 'anthropic-sdk-0';
import { betaTool as earlierBetaTool } from 'anthropic-sdk-0/helpers/beta/json-schema';
import test from 'ava';
import { clientGateway } from '../_support/client-gateway.ts';
import { recordingFetch } from '../_support/recording-fetch.ts';

// The tool runner of the official client: newer ones hold the conversation in a thread of the upstream, unless they are
// told in the words of the protocol that there are none.

const gateway = clientGateway();
test.after.always(gateway.end);

const definition = {
  name: 'look',
  description: 'Looks up.',
  inputSchema: { type: 'object', properties: { input: { type: 'string' } } },
} as const;
const run = (): string => 'It rains.';

const request = {
  model: 'light',
  max_tokens: 1_000,
  max_iterations: 4,
  messages: [{ role: 'user' as const, content: 'Please call the tool look with {"input":"weather"}' }],
};

for (const isStream of [false, true]) {
  test(`a tool is run and the conversation continues without a thread, ${isStream ? 'streamed' : 'whole'}`, async (t) => {
    const place = await gateway.place();
    const { fetch, recorded } = recordingFetch();
    const client = new Anthropic({ apiKey: place.apiKey, baseURL: place.origin, maxRetries: 0, fetch });
    const tools = [betaTool({ ...definition, run })];
    const last = isStream
      ? await client.beta.messages.toolRunner({ ...request, tools, stream: true }).runUntilDone()
      : await client.beta.messages.toolRunner({ ...request, tools }).runUntilDone();
    t.is(last.stop_reason, 'end_turn');
    // The first asks for a thread, and nothing is held for it.
    const [first, ...others] = await recorded();
    t.is(first?.status, 400);
    t.like(first?.answer, { error: { param: 'thread', details: { error_code: 'thread_unsupported_request' } } });
    t.deepEqual(
      others.map(({ status }) => status),
      [200, 200],
    );
    const bodies = await place.upstreamBodies();
    t.is(bodies.length, 2);
    t.true(bodies.every((body) => !('thread' in body)));
    await place.assertSettled(t, 2);
  });

  test(`a tool is run by the client before 1.0, ${isStream ? 'streamed' : 'whole'}`, async (t) => {
    const place = await gateway.place();
    const client = new EarlierAnthropic({ apiKey: place.apiKey, baseURL: place.origin, maxRetries: 0 });
    const tools = [earlierBetaTool({ ...definition, run })];
    const last = isStream
      ? await client.beta.messages.toolRunner({ ...request, tools, stream: true }).runUntilDone()
      : await client.beta.messages.toolRunner({ ...request, tools }).runUntilDone();
    t.is(last.stop_reason, 'end_turn');
    t.is((await place.upstreamBodies()).length, 2);
    await place.assertSettled(t, 2);
  });
}
