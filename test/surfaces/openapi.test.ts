import { Router } from '@koa/router';
import test from 'ava';
import { errorCatalogue } from '../../src/errors.ts';
import { adminOpenapi } from '../../src/admin/admin-openapi.ts';
import { adminOperations } from '../../src/admin/operations.ts';
import { mountSurfaces, type RoutesDeps } from '../../src/http/server.ts';
import { openapiDocument } from '../../src/surfaces/openapi/openapi-document.ts';
import { anthropicFileFields, openaiFileFields } from '../../src/protocols/files/file-fields.ts';
import { transcriptionFields } from '../../src/protocols/audio/transcription-fields.ts';
import { FieldCheck } from '../../src/surfaces/field-check.ts';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

const gateway = sharedGateway();
test.after.always(gateway.end);

interface Header {
  readonly $ref?: string;
}

interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
}

interface FormSchema {
  readonly required?: string[];
  readonly properties: Readonly<Record<string, object>>;
  readonly patternProperties?: Readonly<Record<string, object>>;
  readonly additionalProperties?: boolean;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, Answer>>;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: FormSchema }>>;
  };
}

interface Described {
  readonly tags: readonly { readonly name: string }[];
  readonly info: { readonly version: string };
  readonly components: { readonly headers: object };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

// Of its own making: JSON of this shape.
const described = openapiDocument() as Described;
const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, ...operation })),
);

/** Routes only keep what they are given until somebody calls. */
function mountedCalls(): readonly string[] {
  const router = new Router();
  const pass = (): void => undefined;
  mountSurfaces(router, { admission: { middleware: pass } } as unknown as RoutesDeps);
  // A path with a rest is another spelling of an id with slashes.
  const paths = router.stack.filter(({ path }) => !String(path).includes('/*'));
  return paths.flatMap(({ path, methods }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map(
        (method) =>
          `${method} ${String(path)
            .replace(/^\/v1/, '')
            .replaceAll(/:(\w+)/g, '{$1}')}`,
      ),
  );
}

test('the description lists exactly the mounted paths and methods', (t) => {
  t.deepEqual(operations.map(({ call }) => call).toSorted(), mountedCalls().toSorted());
});

test('every operation has its own name, and the interface has its version', (t) => {
  t.is(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  t.is(described.info.version, '0.1.0');
});

test('the description is served without a key', async (t) => {
  const { baseUrl } = await gateway.start();
  const { status, headers, text } = await httpCall(`${baseUrl}/openapi.json`);
  t.is(status, 200);
  t.regex(headers['content-type'] ?? '', /^application\/json\b/);
  t.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(described)));
});

const operationOf = (id: string): DescribedOperation =>
  operations.find(({ operationId }) => operationId === id) ?? raise(id);

function raise(id: string): never {
  throw new Error(`no operation ${id}`);
}

const statusesOf = (id: string): readonly string[] => Object.keys(operationOf(id).responses);

test('every error code is described at the operations that can return it, except those of no operation', (t) => {
  const told = [
    ...operations.flatMap(({ responses }) => Object.values(responses).map(({ description }) => description)),
    JSON.stringify(adminOpenapi(adminOperations)),
  ].join();
  const untold = Object.keys(errorCatalogue).filter((code) => !told.includes(`\`${code}\``));
  t.deepEqual(untold, ['not_found', 'misdirected_request', 'method_not_allowed', 'upgrade_refused']);
});

test('each operation lists every status that it can return', (t) => {
  const always = ['200', '400', '401', '402', '403', '417', '429', '431', '500', '503'];
  t.deepEqual(statusesOf('listModels'), always);
  t.deepEqual(statusesOf('showModel'), always);
  const ofBodies = ['404', '408', '409', '413', '415', '422'];
  t.deepEqual(statusesOf('createChatCompletion'), [...always, ...ofBodies].sort());
  t.deepEqual(statusesOf('showOpenapi'), ['200']);
  t.regex(operationOf('answerQuestions').responses['422']?.description ?? '', /malformed_json/);
});

test('headers of requests and answers are described, and each reference resolves', (t) => {
  const named = (id: string): readonly string[] =>
    (operationOf(id).parameters ?? []).filter((each) => each.in === 'header').map(({ name }) => name);
  t.deepEqual(named('createMessage'), [
    'Idempotency-Key',
    'x-waybill-cost',
    'x-waybill-tags',
    'anthropic-version',
    'anthropic-beta',
  ]);
  t.deepEqual(named('countMessageTokens'), ['anthropic-version', 'anthropic-beta']);
  t.true(named('listFiles').includes('anthropic-version'));
  const answers = operations.flatMap(({ responses }) => Object.values(responses));
  const refs = answers.flatMap(({ headers = {} }) => Object.values(headers).map(({ $ref = '' }) => $ref));
  t.true(refs.length > operations.length);
  t.deepEqual(
    [...new Set(refs)].filter((ref) => !(ref.replace('#/components/headers/', '') in described.components.headers)),
    [],
  );
  const { headers = {} } = operationOf('createMessage').responses['429'] ?? {};
  t.true('retry-after' in headers);
  t.true('www-authenticate' in (operationOf('listModels').responses['401']?.headers ?? {}));
});

test('the description marks the file of each form as required', (t) => {
  for (const id of ['createTranscription', 'createTranslation', 'uploadFile']) {
    t.deepEqual(operationOf(id).requestBody?.content['multipart/form-data']?.schema.required, ['file'], id);
  }
});

test('the description of a form lists the fields that are read, and takes exactly the spellings that are taken', (t) => {
  const forms = {
    createTranscription: transcriptionFields,
    createTranslation: transcriptionFields,
    uploadFile: new Map([...openaiFileFields, ...anthropicFileFields]),
  };
  for (const [id, fields] of Object.entries(forms)) {
    const schema = operationOf(id).requestBody?.content['multipart/form-data']?.schema ?? raise(id);
    const patterns = Object.keys(schema.patternProperties ?? {}).map((pattern) => new RegExp(pattern));
    t.false(schema.additionalProperties, id);
    t.deepEqual(Object.keys(schema.properties), [...fields.keys()], id);
    const spellings = [...fields.keys()].flatMap((name) =>
      ['', '[]', '[0]', '[ten]', '[a b]', '[[]]'].map((end) => name + end),
    );
    for (const name of [...spellings, 'File', 'nothing', '']) {
      const isListed = name in schema.properties || patterns.some((pattern) => pattern.test(name));
      const fileName = fields.get(name) === 'file' ? 'a.mp3' : null;
      const fault = new FieldCheck(fields).faultOf({
        name,
        fileName,
        contentType: null,
        charset: 'utf-8',
        contentLength: null,
      });
      t.is(fault === null, isListed, `${id}: ${name}`);
    }
  }
});

test('each operation has a tag of the list, and each tag of the list an operation', (t) => {
  const used = new Set(operations.flatMap(({ tags }) => tags));
  t.deepEqual(
    [...used],
    described.tags.map(({ name }) => name),
  );
  t.true(operations.every(({ tags }) => tags.length === 1));
});
