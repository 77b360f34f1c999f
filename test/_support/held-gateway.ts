import type { ExecutionContext } from 'ava';
import type { Upstream } from '../../src/ports/upstream.ts';
import { httpCall } from './http-call.ts';
import { serveGateway } from './served-gateway.ts';
import { until } from './until.ts';

type ServeOptions = NonNullable<Parameters<typeof serveGateway>[1]>;

/** A gateway whose requests are held before their upstream, until it is opened. */
export async function heldGateway(t: ExecutionContext, config: NonNullable<ServeOptions['config']>) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const wrapUpstream = (upstream: Upstream): Upstream => ({
    send: async (request) => {
      await opened;
      return await upstream.send(request);
    },
  });
  const gateway = await serveGateway(t, { config, wrappers: { wrapUpstream } });
  const { apiKey, walletId } = await gateway.tenant();
  return {
    gateway,
    apiKey,
    walletId,
    open,
    firstUnderWay: () =>
      until('the first one is under way', async () =>
        (await gateway.wallet(walletId)).some(({ type }) => type === 'CreditReserved'),
      ),
    inside: (count: number) =>
      until(`${count} requests are inside`, async () =>
        (await httpCall(`${gateway.operations}/metrics`)).text.includes(`\nwaybill_requests_in_flight ${count}\n`),
      ),
  };
}
