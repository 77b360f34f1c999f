import Anthropic from '@anthropic-ai/sdk';
import test from 'ava';
import OpenAI, { APIError } from 'openai';
import { eurFromNano, nanoFromEur } from '../../../src/domain/money.ts';
import { environmentFor, startTestGateway } from '../../_support/gateway.ts';
import {
  always,
  candidates,
  choicesIn,
  setSwitchyardScene,
  switchyardConfig,
} from '../../_support/switchyard-scene.ts';

test('an embedded choice is recorded with a cost of zero, and its answer is charged by the prices of the chosen target', async (t) => {
  const { ask, ledger, tenant } = await setSwitchyardScene(t, { switchyard: always.economical });
  const answer = await ask('What is the capital of Italy?');
  t.is(answer.status, 200);
  t.is(answer.headers.get('x-waybill-selected-profile'), 'light');
  t.is(answer.headers.get('x-waybill-selection-eur'), '0.000000000');
  t.like(await answer.json(), { model: 'switchyard' });
  const sight = await ledger.settledWallet(tenant.walletId);
  const [choice] = choicesIn(sight);
  t.like(choice, { strategy: 'embedded', selected: 'light', cost_eur: '0.000000000', lines: [], outcome: 'decided' });
  t.deepEqual(
    choice?.candidates.map(({ profile, target, excluded }) => [profile, target, excluded]),
    [
      ['light', 'small', undefined],
      ['advanced', 'large', undefined],
    ],
  );
  const [reservation] = sight.reservations;
  t.is(reservation?.reserved.inference.target, 'large');
  t.is(reservation?.settled?.price_list_id, 'sandbox-small');
  t.is(answer.headers.get('x-waybill-cost-eur'), reservation?.settled?.cost_eur ?? null);
  t.is(sight.state.reserved, 0n);
});

test('the configured trade-off decides, and the effort becomes the nearest of the chosen target', async (t) => {
  const { ask, ledger, tenant, sandbox } = await setSwitchyardScene(t, { switchyard: always.capable });
  const answer = await ask('What is the capital of Italy?', { reasoning_effort: 'medium' });
  t.is(answer.headers.get('x-waybill-selected-profile'), 'advanced');
  const [choice] = choicesIn(await ledger.settledWallet(tenant.walletId));
  t.like(choice, { selected: 'advanced', effort_requested: 'medium', effort_applied: 'high' });
  const [request] = await sandbox.requests();
  t.like(JSON.parse(request?.body_text ?? '{}'), { model: 'sandbox-large', reasoning_effort: 'high' });
});

test('the chosen profile answers streams, messages and responses through the official clients', async (t) => {
  const { baseUrl, tenant, ledger } = await setSwitchyardScene(t, { switchyard: always.economical });
  const openai = new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 });
  const anthropic = new Anthropic({ apiKey: tenant.apiKey, baseURL: baseUrl.replace('/v1', ''), maxRetries: 0 });
  const said = [{ role: 'user' as const, content: 'Hello' }];
  const asked = { model: 'switchyard', messages: said };
  await openai.chat.completions.create(asked);
  for await (const _ of await openai.chat.completions.create({ ...asked, stream: true }));
  await anthropic.messages.create({ ...asked, max_tokens: 50 });
  await anthropic.messages.stream({ ...asked, max_tokens: 50 }).finalMessage();
  await openai.responses.create({ model: 'switchyard', input: 'Hello' });
  for await (const _ of await openai.responses.create({ model: 'switchyard', input: 'Hello', stream: true }));
  const sight = await ledger.settledWallet(tenant.walletId, 6);
  t.deepEqual(
    choicesIn(sight).map(({ strategy, selected }) => `${strategy} ${selected}`),
    Array.from({ length: 6 }, () => 'embedded light'),
  );
  t.true(sight.reservations.every(({ settled }) => settled?.price_list_id === 'sandbox-small'));
});

test('a surface without turns is answered by the fallback, and a free request by a choice that is not recorded', async (t) => {
  const { post, ledger, tenant } = await setSwitchyardScene(t, {
    switchyard: { ...always.economical, fallback: 'advanced' },
  });
  const embeddings = await post('/embeddings', { model: 'switchyard', input: 'Hello' });
  t.is(embeddings.headers.get('x-waybill-selected-profile'), 'advanced');
  const counted = await post('/messages/count_tokens', {
    model: 'switchyard',
    messages: [{ role: 'user', content: 'Hello' }],
  });
  t.is(counted.status, 200);
  t.deepEqual(
    choicesIn(await ledger.settledWallet(tenant.walletId)).map(({ strategy }) => strategy),
    ['default'],
  );
});

test('switchyard is refused and not listed if it is not configured or not allowed', async (t) => {
  const listed = async (baseUrl: string, apiKey: string): Promise<boolean> => {
    const answer = await fetch(`${baseUrl}/models`, { headers: { authorization: `Bearer ${apiKey}` } });
    const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
    return data.some(({ id }) => id === 'switchyard');
  };
  const absent = await setSwitchyardScene(t, { switchyard: null });
  t.is((await absent.ask('Hello')).status, 403);
  t.false(await listed(absent.baseUrl, absent.tenant.apiKey));
  const forbidden = await setSwitchyardScene(t, { tenant: { profiles: ['light', 'advanced'] } });
  t.is((await forbidden.ask('Hello')).status, 403);
  t.false(await listed(forbidden.baseUrl, forbidden.tenant.apiKey));
  const allowed = await setSwitchyardScene(t);
  t.true(await listed(allowed.baseUrl, allowed.tenant.apiKey));
});

test('a profile that the caller may not use is never chosen', async (t) => {
  const { ask, ledger, tenant } = await setSwitchyardScene(t, {
    switchyard: always.capable,
    tenant: { profiles: ['light', 'switchyard'] },
  });
  t.is((await ask('Prove it.')).headers.get('x-waybill-selected-profile'), 'light');
  const [choice] = choicesIn(await ledger.settledWallet(tenant.walletId));
  t.is(choice?.strategy, 'only_candidate');
  t.like(choice?.candidates[1], { profile: 'advanced', excluded: 'not_authorised' });
});

test('candidates that the wallet cannot pay for are left out, and nothing is written if none remains', async (t) => {
  const poor = await setSwitchyardScene(t, { switchyard: always.capable, tenant: { creditEur: '0.000200000' } });
  t.is((await poor.ask('Prove it.')).headers.get('x-waybill-selected-profile'), 'light');
  const sight = await poor.ledger.settledWallet(poor.tenant.walletId);
  t.like(choicesIn(sight)[0]?.candidates[1], { profile: 'advanced', target: 'large', excluded: 'budget' });
  const broke = await setSwitchyardScene(t, { tenant: { creditEur: '0.000000100' } });
  t.is((await broke.ask('Prove it.')).status, 402);
  t.deepEqual((await broke.ledger.wallet(broke.tenant.walletId)).reservations, []);
});

test('a candidate that does not accept a feature of the request is left out', async (t) => {
  const { ask, ledger, tenant } = await setSwitchyardScene(t, {
    switchyard: { ...always.economical, candidates: [{ profile: 'light', takes: ['schema'] }, candidates[1]] },
  });
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }];
  t.is((await ask('Hello', { tools })).headers.get('x-waybill-selected-profile'), 'advanced');
  const [choice] = choicesIn(await ledger.settledWallet(tenant.walletId));
  t.like(choice?.candidates[0], { profile: 'light', excluded: 'tools' });
});

test('a continuation stays with the target that answered, whatever would be chosen now', async (t) => {
  const { sandbox, gate, environment, tenant, ledger, stop, baseUrl } = await setSwitchyardScene(t, {
    switchyard: always.economical,
  });
  const first = new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 });
  const begun = await first.responses.create({ model: 'switchyard', input: 'Hello' });
  await stop();
  const goOn = async (setting: Parameters<typeof switchyardConfig>[1]) => {
    const directory = (environment['WAYBILL_CONFIG'] ?? '').replace('/waybill.yaml', '');
    const changed = environmentFor(directory, switchyardConfig(gate, setting));
    const gateway = await startTestGateway(t, changed);
    const client = new OpenAI({ apiKey: tenant.apiKey, baseURL: gateway.baseUrl, maxRetries: 0 });
    const asked = { model: 'switchyard', input: 'And now prove it.', previous_response_id: begun.id };
    try {
      return await client.responses.create(asked).then(
        () => 200,
        (error: unknown) => (error instanceof APIError ? error.status : 0),
      );
    } finally {
      await gateway.stop();
    }
  };
  t.is(await goOn({ switchyard: always.capable }), 200);
  const choice = choicesIn(await ledger.settledWallet(tenant.walletId, 2)).at(-1);
  t.like(choice, { strategy: 'bound', selected: 'light', bound_to: 'small', cost_eur: '0.000000000' });
  t.is((await sandbox.requests()).length, 2);
  // Its target is no candidate any more, or another model: nothing is forwarded.
  const twin = { profiles: { light: { targets: ['judge'] }, advanced: { targets: ['large'] } } };
  t.is(await goOn({ switchyard: always.capable, top: twin }), 409);
  t.is((await sandbox.requests()).length, 2);
});

test('a continuation of a candidate that is no longer allowed is refused as not allowed, and still shown', async (t) => {
  const { tenant, ledger, baseUrl } = await setSwitchyardScene(t, { switchyard: always.economical });
  const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 }).responses;
  const { id } = await clientOf(tenant.apiKey).create({ model: 'switchyard', input: 'Hello' });
  const narrow = clientOf((await ledger.tenant({ ...tenant, profiles: ['advanced', 'switchyard'] })).apiKey);
  t.is((await narrow.retrieve(id)).id, id);
  const error = await t.throwsAsync(
    narrow.create({ model: 'switchyard', input: 'And now?', previous_response_id: id }),
    { instanceOf: APIError },
  );
  t.deepEqual([error?.status, error?.code], [403, 'profile_not_authorised']);
});

test('the wallet is charged the sum of choosing and answers, which equals the billing records', async (t) => {
  const { ask, ledger, tenant } = await setSwitchyardScene(t);
  for (const text of ['Hello', 'Prove that the sum of two even numbers is even. '.repeat(30), 'Why?']) await ask(text);
  const { events, state } = await ledger.settledWallet(tenant.walletId, 3);
  const sum = (type: string): bigint =>
    events.reduce(
      (total, event) =>
        event.type === type && 'cost_eur' in event.data ? total + nanoFromEur(event.data.cost_eur) : total,
      0n,
    );
  t.is(eurFromNano(sum('SelectionCharged') + sum('ReservationSettled')), eurFromNano(state.settled));
  t.is(state.selectionSettled, sum('SelectionCharged'));
});
