import { isKeyed, isPriced, type Operation } from './operation.ts';

interface Header {
  readonly description: string;
  readonly schema: object;
}

const text = { type: 'string' };

const requestHeaders = {
  'Idempotency-Key': {
    description: 'Names the request: sent again with the same key it is answered the same, and charged once.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]{1,255}$' },
  },
  'anthropic-version': {
    description:
      'The version of the Anthropic protocol. On `/messages` absent means `2023-06-01`; elsewhere it asks for that protocol.',
    schema: { type: 'string', examples: ['2023-06-01'] },
  },
  'anthropic-beta': { description: 'Features of the protocol, by commas; passed on to the upstream.', schema: text },
} as const satisfies Readonly<Record<string, Header>>;

const answerHeaders = {
  'x-request-id': { description: 'Names this request in the logs. Say it when you report a problem.', schema: text },
  'x-waybill-reservation': {
    description: 'The reservation that paid for it.',
    schema: { type: 'string', format: 'uuid' },
  },
  'x-waybill-attempts': {
    description: 'How many targets were asked, the one that answered included.',
    schema: { type: 'string', pattern: String.raw`^[1-9]\d*$` },
  },
  'x-waybill-cost-eur': {
    description: 'What was charged, in euro; not on streams.',
    schema: { type: 'string', pattern: String.raw`^\d+\.\d{9}$` },
  },
  'x-waybill-pii': {
    description:
      'Of callers who need protection of personal data: that the request was cast, and how many values of each kind.',
    schema: { type: 'string', pattern: '^cast(; [A-Z_]+=[0-9]+(, [A-Z_]+=[0-9]+)*)?$' },
  },
  'x-waybill-selected-profile': { description: 'Of `switchyard`: the profile that was chosen.', schema: text },
  'x-waybill-selection-eur': {
    description: 'Of `switchyard`: what choosing cost, a part of what was charged, in euro.',
    schema: { type: 'string', pattern: String.raw`^\d+\.\d{9}$` },
  },
  'idempotent-replayed': {
    description: '`true`: the answer was given before, and this one is free.',
    schema: { type: 'string', enum: ['true'] },
  },
  'retry-after': { description: 'When to try again, seconds.', schema: { type: 'string', pattern: String.raw`^\d+$` } },
  'x-should-retry': {
    description: 'Whether a client should try again by itself.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'www-authenticate': { description: 'How to send a key.', schema: text },
} as const satisfies Readonly<Record<string, Header>>;

type AnswerHeader = keyof typeof answerHeaders;

/** What a call may say in its head, besides the key. */
export function requestHeadersOf(operation: Operation): readonly object[] {
  const names: (keyof typeof requestHeaders)[] = [];
  if (isKeyed(operation)) names.push('Idempotency-Key');
  if (operation.speaksAnthropic === true) names.push('anthropic-version', 'anthropic-beta');
  return names.map((name) => ({ name, in: 'header', required: false, ...requestHeaders[name] }));
}

/** What may become of a request that was read, besides failures. */
const isBegun: ReadonlySet<number> = new Set([200, 400, 402, 429]);

/** What an answer of this status may say in its head, by reference. */
export function answerHeadersOf(operation: Operation, status: number): object {
  const names: AnswerHeader[] = ['x-request-id'];
  if (isPriced(operation) && (status === 200 || status === 409 || status >= 500)) names.push('x-waybill-reservation');
  if (isPriced(operation) && status === 200) {
    names.push('x-waybill-cost-eur', 'x-waybill-selected-profile', 'x-waybill-selection-eur');
  }
  if (isPriced(operation) && (isBegun.has(status) || status >= 500)) names.push('x-waybill-attempts');
  if (isPriced(operation) && (isBegun.has(status) || status >= 500)) names.push('x-waybill-pii');
  if (isKeyed(operation) && status === 200) names.push('idempotent-replayed');
  if (status === 401) names.push('www-authenticate');
  if (status === 409 || status === 429 || status === 503) names.push('retry-after');
  if (status >= 400) names.push('x-should-retry');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers that answers refer to. */
export const headerComponents: Readonly<Record<string, Header>> = answerHeaders;

/** The headers that requests may carry, besides the key. */
export const requestHeaderComponents: Readonly<Record<string, Header>> = requestHeaders;
