import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { callChat } from '../_support/chat-call.ts';
import { environmentFor, startTestGateway, testConfig, unauditedDirectory } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { startSandbox } from '../_support/sandbox.ts';

const hello = { model: 'light', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] };

for (const [what, sql] of [
  [
    'key',
    `UPDATE documents SET document = json_set(document, '$.max_request_eur', '9') WHERE projection LIKE 'api-keys%'`,
  ],
  [
    'person',
    `UPDATE documents SET document = json_set(document, '$.roles', json('["admin"]')) WHERE projection LIKE 'principals%'`,
  ],
] as const) {
  test(`a request that reads an edited ${what} is refused, and readiness says why, until the document is right`, async (t) => {
    const environment = environmentFor(unauditedDirectory(t), testConfig(await startSandbox(t)));
    const tenant = await (await viewLedger(t, environment)).tenant();
    const first = await startTestGateway(t, environment);
    t.is((await callChat(first, tenant.apiKey, hello).seen).status, 200);
    await first.stop();
    using database = new DatabaseSync(join(environment['WAYBILL_DATA_DIR'] ?? '', 'read-models.db'));
    database.exec('CREATE TEMP TABLE before AS SELECT * FROM documents');
    database.exec(sql);

    const gateway = await startTestGateway(t, environment);
    const refused = await callChat(gateway, tenant.apiKey, hello).seen;
    t.is(refused.status, 503);
    t.like(JSON.parse(refused.text), { error: { code: 'ledger_unavailable' } });
    const readyz = `${new URL(gateway.metricsUrl ?? '').origin}/readyz`;
    const ready = await httpCall(readyz);
    t.is(ready.status, 503);
    t.regex(ready.text, /read-models\.db cannot be trusted: a document of [a-z-]+@\d was edited/);

    database.exec('DELETE FROM documents; INSERT INTO documents SELECT * FROM before');
    t.is((await callChat(gateway, tenant.apiKey, hello).seen).status, 200);
    t.is((await httpCall(readyz)).status, 200);
  });
}
