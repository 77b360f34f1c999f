import { createInterface } from 'node:readline';
import test from 'ava';
import { recordedCounts } from '../_support/recorded-ledger.ts';
import { seededDirectory, startWaybill, waybill, waybillFailure } from '../_support/waybill-command.ts';
import { walletId } from '../_support/wallet-vocabulary.ts';

const [recordedEvents] = await recordedCounts();

interface Message {
  readonly position: string;
  readonly topic: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Readonly<Record<string, unknown>>;
}

const messagesIn = (stdout: string): readonly Message[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Message);

test('the messages for Kafka are printed in order, without Kafka', async (t) => {
  const environment = await seededDirectory(t);
  const { exitCode, stdout } = await waybill(t, environment, 'events', 'tail', '--json');
  t.is(exitCode, 0);
  const messages = messagesIn(stdout);
  t.is(messages.length, recordedEvents);
  t.like(messages[0], {
    topic: 'waybill.ledger.v1',
    key: walletId,
    headers: { ce_type: 'waybill.WalletOpened.v1', ce_source: 'waybill', ce_sequence: '0000000000000000' },
    value: { wallet_id: walletId },
  });
  t.notRegex(stdout, /key_hash|key_prefix|laptop/);
  t.deepEqual([...new Set(messages.map(({ topic }) => topic))], ['waybill.ledger.v1', 'waybill.identity.v1']);
});

test('messages are printed from a position on, and as lines without --json', async (t) => {
  const environment = await seededDirectory(t);
  const { stdout } = await waybill(t, environment, 'events', 'tail', '--after', String(recordedEvents - 1));
  t.true(stdout.startsWith(`${recordedEvents}  `));
  t.regex(stdout, /^\d+ {2}waybill\.identity\.v1 {2}\S+ {2}waybill\.PolicySet\.v1 {2}\S+ {2}\{.*\}\n$/);
});

test('events tail with --follow goes on until it is interrupted', async (t) => {
  const child = startWaybill(t, await seededDirectory(t), [
    'events',
    'tail',
    '--follow',
    '--after',
    String(recordedEvents - 5),
    '--json',
  ]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (let n = 0; n < 5; n += 1) t.regex((await lines.next()).value ?? '', /"topic":"waybill\./);
  child.kill('SIGINT');
  t.true((await lines.next()).done);
});

test('a replay needs a Kafka to go to, and a place to begin at', async (t) => {
  const environment = await seededDirectory(t);
  t.like(await waybillFailure(t, environment, 'events', 'replay', '--from', '1'), {
    exitCode: 3,
    code: 'kafka_not_configured',
  });
  t.like(await waybillFailure(t, environment, 'events', 'replay'), { exitCode: 2 });
  t.like(await waybillFailure(t, environment, 'events', 'tail', '--after', 'yesterday'), { exitCode: 2 });
});
