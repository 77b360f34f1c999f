import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { walletId } from '../_support/wallet-vocabulary.ts';
import { ended, seededDirectory, startWaybill } from '../_support/waybill-command.ts';

test('a command that waits for its ledger says once why, and goes on', async (t) => {
  const environment = await seededDirectory(t);
  using other = new DatabaseSync(join(environment.WAYBILL_DATA_DIR, 'ledger.db'));
  other.exec('BEGIN IMMEDIATE');
  const child = startWaybill(t, environment, ['wallets', 'credit', walletId, '1']);
  const result = ended(child);
  await once(child.stderr, 'data');
  other.exec('ROLLBACK');
  const { exitCode, stdout, stderr } = await result;
  t.is(exitCode, 0);
  t.regex(stdout, /^credited: /);
  t.regex(stderr, /^waiting for the ledger: [^\n]+\n$/);
});
