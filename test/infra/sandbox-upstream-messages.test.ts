import test from 'ava';
import { startSandbox, type SandboxForTest } from '../_support/sandbox.ts';

// What the sandbox takes for a message, and what it does not: as strict as the protocol.

const base = { model: 'sandbox-small', max_tokens: 5_000, messages: [{ role: 'user', content: 'Hello' }] };

async function ask({ baseUrl, apiKey }: SandboxForTest, more: object, path = ''): Promise<readonly [number, string]> {
  const reply = await fetch(`${baseUrl}/messages${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: JSON.stringify({ ...base, ...more }),
  });
  return [reply.status, await reply.text()];
}

test('a request that the protocol does not allow gets a 400 in its dialect', async (t) => {
  const sandbox = await startSandbox(t);
  const enabled = (budget: number) => ({ thinking: { type: 'enabled', budget_tokens: budget } });
  for (const [more, says] of [
    [{ reasoning_effort: 'low' }, /reasoning_effort: Extra inputs are not permitted/],
    [{ diagnostics: {} }, /diagnostics: Extra inputs/],
    [{ max_tokens: undefined }, /max_tokens: Field required/],
    [{ messages: [{ content: 'x' }] }, /messages\.0\.role: Field required/],
    [{ messages: [base.messages[0], { role: 'tool', content: 'x' }] }, /messages\.1\.role: Input should be a known/],
    [enabled(1_023), /at least 1024/],
    [enabled(5_000), /below max_tokens/],
    [{ ...enabled(1_024), tool_choice: { type: 'any' } }, /forces tool use/],
    [{ ...enabled(1_024), temperature: 1 }, /may not be set/],
    [{ thinking: { type: 'adaptive' }, output_config: { effort: 'minimal' } }, /known effort/],
    [
      { messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 'y' }] }] },
      /Invalid `signature` in `thinking` block/,
    ],
  ] as const) {
    const [status, text] = await ask(sandbox, more);
    t.is(status, 400, text);
    t.like(JSON.parse(text), { type: 'error', error: { type: 'invalid_request_error' } });
    t.regex(text, says);
  }
  t.is((await ask(sandbox, {}, '/count_tokens'))[0], 400, 'a count takes no max_tokens');
});

test('a caller who hangs up is charged for the frames that were sent', async (t) => {
  const sandbox = await startSandbox(t);
  const [status] = await ask(sandbox, {
    stream: true,
    messages: [{ role: 'user', content: 'Hi [[sandbox: cut_mid_stream; frames=20; after_frames=8]]' }],
  }).catch(() => [0] as const);
  t.is(status, 0);
  const [entry] = (await sandbox.billingRecords()).entries;
  // The start, a ping and the start of the block come before the first word.
  t.like(entry, { surface: 'messages', state: 'charged', usage: { output_tokens: 5 } });
});
