import test from 'ava';
import { eurFromNano, nanoFromSum } from '../../src/domain/money.ts';
import type { WalletEventOf } from '../../src/domain/wallet-events.ts';
import { decodeEvent } from '../../src/ledger/codec.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { adminScene, type AdminScene, type Person } from '../_support/admin-scene.ts';
import { plainPrices } from '../_support/gateway.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { until } from '../_support/until.ts';
import { waybill } from '../_support/waybill-command.ts';

// A reseller whose list is near nothing, and answers whose outcome nobody learns: what the platform is owed of the whole hold.

const shared = new SharedTeardown();
const dear = { ...plainPrices, id: 'dear', eur_per_million_tokens: { input: '900', output: '900' } };
const target = {
  upstream: 'sandbox',
  model: 'sandbox-small',
  surfaces: ['chat_completions'],
  context_tokens_max: 10_000,
  output_tokens_max: 1_000,
};
const sceneWhere = (unknown_outcome: 'settle_hold' | 'keep') =>
  adminScene(shared, {
    upstream: { billing_records_path: undefined },
    top: {
      reservations: { sweep_interval_ms: 50, unknown_outcome, unknown_outcome_grace_ms: 1 },
      targets: { small: { ...target, prices: plainPrices }, dear: { ...target, prices: dear } },
      profiles: { light: { targets: ['small'] }, pooled: { targets: ['small', 'dear'] } },
    },
  });
const [byRule, byHand] = [await sceneWhere('settle_hold'), await sceneWhere('keep')];
test.after.always('close', shared.end);

type Held = WalletEventOf<'CreditReserved'>['data'];
type Shown = Readonly<Record<'reservation_id' | 'cost_eur' | 'cost_above_eur' | 'margin_eur', string>>;

/** A tenant of a new reseller, which sells every token for a thousandth and less of what the platform asks. */
async function resold(scene: AdminScene) {
  const resellerId = await scene.addScope('reseller', null);
  const tenantId = await scene.addScope('tenant', resellerId);
  const place = { resellerId, tenantId, walletId: '' };
  const owner = await scene.addPerson(place, { role: 'reseller_admin' });
  const person = await scene.addPerson(place);
  const walletId = String((await scene.ask(scene.people.operator, `/keys/${person.keyId}`)).json['wallet_id']);
  const price_list = { id: 'nothing', version: '1', eur_per_million_tokens: { input: '0.001', output: '0.001' } };
  const body = { profiles: { light: { price_list }, pooled: { factor_basis_points: 20_000 } } };
  await scene.ask(owner, `/prices/tenant/${tenantId}`, { method: 'PUT', body });
  const margins = async () =>
    (await scene.ask(owner, `/resellers/${resellerId}/margins`)).json['data'] as readonly Shown[];
  return { person, walletId, margins };
}

/** A call of which nobody learns whether it ran. */
async function lostCall({ baseUrl }: AdminScene, { apiKey }: Person, model: string): Promise<string> {
  const messages = [{ role: 'user', content: 'One two three [[sandbox: reset_before_first_byte]]' }];
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model, max_tokens: 900, messages }),
  });
  await response.text();
  return response.headers.get('x-waybill-reservation') ?? '';
}

async function eventsOf({ ledger }: AdminScene, walletId: string) {
  const events = await ledger.log.readStream(walletStream(walletId), { limit: 1_000 });
  return events.map(decodeEvent);
}

/** What the platform’s own list holds for the bounds of a hold, nano-euro. */
function heldAbove({ input_tokens_max, output_tokens_max }: Held): bigint {
  const { input, output } = plainPrices.eur_per_million_tokens;
  return BigInt(input_tokens_max) * 1_000n * BigInt(input) + BigInt(output_tokens_max) * 1_000n * BigInt(output);
}

for (const model of ['light', 'pooled']) {
  test(`a whole hold makes a margin of what the platform’s list would have held: ${model}`, async (t) => {
    const { person, walletId, margins } = await resold(byRule);
    await lostCall(byRule, person, model);
    const calls = model === 'light' ? 1 : 2;
    await until('the margin of each call is recorded', async () => (await margins()).length === calls);
    const events = await eventsOf(byRule, walletId);
    const text = JSON.stringify(events);
    for (const { reservation_id, cost_eur, cost_above_eur, margin_eur } of await margins()) {
      const ofIt = events.filter(({ data }) => 'reservation_id' in data && data.reservation_id === reservation_id);
      const settled = ofIt.find(({ type }) => type === 'ReservationSettled')?.data;
      t.like(settled, { usage_source: 'hold', lines: [], released_eur: '0.000000000', cost_eur });
      const [cost, owed] = [nanoFromSum(cost_eur), nanoFromSum(cost_above_eur)];
      t.is(nanoFromSum(margin_eur), cost - owed);
      // By a factor of two half of what was charged, whichever member of the pool was held for.
      const held = ofIt.find(({ type }) => type === 'CreditReserved')?.data as Held;
      t.is(owed, model === 'light' ? heldAbove(held) : cost / 2n);
      if (model === 'light') t.true(owed > cost * 1_000n);
      // The tenant reads in its charge what its hold was made for, and nothing of the list above.
      t.false(text.includes(cost_above_eur));
    }
  });
}

test('what finance enters makes a margin, of no more than the list above holds, and verify computes both again', async (t) => {
  const { person, walletId, margins } = await resold(byHand);
  const reservationId = await lostCall(byHand, person, 'light');
  const flagged = async () => (await eventsOf(byHand, walletId)).some(({ type }) => type === 'ReservationFlagged');
  await until('it is flagged', flagged);
  const held = (await eventsOf(byHand, walletId)).find(({ type }) => type === 'CreditReserved')?.data;
  if (held === undefined || !('amount_eur' in held)) return t.fail('nothing is held');
  const body = { cost_eur: eurFromNano(3n * nanoFromSum(held.amount_eur)), reason: 'the provider has sent a bill' };
  const path = `/reservations/${reservationId}/settle`;
  t.is((await byHand.ask(byHand.people.finance, path, { method: 'POST', body })).status, 200);
  await until('the margin is recorded', async () => (await margins()).length === 1);
  const [margin] = await margins();
  t.is(margin?.cost_eur, body.cost_eur);
  t.is(nanoFromSum(margin?.cost_above_eur ?? ''), heldAbove(held as Held));
  for (const { environment } of [byRule, byHand]) {
    const { stdout } = await waybill(t, environment, 'ledger', 'verify', '--json');
    t.like(JSON.parse(stdout), { ok: true }, stdout);
  }
});
