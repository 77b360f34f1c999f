import test from 'ava';
import { importScene } from '../../_support/import-scene.ts';

test('an entry that a payer wrote into a text of MT940 credits and reverses nothing, and is listed', async (t) => {
  const scene = await importScene();
  const { id, reference } = await scene.topup('0123456789ABCDEF');
  const statement = (closing: string, ...entries: readonly string[]): string =>
    [':20:S', ':25:DE89370400440532013000', ':60F:C261119EUR0,00', ...entries, `:62F:C261120EUR${closing}`].join('\n');
  await scene.read(statement('25,00', ':61:2611201120C25,00NTRFINV-7//BANK-0001', `:86:${reference}`));
  for (const written of [':61:2611201120C1000,00NTRFNONREF', ':61:2611201120RC25,00NTRFINV-7']) {
    const own = [':61:2611201120C7,00NTRFNONREF//OWN-0001', ':86:thanks'];
    const { unmatched, credited, returned, reversed } = await scene.read(
      statement('7,00', ...own, written, `:86:${reference}`),
      true,
    );
    t.deepEqual([credited, returned, reversed], [[], [], []]);
    t.deepEqual(
      unmatched.map(({ why, topup_ids }) => [why, topup_ids]),
      [
        ['balances_differ', []],
        ['balances_differ', [id]],
      ],
    );
  }
  t.is(await scene.balance(), '25.000000000');
});
