import test from 'ava';
import * as fc from 'fast-check';
import { dataDirectory, environmentFor, plainPrices, startTestGateway, testConfig } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { assertBillingRecordsAgree } from '../_support/sandbox-bill.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// The upstream counts prompts of its own for tools, which no byte of a request bounds.

const eachTokens = 735;
const surfaceNames = ['chat_completions', 'messages', 'responses'] as const;
type SurfaceName = (typeof surfaceNames)[number];
const hello = [{ role: 'user', content: 'a' }];
const requests = {
  chat_completions: ['/chat/completions', { max_tokens: 1, messages: hello }],
  messages: ['/messages', { max_tokens: 1, messages: hello }],
  responses: ['/responses', { max_output_tokens: 1, store: false, input: hello }],
} as const;

const shared = new SharedTeardown();
test.after.always(() => shared.end());

async function scene() {
  const sandbox = await startSandbox(shared);
  const target = {
    upstream: 'sandbox',
    model: `sandbox-small:tool_prompt_tokens-${eachTokens}`,
    surfaces: surfaceNames,
    prices: plainPrices,
  };
  const config = testConfig(sandbox, {
    targets: { wide: target, narrow: { ...target, tool_prompt_tokens_max: 0 } },
    profiles: { wide: { targets: ['wide'] }, narrow: { targets: ['narrow'] } },
  });
  const environment = environmentFor(dataDirectory(shared), config);
  const ledger = await viewLedger(shared, environment);
  const { baseUrl } = await startTestGateway(shared, environment);
  return { sandbox, ledger, baseUrl };
}

let started: ReturnType<typeof scene> | null = null;
const start = (): ReturnType<typeof scene> => (started ??= scene());

const functionTool = {
  chat_completions: (name: string) => ({ type: 'function', function: { name } }),
  messages: (name: string) => ({ name, input_schema: { type: 'object' } }),
  responses: (name: string) => ({ type: 'function', name, parameters: null, strict: null }),
};
const namedTypes = ['bash_20250124', 'text_editor_20250728', 'memory_20250818'];

const offered = fc.constantFrom(...surfaceNames).chain((surface: SurfaceName) => {
  const tools = fc
    .nat({ max: 4 })
    .map((count) => Array.from({ length: count }, (_, at) => functionTool[surface](`f${at}`)));
  const named = fc.subarray(namedTypes).map((types) => types.map((type) => ({ type, name: type.slice(0, 4) })));
  return fc
    .tuple(tools, surface === 'messages' ? named : fc.constant([]))
    .map(([described, short]) => ({ surface, tools: [...described, ...short] }));
});

async function ask(
  model: string,
  { surface, tools }: { readonly surface: SurfaceName; readonly tools: readonly object[] },
) {
  const { ledger, baseUrl } = await start();
  const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true });
  const [path, body] = requests[surface];
  const reply = await httpCall(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, ...body, ...(tools.length === 0 ? {} : { tools }) }),
  });
  return { reply, walletId };
}

test('the hold covers the prompts that the upstream adds for any tools of a request', async (t) => {
  const { ledger, sandbox } = await start();
  await fc.assert(
    fc.asyncProperty(offered, async (call) => {
      const { reply, walletId } = await ask('wide', call);
      t.is(reply.status, 200, reply.text);
      const wallet = await ledger.settledWallet(walletId);
      assertWalletIsSound(t, wallet);
      await assertBillingRecordsAgree(t, { wallet, sandbox });
      t.is(wallet.reservations[0]?.settled?.overrun_eur, '0.000000000', JSON.stringify(call));
    }),
    { numRuns: propertyRuns(20) },
  );
});

test('a request without tools holds nothing for tool prompts, and one with tools holds the target’s tool prompts', async (t) => {
  const { ledger } = await start();
  const boundOf = async (model: string, surface: SurfaceName, tools: readonly object[]) => {
    const { walletId } = await ask(model, { surface, tools });
    return (await ledger.settledWallet(walletId)).reservations[0]?.reserved.input_tokens_max ?? 0;
  };
  for (const surface of surfaceNames) {
    t.true((await boundOf('wide', surface, [])) < 200, surface);
    const tool = [functionTool[surface]('f')];
    const narrow = await boundOf('narrow', surface, tool);
    // The names of the two profiles differ by two bytes.
    t.is(await boundOf('wide', surface, tool), narrow - 2 + 1_000, surface);
  }
  const named = [{ type: 'bash_20250124', name: 'bash' }];
  t.is(await boundOf('wide', 'messages', named), (await boundOf('narrow', 'messages', named)) - 2 + 2_000);
});
