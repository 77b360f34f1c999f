import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { adminScene } from '../../_support/admin-scene.ts';
import { waybill, waybillJson } from '../../_support/waybill-command.ts';

test('a webhook that a command has made gets a message that its secret verifies', async (t) => {
  const scene = await adminScene(t, { top: { webhooks: { http_loopback: true } } });
  const got = Promise.withResolvers<{ readonly text: string; readonly headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.resolve({ text: Buffer.concat(parts).toString(), headers: request.headers as Record<string, string> });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const created = await waybillJson(t, scene.environment, 'webhooks', 'create', '--url', url, '--alerts', 'wallet.low');
  t.deepEqual(created['alerts'], ['wallet.low']);
  const id = String(created['id']);
  t.is((await waybill(t, scene.environment, 'webhooks', 'try', id)).exitCode, 0);
  const { text, headers } = await got.promise;
  t.like(new Webhook(String(created['secret'])).verify(text, headers), {
    type: 'webhook.test',
    data: { webhook_id: id },
  });
});
