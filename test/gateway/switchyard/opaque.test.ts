import test, { type ExecutionContext } from 'ava';
import type { SandboxForTest } from '../../_support/sandbox.ts';
import { startSandbox } from '../../_support/sandbox.ts';
import { choicesIn, setSwitchyardScene } from '../../_support/switchyard-scene.ts';

// What was thought is given to the caller as a block that only its account can read. Where nothing is stored, the caller
// brings it back, and each new task is chosen for anew, among those at that account.

const hard = 'Prove that the algorithm terminates, and give its complexity.';
const easy = 'What is the capital of Italy?';
const surfaces = ['responses'];

/** `large` is at an upstream of its own where one is given. */
async function setScene(t: ExecutionContext, other: SandboxForTest | null) {
  const target = (model: string, price: string, more: object) => ({
    upstream: 'sandbox',
    model,
    surfaces,
    context_tokens_max: 20_000,
    output_tokens_max: 1_000,
    prices: { id: model, version: '1', eur_per_million_tokens: { input: price, output: price } },
    ...more,
  });
  const place = other === null ? {} : { upstream: 'other' };
  const efforts = ['none', 'low', 'high'];
  const setting = {
    targets: {
      small: target('sandbox-medium', '0.1', { efforts }),
      large: target('sandbox-large', '1', { ...place, efforts }),
    },
    upstreams: other === null ? {} : { other: { base_url: other.baseUrl, api_key: other.apiKey } },
  };
  return { ...(await setSwitchyardScene(t, setting)), setting };
}

async function easyThenHard(t: ExecutionContext, other: SandboxForTest | null) {
  const scene = await setScene(t, other);
  const { post, ledger, tenant } = scene;
  const ask = (input: readonly object[]) =>
    post('/responses', {
      model: 'switchyard',
      store: false,
      max_output_tokens: 200,
      reasoning: { effort: 'low' },
      include: ['reasoning.encrypted_content'],
      input,
    });
  const question = { role: 'user', content: easy };
  const first = await ask([question]);
  t.is(first.headers.get('x-waybill-selected-profile'), 'light');
  const { output } = (await first.json()) as { readonly output: readonly { readonly type: string }[] };
  t.is(output[0]?.type, 'reasoning');
  const goOn = () => ask([question, ...output, { role: 'user', content: hard }]);
  const second = await goOn();
  const sight = await ledger.settledWallet(tenant.walletId, 2);
  return { second, sight, scene, goOn };
}

test('blocks of an earlier task go unchanged to another candidate at the same account', async (t) => {
  const { second, sight, scene } = await easyThenHard(t, null);
  t.deepEqual(
    choicesIn(sight).map(({ selected }) => selected),
    ['light', 'advanced'],
  );
  t.is(second.status, 200);
  const asked = (await scene.sandbox.requests()).map(({ body_text }) => body_text);
  t.regex(asked.at(-1) ?? '', /"encrypted_content":"[^"]+"/);
});

test('a candidate at another account than the blocks is left out of the choice', async (t) => {
  const other = await startSandbox(t, { apiKey: 'another-account' });
  const { second, sight, scene } = await easyThenHard(t, other);
  t.is(second.status, 200);
  const [, choice] = choicesIn(sight);
  t.is(choice?.selected, 'light');
  t.is(choice?.strategy, 'only_candidate');
  t.deepEqual(
    choice?.candidates.map(({ profile, excluded }) => [profile, excluded]),
    [
      ['light', undefined],
      ['advanced', 'account'],
    ],
  );
  t.is((await scene.sandbox.requests()).length, 2);
  t.is((await other.requests()).length, 0);
  // Without the blocks the task is anybody's.
  const question = { role: 'user', content: hard };
  const body = { model: 'switchyard', store: false, max_output_tokens: 200, input: [question] };
  t.is((await scene.post('/responses', body)).headers.get('x-waybill-selected-profile'), 'advanced');
});

test('blocks of an account that no candidate reaches are refused, and no choice is made', async (t) => {
  const other = await startSandbox(t, { apiKey: 'another-account' });
  const { scene, goOn } = await easyThenHard(t, other);
  t.is((await scene.reconfigure({ ...scene.setting, upstream: { account: 'moved' } })).kind, 'taken');
  const again = await goOn();
  t.is(again.status, 503);
  const { error } = (await again.json()) as { readonly error: { readonly message: string } };
  t.regex(error.message, /is no longer in use. Nothing was charged/);
  t.is(choicesIn(await scene.ledger.wallet(scene.tenant.walletId)).length, 2);
});
