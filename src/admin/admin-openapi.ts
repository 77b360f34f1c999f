import { z } from 'zod';
import { openapiFrame } from '../surfaces/openapi/openapi-frame.ts';
import { pathNames, type AdminOperation } from './operation.ts';

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

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

const eventStream = {
  schema: {
    type: 'string',
    description:
      'With `follow`: server-sent events. `data` is an entry of `data` of the page as JSON, `event` its `object`, `id` where to resume. The last one, `end`, says why the stream ends: `{"object":"end","reason":…,"after":…}`.',
  },
};

/** The OpenAPI description of the management API, generated from the schemas that check requests. */
export function adminOpenapi(operations: readonly AdminOperation[]): object {
  return openapiFrame({
    title: 'Waybill management',
    description: 'Manages scopes, users, keys, policies and money. Roles and their permissions: docs/roles.md.',
    server: '/admin/v1',
    operations,
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              properties: {
                type: { type: 'string' },
                message: { type: 'string' },
                code: { type: 'string', description: 'A code listed in docs/errors.md.' },
                param: { type: ['string', 'null'] },
                credit_hint: {
                  type: 'string',
                  description: 'Only of a 402: where the operator says that credit is to be had.',
                },
              },
            },
          },
        },
      },
    },
    describe: described,
  });
}

function described(operation: AdminOperation): object {
  const { id, method, summary, action, command, bodyRepeatsPath = false } = operation;
  const names = pathNames(operation);
  const { properties = {}, required = [] } = schemaOf(operation);
  const rest = Object.entries(properties).filter(([name]) => !names.includes(name));
  const ofBody = bodyRepeatsPath ? Object.entries(properties) : rest;
  const needed = required.filter((name) => !names.includes(name));
  const query = rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
  return {
    operationId: id,
    summary,
    description: `Requires \`${action}\`. Command: \`waybill ${command}\`.`,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
      ...(method === 'get' ? query : [idempotencyHeader]),
      ...(operation.follow === undefined ? [] : [lastEventIdHeader]),
    ],
    ...(method === 'get' || rest.length === 0 ? {} : { requestBody: bodyOf(ofBody, needed) }),
    responses: {
      200: answerOf(operation),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [status, { description, content: errorContent }]),
      ),
    },
  };
}

function answerOf({ produces, follow }: AdminOperation): object {
  if (produces === undefined) {
    return {
      description: 'Done, or already in this state.',
      content: {
        'application/json': { schema: { type: 'object' } },
        ...(follow !== undefined && { 'text/event-stream': eventStream }),
      },
    };
  }
  return {
    description: 'Rows after a header row.',
    headers: {
      'x-waybill-next': {
        description: 'Value of `after` for the next page; absent: this is the last page.',
        schema: { type: 'string' },
      },
    },
    content: { [produces]: { schema: { type: 'string' } } },
  };
}

function bodyOf(members: readonly (readonly [string, object])[], required: readonly string[]): object {
  const needed = required.filter((name) => members.some(([member]) => member === name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      members.map(([name, member]) => [name, needed.includes(name) ? member : nullable(member)]),
    ),
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
