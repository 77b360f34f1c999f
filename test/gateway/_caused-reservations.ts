import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { AppendGate } from '../_support/append-gate.ts';
import { chatAnswer } from '../_support/chat-call.ts';
import { spawnDoomedGateway } from '../_support/doomed-gateway.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { chat } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { always, setSwitchyardScene } from '../_support/switchyard-scene.ts';
import { until } from '../_support/until.ts';

/** Requests with and without a choice of the model, before an upstream that answers, refuses or breaks off; and a crash. */
export async function choosing(t: ExecutionContext): Promise<EventLog> {
  const profiles = { light: { targets: ['small', 'large'] }, advanced: { targets: ['large'] } };
  const upstream = { retries_max: 0, circuit_failures: 1_000 };
  const { sandbox, environment, tenant, ledger, post, ask } = await setSwitchyardScene(t, {
    switchyard: always.economical,
    upstream,
    top: { profiles },
  });
  const call = async (model: string, switches: string) => {
    const body = {
      model,
      max_tokens: 5,
      messages: [{ role: 'user', content: `${randomUUID()} [[sandbox: ${switches}]]` }],
    };
    await (await post('/chat/completions', body)).text();
  };
  await call('advanced', 'frames=1');
  await call('advanced', '400');
  await call('advanced', 'reset_before_first_byte');
  await call('advanced', 'reset_before_first_byte_uncharged');
  await sandbox.misbehave('503');
  await call('light', 'frames=1');
  await (await ask('who?')).text();
  const doomed = await spawnDoomedGateway(t, {
    ...environment,
    CRASH_POINT: 'reserve',
    CRASH_BOOKS_URL: sandbox.baseUrl,
  });
  await chatAnswer(doomed, tenant.apiKey, {
    model: 'switchyard',
    max_tokens: 5,
    messages: [{ role: 'user', content: 'lost' }],
  });
  await doomed.assertKilled();
  await ledger.settledWallet(tenant.walletId);
  return ledger.log;
}

/** The hold of a request whose model is to be chosen is made when the request has been refused. */
export async function tooLate(t: ExecutionContext, gate: AppendGate): Promise<EventLog> {
  const { ledger, tenant, ask } = await setSwitchyardScene(t, {
    top: { ledger: { reserve_wait_ms: 100 } },
    wrappers: { wrapLog: (log) => gate.wrapLog(log) },
  });
  const reserving = gate.next('CreditReserved');
  const refused = ask('Hello');
  const reserve = await reserving;
  t.is((await refused).status, 503);
  reserve();
  await ledger.settledWallet(tenant.walletId);
  return ledger.log;
}

/** A process of another machine has its answer, and its ledger is so slow that the hold is given up before. */
export async function unseen(t: ExecutionContext, gate: AppendGate): Promise<EventLog> {
  const sandbox = await startSandbox(t);
  const config = testConfig(sandbox, {
    upstream: { billing_records_path: undefined, total_timeout_ms: 1_000 },
    server: { write_stall_ms_max: 50, request_total_ms_max: 1_100 },
    reservations: { ttl_ms: 1_300, unknown_outcome: 'release', unknown_outcome_grace_ms: 100 },
  });
  const environment = environmentFor(dataDirectory(t), config);
  const ledger = await viewLedger(t, environment);
  const { apiKey, walletId } = await ledger.tenant();
  const instances = join(environment['WAYBILL_DATA_DIR'] ?? '', 'instances');
  await startTestGateway(t, environment);
  const before = new Set(readdirSync(instances));
  const far = await startTestGateway(t, environment, { wrapLog: (log) => gate.wrapLog(log) });
  for (const file of readdirSync(instances)) if (!before.has(file)) rmSync(join(instances, file));
  const settling = gate.next('ReservationSettled');
  const answer = chatAnswer(far, apiKey, chat('Hello', { model: 'light' }));
  const goOn = await settling;
  const recorded = (type: string) =>
    until(type, async () => (await ledger.wallet(walletId)).events.some((event) => event.type === type));
  await recorded('ReservationReleased');
  goOn();
  await answer;
  await recorded('ReleasedReservationCharged');
  return ledger.log;
}
