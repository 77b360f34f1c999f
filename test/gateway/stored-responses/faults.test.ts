import test, { type ExecutionContext } from 'ava';
import { EventLogUnavailable, StreamTombstoned, type EventLog } from '../../../src/ports/event-log.ts';
import { events } from '../../adapters/_event-log-fixtures.ts';
import { logFailing } from '../../_support/failing-appends.ts';
import { logWith } from '../../_support/recorded-log.ts';
import { refusalOf } from '../../_support/refusal-of.ts';
import { serveGateway } from '../../_support/served-gateway.ts';
import { until } from '../../_support/until.ts';

// Stored responses over a log that fails.

async function served(t: ExecutionContext, wrapLog: (log: EventLog) => EventLog) {
  const gateway = await serveGateway(t, { config: { target: { surfaces: ['responses'] } }, wrappers: { wrapLog } });
  const { apiKey } = await gateway.tenant();
  return { ...gateway, responses: gateway.client(apiKey).responses };
}

test('showing, continuing and deleting a response report an unavailable log as such', async (t) => {
  let isAway = false;
  const { responses } = await served(t, (log) =>
    logWith(log, {
      readStream: async (stream, options) => {
        if (isAway && stream.startsWith('response-')) throw new EventLogUnavailable('a fault of the test');
        return await log.readStream(stream, options);
      },
    }),
  );
  const { id } = await responses.create({ input: 'kept' });
  isAway = true;
  for (const call of [
    responses.retrieve(id),
    responses.inputItems.list(id),
    responses.delete(id),
    responses.create({ input: 'go on', previous_response_id: id }),
  ]) {
    const { status, code, headers } = await refusalOf(call);
    t.deepEqual([status, code, headers?.get('retry-after')], [503, 'ledger_unavailable', '5']);
  }
  isAway = false;
  t.is((await responses.retrieve(id)).id, id, 'and nothing was removed');
});

for (const fault of ['unavailable', 'unknown_but_written'] as const) {
  test(`an answer whose storing stays in doubt is not stored and has no content: the fact ${fault}`, async (t) => {
    const { responses, log } = await served(t, (under) =>
      logFailing(under, (types) => (types.includes('ResponseStored') ? fault : null)),
    );
    const { id, store } = (await responses.create({ input: 'in doubt' })) as { id: string; store?: boolean };
    t.false(store);
    await until('its content is gone', async () => {
      const answer: unknown = await log.append(`content-${id}`, 0, events(1)).catch((error: unknown) => error);
      return answer instanceof StreamTombstoned;
    });
    t.is((await refusalOf(responses.retrieve(id))).status, 404);
    t.is((await refusalOf(responses.delete(id))).status, 404);
  });
}
