import { once } from 'node:events';
import { connect } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { nanoFromEur } from '../../src/domain/money.ts';
import { walletLimits } from '../../src/ledger/wallet-limits.ts';
import type { Kind } from '../_support/answer-assertions.ts';
import { callChat, chatAnswer, errorOf, type Callee } from '../_support/chat-call.ts';
import { appendFaults, logFailing, type AppendFault } from '../_support/failing-appends.ts';
import {
  dataDirectory,
  environmentFor,
  spawnGateway,
  startTestGateway,
  testConfig,
  type TestTenant,
} from '../_support/gateway.ts';
import { assertWalletIsSound, viewLedger, type LedgerView } from '../_support/ledger-view.ts';
import { assertBillingRecordsAgree } from '../_support/sandbox-bill.ts';
import { chat, contentOf, records, streamed, type Seen } from '../_support/sandbox-post.ts';
import { startSandbox, type SandboxForTest } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';
import { startUpstreamGate, type UpstreamGate } from '../_support/upstream-gate.ts';

const kinds = ['JSON', 'SSE'] as const;

interface Place {
  readonly sandbox: SandboxForTest;
  readonly gate: UpstreamGate;
  readonly environment: Readonly<Record<string, string>>;
  readonly ledger: LedgerView;
  readonly tenant: TestTenant;
}

async function preparePlace(t: ExecutionContext, config: Parameters<typeof testConfig>[1] = {}): Promise<Place> {
  const sandbox = await startSandbox(t);
  const gate = await startUpstreamGate(t, sandbox);
  const environment = environmentFor(dataDirectory(t), testConfig(gate, config));
  const ledger = await viewLedger(t, environment);
  return { sandbox, gate, environment, ledger, tenant: await ledger.tenant() };
}

async function startPlace(t: ExecutionContext, config: Parameters<typeof testConfig>[1] = {}): Promise<Place & Callee> {
  const place = await preparePlace(t, config);
  const { baseUrl } = await startTestGateway(t, place.environment);
  return { ...place, baseUrl };
}

const bodyOf = (kind: Kind, text: string) => (kind === 'JSON' ? chat : streamed)(text, { model: 'light' });

/** The only reservation of a place without billing records, once it is charged by an estimate within its hold. */
async function settledByEstimate(t: ExecutionContext, { ledger, tenant }: Place) {
  const wallet = await ledger.settledWallet(tenant.walletId);
  assertWalletIsSound(t, wallet);
  const [reservation] = wallet.reservations;
  t.deepEqual(reservation?.story, ['ReservationSettled']);
  t.is(reservation?.settled?.usage_source, 'estimate');
  t.is(reservation?.settled?.overrun_eur, '0.000000000');
  return reservation;
}

/** The only reservation of the place, once it has ended, with the wallet sound and equal to the billing records. */
async function ended(t: ExecutionContext, { ledger, sandbox, tenant }: Place) {
  const wallet = await ledger.settledWallet(tenant.walletId);
  assertWalletIsSound(t, wallet);
  const [reservation] = wallet.reservations;
  if (reservation === undefined || wallet.reservations.length > 1) throw new Error('not one reservation');
  t.true((await assertBillingRecordsAgree(t, { wallet, sandbox })) > 0n);
  const billingRecords = await sandbox.lookUp(reservation.id);
  return { reservation, completionTokens: Number(billingRecords?.usage?.['completion_tokens']) };
}

for (const kind of kinds) {
  test(`a client that hangs up before the head is charged for the whole answer, by the upstream’s counters (${kind})`, async (t) => {
    const place = await startPlace(t);
    place.gate.close();
    const call = callChat(place, place.tenant.apiKey, bodyOf(kind, 'hello [[sandbox: frames=60]]'));
    await until('it is forwarded', () => place.gate.held === 1);
    call.hangUp();
    await call.seen;
    place.gate.open();
    const { reservation, completionTokens } = await ended(t, place);
    t.deepEqual(reservation.story, ['ReservationSettled']);
    t.is(reservation.settled?.usage_source, 'upstream');
    t.is(completionTokens, 60);
  });

  test(`an upstream that never ends is aborted once the client has been gone for too long (${kind})`, async (t) => {
    const place = await startPlace(t, { server: { disconnect_drain_ms_max: 50 } });
    const call = callChat(place, place.tenant.apiKey, bodyOf(kind, 'hello [[sandbox: hang]]'));
    await until('the sandbox works', async () => {
      const [reservation] = (await place.ledger.wallet(place.tenant.walletId)).reservations;
      return (await place.sandbox.lookUp(reservation?.id ?? ''))?.entries[0]?.model;
    });
    call.hangUp();
    const { reservation } = await ended(t, place);
    t.deepEqual(reservation.story, ['ReservationFlagged upstream_aborted', 'ReservationSettled']);
    t.is(reservation.settled?.usage_source, 'billing_records');
  });
}

test('a client that hangs up in the middle of a JSON answer is charged for it, by the upstream’s counters', async (t) => {
  const place = await startPlace(t);
  const call = callChat(place, place.tenant.apiKey, bodyOf('JSON', 'hello [[sandbox: frames=60; frame_delay_ms=150]]'));
  await until('the answer is on its way', async () => {
    const [reservation] = (await place.ledger.wallet(place.tenant.walletId)).reservations;
    return (await place.sandbox.lookUp(reservation?.id ?? ''))?.state === 'charged';
  });
  call.hangUp();
  const { reservation, completionTokens } = await ended(t, place);
  t.deepEqual(reservation.story, ['ReservationSettled']);
  t.is(reservation.settled?.usage_source, 'upstream');
  t.is(completionTokens, 60);
});

test('a client that hangs up in the middle of a stream is charged for all of it, by the upstream’s counters', async (t) => {
  const place = await startPlace(t);
  const call = callChat(place, place.tenant.apiKey, bodyOf('SSE', 'hello [[sandbox: frames=60; frame_delay_ms=5]]'));
  await call.until((text) => contentOf(text.slice(0, text.lastIndexOf('\n\n') + 2)) !== '');
  call.hangUp();
  const { reservation, completionTokens } = await ended(t, place);
  t.deepEqual(reservation.story, ['ReservationSettled']);
  t.is(reservation.settled?.usage_source, 'upstream');
  t.is(completionTokens, 60);
});

const caps = { disconnect_drain_ms_max: 60, disconnect_drain_bytes_max: 4_000 } as const;

for (const [cap, value] of Object.entries(caps)) {
  const frames = 4_000;
  const text = `hello [[sandbox: frames=${frames}; frame_delay_ms=2]]`;
  const hasBegun = (seen: string): boolean => contentOf(seen.slice(0, seen.lastIndexOf('\n\n') + 2)) !== '';

  test(`beyond ${cap} a stream without a reader is aborted, and charged by the billing records`, async (t) => {
    const place = await startPlace(t, { server: { [cap]: value } });
    const call = callChat(place, place.tenant.apiKey, bodyOf('SSE', text));
    await call.until(hasBegun);
    call.hangUp();
    const { reservation, completionTokens } = await ended(t, place);
    t.deepEqual(reservation.story, ['ReservationFlagged stream_cut', 'ReservationSettled']);
    t.is(reservation.settled?.usage_source, 'billing_records');
    t.true(completionTokens > 0);
    t.true(completionTokens < frames, 'the upstream was told to stop');
  });

  test(`beyond ${cap} a stream without a reader is aborted, and estimated within the hold if there are no billing records`, async (t) => {
    const place = await startPlace(t, {
      server: { [cap]: value },
      upstream: { billing_records_path: undefined },
      target: { output_tokens_per_second_max: 1 },
    });
    const call = callChat(place, place.tenant.apiKey, bodyOf('SSE', text));
    await call.until(hasBegun);
    call.hangUp();
    const reservation = await settledByEstimate(t, place);
    t.true((reservation?.charged ?? 0n) > 0n);
    t.true((reservation?.charged ?? 0n) < nanoFromEur(reservation?.reserved.amount_eur ?? '0'));
  });
}

for (const kind of kinds) {
  test(`a caller who hangs up is charged for unseen output within the hold if there are no billing records (${kind})`, async (t) => {
    const place = await startPlace(t, {
      server: { disconnect_drain_ms_max: 50 },
      upstream: { billing_records_path: undefined },
      target: { output_tokens_per_second_max: 1_000_000 },
    });
    const call = callChat(place, place.tenant.apiKey, bodyOf(kind, 'hello [[sandbox: hang]]'));
    await until('it is under way', async () => {
      const [reservation] = (await place.ledger.wallet(place.tenant.walletId)).reservations;
      return (await place.sandbox.lookUp(reservation?.id ?? ''))?.entries[0]?.model;
    });
    call.hangUp();
    const reservation = await settledByEstimate(t, place);
    const reasoning = reservation?.settled?.lines.find(({ counter }) => counter === 'reasoning');
    t.is(reasoning?.quantity, 1_000, 'all that the target may write');
  });
}

/** Whether the answer is whole, whichever kind it is. */
function isWhole({ status, broken, text }: Seen): boolean {
  if (status !== 200 || broken) return false;
  if (text.startsWith('{')) return (JSON.parse(text) as { object?: string }).object === 'chat.completion';
  return records(text).at(-1) === '[DONE]';
}

async function isListening(baseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Only a process that hangs reaches it. */
const patientDrain = { server: { drain_timeout_ms: 240_000 } };

test('SIGTERM: running requests are completed, new connections are refused, and the process exits with 0', async (t) => {
  const place = await preparePlace(t, patientDrain);
  const gateway = await spawnGateway(t, place.environment);
  const exit = once(gateway.child, 'exit');
  place.gate.close();
  const answers = Array.from({ length: 10 }, (_, index) =>
    chatAnswer(gateway, place.tenant.apiKey, bodyOf(index % 2 === 0 ? 'JSON' : 'SSE', 'hello [[sandbox: frames=50]]')),
  );
  await until('all are forwarded', () => place.gate.held === answers.length);
  gateway.child.kill('SIGTERM');
  await until('the door is shut', async () => !(await isListening(gateway.baseUrl)));
  place.gate.open();
  const seen = await Promise.all(answers);
  t.deepEqual(
    seen.filter((answer) => !isWhole(answer)),
    [],
  );
  t.deepEqual(await exit, [0, null]);
  const wallet = await place.ledger.wallet(place.tenant.walletId);
  t.is(wallet.reservations.length, answers.length);
  assertWalletIsSound(t, wallet);
  await assertBillingRecordsAgree(t, { wallet, sandbox: place.sandbox });
});

test('SIGTERM: a settled answer reaches a slow reader whole', async (t) => {
  const place = await preparePlace(t, patientDrain);
  const gateway = await spawnGateway(t, place.environment);
  const exit = once(gateway.child, 'exit');
  const megabytes = 7;
  const body = chat('x'.repeat(megabytes * 1_000_000), { model: 'light', n: 4 });
  const call = callChat(gateway, place.tenant.apiKey, body);
  call.readNothing();
  await place.ledger.settledWallet(place.tenant.walletId);
  gateway.child.kill('SIGTERM');
  await until('the door is shut', async () => !(await isListening(gateway.baseUrl)));
  call.readOn();
  const seen = await call.seen;
  t.true(isWhole(seen));
  t.true(seen.text.length > 4 * megabytes * 1_000_000);
  t.deepEqual(await exit, [0, null]);
});

test('SIGTERM: after the drain timeout callers get 503, the process exits, and the next process settles the rest', async (t) => {
  const place = await preparePlace(t, { server: { drain_timeout_ms: 3_000 } });
  const gateway = await spawnGateway(t, place.environment);
  const exit = once(gateway.child, 'exit');
  place.gate.close();
  const answers = kinds.map((kind) => chatAnswer(gateway, place.tenant.apiKey, bodyOf(kind, 'hello')));
  await until('all are forwarded', () => place.gate.held === answers.length);
  gateway.child.kill('SIGTERM');
  t.deepEqual(await exit, [0, null]);
  for (const seen of await Promise.all(answers)) {
    t.is(seen.status, 503);
    t.is(errorOf(seen)?.code, 'shutdown_cut');
  }
  place.gate.open();
  await startTestGateway(t, place.environment);
  const wallet = await place.ledger.settledWallet(place.tenant.walletId, answers.length);
  assertWalletIsSound(t, wallet);
  await assertBillingRecordsAgree(t, { wallet, sandbox: place.sandbox });
});

/** More than a wallet tries by itself. */
const stubborn = walletLimits.attemptsMax + 10;
const timesOf = (fault: AppendFault): number => (fault.startsWith('unknown') ? stubborn : 3);

for (const fault of appendFaults) {
  for (const kind of kinds) {
    test(`a ledger that fails at the settlement (${fault}): the client is served, and the settlement is recorded once (${kind})`, async (t) => {
      const place = await preparePlace(t);
      let failures = timesOf(fault);
      const gateway = await startTestGateway(t, place.environment, {
        wrapLog: (log) =>
          logFailing(log, (types) => (types.includes('ReservationSettled') && failures-- > 0 ? fault : null)),
      });
      const seen = await chatAnswer(gateway, place.tenant.apiKey, bodyOf(kind, 'hello'));
      t.true(isWhole(seen), seen.text);
      const { reservation } = await ended(t, place);
      t.deepEqual(reservation.story, ['ReservationSettled']);
      t.is(reservation.settled?.usage_source, 'upstream');
      if (fault !== 'unknown_but_written') t.true(failures <= 0, 'every fault was met');
    });
  }

  test(`a ledger that fails at the hold (${fault}): 503, nothing is forwarded, nothing stays held`, async (t) => {
    const place = await preparePlace(t);
    let failures = timesOf(fault);
    const gateway = await startTestGateway(t, place.environment, {
      wrapLog: (log) => logFailing(log, () => (failures-- > 0 ? fault : null)),
    });
    const seen = await chatAnswer(gateway, place.tenant.apiKey, bodyOf('JSON', 'hello'));
    t.is(seen.status, 503);
    t.is(errorOf(seen)?.code, fault === 'busy' ? 'ledger_busy' : 'ledger_unavailable');
    t.regex(String(seen.headers['retry-after']), /^\d+$/);
    await assertNothingHappened(t, place, fault === 'unknown_but_written');
    failures = 0;
    t.is((await chatAnswer(gateway, place.tenant.apiKey, bodyOf('JSON', 'hello'))).status, 200, 'it recovers');
  });
}

async function assertNothingHappened(t: ExecutionContext, place: Place, wasHeld: boolean): Promise<void> {
  t.deepEqual(await place.sandbox.requests(), []);
  const wallet = wasHeld
    ? await place.ledger.settledWallet(place.tenant.walletId)
    : await place.ledger.wallet(place.tenant.walletId);
  assertWalletIsSound(t, wallet);
  t.deepEqual(
    wallet.reservations.map(({ story }) => story),
    wasHeld ? [['ReservationReleased not_forwarded']] : [],
  );
}

test('a hold that was written without acknowledgement is released, even if the ledger stays unavailable for a while', async (t) => {
  const place = await preparePlace(t);
  let appends = 0;
  const gateway = await startTestGateway(t, place.environment, {
    wrapLog: (log) =>
      logFailing(log, () => {
        appends += 1;
        if (appends === 1) return 'unknown_but_written';
        return appends <= 4 ? 'unavailable' : null;
      }),
  });
  const seen = await chatAnswer(gateway, place.tenant.apiKey, bodyOf('JSON', 'hello'));
  t.is(seen.status, 503);
  t.is(errorOf(seen)?.code, 'ledger_unavailable');
  await assertNothingHappened(t, place, true);
});

test('a client waits a limited time for an unavailable ledger, and the settlement is recorded when the ledger is back', async (t) => {
  const place = await preparePlace(t);
  let isAway = true;
  const gateway = await startTestGateway(t, place.environment, {
    wrapLog: (log) =>
      logFailing(log, (types) => (isAway && types.includes('ReservationSettled') ? 'unavailable' : null)),
  });
  const seen = await chatAnswer(gateway, place.tenant.apiKey, bodyOf('SSE', 'hello'));
  t.true(isWhole(seen));
  t.not((await place.ledger.wallet(place.tenant.walletId)).state.reserved, 0n);
  isAway = false;
  const { reservation } = await ended(t, place);
  t.deepEqual(reservation.story, ['ReservationSettled']);
});

test('a process that stops while the ledger fails leaves the settlement to the next process', async (t) => {
  const place = await preparePlace(t);
  const gateway = await startTestGateway(t, place.environment, {
    wrapLog: (log) => logFailing(log, (types) => (types.includes('ReservationSettled') ? 'unavailable' : null)),
  });
  const answer = chatAnswer(gateway, place.tenant.apiKey, bodyOf('JSON', 'hello'));
  await until('the upstream has answered', async () => {
    const [reservation] = (await place.ledger.wallet(place.tenant.walletId)).reservations;
    return (await place.sandbox.lookUp(reservation?.id ?? ''))?.state === 'charged';
  });
  await gateway.stop();
  t.true(isWhole(await answer));
  await startTestGateway(t, place.environment);
  const { reservation } = await ended(t, place);
  t.deepEqual(reservation.story, ['ReservationFlagged process_lost', 'ReservationSettled']);
  t.is(reservation.settled?.usage_source, 'billing_records');
});
