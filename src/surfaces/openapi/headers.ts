import { isKeyed, isPriced, type Operation } from './operation.ts';

interface Header {
  readonly description: string;
  readonly schema: object;
}

const text = { type: 'string' };

const requestHeaders = {
  'Idempotency-Key': {
    description:
      'Identifies the request. A repeated request with the same key gets the same answer and is charged once.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]{1,255}$' },
  },
  'x-waybill-cost': {
    description:
      '`usage`: the charge is told as `waybill_cost_eur` in the last `usage` of the answer too; other values change nothing.',
    schema: { type: 'string', examples: ['usage'] },
  },
  'x-waybill-tags': {
    description:
      'What the request is charged to, by names and values that its tenant has declared: at most eight, as `project=atlas,cost_center=42`, in 1,024 characters. A repeated request is answered without looking at it. Never passed on to the upstream, unless the configuration says so.',
    schema: { type: 'string', examples: ['project=atlas,cost_center=42'] },
  },
  'anthropic-version': {
    description:
      'The version of the Anthropic protocol. On `/messages` the default is `2023-06-01`; elsewhere the header selects that protocol.',
    schema: { type: 'string', examples: ['2023-06-01'] },
  },
  'anthropic-beta': {
    description: 'Features of the protocol, separated by commas; passed on to the upstream.',
    schema: text,
  },
} as const satisfies Readonly<Record<string, Header>>;

const answerHeaders = {
  'x-request-id': {
    description: 'Id of this request in the logs. Include it when you report a problem.',
    schema: text,
  },
  'x-waybill-reservation': {
    description: 'The reservation that paid for it.',
    schema: { type: 'string', format: 'uuid' },
  },
  'x-waybill-attempts': {
    description: 'Number of attempts, including the one that was answered.',
    schema: { type: 'string', pattern: String.raw`^[1-9]\d*$` },
  },
  'x-waybill-cost-eur': {
    description: 'The charge in euro; not on streams, whose last record has it. Of speech in bytes: its price.',
    schema: { type: 'string', pattern: String.raw`^\d+\.\d{9}$` },
  },
  'x-waybill-estimate': {
    description:
      '`true`: the charge is an estimate, because the upstream named no counters that could be read; on `count_tokens` and `input_tokens`: the count is one.',
    schema: { type: 'string', enum: ['true'] },
  },
  'x-waybill-pii': {
    description:
      'What casting did: `cast`, with the number of replaced values of each kind, and of those whose placeholders stayed in links, which a stream tells in the comment before its last record; `none` for a protected caller of whose request nothing was cast: it was refused before, has nothing to search, or its target is trusted; `off` for a caller who is not protected. On every answer to a key that is accepted, refusals and streams too.',
    schema: {
      type: 'string',
      pattern:
        '^(off|none|cast(; [A-Z_]+=[0-9]+(, [A-Z_]+=[0-9]+)*)?(; kept in links: [A-Z_]+=[0-9]+(, [A-Z_]+=[0-9]+)*)?)$',
    },
  },
  'x-waybill-selected-profile': { description: 'For `switchyard`: the chosen profile.', schema: text },
  'x-waybill-selection-eur': {
    description: 'For `switchyard`: the cost of choosing, a part of the charge, in euro.',
    schema: { type: 'string', pattern: String.raw`^\d+\.\d{9}$` },
  },
  'idempotent-replayed': {
    description: '`true`: this is the recorded answer of an earlier request, free of charge.',
    schema: { type: 'string', enum: ['true'] },
  },
  'retry-after': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'string', pattern: String.raw`^\d+$` },
  },
  'x-should-retry': {
    description: 'Whether a client should retry automatically.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'www-authenticate': { description: 'How to send a key.', schema: text },
} as const satisfies Readonly<Record<string, Header>>;

type AnswerHeader = keyof typeof answerHeaders;

/** The request headers of an operation, besides the key. */
export function requestHeadersOf(operation: Operation): readonly object[] {
  const names: (keyof typeof requestHeaders)[] = [];
  if (isKeyed(operation)) names.push('Idempotency-Key');
  if (isPriced(operation)) names.push('x-waybill-cost', 'x-waybill-tags');
  if (operation.speaksAnthropic === true) names.push('anthropic-version', 'anthropic-beta');
  return names.map((name) => ({ name, in: 'header', required: false, ...requestHeaders[name] }));
}

/** Statuses of a request that was read, besides failures. */
const isBegun: ReadonlySet<number> = new Set([200, 400, 402, 429]);

/** The headers of an answer with this status, by reference. */
export function answerHeadersOf(operation: Operation, status: number): object {
  const names: AnswerHeader[] = ['x-request-id'];
  if (isPriced(operation) && (status === 200 || status === 409 || status >= 500)) names.push('x-waybill-reservation');
  if (isPriced(operation) && status === 200) {
    names.push('x-waybill-cost-eur', 'x-waybill-estimate', 'x-waybill-selected-profile', 'x-waybill-selection-eur');
  }
  if (isPriced(operation) && (isBegun.has(status) || status >= 500)) names.push('x-waybill-attempts');
  if (operation.isPublic !== true && status !== 401) names.push('x-waybill-pii');
  if (isKeyed(operation) && status === 200) names.push('idempotent-replayed');
  if (status === 401) names.push('www-authenticate');
  if (status === 409 || status === 429 || status === 503) names.push('retry-after');
  if (status >= 400) names.push('x-should-retry');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers that answers reference. */
export const headerComponents: Readonly<Record<string, Header>> = answerHeaders;

/** The headers that requests may carry, besides the key. */
export const requestHeaderComponents: Readonly<Record<string, Header>> = requestHeaders;
