import { randomUUID } from 'node:crypto';
import test from 'ava';
import OpenAI, { AuthenticationError, NotFoundError } from 'openai';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { walletPrefix, walletStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { chatAnswer } from '../_support/chat-call.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { dataDirectory, environmentFor, recordTenant, startTestGateway, testConfig } from '../_support/gateway.ts';
import { keyedPost } from '../_support/keyed-post.ts';
import { logWith } from '../_support/recorded-log.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import * as words from '../_support/wallet-vocabulary.ts';

const wallets = 10;
const eventsOfWallet = 500;

async function seed(log: EventLog): Promise<void> {
  for (let n = 0; n < wallets; n += 1) {
    const walletId = randomUUID();
    const opened = { type: 'WalletOpened' as const, data: { wallet_id: walletId, tenant_id: randomUUID() } };
    const credits = Array.from({ length: eventsOfWallet - 1 }, () => words.credited('1', randomUUID()));
    const batch = [opened, ...credits].map((event) => {
      const encoded = encodeEvent(event, randomUUID());
      return { ...encoded, data: encoded.data.replaceAll(words.walletId, walletId) };
    });
    await log.append(walletStream(walletId), 'no_stream', batch);
  }
}

/** Neither its subscription nor a look at all streams brings anything, as if it were so long that they take for ever. */
function stoppedLog(log: EventLog, ended: Promise<void>): EventLog {
  return logWith(log, {
    follow: async function* ({ signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield* [];
    },
    readAll: async (options) => {
      if (options?.streamPrefixes?.includes(walletPrefix) !== true) return log.readAll(options);
      await ended;
      return [];
    },
  });
}

test('no call of a gateway that has just joined looks through what was recorded before it was ready', async (t) => {
  const [sandbox, peer] = await Promise.all([startSandbox(t), startPeer()]);
  const engine = await openEventStoreDbEventLog({ connectionString: peer.connectionString, openMs: 60_000 });
  t.teardown(async () => {
    await engine[Symbol.asyncDispose]();
    await peer[Symbol.asyncDispose]();
  });
  const log = chainedLog(engine);
  const seeding = dataDirectory(t);
  const first = await recordTenant(seeding, log);
  await seed(log);
  const second = await recordTenant(seeding, log);
  const config = testConfig(sandbox, {
    target: { surfaces: ['chat_completions', 'responses'] },
    ledger: { engine: 'eventstoredb', connection_string: '${LEDGER_URL}' },
    top: {
      content_keys: [{ id: '1', key: 'c0'.repeat(32) }],
      files: { openai: { upstream: 'sandbox', trusted: true } },
    },
  });
  const environment = {
    ...environmentFor(dataDirectory(t), config),
    LEDGER_URL: peer.connectionString,
    WAYBILL_KEY_PEPPER: keyPepper(seeding).toString('hex'),
    WAYBILL_ROLE: 'gateway',
  };
  const ended = Promise.withResolvers<void>();
  const wrapLog = (wrapped: EventLog): EventLog => stoppedLog(wrapped, ended.promise);
  const gateway = await startTestGateway(t, environment, { wrapLog });
  t.teardown(() => ended.resolve());
  const clientOf = (apiKey: string): OpenAI => new OpenAI({ apiKey, baseURL: gateway.baseUrl, maxRetries: 0 });
  const [here, there] = [clientOf(first.apiKey), clientOf(second.apiKey)];
  const body = chat(HELLO, { model: 'light' });
  let stored = '';

  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    'of one key': async () => t.is((await chatAnswer(gateway, first.apiKey, body)).status, 200),
    'of another, whose wallet was not used': async () =>
      t.is((await chatAnswer(gateway, second.apiKey, body)).status, 200),
    'of a key that is not there': () =>
      t.throwsAsync(clientOf(`wb_${'0'.repeat(43)}`).models.list(), { instanceOf: AuthenticationError }),
    'with an idempotency key': async () => {
      const key = randomUUID();
      for (let n = 0; n < 2; n += 1) {
        t.is((await keyedPost(gateway, { apiKey: first.apiKey, key, body })).status, 200);
      }
    },
    'that stores': async () => (stored = (await here.responses.create({ input: 'turn 1' })).id),
    'that continues': () => here.responses.create({ input: 'turn 2', previous_response_id: stored }),
    'that reads what is stored': () => here.responses.retrieve(stored),
    'that continues what is not there': () =>
      t.throwsAsync(there.responses.create({ input: 'turn 3', previous_response_id: stored })),
    'that stores a file': () => here.files.create({ file: new File(['{}'], 'a.jsonl'), purpose: 'user_data' }),
    'that lists files': () => here.files.list(),
    'of a file that is not there': () => t.throwsAsync(here.files.retrieve('file-none'), { instanceOf: NotFoundError }),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (let n = 0; n < 3; n += 1) {
      const before = peer.looks;
      await call();
      const looks = peer.looks - before;
      t.true(looks < eventsOfWallet, `a call ${name} looked through ${looks} of ${wallets * eventsOfWallet} events`);
    }
  }
});
