import test from 'ava';
import { openLedger } from '../../../src/composition/opened-ledger.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import type { ChargeReceipt } from '../../../src/ledger/checkpoints/charge-receipt.ts';
import { checkpointOf } from '../../_support/checkpoints.ts';
import { isProven } from '../../_support/receipts.ts';
import { alwaysAsked, setSwitchyardScene } from '../../_support/switchyard-scene.ts';
import { until } from '../../_support/until.ts';

/** What an event of a receipt charged. */
function chargedBy({ event }: Pick<ChargeReceipt, 'event'>): bigint {
  return nanoFromEur(/"cost_eur":"([\d.]+)"/.exec(event.slice(event.indexOf('{"reservation_id"')))?.[1] ?? '0');
}

test('the events of a receipt come to what the answer said, the choice of its model included', async (t) => {
  const scene = await setSwitchyardScene(t, { switchyard: { ...alwaysAsked, ask: 'llm' } });
  const answer = await scene.ask('What is the capital of Italy?');
  await answer.text();
  const id = answer.headers.get('x-waybill-reservation') ?? '';
  const ledger = await openLedger({
    dataDir: scene.environment['WAYBILL_DATA_DIR'] ?? '',
    engine: 'sqlite',
    projections: [],
  });
  t.teardown(() => ledger.close());
  await checkpointOf(ledger.log);
  const read = async (): Promise<Response> =>
    await fetch(`${scene.baseUrl}/charges/${id}/receipt`, {
      headers: { authorization: `Bearer ${scene.tenant.apiKey}` },
    });
  await until('the charge to be known', async () => (await read()).status === 200);
  const { selection, ...receipt } = (await (await read()).json()) as ChargeReceipt;
  if (selection === undefined) return t.fail();
  t.true(isProven(receipt, receipt.verifier_key) && isProven(selection, selection.verifier_key));
  t.true(chargedBy(selection) > 0n && chargedBy(receipt) > 0n);
  t.is(chargedBy(receipt) + chargedBy(selection), nanoFromEur(answer.headers.get('x-waybill-cost-eur') ?? '0'));
});
