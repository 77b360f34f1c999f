import test from 'ava';
import OpenAI, { APIError } from 'openai';
import type { HttpReply } from '../_support/http-call.ts';
import { assertWalletIsSound } from '../_support/ledger-view.ts';
import { assertBillingRecordsAgree } from '../_support/sandbox-bill.ts';
import { surfaceScene } from '../_support/surface-scene.ts';
import { until } from '../_support/until.ts';

// The charges when the upstream answers, misbehaves or refuses: the wallet equals the billing records.

const scene = surfaceScene({
  surface: 'responses',
  path: '/responses',
  profiles: {
    // 511 × 0.123 + 333 × 0.0123 + 157 × 0.1537 + 3 × 2, by the counters of the test below.
    priced: {
      prices: {
        id: 'priced',
        version: '1',
        eur_per_million_tokens: { input: '0.123', cached_input: '0.0123', cache_write: '0.1537', output: '2' },
      },
    },
  },
});
test.after.always(scene.end);

const bodyOf = (directive: string, more: object = {}) => ({
  model: 'light',
  max_output_tokens: 900,
  input: `Hello there [[sandbox: ${directive}]]`,
  ...more,
});

const recordsOf = ({ text }: HttpReply): string[] =>
  text
    .trimEnd()
    .split('\n\n')
    .filter((record) => !record.startsWith(':'));

interface Terminal {
  readonly type: string;
  readonly code?: string;
  readonly response?: { readonly id: string; readonly store: boolean; readonly output: object[] };
}

const lastOf = (reply: HttpReply): Terminal =>
  JSON.parse(/^data: (.*)$/m.exec(recordsOf(reply).at(-1) ?? '')?.[1] ?? '{}') as Terminal;

const isKept = async (id: string): Promise<boolean> => {
  const { ledger } = await scene.start();
  return (await ledger.log.readStream(`response-${id}`)).length === 1;
};

for (const stream of [false, true]) {
  const kind = stream ? 'SSE' : 'JSON';

  test(`caches are charged at their own prices, to the nano-euro (${kind})`, async (t) => {
    const { ledger, post } = await scene.start();
    const caller = await ledger.tenant({ allowAllModels: true });
    const directive = 'prompt_tokens=1001; cached_tokens=333; cache_write_tokens=157; frames=3';
    await post(caller, bodyOf(directive, { model: 'priced', stream }));
    const { reservations } = await ledger.settledWallet(caller.walletId);
    t.like(reservations[0]?.settled, {
      cost_eur: '0.000097080',
      lines: [
        { counter: 'input', quantity: 511, amount_eur: '0.000062853' },
        { counter: 'cached_input', quantity: 333, amount_eur: '0.000004096' },
        { counter: 'cache_write', quantity: 157, amount_eur: '0.000024131' },
        { counter: 'output', quantity: 3, amount_eur: '0.000006000' },
      ],
    });
  });

  for (const [directive, status, story] of [
    ['frames=20', 200, 'ReservationSettled'],
    ['no_details', 200, 'ReservationSettled'],
    ['huge_usage', 200, 'ReservationFlagged impossible_counters, ReservationSettled'],
    ['overrun', 200, 'ReservationFlagged impossible_counters, ReservationSettled'],
    ['failed', 200, 'ReservationSettled'],
    ['one_byte_chunks', 200, 'ReservationSettled'],
    ['odd_chunks; frames=30', 200, 'ReservationSettled'],
    ['missing_usage', 200, 'ReservationFlagged usage_missing, ReservationSettled'],
    [
      'missing_usage; uncharged',
      200,
      'ReservationFlagged usage_missing, ReservationReleased billing_records_not_charged',
    ],
    ['400', 400, 'ReservationReleased upstream_status_400'],
    ['429', 429, 'ReservationReleased upstream_status_429'],
    ['503', 503, 'ReservationReleased upstream_status_503'],
    ['500', 503, 'ReservationFlagged upstream_status_500, ReservationReleased billing_records_not_charged'],
    ['html', 503, 'ReservationFlagged answer_not_understood, ReservationReleased billing_records_not_charged'],
    ['reset_before_first_byte', 503, 'ReservationFlagged upstream_reset, ReservationSettled'],
    [
      'reset_before_first_byte_uncharged',
      503,
      'ReservationFlagged upstream_reset, ReservationReleased billing_records_not_charged',
    ],
  ] as const) {
    test(`${directive}: ${status}, ${story} (${kind})`, async (t) => {
      const { play } = await scene.start();
      const { reply, reservation } = await play(t, bodyOf(directive, { stream }));
      t.is(reply.status, status);
      t.is(reservation.story.join(', '), story);
      if (status !== 200) {
        t.truthy((JSON.parse(reply.text) as { error?: object }).error);
        return;
      }
      const response = stream ? lastOf(reply).response : (JSON.parse(reply.text) as Terminal['response']);
      t.true(response?.store);
      t.true(await isKept(response?.id ?? ''), 'an answer that ended is kept, whatever it cost');
    });
  }
}

for (const [directive, story, ending] of [
  ['double_done', 'ReservationSettled', 'response.completed'],
  ['no_final_blank_line', 'ReservationSettled', 'response.completed'],
  ['comments; crlf; empty_data_record', 'ReservationSettled', 'response.completed'],
  ['cr', 'ReservationSettled', 'response.completed'],
  ['empty_output; frames=9', 'ReservationSettled', 'response.completed'],
  ['no_done', 'ReservationFlagged usage_missing, ReservationSettled', 'response.failed'],
  ['cut_mid_stream; frames=20', 'ReservationFlagged stream_cut, ReservationSettled', 'response.failed'],
  ['cut_mid_stream; after_frames=0', 'ReservationFlagged stream_cut, ReservationSettled', 'error'],
  ['end_mid_stream; frames=20', 'ReservationFlagged usage_missing, ReservationSettled', 'response.failed'],
  ['reset_after_first_byte', 'ReservationFlagged stream_cut, ReservationSettled', 'error'],
  ['error_mid_stream; frames=20', 'ReservationFlagged usage_missing, ReservationSettled', 'error'],
] as const) {
  test(`${directive}: ${story}, then ${ending} (SSE)`, async (t) => {
    const { play } = await scene.start();
    const { reply, reservation } = await play(t, bodyOf(directive, { stream: true }));
    t.is(reply.status, 200);
    t.is(reservation.story.join(', '), story);
    const last = lastOf(reply);
    t.is(last.type, ending);
    const numbers = recordsOf(reply).flatMap((record) => /"sequence_number":(\d+)/.exec(record)?.[1] ?? []);
    t.deepEqual(
      numbers.map(Number),
      numbers.map((_, index) => index),
    );
    if (ending !== 'response.completed') {
      t.true(last.response?.store !== true);
      const id = /"id":"(resp_[0-9a-f]+)"/.exec(reply.text)?.[1];
      t.false(id !== undefined && (await isKept(id)), 'what broke off is not kept');
    } else {
      t.is(last.response?.output.length, 1);
    }
  });
}

test('an output limit makes an answer incomplete, and the answer is stored and can be continued', async (t) => {
  const { ledger, post } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const reply = await post(caller, bodyOf('frames=40', { max_output_tokens: 5 }));
  const { id, status } = JSON.parse(reply.text) as { id: string; status: string };
  t.is(status, 'incomplete');
  const next = await post(caller, { model: 'light', input: 'go on', previous_response_id: id });
  t.is(next.status, 200);
});

test('a caller who hangs up finds the whole charged answer under the id of its first record', async (t) => {
  const { ledger, baseUrl } = await scene.start();
  const { apiKey, walletId } = await ledger.tenant({ allowAllModels: true });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const hangUp = new AbortController();
  const body = JSON.stringify(bodyOf('frames=30; frame_delay_ms=10', { stream: true }));
  const reply = await fetch(`${baseUrl}/responses`, { method: 'POST', headers, body, signal: hangUp.signal });
  const first = await reply.body?.getReader().read();
  const id = /"id":"(resp_[0-9a-f]+)"/.exec(Buffer.from(first?.value ?? []).toString())?.[1] ?? '';
  hangUp.abort();
  await ledger.settledWallet(walletId);
  // It is kept after it is paid.
  const shown = await until('it is kept', async () => {
    const look = await fetch(`${baseUrl}/responses/${id}`, { headers });
    return look.status === 200 && look;
  });
  t.is(((await shown.json()) as { status: string }).status, 'completed');
});

for (const directive of ['cut_mid_stream; frames=20', 'end_mid_stream; frames=20', 'no_done']) {
  test(`${directive}: each attempt of a client is billed once and reported as failed, and only the last one is stored`, async (t) => {
    const { ledger, sandbox, baseUrl } = await scene.start();
    const { apiKey, walletId, userId } = await ledger.tenant({ allowAllModels: true });
    // With its own retries: none of them is for a stream that began.
    const { responses } = new OpenAI({ apiKey, baseURL: baseUrl });
    const ask = (input: string) => responses.stream({ model: 'light', max_output_tokens: 900, input }).finalResponse();
    const ids: string[] = [];
    for (const attempt of [1, 2, 3]) {
      const { id, status, error } = await ask(`attempt ${attempt} [[sandbox: ${directive}]]`);
      t.is(status, 'failed');
      t.like(error, { code: 'invalid_prompt', waybill_code: 'upstream_cut' });
      ids.push(id);
    }
    const { id, status } = await ask('attempt 4');
    t.is(status, 'completed');
    const wallet = await ledger.settledWallet(walletId, 4);
    t.is(wallet.reservations.length, 4);
    t.true(wallet.reservations.every(({ charged, endings }) => charged > 0n && endings === 1));
    assertWalletIsSound(t, wallet);
    await assertBillingRecordsAgree(t, { wallet, sandbox });
    const facts = await ledger.log.readAll({ streamPrefixes: ['response-'], limit: 1_000 });
    const own = facts.filter(({ data }) => data.includes(userId));
    t.deepEqual(
      own.map(({ type, stream }) => [type, stream]),
      [['ResponseStored', `response-${id}`]],
    );
    for (const lost of ids) t.is((await t.throwsAsync(responses.retrieve(lost), { instanceOf: APIError })).status, 404);
  });
}
