import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import { deliveryStream, webhookStream } from '../../src/ledger/stream-names.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { AdminScene, Answer } from '../_support/admin-scene.ts';
import { until } from '../_support/until.ts';

/** Webhooks and deliveries in each of their states, by receivers that answer as they are told. */

interface WebhooksScene extends Pick<AdminScene, 'ledger'> {
  tenantAdmin(method: string, path: string, body?: object): Promise<Answer>;
}

const idOf = ({ status, json }: Answer): string => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`);
  return String(json['id']);
};

const types = async (log: EventLog, stream: string): Promise<readonly string[]> =>
  (await log.readStream(stream)).map(({ type }) => type);

async function receiverOf(t: ExecutionContext, statusOf: () => number) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(statusOf()).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

export async function causedWebhooks(t: ExecutionContext, scene: WebhooksScene): Promise<readonly EventLog[]> {
  const { tenantAdmin, ledger } = scene;
  const { url } = await receiverOf(t, () => 410);
  const created = async (): Promise<string> => idOf(await tenantAdmin('POST', '/webhooks', { url }));
  const [id, other] = [await created(), await created()];
  idOf(await tenantAdmin('PATCH', `/webhooks/${id}`, { alerts: ['budget.low'] }));
  idOf(await tenantAdmin('POST', `/webhooks/${id}/rotate`));
  const disabled = async (): Promise<void> => {
    idOf(await tenantAdmin('POST', `/webhooks/${id}/try`));
    await until(
      'it is disabled',
      async () => (await types(ledger.log, webhookStream(id))).at(-1) === 'WebhookDisabled',
    );
  };
  await disabled();
  idOf(await tenantAdmin('POST', `/webhooks/${id}/rotate`));
  idOf(await tenantAdmin('PATCH', `/webhooks/${id}`, { url }));
  await disabled();
  for (const each of [id, other]) idOf(await tenantAdmin('DELETE', `/webhooks/${each}`));
  return [ledger.log];
}

export async function causedDeliveries(t: ExecutionContext, scene: WebhooksScene): Promise<readonly EventLog[]> {
  const { tenantAdmin, ledger } = scene;
  const statuses = [500, 410];
  const { url } = await receiverOf(t, () => statuses.shift() ?? 200);
  const id = idOf(await tenantAdmin('POST', '/webhooks', { url }));
  const delivery = idOf(await tenantAdmin('POST', `/webhooks/${id}/try`));
  const recorded = async (type: string, times: number) =>
    await until(type, async () => {
      return (await types(ledger.log, deliveryStream(delivery))).filter((each) => each === type).length === times;
    });
  // Once more after five seconds, and then parked.
  await recorded('WebhookDeliveryFailed', 2);
  idOf(await tenantAdmin('PATCH', `/webhooks/${id}`, { url }));
  idOf(await tenantAdmin('POST', `/webhooks/${id}/deliveries/${delivery}/retry`));
  await recorded('WebhookDelivered', 1);
  return [ledger.log];
}
