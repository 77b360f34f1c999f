import test from 'ava';
import { topupStream } from '../../src/ledger/stream-names.ts';
import { adminScene, type Answer } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** Two people state one payment for two top-ups at once: one keeps it, the other top-up is open again. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
test.after.always('close', shared.end);

const { finance } = scene.people;

async function pendingTopup(): Promise<string> {
  const body = { wallet_id: scene.tenant.walletId, amount_eur: '5' };
  return String((await scene.ask(finance, '/topups', { method: 'POST', body })).json['id']);
}

const confirm = (topupId: string, bank_reference: string): Promise<Answer> =>
  scene.ask(finance, `/topups/${topupId}/confirm`, {
    method: 'POST',
    body: { bank_reference, bank_date: '2026-11-20', received_eur: '5' },
  });

const typesOf = async (topupId: string): Promise<readonly string[]> =>
  (await scene.ledger.log.readStream(topupStream(topupId))).map(({ type }) => type);

const pairsMax = 50;

test('a payment that is stated for two top-ups at once is credited to one, and the other is pending again', async (t) => {
  let reopened: string | null = null;
  for (let pair = 0; pair < pairsMax && reopened === null; pair++) {
    const ids = [await pendingTopup(), await pendingTopup()];
    const answers = await Promise.all(ids.map((id) => confirm(id, `raced ${pair}`)));
    t.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    const lost = ids[answers.findIndex(({ status }) => status === 409)] ?? '';
    t.is(answers.find(({ status }) => status === 409)?.json.error?.code, 'bank_reference_used');
    t.like((await scene.ask(finance, `/topups/${lost}`)).json, { status: 'pending', payments: [] });
    if ((await typesOf(lost)).includes('TopupReopened')) reopened = lost;
  }
  t.not(reopened, null, `no two of ${pairsMax} met`);
  const paid = await confirm(reopened ?? '', 'its own payment');
  t.like(paid.json, { status: 'credited' });
  t.deepEqual(await typesOf(reopened ?? ''), [
    'TopupRequested',
    'TopupConfirmed',
    'TopupReopened',
    'TopupConfirmed',
    'TopupCredited',
  ]);
});
