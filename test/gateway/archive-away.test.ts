import test from 'ava';
import { callChat } from '../_support/chat-call.ts';
import { httpCall } from '../_support/http-call.ts';
import { startS3StandIn } from '../_support/s3-stand-in.ts';
import { serveGateway } from '../_support/served-gateway.ts';
import { until } from '../_support/until.ts';

test('while the bucket is away nothing else notices, operators are told, and the ranges follow when it is back', async (t) => {
  const s3 = await startS3StandIn(t);
  s3.fault = () => ({ status: 503, body: '<Error><Code>SlowDown</Code></Error>' });
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = s3.settings;
  const keys = { access_key_id: accessKeyId, secret_access_key: secretAccessKey };
  const archive = { endpoint, bucket, prefix, region, ...keys, range_bytes_max: 1 };
  const gateway = await serveGateway(t, { config: { top: { archive } } });
  const { apiKey } = await gateway.tenant();
  const readyz = async () => {
    const { status, text } = await httpCall(`${gateway.operations}/readyz`);
    return { status, notices: (JSON.parse(text) as { readonly notices: readonly string[] }).notices.join() };
  };
  await until('a notice', async () => (await readyz()).notices.includes('archive_failing'));
  const { status, notices } = await readyz();
  t.is(status, 200, 'it is ready all the same');
  t.regex(notices, /answered 503/);
  t.notRegex(notices, /the-secret|the-key/);
  const body = { model: 'light', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] };
  t.is((await callChat(gateway, apiKey, body).seen).status, 200);
  const gauge = async (name: string): Promise<number> => {
    const { text } = await httpCall(`${gateway.operations}/metrics`);
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  };
  t.true((await gauge('waybill_archive_failures')) > 0);
  t.true((await gauge('waybill_archive_lag_seconds')) > 0);
  s3.fault = () => null;
  await until('the first ranges', async () => (await gauge('waybill_archive_ranges')) > 0);
  await until('no notice', async () => !(await readyz()).notices.includes('archive'));
});
