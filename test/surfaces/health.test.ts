import test from 'ava';
import { EventLogUnavailable, type EventLog } from '../../src/ports/event-log.ts';
import { httpCall } from '../_support/http-call.ts';
import { serveGateway, sharedGateway } from '../_support/served-gateway.ts';

const served = sharedGateway();
test.after.always(served.end);

test('a serving gateway is alive and ready', async (t) => {
  const { origin, operations } = await served.start();
  const alive = await httpCall(`${origin}/healthz`);
  t.is(alive.status, 200);
  t.deepEqual(JSON.parse(alive.text), { status: 'ok' });
  const ready = await httpCall(`${operations}/readyz`);
  t.is(ready.status, 200);
  t.deepEqual(JSON.parse(ready.text), { status: 'ready', missing: [], notices: [] });
});

test('a gateway without its ledger is alive but not ready, and names the ledger as missing', async (t) => {
  let isAway = false;
  const wrapLog = (log: EventLog): EventLog => ({
    append: (...args) => log.append(...args),
    readStream: (...args) => log.readStream(...args),
    follow: (...args) => log.follow(...args),
    comparePositions: (a, b) => log.comparePositions(a, b),
    readAll: (...args) => (isAway ? Promise.reject(new EventLogUnavailable('away')) : log.readAll(...args)),
  });
  const { origin, operations } = await serveGateway(t, { wrappers: { wrapLog } });
  isAway = true;
  t.is((await httpCall(`${origin}/healthz`)).status, 200);
  const { status, text } = await httpCall(`${operations}/readyz`);
  t.is(status, 503);
  t.deepEqual(JSON.parse(text), { status: 'not ready', missing: ['ledger'], notices: ['ledger: away'] });
  t.regex((await httpCall(`${operations}/metrics`)).text, /^waybill_is_ready 0$/m);
  isAway = false;
  const back = await httpCall(`${operations}/readyz`);
  t.is(back.status, 200);
  t.deepEqual(JSON.parse(back.text), { status: 'ready', missing: [], notices: [] });
  t.regex((await httpCall(`${operations}/metrics`)).text, /^waybill_is_ready 1$/m);
});

test('a probe of the base address is answered without noise', async (t) => {
  const { origin } = await served.start();
  const { status, bytes } = await httpCall(origin, { method: 'HEAD' });
  t.is(status, 204);
  t.is(bytes.length, 0);
});

test('the base address names the path of the interface', async (t) => {
  const { origin } = await served.start();
  const { status, text } = await httpCall(origin);
  t.is(status, 200);
  t.deepEqual(JSON.parse(text), { service: 'waybill', api: '/v1', openapi: '/v1/openapi.json' });
  t.is((await httpCall(`${origin}/v1/openapi.json`)).status, 200);
});

test('an unknown path on the operations listener is answered with the list of paths', async (t) => {
  const { operations } = await served.start();
  for (const path of ['/', '/v1/models']) {
    const { status, text } = await httpCall(operations + path);
    t.is(status, 404);
    t.like(JSON.parse(text), { error: { code: 'not_found' } });
    t.regex(text, /serves \/healthz, \/readyz and \/metrics\. Send inference requests to WAYBILL_PORT/);
  }
});

test('metrics count requests and inferences by route, profile and target, never by caller or id', async (t) => {
  const { tenant, client, origin, operations, baseUrl } = await served.start();
  const caller = await tenant();
  const { response } = await client(caller.apiKey)
    .chat.completions.create({ model: 'light', messages: [{ role: 'user', content: 'canary' }] })
    .withResponse();
  await httpCall(`${baseUrl}/models/canary`, { headers: { 'x-api-key': caller.apiKey } });
  await httpCall(`${origin}/canary?canary`);
  for (const model of ['canary', 'light'])
    await t.throwsAsync(client(caller.apiKey).chat.completions.create({ model, messages: [], user: 'canary' }));

  const { headers, text } = await httpCall(`${operations}/metrics`);
  t.regex(headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/);
  for (const line of [
    'waybill_http_requests_total{route="/v1/chat/completions",status="200"} 1',
    'waybill_http_requests_total{route="/v1/chat/completions",status="400"} 1',
    'waybill_http_requests_total{route="/v1/chat/completions",status="403"} 1',
    'waybill_http_requests_total{route="/v1/models/:id",status="403"} 1',
    'waybill_http_requests_total{route="none",status="404"} 1',
    'waybill_inferences_total{surface="chat_completions",profile="light",target="small",outcome="settle"} 1',
    'waybill_requests_in_flight 0',
    'waybill_endings_pending 0',
    'waybill_ledger_queue_events 0',
    'waybill_circuits_open 0',
  ]) {
    t.true(text.includes(`\n${line}\n`), `${line} is not in\n${text}`);
  }
  for (const name of [
    'waybill_http_request_seconds_bucket',
    'waybill_settled_eur_total',
    'waybill_ledger_commits',
    'waybill_ledger_appends',
    'waybill_projection_pending_events',
    'waybill_projection_lag_seconds',
    'waybill_projection_is_live 1',
    'waybill_ledger_append_seconds_bucket{le="0.001",outcome="written"}',
    'waybill_ledger_append_events_sum',
  ]) {
    t.true(text.includes(`\n${name}`), name);
  }
  t.false(text.includes('canary'));
  t.notRegex(text, /[0-9a-f]{8}-[0-9a-f]{4}-/);
  for (const id of [...Object.values(caller), String(response.headers.get('x-request-id'))]) t.false(text.includes(id));
});

test('operations paths are not on the public listener, and public paths are not on the operations listener', async (t) => {
  const { origin, operations } = await serveGateway(t);
  t.not(origin, operations);
  for (const path of ['/metrics', '/readyz']) t.is((await httpCall(`${origin}${path}`)).status, 404);
  for (const path of ['/v1/models', '/v1/openapi.json']) t.is((await httpCall(`${operations}${path}`)).status, 404);
  t.is((await httpCall(`${operations}/healthz`)).status, 200);
});

test('a gateway that has just started is ready, and notes that nothing is removed by age yet', async (t) => {
  const { operations } = await serveGateway(t, { config: { top: { clock: { settle_ms: 3_600_000 } } } });
  const { status, text } = await httpCall(`${operations}/readyz`);
  t.is(status, 200);
  t.like(JSON.parse(text), { status: 'ready', notices: ['clock_not_settled: nothing is removed by its age'] });
  t.regex((await httpCall(`${operations}/metrics`)).text, /^waybill_clock_is_settled 0$/m);
});
