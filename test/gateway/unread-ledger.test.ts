import test from 'ava';
import { EventLogBusy, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { fileId } from '../../src/domain/file-id.ts';
import { httpCall } from '../_support/http-call.ts';
import { logWith } from '../_support/recorded-log.ts';
import { serveGateway } from '../_support/served-gateway.ts';

// What a request needs from the ledger before it holds credit cannot be read: it says so, and leaves nothing behind.

const reads = [
  {
    what: 'its idempotency key',
    prefix: 'idempotency-',
    tenant: {},
    headers: { 'idempotency-key': 'a key' },
    content: 'Hi',
  },
  {
    what: 'its idempotency key when its wallet is empty',
    prefix: 'idempotency-',
    tenant: { creditEur: '0' },
    headers: { 'idempotency-key': 'a key' },
    content: 'Hi',
  },
  {
    what: 'a file that it names',
    prefix: 'file-',
    tenant: {},
    headers: {},
    content: [{ type: 'file', file: { file_id: fileId('openai', 0, '0'.repeat(32)) } }],
  },
];

for (const { what, prefix, tenant, headers, content } of reads) {
  for (const [fault, code] of [
    [EventLogUnavailable, 'ledger_unavailable'],
    [EventLogBusy, 'ledger_busy'],
  ] as const) {
    test(`a request gets ${code}, and leaves nothing behind, when the ledger cannot be read for ${what}`, async (t) => {
      const { baseUrl, sandbox, log, ...gateway } = await serveGateway(t, {
        config: { top: { files: { openai: { upstream: 'sandbox' } } } },
        wrappers: {
          wrapLog: (under) =>
            logWith(under, {
              readStream: async (stream, options) => {
                if (stream.startsWith(prefix)) throw new fault('a fault of the test');
                return await under.readStream(stream, options);
              },
            }),
        },
      });
      const { apiKey, walletId } = await gateway.tenant(tenant);
      const before = (await gateway.wallet(walletId)).length;
      const reply = await httpCall(`${baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content }] }),
      });
      t.is(reply.status, 503, reply.text);
      t.like(JSON.parse(reply.text), { error: { code } });
      t.is((await gateway.wallet(walletId)).length, before);
      t.deepEqual(await sandbox.requests(), []);
      t.deepEqual(await log.readAll({ streamPrefixes: ['idempotency-', 'file-'], limit: 10 }), []);
    });
  }
}
