import { z } from 'zod';
import { openapiFrame } from '../surfaces/openapi/openapi-frame.ts';
import { workbookType } from '../ports/workbook.ts';
import { showing, toldMembers } from './calling/without-told.ts';
import { groupOf, pathNames, type AdminOperation } from './operation.ts';

const errorOutput = z
  .strictObject({
    error: z
      .strictObject({
        type: z.string(),
        message: z.string(),
        code: z.string().describe('A code listed in docs/errors.md.'),
        param: z.string().nullable(),
        credit_hint: z.string().optional().describe('Only of a 402: where the operator says that credit is to be had.'),
      })
      .meta({ id: 'ErrorRecord' }),
  })
  .meta({ id: 'Refusal' });

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };

const refusals: Readonly<Record<number, string>> = {
  400: 'The input is not valid: `invalid_value`, `unsupported_parameter`, `malformed_json` and similar codes.',
  401: 'The key is missing or not accepted.',
  402: 'Not enough credit: `insufficient_credit`.',
  403: '`not_permitted`: none of your roles allows this. `account_suspended`.',
  404: '`resource_not_found`: it does not exist, or you may not access it.',
  409: '`already_exists`, `not_possible`, `bank_reference_used`.',
  413: '`body_too_large`.',
  415: '`unsupported_media_type`.',
  429: 'Too many requests per minute, or too many concurrent requests.',
  431: '`headers_too_large`: with its query, for which a list may be too long.',
  503: 'The ledger is unavailable, or the gateway is busy or shutting down.',
};

const idempotencyHeader = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description: 'A repeated request of the same user with the same key is executed once.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const lastEventIdHeader = {
  name: 'last-event-id',
  in: 'header',
  required: false,
  description: 'With `follow`: the `id` of the last event, instead of `after`. Otherwise it is not looked at.',
  schema: { type: 'string' },
};

/** In words: of an answer with two content types, generators of clients make either of two types. */
const eventStream =
  'With `follow`: server-sent events, as `text/event-stream`. `data` is an entry of `data` of the page as JSON, `event` its `object`, `id` where to resume. The last one, `end`, says why the stream ends: `{"object":"end","reason":…,"after":…}`.';

/** What operations are grouped by: as the command groups them. */
const adminTags: Readonly<Record<string, string>> = {
  resellers: 'Resellers, and their margins.',
  tenants: 'Tenants, and the tags that their requests may have.',
  groups: 'Groups of the people of a tenant.',
  users: 'People, by ids.',
  keys: 'API keys: what they may do, and what they may spend.',
  policies: 'What scopes allow.',
  prices: 'What those below a scope pay.',
  wallets: 'Balances, statements, corrections, grants and alerts.',
  topups: 'Payments into wallets by bank transfer.',
  payments: 'Files of the bank.',
  payouts: 'Payments out of wallets.',
  transfers: 'Payments between wallets.',
  allocations: 'Credit that is distributed.',
  bills: 'What tenants had, received and used in a month.',
  reservations: 'Holds, open and ended.',
  charges: 'What requests cost.',
  usage: 'What was used, by day.',
  actions: 'Who did what.',
  postings: 'Events in the order of the ledger.',
  checkpoints: 'Signed heads of the ledger.',
  receipts: 'What proves a charge.',
  webhooks: 'Alerts to addresses of yours.',
  targets: 'The health of models.',
  responses: 'Stored responses.',
  files: 'Stored files.',
};

/** The OpenAPI description of the management API, generated from the schemas that check requests. */
export function adminOpenapi(operations: readonly AdminOperation[]): object {
  const { answers, components } = describedAnswers(operations);
  return openapiFrame({
    title: 'Waybill management',
    description: 'Manages scopes, users, keys, policies and money. Roles and their permissions: docs/roles.md.',
    server: '/admin/v1',
    operations,
    tags: adminTags,
    components: { schemas: components },
    describe: (operation) => described(operation, answers[operation.id]),
  });
}

function described(operation: AdminOperation, answer: object | undefined): object {
  const { id, method, summary, action, command, bodyRepeatsPath = false } = operation;
  const names = pathNames(operation);
  const { properties = {}, required = [] } = schemaOf(operation);
  const rest = Object.entries(properties).filter(([name]) => !names.includes(name));
  const ofBody = bodyRepeatsPath ? Object.entries(properties) : rest;
  const needed = required.filter((name) => !names.includes(name));
  const query = rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
  return {
    operationId: id,
    tags: [groupOf(operation)],
    summary,
    description: `Requires \`${action}\`. Command: \`waybill ${command}\`.`,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
      ...(method === 'get' ? query : [idempotencyHeader]),
      ...(operation.follow === undefined ? [] : [lastEventIdHeader]),
    ],
    ...(method === 'get' || rest.length === 0
      ? {}
      : { requestBody: bodyOf(ofBody, { required: needed, told: toldOf(operation) }) }),
    responses: {
      200: answerOf(operation, answer),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [status, { description, content: errorContent }]),
      ),
    },
  };
}

function answerOf({ produces, follow }: AdminOperation, schema: object | undefined): object {
  if (produces === undefined) {
    return {
      description: follow === undefined ? 'Done, or already in this state.' : `A page. ${eventStream}`,
      content: { 'application/json': { schema } },
    };
  }
  if (produces === 'text/html') {
    return { description: 'A page that prints.', content: { [produces]: { schema: { type: 'string' } } } };
  }
  return {
    description: 'Rows after a header row.',
    headers: {
      'x-waybill-next': {
        description: 'Value of `after` for the next page; absent: this is the last page.',
        schema: { type: 'string' },
      },
    },
    content: { [produces]: { schema: { type: 'string', ...(produces === workbookType && { format: 'binary' }) } } },
  };
}

/** The schemas of all answers by the ids of their operations, and the components that they refer to. */
function describedAnswers(operations: readonly AdminOperation[]) {
  const outputs = operations.flatMap(({ id, produces, output }) =>
    produces === undefined ? [[id, output] as const] : [],
  );
  const { properties, $defs } = z.toJSONSchema(z.object({ ...Object.fromEntries(outputs), error: errorOutput }), {
    override: simplified,
  });
  const text = JSON.stringify({ answers: properties, components: $defs });
  // `as`: of an object whose members have names.
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    readonly answers: Readonly<Record<string, object>>;
    readonly components: Readonly<Record<string, object>>;
  };
}

/** Without what generators of clients do not know, or would name their types after; a format says more than its pattern. */
function simplified({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.title;
  delete jsonSchema.propertyNames;
  if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
}

/** What a record that was read has besides, which may be sent back with it. */
function toldOf(operation: AdminOperation): readonly string[] {
  return showing(operation) === undefined ? [] : Object.keys(toldMembers(operation));
}

function bodyOf(
  members: readonly (readonly [string, object])[],
  { required, told }: { readonly required: readonly string[]; readonly told: readonly string[] },
): object {
  const needed = required.filter((name) => members.some(([member]) => member === name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries([
      ...members.map(([name, member]) => [name, needed.includes(name) ? member : nullable(member)] as const),
      ...told.map((name) => [name, { readOnly: true, description: 'As it was read, or left out.' }] as const),
    ]),
    ...(needed.length === 0 ? {} : { required: needed }),
    additionalProperties: false,
  };
  return { required: needed.length > 0, content: { 'application/json': { schema } } };
}

/** What may be left out may be `null` too. */
function nullable(schema: object): object {
  const { description, ...rest } = schema as { readonly description?: string };
  return { ...(description !== undefined && { description }), anyOf: [rest, { type: 'null' }] };
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

function schemaOf({ input }: AdminOperation): ObjectSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return schema as ObjectSchema; // of an object
}
