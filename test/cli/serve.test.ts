import test from 'ava';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { ended, startWaybill, waybill, waybillJson } from '../_support/waybill-command.ts';

test('a gateway serves, and the other commands work beside it', async (t) => {
  const environment = { WAYBILL_DATA_DIR: scratchFolder(t), WAYBILL_PORT: '0', WAYBILL_LOG_LEVEL: 'silent' };
  const child = startWaybill(t, environment, ['serve']);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ready = String((await lines.next()).value);
  t.regex(ready, /^waybill ready \{/);
  const { base_url } = JSON.parse(ready.slice('waybill ready '.length)) as { readonly base_url: string };

  const key = await waybillJson(t, environment, 'keys', 'create', '--name', 'second', '--profiles', 'light');
  await waybillJson(t, environment, 'wallets', 'credit', String(key['wallet_id']), '5');
  const call = (path: string, body?: object) =>
    fetch(base_url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${String(key['api_key'])}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  t.is((await call('/models')).status, 200);
  const chat = { model: 'light', messages: [{ role: 'user', content: 'hello' }] };
  t.is((await call('/chat/completions', chat)).status, 200);
  t.like(await waybillJson(t, environment, 'wallets', 'show', String(key['wallet_id'])), {
    credited_eur: '5.000000000',
    reserved_eur: '0.000000000',
  });
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, wallets: 2 });
  await waybillJson(t, environment, 'projections', 'rebuild');
  await waybillJson(t, environment, 'keys', 'revoke', String(key['key_id']));

  child.kill('SIGTERM');
  t.is((await ended(child)).exitCode, 0);
});

test('a gateway that cannot start says why in one line', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1');
  t.teardown(() => holder.close());
  await once(holder, 'listening');
  // It listens on a port, so its address is a record.
  const { port } = holder.address() as AddressInfo;
  const environment = { WAYBILL_DATA_DIR: scratchFolder(t), WAYBILL_LOG_LEVEL: 'silent' };
  const taken = await waybill(t, { ...environment, WAYBILL_PORT: String(port) }, 'serve');
  t.is(taken.exitCode, 3);
  t.regex(taken.stderr, /^waybill: .* is taken by another process; set WAYBILL_PORT .*\n$/);
  const unread = await waybill(t, { ...environment, WAYBILL_CONFIG: '/nowhere/waybill.yaml' }, 'serve');
  t.is(unread.exitCode, 3);
  t.regex(unread.stderr, /^waybill: \/nowhere\/waybill\.yaml cannot be read.*\n$/);
});
