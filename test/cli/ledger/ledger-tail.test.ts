import test from 'ava';
import { createInterface } from 'node:readline';
import {
  ended,
  recordInto,
  seededDirectory,
  startWaybill,
  waybill,
  waybillFailure,
  waybillJson,
} from '../../_support/waybill-command.ts';
import { record } from '../../_support/recorded-log.ts';
import { otherWalletId, recordedCounts } from '../../_support/recorded-ledger.ts';
import { id, walletId } from '../../_support/wallet-vocabulary.ts';

const [recordedEvents] = await recordedCounts();

type Event = Readonly<Record<string, unknown>>;
const eventsIn = (stdout: string): readonly Event[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event);

test('the whole log is printed in order, one JSON event a line', async (t) => {
  const environment = await seededDirectory(t);
  const { exitCode, stdout } = await waybill(t, environment, 'ledger', 'tail', '--json');
  t.is(exitCode, 0);
  const events = eventsIn(stdout);
  t.is(events.length, recordedEvents);
  t.deepEqual(Object.keys(events[0] ?? {}), ['position', 'recorded_at', 'stream', 'revision', 'type', 'id', 'data']);
  t.like(events[0], {
    position: '1',
    stream: `wallet-${walletId}`,
    revision: 0,
    type: 'WalletOpened',
    data: { wallet_id: walletId },
  });
  t.is(new Date(String(events[0]?.['recorded_at'])).toISOString(), String(events[0]?.['recorded_at']));
});

test('the log is printed for some streams, and from a position on', async (t) => {
  const environment = await seededDirectory(t);
  const tail = async (...args: readonly string[]) =>
    eventsIn((await waybill(t, environment, 'ledger', 'tail', '--json', ...args)).stdout);
  const ofWallet = await tail('--stream', `wallet-${otherWalletId}`);
  t.deepEqual(
    ofWallet.map(({ type }) => type),
    ['WalletOpened', 'WalletCredited'],
  );
  t.deepEqual(await tail('--stream', `wallet-${otherWalletId}`, '--after', String(ofWallet[0]?.['position'])), [
    ofWallet[1],
  ]);
  t.deepEqual(await tail('--stream', 'nothing-'), []);
  t.like(await waybillFailure(t, environment, 'ledger', 'tail', '--after', 'noon'), { exitCode: 2 });
});

test('events are printed as lines with their position and their stream', async (t) => {
  const { stdout } = await waybill(t, await seededDirectory(t), 'ledger', 'tail', '--stream', 'policy-');
  t.regex(stdout, /^\d+ {2}\d{4}-\d\d-\d\dT\S+Z {2}policy-tenant-\S+@0 {2}PolicySet {2}\{"scope_kind":"tenant"/);
});

test('events of another process are printed while the log is followed, until an interrupt ends it', async (t) => {
  const environment = await seededDirectory(t);
  const child = startWaybill(t, environment, [
    'ledger',
    'tail',
    '--follow',
    '--json',
    '--after',
    String(recordedEvents - 1),
  ]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await lines.next()).value)) as Event;
  t.like(await next(), { position: String(recordedEvents), type: 'PolicySet' });
  await waybillJson(t, environment, 'wallets', 'credit', id('a', 2), '1');
  t.like(await next(), {
    position: String(recordedEvents + 1),
    type: 'WalletCredited',
    data: { amount_eur: '1.000000000' },
  });
  child.kill('SIGINT');
  t.is((await ended(child)).exitCode, 0);
});

test('sealed contents are printed without their bytes, and the ledger verifies', async (t) => {
  const environment = await seededDirectory(t);
  const bytes = Buffer.from('sealed bytes of a test').toString('base64');
  const data = { part: 0, parts: 1, sealed_bytes: 22, sealed: bytes };
  await recordInto(environment, (log) => record(log, 'content-1', { type: 'ContentPart', data }));
  for (const json of [['--json'], []]) {
    const { stdout } = await waybill(t, environment, 'ledger', 'tail', '--stream', 'content-', ...json);
    t.regex(stdout, /ContentPart.*"sealed_bytes":22.*"sealed":"…"/);
    t.false(stdout.includes(bytes));
  }
  t.is((await waybill(t, environment, 'events', 'tail')).stdout.includes('content-'), false);
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, events: 29 });
});
