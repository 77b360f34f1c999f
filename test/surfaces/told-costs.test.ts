import test, { type ExecutionContext } from 'ava';
import { httpCall } from '../_support/http-call.ts';
import { setScriptedScene, type ScriptedAnswer } from '../_support/scripted-upstream.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { audioPrices } from '../_support/sandbox-bill.ts';
import { streamingSurfaces } from '../_support/streaming-surfaces.ts';

// What a stream has cost stands in a comment glued to its last record: no client takes that for an event.

const shared = new SharedTeardown();
test.after.always(shared.end);
const names = [...new Set(Object.values(streamingSurfaces).map(({ surface }) => surface))];
const scene = setScriptedScene(shared, { surfaces: names, target: { prices: audioPrices } });

const record = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/** A whole stream of each surface, up to its last record, and that. */
const streams: Readonly<Record<string, readonly [string, string, RegExp]>> = {
  chat: [
    record({ model: 'light', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }) +
      record({ model: 'light', choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } }),
    'data: [DONE]\n\n',
    /^data: \[DONE\]$/,
  ],
  messages: [
    record({ type: 'message_start', message: { model: 'light', usage: { input_tokens: 5, output_tokens: 1 } } }) +
      record({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
    record({ type: 'message_stop' }),
    /^event: message_stop\ndata: /,
  ],
  responses: [
    record({ type: 'response.created', response: { id: 'r', model: 'light', output: [] } }),
    record({ type: 'response.completed', response: { output: [], usage: { input_tokens: 5, output_tokens: 2 } } }),
    /^event: response.completed\ndata: /,
  ],
  transcriptEvents: [
    record({ type: 'transcript.text.delta', delta: 'Hi.' }),
    record({ type: 'transcript.text.done', text: 'Hi.', usage: { type: 'duration', seconds: 3 } }),
    /^data: .*transcript.text.done/,
  ],
  speechEvents: [
    record({ type: 'speech.audio.delta', audio: 'aGk=' }),
    record({ type: 'speech.audio.done', usage: { input_tokens: 5, output_tokens: 2 } }),
    /^data: .*speech.audio.done/,
  ],
};

async function answered(name: string, scripted: ScriptedAnswer) {
  const { answer, baseUrl, ledger } = await scene;
  const surface = streamingSurfaces[name];
  if (surface === undefined) throw new Error(name);
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '100' });
  answer(scripted);
  const reply = await httpCall(`${baseUrl}${surface.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': surface.contentType, ...surface.headers },
    body: surface.body('light', ''),
  });
  const [reservation] = (await ledger.settledWallet(walletId)).reservations;
  return { reply, settled: reservation?.settled ?? null };
}

/** The comment of the last record, and the record. */
function lastOf(t: ExecutionContext, bytes: Buffer) {
  const records = bytes.toString().split('\n\n');
  t.is(records.pop(), '');
  const [, json = '', last = ''] = /^: waybill (.*)\n([^]*)$/.exec(records.pop() ?? '') ?? [];
  t.false(
    records.some((one) => one.includes(': waybill')),
    'it stands only there',
  );
  return { told: JSON.parse(json) as Readonly<Record<string, unknown>>, last };
}

const headers = { 'content-type': 'text/event-stream' };

for (const [name, [begun, last, shown]] of Object.entries(streams)) {
  test.serial(`${name}: the last record has the charge of the ledger in a comment glued to it`, async (t) => {
    const { reply, settled } = await answered(name, { headers, pieces: [begun, last] });
    const seen = lastOf(t, reply.bytes);
    t.regex(seen.last, shown);
    t.deepEqual(seen.told, {
      cost_eur: settled?.cost_eur,
      reservation: reply.headers['x-waybill-reservation'],
      estimate: false,
      pii: null,
    });
  });

  test.serial(`${name}: the upstream’s own error has it too, if it is the last record`, async (t) => {
    const [piece = ''] = begun.replace('"stop"', 'null').split('\n\n');
    const error = record({ type: 'error', error: { message: 'lost it' } });
    for (const pieces of [
      [`${piece}\n\n`, error],
      [`${piece}\n\n${error}: alive\n\n`],
      [`${piece}\n\n`, 'error: lost it\n\n'],
      [error],
    ]) {
      const { reply, settled } = await answered(name, { headers, pieces });
      const seen = lastOf(t, reply.bytes);
      t.regex(seen.last, /lost it/);
      t.is(seen.told['cost_eur'], settled?.cost_eur ?? null);
      t.is(seen.told['reservation'], reply.headers['x-waybill-reservation']);
    }
  });

  test.serial(
    `${name}: the error record of a cut stream has it too, marked as an estimate or not yet known`,
    async (t) => {
      const { reply, settled } = await answered(name, {
        headers,
        pieces: [begun.split('\n\n')[0] ?? '', '\n\n'],
        isCut: true,
      });
      const { told } = lastOf(t, reply.bytes);
      t.is(told['reservation'], reply.headers['x-waybill-reservation']);
      if (settled?.usage_source === 'estimate') t.like(told, { cost_eur: settled.cost_eur, estimate: true });
      else t.like(told, { cost_eur: null, estimate: false });
    },
  );
}

test.serial('speech in bytes announces its price before the first byte', async (t) => {
  for (const isCut of [false, true]) {
    const pieces = ['RIFF', 'sound'];
    const { reply, settled } = await answered('speechBytes', {
      headers: { 'content-type': 'audio/wav' },
      pieces,
      isCut,
    });
    t.truthy(settled?.cost_eur);
    t.is(reply.headers['x-waybill-cost-eur'], settled?.cost_eur);
  }
});
