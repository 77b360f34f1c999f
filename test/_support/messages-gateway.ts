// A gateway whose targets speak the messages protocol, and the official clients of both of its dialects.
import Anthropic from '@anthropic-ai/sdk';
import AnthropicBefore from 'anthropic-sdk-0';
import { plainPrices, type TestTenant } from './gateway.ts';
import { httpCall, type HttpReply } from './http-call.ts';
import { sharedGateway, type ServedGateway } from './served-gateway.ts';

/** Prices that tell every counter apart, in amounts that do not round by themselves. */
export const toldApart = {
  id: 'told-apart',
  version: '1',
  eur_per_million_tokens: {
    input: '0.123',
    cached_input: '0.0123',
    cache_write: '0.1537',
    cache_write_1h: '0.2461',
    output: '2',
    reasoning: '3',
  },
  service_tiers: { fast: { input: '7', output: '11' } },
};

const target = (more: object) => ({
  upstream: 'sandbox',
  model: 'sandbox-small',
  surfaces: ['messages'],
  context_tokens_max: 10_000,
  output_tokens_max: 100_000,
  prices: plainPrices,
  ...more,
});

const targets = {
  priced: target({ prices: toldApart }),
  thinker: target({ efforts: ['none', 'low', 'high'] }),
  sparse: target({ efforts: ['low', 'max'], output_tokens_max: 5_000 }),
  budgeted: target({ efforts: ['none', 'low', 'medium', 'high', 'max'], thinking: 'budget' }),
  thoughtless: target({ efforts: ['low', 'high'], thinking: 'none' }),
  mute: target({ upstream: 'sandbox', model: 'elsewhere-1' }),
};
const profiles = Object.fromEntries(Object.keys(targets).map((name) => [name, { targets: [name] }]));

export type MessagesProfile = 'light' | keyof typeof targets;

/** `light` has plain prices and takes no levels; the other profiles are named after what sets them apart. */
export function messagesGateway(): ReturnType<typeof sharedGateway> {
  // What one test makes the upstream do is not to be met by the next.
  const upstream = { retries_max: 0, circuit_failures: 1_000 };
  return sharedGateway({ config: { upstream, target: { surfaces: ['messages'] }, targets, profiles } });
}

export const allProfiles = ['light', ...Object.keys(targets)];

/** The official client as it is now: version 2026-10-21, bearer. */
export function newClient({ origin }: ServedGateway, apiKey: string): Anthropic {
  return new Anthropic({ apiKey, baseURL: origin, maxRetries: 0 });
}

/** The official client before its first major: version 2023-06-01, `x-api-key`, `?beta=true` on what is beta. */
export function oldClient({ origin }: ServedGateway, apiKey: string): AnthropicBefore {
  return new AnthropicBefore({ apiKey, baseURL: origin, maxRetries: 0 });
}

export interface RawCall {
  /** Below `/v1/messages`. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a body as it is. */
export function postMessages(
  { baseUrl }: ServedGateway,
  { apiKey }: Pick<TestTenant, 'apiKey'>,
  body: string | object,
  { path = '', headers = {} }: RawCall = {},
): Promise<HttpReply> {
  return httpCall(`${baseUrl}/messages${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
