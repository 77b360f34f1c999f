import test from 'ava';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { otherWalletId, reservations } from '../_support/recorded-ledger.ts';
import { record } from '../_support/recorded-log.ts';
import { recordInto, seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';
import { keyA, restricted, tenantId, walletId } from '../_support/wallet-vocabulary.ts';

/** What commands print for people, and the refusals that only they meet. */

const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

test('tenants are printed with their wallets and stored bytes', async (t) => {
  const { stdout } = await waybill(t, await seededDirectory(t), 'tenants', 'measure');
  const [heading = '', ...rows] = lines(stdout);
  t.regex(heading, /^tenant_id +wallets +kept_bytes$/);
  t.true(
    rows.some((row) => row.startsWith(tenantId) && / [12] +\d+$/.test(row)),
    stdout,
  );
});

test('a rebuilt read model is printed with its events and documents', async (t) => {
  const { stdout, exitCode } = await waybill(t, await seededDirectory(t), 'projections', 'rebuild', 'wallet-balances');
  t.is(exitCode, 0);
  t.regex(stdout, /^name +events +documents\nwallet-balances@\d+ +\d+ +2\n$/);
});

test('a revoked key is printed', async (t) => {
  const environment = await seededDirectory(t);
  t.is((await waybill(t, environment, 'keys', 'revoke', keyA)).stdout, `revoked: ${keyA}\n`);
});

test('a restricted wallet is shown with the way out, which is open once', async (t) => {
  const environment = await seededDirectory(t);
  const unrestrict = ['wallets', 'unrestrict', otherWalletId, '--reason', 'looked at'];
  t.like(await waybillFailure(t, environment, ...unrestrict), { exitCode: 1, code: 'wallet_not_restricted' });
  await recordInto(environment, async (log) => record(log, walletStream(otherWalletId), restricted('1')));
  const shown = (await waybill(t, environment, 'wallets', 'show', otherWalletId)).stdout;
  t.regex(shown, /^restricted +yes$/m);
  t.true(shown.includes(`waybill wallets unrestrict ${otherWalletId}`), shown);
  t.is((await waybill(t, environment, ...unrestrict)).stdout, `no longer restricted: ${otherWalletId}\n`);
  t.regex((await waybill(t, environment, 'wallets', 'show', otherWalletId)).stdout, /^restricted +no$/m);
  t.like(await waybillFailure(t, environment, ...unrestrict), { exitCode: 1, code: 'wallet_not_restricted' });
});

test('a cost that would take a wallet below what it can hold ends no reservation', async (t) => {
  const environment = await seededDirectory(t);
  const settling = (reservation: string) => ['reservations', 'resolve', reservation, '--settle-eur', '999999999'];
  t.is((await waybill(t, environment, ...settling(reservations.flagged))).exitCode, 0);
  const failure = await waybillFailure(t, environment, ...settling(reservations.open), '--force');
  t.like(failure, { exitCode: 1, code: 'amount_exceeds_maximum' });
  t.regex(String(failure.message), /was not ended: amount_exceeds_maximum\. \S/);
  t.like(await waybillJson(t, environment, 'wallets', 'show', walletId), { open_reservations: 1 });
});

test('arguments that cannot be are wrong usage, before anything is opened', async (t) => {
  const environment = { WAYBILL_DATA_DIR: '/dev/null/none' };
  const refused: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [['keys', 'create', '--name', 'x'.repeat(201)], /A name must have 1 to \d+ characters/],
    [['keys', 'revoke', keyA, '--reason', 'x'.repeat(101)], /at most 100 characters/],
    [['keys', 'create', '--allowed-profiles', 'light,,average'], /single commas between them/],
  ];
  for (const [args, says] of refused) {
    const { exitCode, stderr } = await waybill(t, environment, ...args);
    t.is(exitCode, 2, stderr);
    t.regex(stderr, says);
  }
});
