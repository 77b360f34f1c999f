import { z } from 'zod';
import { anthropicFileFields, openaiFileFields } from '../../protocols/files/file-fields.ts';
import { fileSchema, modelSchema } from './inference-operations.ts';
import type { Operation } from './operation.ts';

/** The empty value that official clients send for a null parameter. */
const saysNothing = z.literal('').describe('As if it were absent.');

const moment = (edge: string): z.ZodType =>
  z
    .string()
    .describe(`${edge}: a time of RFC 3339, or a day in UTC.`)
    .meta({ examples: ['2026-11-01T00:00:00Z'] });

/** The operations on resources: models, what the key was charged, stored responses, files, and this description. */
export const resourceOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/models',
    tag: 'models',
    id: 'listModels',
    resource: 'model',
    summary: 'The models that the caller may use.',
    query: {
      limit: z.int().min(1).max(1000).or(saysNothing).describe('The most models of the page. Default: all.'),
      after_id: z.string().describe('The id of a model in the list: returns the models after it.'),
      before_id: z.string().describe('The id of a model in the list: returns the last models before it.'),
      'lifecycle[]': z
        .array(z.enum(['active', 'deprecated', 'retired']))
        .describe('Only models in one of these stages. All are `active`.'),
    },
  },
  {
    method: 'get',
    path: '/models/{id}',
    tag: 'models',
    id: 'showModel',
    resource: 'model',
    summary: 'A model that the caller may use.',
  },
  {
    method: 'get',
    path: '/key',
    tag: 'account',
    id: 'showKey',
    resource: 'account',
    summary: 'The key that asks: what it may do, and what is left of its limits, its budgets and its wallet.',
  },
  {
    method: 'get',
    path: '/charges',
    tag: 'account',
    id: 'listCharges',
    resource: 'account',
    summary: 'What the requests of this key were charged, the newest first. Also those that still run.',
    query: {
      from: moment('Only requests from then on'),
      to: moment('Only requests before then, or to the end of the day'),
      limit: z.int().min(1).max(200).or(saysNothing).default(50).describe('The most charges of the page.'),
      after: z.string().describe('The id of a charge of this key: returns those after it, which are older.'),
    },
  },
  {
    method: 'get',
    path: '/charges/{reservation}',
    tag: 'account',
    id: 'showCharge',
    resource: 'account',
    summary: 'The charge of one request of this key, by the reservation that its answer names.',
  },
  {
    method: 'get',
    path: '/charges/{reservation}/receipt',
    tag: 'account',
    id: 'showReceipt',
    resource: 'account',
    summary:
      'What proves a charge of this key to anybody: the recorded event, and that it is in the ledger under a signed checkpoint. Some minutes after the charge.',
  },
  {
    method: 'get',
    path: '/usage',
    tag: 'account',
    id: 'showUsage',
    resource: 'account',
    summary: 'The charges of this key added up. A request counts when it was made, as in budgets.',
    query: {
      by: z.enum(['hour', 'day', 'model']).or(saysNothing).default('day').describe('What is added up.'),
      zone: z.string().or(saysNothing).default('UTC').describe('IANA time zone of the hours and days.'),
      from: z.string().describe('First day. Default: 30 days before the last one.'),
      to: z.string().describe('Last day, at most 31 days with the first. Default: today.'),
    },
  },
  {
    method: 'get',
    path: '/responses/{id}',
    tag: 'conversations',
    resource: 'response',
    id: 'showResponse',
    summary: 'A stored response of the caller.',
    query: {
      stream: z.string().describe('`true` is refused: stored responses cannot be streamed.'),
    },
  },
  {
    method: 'delete',
    path: '/responses/{id}',
    tag: 'conversations',
    resource: 'response',
    id: 'deleteResponse',
    summary: 'Deletes a stored response of the caller and its content.',
  },
  {
    method: 'get',
    path: '/responses/{id}/input_items',
    tag: 'conversations',
    resource: 'response',
    id: 'listResponseInputItems',
    summary: 'The input of a stored response, including earlier turns.',
    query: {
      limit: z.int().min(1).max(100).or(saysNothing).default(20).describe('The most items of the page.'),
      order: z.enum(['asc', 'desc']).or(saysNothing).default('desc').describe('`desc`: the newest first.'),
      after: z.string().describe('The id of an item: returns the items after it.'),
      before: z.string().describe('The id of an item: returns the last items before it.'),
    },
  },
  {
    method: 'get',
    path: '/files',
    tag: 'files',
    resource: 'file',
    speaksAnthropic: true,
    id: 'listFiles',
    summary: 'The files of the caller, in the protocol of the request.',
    query: {
      limit: z
        .int()
        .min(1)
        .max(10_000)
        .or(saysNothing)
        .default(100)
        .describe('Most files in the page; a page has at most 100.'),
      order: z.enum(['asc', 'desc']).or(saysNothing).default('desc').describe('`desc`: the newest first.'),
      purpose: z.string().describe('OpenAI: only files for this purpose.'),
      after: z.string().describe('OpenAI: the id of a file; returns the files after it.'),
      before: z.string().describe('OpenAI: the id of a file; returns the last files before it.'),
      after_id: z.string().describe('Anthropic: the id of a file; returns the files after it.'),
      before_id: z.string().describe('Anthropic: the id of a file; returns the last files before it.'),
      page: z.string().describe('Anthropic: `next_page` of the previous page.'),
      'ids[]': z.array(z.string()).max(100).describe('Anthropic: only these files.'),
    },
  },
  {
    method: 'post',
    path: '/files',
    tag: 'files',
    resource: 'file',
    speaksAnthropic: true,
    id: 'uploadFile',
    summary: 'Uploads a file, in the protocol of Anthropic if the request has `anthropic-version`, else of OpenAI.',
    form: new Map([...openaiFileFields, ...anthropicFileFields]),
    body: z.object({
      file: fileSchema.describe('The file.'),
      model: modelSchema,
      purpose: z.string().optional().describe('Purpose of the file, in the protocol of OpenAI.'),
      expires_after: z
        .object({ anchor: z.string(), seconds: z.int() })
        .optional()
        .describe('When the file expires, in the protocol of OpenAI alone.'),
      expires_in_seconds: z.int().optional().describe('When the file expires, in the protocol of Anthropic alone.'),
    }),
  },
  {
    method: 'get',
    path: '/files/{id}',
    tag: 'files',
    resource: 'file',
    speaksAnthropic: true,
    id: 'showFile',
    summary: 'A file of the caller, without its content.',
  },
  {
    method: 'delete',
    path: '/files/{id}',
    tag: 'files',
    resource: 'file',
    speaksAnthropic: true,
    id: 'deleteFile',
    summary: 'Deletes a file of the caller permanently.',
  },
  {
    method: 'get',
    path: '/files/{id}/content',
    tag: 'files',
    resource: 'file',
    speaksAnthropic: true,
    id: 'readFileContent',
    summary: 'The bytes of a file of the caller.',
    isBinary: true,
  },
  {
    method: 'get',
    path: '/openapi.json',
    tag: 'description',
    id: 'showOpenapi',
    summary: 'This description.',
    isPublic: true,
  },
];
