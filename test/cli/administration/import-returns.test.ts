import test from 'ava';
import { camtEntry, camtText } from '../../_support/camt-text.ts';
import { importScene } from '../../_support/import-scene.ts';

const back = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';

test('a return with the text of one top-up and the id of a payment of another is listed with both', async (t) => {
  const scene = await importScene();
  const { read, balance } = scene;
  const [topup, other] = [await scene.topup('0123456789ABCDEF'), await scene.topup('FEDCBA9876543210')];
  await read(camtText([camtEntry({ reference: 'BANK-0001', refs: { TxId: 'TX-0001' }, text: topup.reference })]));
  const paid = camtEntry({ reference: 'BANK-0002', refs: { TxId: 'TX-0002' }, text: other.reference });
  await read(camtText([paid]));
  const returned = (TxId: string) =>
    camtText([
      camtEntry({
        reference: 'BACK-0001',
        direction: 'DBIT',
        transactions: [{ refs: { TxId }, text: topup.reference, more: back }],
      }),
    ]);
  const { unmatched, reversed } = await read(returned('TX-0002'), true);
  t.like(unmatched[0], { why: 'several_topups', topup_ids: [topup.id, other.id] });
  t.deepEqual([unmatched.length, reversed.length], [1, 0]);
  t.is(await balance(), '50.000000000');
  t.is((await read(returned('TX-0001'), true)).reversed.length, 1);
});
