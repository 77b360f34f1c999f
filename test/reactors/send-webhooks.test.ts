import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { changeDelivery, recordedWebhook } from '../../src/ledger/webhooks/webhooks.ts';
import { appendFaults, logFailing } from '../_support/failing-appends.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { until } from '../_support/until.ts';
import { answered, scriptedReceiver, webhookScene } from './_webhook-scene.ts';

const hour = 3_600_000;

test('a receiver that takes a message gets it once, with the id of its event', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  const walletId = await scene.lowWallet();
  const receiver = scriptedReceiver(() => answered(200));
  const { sweep } = scene.process(receiver.send);
  await sweep();
  await sweep();
  t.is(receiver.sent.length, 1);
  const events = await scene.log.readAll({ limit: 1_000 });
  const low = events.find(({ type }) => type === 'WalletRanLow');
  const [message] = receiver.sent;
  t.is(message?.id, low?.id);
  t.like(JSON.parse(message?.body ?? '{}'), {
    type: 'wallet.low',
    timestamp: low?.recordedAt,
    data: { wallet_id: walletId, below_eur: '5.000000000', posted_eur: '0.000000000' },
  });
  t.like((await scene.listed())[0], { status: 'delivered', attempts: 1 });
});

test('a receiver that is down for an hour loses nothing, and each of its messages keeps its id', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  let isDown = true;
  const taken = new Map<string, number>();
  const receiver = scriptedReceiver(({ id }) => {
    if (isDown) return answered(503);
    taken.set(id, (taken.get(id) ?? 0) + 1);
    return answered(200);
  });
  const { sweep } = scene.process(receiver.send);
  const expected = 20;
  for (let minutes = 0; minutes < 60; minutes += 3) {
    await scene.lowWallet();
    for (let times = 0; times < 90; times += 10) {
      scene.clock.ms += 20_000;
      await sweep();
    }
  }
  t.is(taken.size, 0);
  t.is((await scene.listed()).length, expected);
  isDown = false;
  for (let times = 0; times < 40; times += 1) {
    scene.clock.ms += 10 * 60_000;
    await sweep();
  }
  t.is(taken.size, expected);
  t.true([...taken.values()].every((times) => times === 1));
  t.true((await scene.listed()).every(({ status }) => status === 'delivered'));
});

for (const [what, answer] of [
  ['answers 500', answered(500)],
  ['redirects', answered(307)],
  ['hangs', { kind: 'failed', failure: 'timed_out' }],
  ['moves to an address that may not be called', { kind: 'failed', failure: 'address_refused' }],
] as const) {
  test(`a message for a receiver that ${what} for three days is parked, listed, and sent when it is asked for`, async (t) => {
    const scene = webhookScene();
    const { id } = await scene.hook();
    await scene.lowWallet();
    let [isBroken, begun] = [true, scene.clock.ms];
    const receiver = scriptedReceiver(() => (isBroken ? answer : answered(200)));
    const { sweep } = scene.process(receiver.send);
    for (let hours = 0; hours < 24 * 5; hours += 1) {
      await sweep();
      scene.clock.ms += 6_000;
      await sweep();
      scene.clock.ms += hour - 6_000;
    }
    t.is(receiver.sent.length, 10);
    t.is(new Set(receiver.sent.map((message) => message.id)).size, 1);
    const last = receiver.sent.at(-1)?.at ?? 0;
    t.true(last - begun >= 3 * 24 * hour && last - begun < 4 * 24 * hour);
    const [parked] = await scene.listed(id);
    t.like(parked, { status: 'parked', attempts: 10, failure: answer.kind === 'failed' ? answer.failure : 'status' });
    isBroken = false;
    begun = scene.clock.ms;
    const retried = { type: 'retry_delivery', now: begun } as const;
    await changeDelivery(scene.parts, parked?.delivery_id ?? '', retried);
    await sweep();
    t.like((await scene.listed(id))[0], { status: 'delivered' });
    t.is(receiver.sent.at(-1)?.id, receiver.sent[0]?.id);
  });
}

test('410 disables a webhook and parks what waits for it, and nothing more is noted for it', async (t) => {
  const scene = webhookScene();
  const { id } = await scene.hook();
  await scene.lowWallet();
  await scene.lowWallet();
  const receiver = scriptedReceiver(() => answered(410));
  const { sweep } = scene.process(receiver.send);
  await sweep();
  await scene.lowWallet();
  await sweep();
  t.is(receiver.sent.length, 1);
  t.is((await recordedWebhook(scene.log, id))?.status, 'disabled');
  t.deepEqual((await scene.listed(id)).map(({ status, failure }) => `${status} ${failure}`).toSorted(), [
    'parked status',
    'parked webhook_off',
  ]);
});

test('a deleted webhook gets nothing more', async (t) => {
  const scene = webhookScene();
  const { id } = await scene.hook();
  await scene.lowWallet();
  const receiver = scriptedReceiver(() => answered(500));
  const { sweep } = scene.process(receiver.send);
  await sweep();
  await scene.change(id, { type: 'delete_webhook' });
  scene.clock.ms += hour;
  await sweep();
  t.is(receiver.sent.length, 1);
  t.like((await scene.listed(id))[0], { status: 'parked', failure: 'webhook_off' });
});

test('a receiver that asks for a pause gets it', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  await scene.lowWallet();
  const receiver = scriptedReceiver((_, nth) => (nth === 1 ? answered(429, 600_000) : answered(200)));
  const { sweep } = scene.process(receiver.send);
  await sweep();
  scene.clock.ms += 599_000;
  await sweep();
  t.is(receiver.sent.length, 1);
  scene.clock.ms += 1_000;
  await sweep();
  t.is(receiver.sent.length, 2);
});

test('both secrets sign while they overlap, and afterwards the new one alone', async (t) => {
  const scene = webhookScene();
  const { id, secret } = await scene.hook();
  const next = randomBytes(24);
  await scene.change(id, {
    type: 'rotate_webhook_secret',
    rotationId: randomUUID(),
    sealed: scene.sealed(id, next),
    previousValidUntil: new Date(scene.clock.ms + hour).toISOString(),
  });
  const receiver = scriptedReceiver(() => answered(200));
  const { sweep } = scene.process(receiver.send);
  await scene.lowWallet();
  await sweep();
  scene.clock.ms += hour;
  await scene.lowWallet();
  await sweep();
  t.deepEqual(
    receiver.sent.map(({ secrets }) => secrets.map((each) => Buffer.from(each).toString('hex'))),
    [[secret.toString('hex'), next.toString('hex')], [next.toString('hex')]],
  );
});

test('a secret that no key opens is told, and its message waits', async (t) => {
  const scene = webhookScene();
  const { id } = await scene.hook();
  // Sealed for another webhook.
  await scene.change(id, {
    type: 'rotate_webhook_secret',
    rotationId: randomUUID(),
    sealed: scene.sealed(randomUUID(), randomBytes(24)),
    previousValidUntil: new Date(0).toISOString(),
  });
  await scene.lowWallet();
  const receiver = scriptedReceiver(() => answered(200));
  const { sweep, warnings } = scene.process(receiver.send);
  await sweep();
  t.is(receiver.sent.length, 0);
  t.deepEqual(warnings, ['webhook_secret_unreadable']);
  t.like((await scene.listed(id))[0], { status: 'pending', failure: 'secret_unreadable' });
});

test('a receiver that hangs delays no other', async (t) => {
  const scene = webhookScene();
  const slow = await scene.hook({ url: 'https://slow.example/' });
  const fast = await scene.hook({ url: 'https://fast.example/' });
  const hanging = Promise.withResolvers<void>();
  const receiver = scriptedReceiver(async ({ url }) => {
    if (url.includes('slow')) await hanging.promise;
    return answered(200);
  });
  const { notes, sending } = scene.process(receiver.send);
  for (const _ of [1, 2, 3]) await scene.lowWallet();
  await notes.note();
  const toFast = async () => (await scene.listed(fast.id)).filter(({ status }) => status === 'delivered').length;
  await sending.begin();
  while ((await toFast()) < 3) await sending.begin();
  const sentSlow = receiver.sent.filter(({ url }) => url.includes('slow'));
  t.is(sentSlow.length, 1, 'one at a time');
  hanging.resolve();
  await sending.idle();
  t.true((await scene.listed(slow.id)).every(({ status }) => status === 'delivered'));
});

test('of several processes one sends a message, whatever fails', async (t) => {
  const random = randomOf(t);
  const scene = webhookScene();
  await scene.hook();
  const receiver = scriptedReceiver(() => answered(200));
  const failing = logFailing(scene.log, () => (random.whole(0, 3) === 0 ? random.oneOf(appendFaults) : null));
  const processes = [1, 2, 3].map(() => scene.process(receiver.send, failing));
  for (let round = 0; round < 8; round += 1) {
    await scene.lowWallet();
    await Promise.allSettled(processes.map(({ sweep }) => sweep()));
    scene.clock.ms += hour;
  }
  const { sweep } = scene.process(receiver.send);
  for (const _ of [1, 2, 3]) {
    await sweep();
    scene.clock.ms += hour;
  }
  t.is(new Set(receiver.sent.map(({ id }) => id)).size, 8);
  t.is((await scene.listed()).length, 8);
  t.true((await scene.listed()).every(({ status }) => status === 'delivered'));
});

test('while no append fails, several processes send each message once', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  const receiver = scriptedReceiver(() => answered(200));
  const processes = [1, 2, 3].map(() => scene.process(receiver.send));
  for (let round = 0; round < 5; round += 1) {
    await scene.lowWallet();
    await Promise.all(processes.map(({ sweep }) => sweep()));
  }
  t.is(receiver.sent.length, 5);
});

test('of two processes that find a message due at once, one sends it', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  await scene.lowWallet();
  const hanging = Promise.withResolvers<void>();
  const receiver = scriptedReceiver(async (_, nth) => {
    if (nth === 1) await hanging.promise;
    return answered(200);
  });
  const processes = [scene.process(receiver.send), scene.process(receiver.send)] as const;
  await processes[0].notes.note();
  await Promise.all(processes.map(({ sending }) => sending.begin()));
  await Promise.race(processes.map(({ sending }) => sending.idle()));
  t.is(receiver.sent.length, 1);
  hanging.resolve();
  await Promise.all(processes.map(({ sending }) => sending.idle()));
  t.is(receiver.sent.length, 1);
});

test('a message whose process ended is sent by another, a minute later', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  await scene.lowWallet();
  const lost = scriptedReceiver(() => new Promise(() => undefined));
  const ended = scene.process(lost.send);
  await ended.notes.note();
  await ended.sending.begin();
  while (lost.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const receiver = scriptedReceiver(() => answered(200));
  const { sweep } = scene.process(receiver.send);
  scene.clock.ms += 59_000;
  await sweep();
  t.is(receiver.sent.length, 0);
  scene.clock.ms += 1_000;
  await sweep();
  t.deepEqual(
    receiver.sent.map(({ id }) => id),
    lost.sent.map(({ id }) => id),
  );
});

test('more webhooks than are sent to at once each have their turn, also while the first ones hang', async (t) => {
  const scene = webhookScene();
  const hooks = new Set<string>();
  for (let n = 0; n < 70; n += 1) hooks.add((await scene.hook({ url: `https://hooks.example/${n}` })).id);
  await scene.lowWallet();
  const held = Promise.withResolvers<void>();
  const receiver = scriptedReceiver(async () => {
    await held.promise;
    return answered(503);
  });
  const { notes, sending } = scene.process(receiver.send);
  await notes.note();
  const urls = (): number => new Set(receiver.sent.map(({ url }) => url)).size;
  await sending.begin();
  await until('as many are sent to as may be', () => urls() === 64);
  await sending.begin();
  t.is(urls(), 64);
  held.resolve();
  await sending.idle();
  // All are due again: those that had no turn come first.
  scene.clock.ms += 10_000;
  await sending.begin();
  await sending.idle();
  t.is(urls(), hooks.size);
});

test('a webhook with more messages than are looked up at once gets all of them, each once', async (t) => {
  const scene = webhookScene();
  await scene.hook();
  for (let n = 0; n < 130; n += 1) await scene.lowWallet();
  const receiver = scriptedReceiver(() => answered(200));
  await scene.process(receiver.send).sweep();
  t.is(receiver.sent.length, 130);
  t.is(new Set(receiver.sent.map(({ id }) => id)).size, 130);
});
