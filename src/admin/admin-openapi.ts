import { z } from 'zod';
import { openapiFrame } from '../surfaces/openapi/openapi-frame.ts';
import { pathNames, type AdminOperation } from './operation.ts';

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

const refusals: Readonly<Record<number, string>> = {
  400: 'The input cannot be used: `invalid_value`, `unsupported_parameter`, `malformed_json` and their like.',
  401: 'No key, or one that is not taken.',
  402: 'The credit is not there: `insufficient_credit`.',
  403: '`not_permitted`: no role of yours does this. `account_suspended`.',
  404: '`resource_not_found`: it is not there, or out of your reach.',
  409: '`already_exists`, `not_possible`, `bank_reference_used`.',
  413: '`body_too_large`.',
  415: '`unsupported_media_type`.',
  429: 'Too often, or too many at once.',
  503: 'The ledger does not answer, or the gateway is busy or ends.',
};

const idempotencyHeader = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description: 'The same key of the same person makes the same thing once.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The description of the management API, made of the very schemas that requests are checked by. */
export function adminOpenapi(operations: readonly AdminOperation[]): object {
  return openapiFrame({
    title: 'Waybill management',
    description: 'Scopes, people, keys, policies and money. Who may what: docs/roles.md.',
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
                code: { type: 'string', description: 'Of docs/errors.md.' },
                param: { type: ['string', 'null'] },
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
  const { id, method, summary, action, command } = operation;
  const names = pathNames(operation);
  const { properties = {}, required = [] } = schemaOf(operation);
  const rest = Object.entries(properties).filter(([name]) => !names.includes(name));
  const query = rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
  return {
    operationId: id,
    summary,
    description: `Needs \`${action}\`. Command: \`waybill ${command}\`.`,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
      ...(method === 'get' ? query : [idempotencyHeader]),
    ],
    ...(method === 'get' || rest.length === 0 ? {} : { requestBody: bodyOf(rest, required) }),
    responses: {
      200: answerOf(operation),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [status, { description, content: errorContent }]),
      ),
    },
  };
}

function answerOf({ produces }: AdminOperation): object {
  if (produces === undefined) {
    return { description: 'Done, or so already.', content: { 'application/json': { schema: { type: 'object' } } } };
  }
  return {
    description: 'Rows, a heading first.',
    headers: {
      'x-waybill-next': { description: '`after` of what there is more; absent: nothing.', schema: { type: 'string' } },
    },
    content: { [produces]: { schema: { type: 'string' } } },
  };
}

function bodyOf(members: readonly (readonly [string, object])[], required: readonly string[]): object {
  const needed = required.filter((name) => members.some(([member]) => member === name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(members),
    ...(needed.length === 0 ? {} : { required: needed }),
    additionalProperties: false,
  };
  return { required: needed.length > 0, content: { 'application/json': { schema } } };
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

function schemaOf({ input }: AdminOperation): ObjectSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return schema as ObjectSchema; // of an object
}
