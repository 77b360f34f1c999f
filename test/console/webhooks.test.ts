import { randomUUID } from 'node:crypto';
import test from 'ava';
import { changeDelivery } from '../../src/ledger/webhooks/webhooks.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** A webhook from its form to what became of its messages. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { tenant_admin: admin } = scene.people;

test.after.always('close', shared.end);

test('a secret is shown once, a delivery leads to no other page, and a parked one is sent again from its row', async (t) => {
  const visitor = await ConsoleVisitor.loggedIn(scene.adminUrl, admin);
  await visitor.get('/console/operations/createWebhook');
  const form = { _form: visitor.hidden('_form'), _once: visitor.hidden('_once'), url: 'https://hooks.example/one' };
  const secret = /whsec_[\w+/=]+/;
  t.is((await visitor.post('/console/operations/createWebhook', form)).status, 200);
  t.regex(visitor.page, secret);
  await visitor.post('/console/operations/createWebhook', form);
  t.notRegex(visitor.page, secret);
  t.true(visitor.page.includes('The secret was shown once'));
  const [, id = ''] = /webhook_id=([0-9a-f-]{36})/.exec(visitor.page) ?? [];
  const asked = `webhook_id=${id}`;
  await visitor.get(`/console/operations/tryWebhook?${asked}`);
  t.is((await visitor.fill('tryWebhook', { webhook_id: id })).status, 200);
  await visitor.get(`/console/operations/showWebhook?${asked}`);
  t.false(visitor.page.includes('retryDelivery'), 'of which one, nobody knows');
  const deliveries = `/console/operations/listDeliveries?${asked}`;
  await visitor.get(deliveries);
  const [, delivery = ''] = /<tbody>[^]*?<code class="id" data-copy>([0-9a-f-]{36})</.exec(visitor.page) ?? [];
  t.not(delivery, '');
  t.false(visitor.page.includes(`webhook_id=${delivery}`));
  t.false(visitor.page.includes('retryDelivery'));
  const deps = { log: scene.ledger.log, createId: randomUUID };
  await changeDelivery(deps, delivery, { type: 'begin_attempt', now: Date.now() });
  const failed = { attempt: 1, now: Date.now(), chance: 0, failure: 'webhook_off', isFinal: true } as const;
  t.true((await changeDelivery(deps, delivery, { type: 'fail_attempt', ...failed })).accepted);
  await visitor.get(deliveries);
  t.true(visitor.page.includes(`retryDelivery?${asked}&amp;delivery_id=${delivery}`));
});
