import test from 'ava';
import { connect, request, serve, textOf, until } from './_upstream-server.ts';

// Who gets the next connection, where there are fewer than are wanted.

const of = (tenantId: string, keyId = `${tenantId}-key`) => ({ tenantId, keyId });

test('slow requests of one tenant leave connections for the requests of another', async (t) => {
  const held: (() => void)[] = [];
  const baseUrl = await serve(t, (incoming, answer) => {
    if (incoming.headers['x-waybill-reservation'] === 'slow') held.push(() => answer.end('slow'));
    else answer.end('quick');
  });
  const upstream = connect(t, { baseUrl, connectionsMax: 10, sharePercentMax: 90 });
  const slow = Array.from({ length: 20 }, () =>
    upstream.send(request({ reservationId: 'slow', sharer: of('greedy') })),
  );
  await until(() => held.length === 9);
  for (let nth = 0; nth < 5; nth += 1) {
    const quick = await upstream.send(request({ reservationId: 'quick', sharer: of('modest') }));
    t.is(await textOf(quick), 'quick');
  }
  t.is(held.length, 9, 'nothing of the greedy one had ended');
  const answering = setInterval(() => held.shift()?.(), 1);
  t.teardown(() => clearInterval(answering));
  for (const answer of await Promise.all(slow)) t.is(await textOf(answer), 'slow');
});

test('a free connection goes to the tenant that has the fewest, in any order of arrival', async (t) => {
  const order: string[] = [];
  const held: (() => void)[] = [];
  const baseUrl = await serve(t, (incoming, answer) => {
    order.push(String(incoming.headers['x-waybill-reservation']));
    held.push(() => answer.end('ok'));
  });
  const upstream = connect(t, { baseUrl, connectionsMax: 2 });
  const send = async (tenant: string, name: string) =>
    textOf(await upstream.send(request({ reservationId: name, sharer: of(tenant) })));
  const answers = [
    send('a', 'a1'),
    send('a', 'a2'),
    send('a', 'a3'),
    send('a', 'a4'),
    send('b', 'b1'),
    send('b', 'b2'),
  ];
  await until(() => order.length === 2);
  for (let count = 3; count <= 6; count += 1) {
    held.shift()?.();
    await until(() => order.length === count);
  }
  t.deepEqual(order.slice(2), ['b1', 'a3', 'b2', 'a4']);
  for (const end of held) end();
  await Promise.all(answers);
});
