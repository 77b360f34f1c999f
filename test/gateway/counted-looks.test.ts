import test from 'ava';
import { httpCall } from '../_support/http-call.ts';
import { serveGateway } from '../_support/served-gateway.ts';

test('listing models and deleting responses count against the requests per minute of their caller', async (t) => {
  const gateway = await serveGateway(t, { config: { top: { limits: { key: { requests_per_minute_max: 1 } } } } });
  for (const [method, path, first] of [
    ['GET', '/models', 200],
    ['GET', '/models/light', 200],
    ['DELETE', '/responses/resp_none', 404],
  ] as const) {
    const { apiKey } = await gateway.tenant();
    const ask = () => httpCall(`${gateway.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${apiKey}` } });
    t.is((await ask()).status, first, path);
    const second = await ask();
    t.is(second.status, 429, path);
    t.regex(second.text, /rate_limit_exceeded/);
  }
});
