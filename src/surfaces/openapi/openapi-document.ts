import { z } from 'zod';
import { budgetPers } from '../../domain/budgets/budget-period.ts';
import { openapiFrame } from './openapi-frame.ts';
import { formSchema } from './form-schema.ts';
import { answerHeadersOf, headerComponents, requestHeadersOf } from './headers.ts';
import { inferenceOperations } from './inference-operations.ts';
import { operationTags, type Operation } from './operation.ts';
import { refusalsOf } from './refusals.ts';
import { resourceOperations } from './resource-operations.ts';

const operations: readonly Operation[] = [...inferenceOperations, ...resourceOperations];

const errorSchema = z.looseObject({
  error: z.looseObject({
    type: z.string().optional(),
    message: z.string().optional(),
    code: z.string().optional().describe('A code of docs/errors.md; a refusal of the upstream keeps its own code.'),
    param: z.string().nullable().optional().describe('The field at fault.'),
    credit_hint: z.string().optional().describe('Only of a 402: where the operator says that credit is to be had.'),
    budget: z
      .looseObject({
        of: z
          .enum(['key', 'parent_key', 'person'])
          .describe('Whose budget: of the key, of one that made it, of the person.'),
        per: z.enum(budgetPers),
        zone: z.string().optional().describe('IANA time zone of its periods.'),
        profiles: z.array(z.string()).optional().describe('Absent: it counts all requests.'),
        amount_eur: z.string(),
        left_eur: z.string(),
        renews_at: z.string().optional().describe('RFC 3339, with the offset of the zone. Absent with `total`.'),
      })
      .optional()
      .describe('Only of a 402: the budget that the request would exceed.'),
  }),
});

/** The description of the `/v1` interface: only the fields that the gateway reads; protocols define further ones. */
export function openapiDocument(): object {
  return openapiFrame({
    title: 'Waybill',
    description:
      'Inference paid from wallets. A POST reserves its maximum cost before it is forwarded, and is charged by the counters of the upstream.',
    server: '/v1',
    operations,
    tags: operationTags,
    components: { schemas: { Error: jsonSchema(errorSchema) }, headers: headerComponents },
    describe: described,
  });
}

function described(operation: Operation): object {
  const { id, summary, tag, isPublic = false } = operation;
  const parameters = parametersOf(operation);
  const refusals = [...refusalsOf(operation)].map(([status, description]) => [
    status,
    { description, headers: answerHeadersOf(operation, status), content: errorContent },
  ]);
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(isPublic ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(operation),
    responses: {
      200: {
        description: 'The answer.',
        headers: answerHeadersOf(operation, 200),
        content: answerContent(operation),
      },
      ...Object.fromEntries(refusals),
    },
  };
}

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

function parametersOf(operation: Operation): readonly object[] {
  const { path, query = {} } = operation;
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema: jsonSchema(schema) })),
    ...requestHeadersOf(operation),
  ];
}

function requestBodyOf({ body, form }: Operation): object {
  if (body === undefined) return {};
  const content =
    form === undefined
      ? { 'application/json': { schema: jsonSchema(body) } }
      : { 'multipart/form-data': { schema: formSchema(form, jsonSchema(body)) } };
  return { requestBody: { required: true, content } };
}

const bytes = { type: 'string', format: 'binary' };

function answerContent({ streams = false, isBinary = false, isText = false }: Operation): object {
  return {
    ...(isBinary
      ? { 'application/octet-stream': { schema: bytes }, '*/*': { schema: bytes } }
      : { 'application/json': { schema: { type: 'object', additionalProperties: true } } }),
    ...(isText ? { 'text/*': { schema: { type: 'string' } } } : {}),
    ...(streams
      ? { 'text/event-stream': { schema: { description: 'Events of the protocol, as text (server-sent events).' } } }
      : {}),
  };
}

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
}
