import test from 'ava';
import { httpCall } from '../_support/http-call.ts';
import { setScriptedScene } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

// What an upstream calls the tier that it served may be of any length: an event may not.

const shared = new SharedTeardown();
test.after.always(shared.end);
const scene = setScriptedScene(shared, { surfaces: ['chat_completions'] });

const body = JSON.stringify({ model: 'light', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] });

test('an answer whose tier name fits in no event is settled when it ends', async (t) => {
  const gateway = await scene;
  const { apiKey, walletId } = await gateway.ledger.tenant({ allowAllModels: true });
  const choices = [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 3, completion_tokens: 4 };
  gateway.answer({
    headers: { 'content-type': 'application/json' },
    pieces: [JSON.stringify({ id: 'c', choices, usage, service_tier: 'x'.repeat(300_000) })],
  });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const reply = await httpCall(`${gateway.baseUrl}/chat/completions`, { method: 'POST', headers, body });
  t.is(reply.status, 200);
  const [reservation] = (await gateway.ledger.wallet(walletId)).reservations;
  t.like(reservation?.settled, { usage_source: 'upstream', service_tier: null });
});
