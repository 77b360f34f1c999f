import { join } from 'node:path';
import type * as GatewaySupport from '../_support/gateway.ts';

export const requestsAtOnce = 32;
/** Requests of the first, uncounted round: the compiler needs some tens of thousands to settle. */
export const warmUpRequests = 15_000;

/** A request of ordinary size: a system prompt and three turns, 1.5 kB. */
const conversation = [
  { role: 'system', content: 'You answer in one short sentence. '.repeat(20) },
  { role: 'user', content: 'Which city has the most bridges? '.repeat(8) },
  { role: 'assistant', content: 'Hamburg, by most counts. '.repeat(8) },
  { role: 'user', content: 'And how many are there, roughly?' },
];

export function requestBody(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...fields, messages: conversation, max_tokens: 64 });
}

/**
 * What a gateway needs to run as `npm start` runs it, its default log level included, and the key of a rich tenant. Made by
 * the code of the checkout that the gateway is of: what is configured and recorded differs between commits.
 */
export async function prepareGateway(
  checkout: string,
  directory: string,
  upstream: { readonly baseUrl: string; readonly apiKey: string },
): Promise<{ readonly environment: Readonly<Record<string, string>>; readonly apiKey: string }> {
  const module = join(checkout, 'test', '_support', 'gateway.ts');
  const { environmentFor, seedTenant, testConfig } = (await import(module)) as typeof GatewaySupport;
  const config = testConfig(upstream, {
    ledger: { projection_batch_ms: 100 },
    reservations: { sweep_interval_ms: 2_000 },
    target: { model: 'sandbox-small:frames-20' },
  });
  const environment = { ...environmentFor(directory, config), WAYBILL_LOG_LEVEL: 'info' };
  const { apiKey } = await seedTenant(environment, { creditEur: '1000000' });
  return { environment, apiKey };
}
