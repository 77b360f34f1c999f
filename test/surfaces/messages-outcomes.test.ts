import { APIError } from '@anthropic-ai/sdk';
import test, { type ExecutionContext } from 'ava';
import { nanoFromEur } from '../../src/domain/money.ts';
import type { TestTenant } from '../_support/gateway.ts';
import type { HttpReply } from '../_support/http-call.ts';
import { assertWalletIsSound, walletSight, type WalletSight } from '../_support/ledger-view.ts';
import {
  assertMessageBillingRecordsAgree,
  messageBill,
  plainCounters,
  type CounterPrices,
} from '../_support/messages-bill.ts';
import { allProfiles, messagesGateway, newClient, postMessages } from '../_support/messages-gateway.ts';
import { until } from '../_support/until.ts';
import { heldTokens } from '../_support/held-tokens.ts';

// The charges when the upstream answers, misbehaves or refuses: the wallet equals the billing records.

const gateway = messagesGateway();
test.after.always(gateway.end);

/** Of the target `priced`. */
const apart: CounterPrices = {
  input: 1_230n,
  cacheRead: 123n,
  cacheWrite: 1_537n,
  cacheWriteHour: 2_461n,
  output: 20_000n,
  thinking: 30_000n,
};
const pricesOf = (target: string): CounterPrices => (target === 'priced' ? apart : plainCounters);

interface Played {
  readonly reply: HttpReply;
  readonly wallet: WalletSight;
}

const bodyOf = (directive: string, more: object = {}) => ({
  model: 'light',
  max_tokens: 900,
  messages: [{ role: 'user', content: `Hello there [[sandbox: ${directive}]]` }],
  ...more,
});

/** One call of a caller of its own, to the end of its reservation; then the wallet is sound and equals the billing records. */
async function play(t: ExecutionContext, body: object): Promise<Played> {
  const served = await gateway.start();
  const caller: TestTenant = await served.tenant({ profiles: allProfiles });
  const reply = await postMessages(served, caller, body);
  const wallet = await until('the reservation has ended', async () => {
    const sight = await walletSight(served.log, caller.walletId);
    return sight.reservations.every(({ endings }) => endings > 0) && sight;
  });
  assertWalletIsSound(t, wallet);
  await assertMessageBillingRecordsAgree(t, wallet, served.sandbox, pricesOf);
  return { reply, wallet };
}

const lastRecord = ({ text }: HttpReply): string => text.trimEnd().split('\n\n').at(-1) ?? '';
const messageStop = 'event: message_stop\ndata: {"type":"message_stop"}';

for (const stream of [false, true]) {
  const kind = stream ? 'SSE' : 'JSON';

  test(`caches of both lifetimes are charged at their own prices, to the nano-euro (${kind})`, async (t) => {
    const { wallet } = await play(
      t,
      bodyOf('prompt_tokens=1001; cached_tokens=333; cache_write_tokens=100; cache_write_1h_tokens=57; frames=3', {
        model: 'priced',
        stream,
      }),
    );
    const [reservation] = wallet.reservations;
    t.like(reservation?.settled, {
      // 511 × 0.123 + 333 × 0.0123 + 100 × 0.1537 + 57 × 0.2461 + 3 × 2 = 102.3466 millionths of a euro.
      cost_eur: '0.000102347',
      lines: [
        { counter: 'input', quantity: 511, amount_eur: '0.000062853' },
        { counter: 'cached_input', quantity: 333, amount_eur: '0.000004096' },
        { counter: 'cache_write', quantity: 100, amount_eur: '0.000015370' },
        { counter: 'cache_write_1h', quantity: 57, amount_eur: '0.000014028' },
        { counter: 'output', quantity: 3, amount_eur: '0.000006000' },
      ],
    });
  });

  test(`thinking is charged as a line of its own (${kind})`, async (t) => {
    const { wallet } = await play(
      t,
      bodyOf('frames=10', { model: 'priced', stream, max_tokens: 9_000, thinking: { type: 'adaptive' } }),
    );
    const [settled] = wallet.reservations.map((reservation) => reservation.settled);
    t.like(settled?.lines.slice(-2), [
      { counter: 'output', quantity: 10, amount_eur: '0.000020000' },
      { counter: 'reasoning', quantity: 32, amount_eur: '0.000096000' },
    ]);
  });

  test(`the hold covers the dearest price that may apply (${kind})`, async (t) => {
    const body = bodyOf('prompt_tokens=50; cache_write_1h_tokens=50', { model: 'priced', stream, max_tokens: 10 });
    const { wallet } = await play(t, body);
    const [reserved] = wallet.reservations.map((reservation) => reservation.reserved);
    // The dearest tier is `fast`: 7 and 11 euro a million.
    t.is(nanoFromEur(reserved?.amount_eur ?? '0'), BigInt(heldTokens(body) * 7_000 + 10 * 11_000));
  });

  test(`a speed that has a price is charged as a tier (${kind})`, async (t) => {
    const served = await gateway.start();
    const caller = await served.tenant({ profiles: allProfiles });
    await postMessages(served, caller, bodyOf('frames=4', { model: 'priced', stream, speed: 'fast' }));
    const [reservation] = (await walletSight(served.log, caller.walletId)).reservations;
    t.is(reservation?.settled?.service_tier, 'fast');
    const billingRecords = await served.sandbox.lookUp(reservation?.id ?? '');
    const fast = { ...plainCounters, input: 70_000n, output: 110_000n, thinking: 110_000n };
    t.is(
      reservation?.charged,
      messageBill(billingRecords?.usage as unknown as Parameters<typeof messageBill>[0], fast),
    );
  });

  for (const [directive, status, story] of [
    ['frames=20', 200, 'ReservationSettled'],
    ['no_details; cache_write_tokens=2', 200, 'ReservationSettled'],
    ['huge_usage', 200, 'ReservationFlagged impossible_counters, ReservationSettled'],
    ['overrun', 200, 'ReservationFlagged impossible_counters, ReservationSettled'],
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
    ['529', 503, 'ReservationReleased upstream_status_529'],
    ['500', 503, 'ReservationFlagged upstream_status_500, ReservationReleased billing_records_not_charged'],
    ['html', 503, 'ReservationFlagged answer_not_understood, ReservationReleased billing_records_not_charged'],
    ['json_on_stream', 503, 'ReservationFlagged upstream_status_500, ReservationReleased billing_records_not_charged'],
    ['reset_before_first_byte', 503, 'ReservationFlagged upstream_reset, ReservationSettled'],
    [
      'reset_before_first_byte_uncharged',
      503,
      'ReservationFlagged upstream_reset, ReservationReleased billing_records_not_charged',
    ],
  ] as const) {
    test(`${directive}: ${status}, ${story} (${kind})`, async (t) => {
      const { reply, wallet } = await play(t, bodyOf(directive, { stream }));
      t.is(reply.status, status);
      t.deepEqual(
        wallet.reservations.map((reservation) => reservation.story.join(', ')),
        [story],
      );
      if (status !== 200) {
        const { type, error, request_id } = JSON.parse(reply.text) as Record<string, unknown>;
        t.is(type, 'error');
        t.is(typeof error, 'object');
        t.is(request_id, reply.headers['request-id']);
      } else if (stream) t.is(lastRecord(reply), messageStop);
    });
  }
}

for (const [directive, story, ending] of [
  ['no_done', 'ReservationSettled', 'stop'],
  ['double_done', 'ReservationSettled', 'stop'],
  ['no_final_blank_line', 'ReservationSettled', 'stop'],
  ['comments; crlf; empty_data_record', 'ReservationSettled', 'stop'],
  ['cr', 'ReservationSettled', 'stop'],
  ['cut_mid_stream; frames=20', 'ReservationFlagged stream_cut, ReservationSettled', 'upstream_cut'],
  ['cut_mid_stream; after_frames=0', 'ReservationFlagged stream_cut, ReservationSettled', 'upstream_cut'],
  ['end_mid_stream; frames=20', 'ReservationFlagged usage_missing, ReservationSettled', 'upstream_cut'],
  ['reset_after_first_byte', 'ReservationFlagged stream_cut, ReservationSettled', 'upstream_cut'],
  [
    'error_mid_stream; frames=20',
    'ReservationFlagged usage_missing, ReservationSettled',
    'stream_error.*The sandbox stopped',
  ],
] as const) {
  test(`${directive}: ${story}, then ${ending} (SSE)`, async (t) => {
    const { reply, wallet } = await play(t, bodyOf(directive, { stream: true }));
    t.is(reply.status, 200);
    t.deepEqual(
      wallet.reservations.map((reservation) => reservation.story.join(', ')),
      [story],
    );
    const last = lastRecord(reply);
    if (ending === 'stop') t.is(last, messageStop);
    else {
      t.regex(last, new RegExp(`^event: error\ndata: .*(${ending})`));
      // By this id the operator finds the request; the upstream's own is known to nobody here.
      const { request_id } = JSON.parse(last.slice(last.indexOf('{'))) as { readonly request_id?: string };
      t.is(request_id, String(reply.headers['request-id']));
    }
    t.is(reply.text.split('event: message_stop').length, ending === 'stop' ? 2 : 1);
  });
}

test('the caller gets the same stream whatever framing the upstream uses', async (t) => {
  const comparable = ({ text }: HttpReply): string =>
    text
      .replaceAll(/msg_sandbox_\d+/g, 'id')
      .replaceAll(/"usage":\{.*\}/g, '')
      .replaceAll(/^:.*\n\n/gm, '');
  const served = await gateway.start();
  const caller = await served.tenant();
  const framed = async (framing: string) =>
    comparable(await postMessages(served, caller, bodyOf(framing, { stream: true })));
  const plain = await framed('frame_delay_ms=0');
  for (const framing of ['crlf', 'cr', 'comments', 'one_byte_chunks', 'odd_chunks', 'no_done', 'double_done']) {
    t.is(await framed(framing), plain, framing);
  }
  for (const record of plain.trimEnd().split('\n\n')) t.regex(record, /^event: (\w+)\ndata: \{"type":"\1"/);
});

test('the official client raises an error for an error in the middle of a stream, and for a cut', async (t) => {
  const served = await gateway.start();
  const { apiKey } = await served.tenant();
  for (const directive of ['error_mid_stream; frames=20', 'cut_mid_stream; frames=20']) {
    const stream = newClient(served, apiKey).messages.stream({
      model: 'light',
      max_tokens: 50,
      messages: [{ role: 'user', content: `Hi [[sandbox: ${directive}]]` }],
    });
    await t.throwsAsync(stream.finalMessage(), { instanceOf: APIError });
  }
});

test('a caller who hangs up is charged for the whole stream, by the upstream’s counters', async (t) => {
  const served = await gateway.start();
  const { apiKey, walletId } = await served.tenant();
  const stream = newClient(served, apiKey).messages.stream({
    model: 'light',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Hi [[sandbox: frames=60; frame_delay_ms=3]]' }],
  });
  stream.on('text', () => stream.abort());
  await t.throwsAsync(stream.finalMessage());
  const wallet = await until('the stream was read to its end', async () => {
    const sight = await walletSight(served.log, walletId);
    return (sight.reservations[0]?.endings ?? 0) > 0 && sight;
  });
  assertWalletIsSound(t, wallet);
  t.is(await assertMessageBillingRecordsAgree(t, wallet, served.sandbox), 1);
  const settled = wallet.reservations[0]?.settled;
  t.is(settled?.usage_source, 'upstream');
  t.is(settled?.lines.at(-1)?.quantity, 60);
});
