import test from 'ava';
import { APIError } from 'openai';
import { walletSight } from '../../_support/ledger-view.ts';
import { serveGateway } from '../../_support/served-gateway.ts';

// Conversations of megabytes: kept, shown and continued whole, up to the limit of what goes upstream.

const turnBytes = 3_000_000;

test('a conversation of megabytes is stored whole, and is refused with a reason at its limit', async (t) => {
  const gateway = await serveGateway(t, {
    config: { target: { surfaces: ['responses'] }, top: { responses: { context_bytes_max: 2 * turnBytes + 10_000 } } },
  });
  const { apiKey, walletId } = await gateway.tenant();
  const { responses } = gateway.client(apiKey);
  const textOf = (turn: number): string => `${turn}é`.repeat(turnBytes / 3);
  const inputOf = (turn: number) => [
    { role: 'user' as const, content: textOf(turn) },
    { role: 'user' as const, content: `turn ${turn}` },
  ];
  const first = await responses.create({ input: inputOf(1) });
  const second = await responses.create({ input: inputOf(2), previous_response_id: first.id, stream: true });
  let lastId = '';
  for await (const event of second) if (event.type === 'response.completed') lastId = event.response.id;
  t.is((await responses.retrieve(lastId)).previous_response_id, first.id);
  const { data } = await responses.inputItems.list(lastId, { order: 'asc' });
  t.like(data, [
    { content: [{ text: textOf(1) }] },
    { content: [{ text: 'turn 1' }] },
    { role: 'assistant' },
    { content: [{ text: textOf(2) }] },
    { content: [{ text: 'turn 2' }] },
  ]);
  const sent = (await gateway.sandbox.requests()).map(({ body_text: text }) => text);
  t.true(sent[1]?.includes(`${textOf(1)}"`));
  t.true(sent[1]?.includes(`${textOf(2)}"`));

  const tooLong = responses.create({ input: inputOf(3), previous_response_id: lastId });
  t.like(await t.throwsAsync(tooLong, { instanceOf: APIError }), { status: 413, code: 'body_too_large' });
  t.is((await gateway.sandbox.requests()).length, 2);
  t.is((await walletSight(gateway.log, walletId)).reservations.length, 2);
  t.is((await responses.create({ input: 'short', previous_response_id: first.id })).status, 'completed');
  t.like(await responses.delete(lastId), { deleted: true });
  t.is((await t.throwsAsync(responses.retrieve(lastId), { instanceOf: APIError })).status, 404);
});
