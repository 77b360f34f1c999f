import test, { type ExecutionContext } from 'ava';
import OpenAI, { APIError } from 'openai';
import { spawnDoomedGateway } from '../../_support/doomed-gateway.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../../_support/gateway.ts';
import { assertWalletIsSound, viewLedger } from '../../_support/ledger-view.ts';
import { assertBillingRecordsAgree } from '../../_support/sandbox-bill.ts';
import { startSandbox } from '../../_support/sandbox.ts';

// Gateways that die while they keep or remove a response: what the next one finds.

async function place(t: ExecutionContext) {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox, { target: { surfaces: ['responses'] } }));
  const ledger = await viewLedger(t, environment);
  const tenant = await ledger.tenant();
  const clientOf = ({ baseUrl }: { readonly baseUrl: string }) =>
    new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 }).responses;
  const doomed = async (point: string) => {
    const gateway = await spawnDoomedGateway(t, { ...environment, CRASH_POINT: point });
    return { responses: clientOf(gateway), assertKilled: gateway.assertKilled };
  };
  const next = async () => clientOf(await startTestGateway(t, environment));
  return { sandbox, ledger, tenant, doomed, next };
}

const statusOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof APIError) return error.status;
    throw error;
  }
};

for (const [point, when, isKept] of [
  ['sealed', 'between its content and its fact', false],
  ['stored', 'when it is kept, before its last record', true],
] as const) {
  test.serial(`kill -9 ${when}: the answer is charged once, and ${isKept ? 'stored' : 'not stored'}`, async (t) => {
    const { sandbox, ledger, tenant, doomed, next } = await place(t);
    const { responses: dying, assertKilled } = await doomed(point);
    let id = '';
    const cut = (async () => {
      const stream = await dying.create({ input: 'die here', stream: true });
      for await (const event of stream) if (event.type === 'response.created') id = event.response.id;
    })();
    await t.throwsAsync(cut);
    await assertKilled();
    const responses = await next();
    t.is(await statusOf(responses.retrieve(id)), isKept ? 200 : 404);
    t.is(await statusOf(responses.create({ input: 'go on', previous_response_id: id })), isKept ? 200 : 400);
    t.is(await statusOf(responses.delete(id)), isKept ? 200 : 404);
    t.is(await statusOf(responses.retrieve(id)), 404);
    const wallet = await ledger.settledWallet(tenant.walletId, isKept ? 2 : 1);
    t.is(wallet.reservations.length, isKept ? 2 : 1);
    assertWalletIsSound(t, wallet);
    await assertBillingRecordsAgree(t, { wallet, sandbox });
  });
}

test.serial(
  'kill -9 between removing a content and recording it: the response is not found, and can be deleted again',
  async (t) => {
    const { ledger, doomed, next } = await place(t);
    const { responses: dying, assertKilled } = await doomed('unsealed');
    const { id } = await dying.create({ input: 'remove me' });
    await t.throwsAsync(dying.delete(id));
    await assertKilled();
    const responses = await next();
    t.is(await statusOf(responses.retrieve(id)), 404);
    t.is(await statusOf(responses.create({ input: 'go on', previous_response_id: id })), 400);
    t.is(await statusOf(responses.delete(id)), 200);
    t.is(await statusOf(responses.delete(id)), 404);
    const facts = await ledger.log.readStream(`response-${id}`);
    t.deepEqual(
      facts.map(({ type }) => type),
      ['ResponseStored', 'ResponseDeleted'],
    );
  },
);
