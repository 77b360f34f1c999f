import test, { type ExecutionContext } from 'ava';
import { always, choicesIn, setSwitchyardScene, type SwitchyardSetting } from '../../_support/switchyard-scene.ts';

// What a request holds that some targets must not get, or do not take: they are left out before anything is chosen.

const small = {
  upstream: 'sandbox',
  model: 'sandbox-small',
  surfaces: ['chat_completions'],
  context_tokens_max: 20_000,
  output_tokens_max: 1_000,
  prices: { id: 'plain', version: '1', eur_per_million_tokens: { input: '1', output: '2' } },
};
const dear = { prices: { ...small.prices, id: 'dear', eur_per_million_tokens: { input: '2', output: '4' } } };
const target = (model: string, more: object = {}) => ({ ...small, model: `sandbox-${model}`, ...more });

interface Told {
  readonly error: { readonly code: string; readonly param: string | null };
}

/** Two profiles, each of a first target and a second one; and who was asked. */
async function scene(t: ExecutionContext, targets: Readonly<Record<string, object>>, setting: SwitchyardSetting = {}) {
  const made = await setSwitchyardScene(t, {
    switchyard: always.economical,
    ...setting,
    targets: Object.fromEntries(Object.entries(targets).map(([name, more]) => [name, target(name, more)])),
    upstream: { retries_max: 0 },
    top: {
      personal_data: { languages: ['en'] },
      profiles: { light: { targets: ['light1', 'light2'] }, advanced: { targets: ['advanced1', 'advanced2'] } },
    },
  });
  return {
    ...made,
    /** The models that were asked, in order. */
    asked: async () =>
      (await made.sandbox.requests()).map(
        ({ body_text }) => (JSON.parse(body_text) as { readonly model: string }).model,
      ),
    choice: async () => choicesIn(await made.ledger.settledWallet(made.tenant.walletId))[0],
  };
}

const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
const shown = { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }, picture] }] };
const isProtected = { tenant: { piiEnabled: true } };

test('a picture of a caller who needs protection goes to trusted targets alone, of whichever profile', async (t) => {
  const targets = { light1: {}, light2: {}, advanced1: {}, advanced2: { trusted: true } };
  const { ask, asked, choice } = await scene(t, targets, isProtected);
  const answer = await ask('', shown);
  t.is(answer.status, 200, await answer.text());
  t.is(answer.headers.get('x-waybill-selected-profile'), 'advanced');
  t.deepEqual(await asked(), ['sandbox-advanced2']);
  const made = await choice();
  t.like(made, { strategy: 'only_candidate', selected: 'advanced' });
  t.deepEqual(
    made?.candidates.map(({ profile, excluded }) => [profile, excluded]),
    [
      ['light', 'personal_data'],
      ['advanced', undefined],
    ],
  );
});

test('a trusted target that fails is not followed by one that is not trusted', async (t) => {
  const targets = { light1: {}, light2: { trusted: true }, advanced1: { trusted: true, ...dear }, advanced2: {} };
  const { ask, asked, sandbox, ledger, tenant } = await scene(t, targets, isProtected);
  await sandbox.misbehave('503');
  const answer = await ask('', shown);
  t.is(answer.status, 503, await answer.text());
  t.deepEqual(await asked(), ['sandbox-light2']);
  const { state } = await ledger.settledWallet(tenant.walletId);
  t.is(state.settled, 0n);
});

test('a picture is refused, and nothing is held, if no target of any candidate is trusted', async (t) => {
  const targets = { light1: {}, light2: {}, advanced1: {}, advanced2: {} };
  const { ask, asked, ledger, tenant } = await scene(t, targets, isProtected);
  const answer = await ask('', shown);
  t.is(answer.status, 400);
  t.is(((await answer.json()) as Told).error.code, 'input_not_inspectable');
  t.deepEqual(await asked(), []);
  t.deepEqual((await ledger.wallet(tenant.walletId)).reservations, []);
});

test('an unknown member goes to the targets that accept it, and the hold is for one of them', async (t) => {
  const refuse = { unknown_members: 'refuse' };
  const targets = { light1: { ...refuse, ...dear }, light2: {}, advanced1: { ...refuse, ...dear }, advanced2: refuse };
  const { ask, asked, choice, ledger, tenant } = await scene(t, targets);
  const answer = await ask('Hello', { unheard_of: true });
  t.is(answer.status, 200, await answer.text());
  t.deepEqual(await asked(), ['sandbox-light2']);
  t.deepEqual(
    (await choice())?.candidates.map(({ profile, excluded }) => [profile, excluded]),
    [
      ['light', undefined],
      ['advanced', 'input'],
    ],
  );
  const [reservation] = (await ledger.settledWallet(tenant.walletId)).reservations;
  t.is(reservation?.reserved.inference.target, 'light2');
  // Its whole context as input and for each of 128 answers: 20,000 tokens at 1 and at 2 euro for a million.
  t.is(reservation?.reserved.amount_eur, '5.140000000');
});

test('an unknown member that no target accepts is refused by its name', async (t) => {
  const refuse = { unknown_members: 'refuse' };
  const { ask, asked } = await scene(t, { light1: refuse, light2: refuse, advanced1: refuse, advanced2: refuse });
  const answer = await ask('Hello', { unheard_of: true });
  t.is(answer.status, 400);
  t.like(((await answer.json()) as Told).error, { code: 'unsupported_parameter', param: 'unheard_of' });
  t.deepEqual(await asked(), []);
});
