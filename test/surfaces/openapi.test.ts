import { Router } from '@koa/router';
import test from 'ava';
import { mountSurfaces, type ServerDeps } from '../../src/server.ts';
import { openapiDocument } from '../../src/domain/openapi-document.ts';
import { httpCall } from '../_support/http-call.ts';
import { sharedGateway } from '../_support/served-gateway.ts';

const gateway = sharedGateway();
test.after.always(gateway.end);

interface Described {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

// Of its own making: JSON of this shape.
const described = openapiDocument() as Described;
const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    call: `${method.toUpperCase()} ${path}`,
    operationId,
  })),
);

/** Routes only keep what they are given until somebody calls. */
function mountedCalls(): readonly string[] {
  const router = new Router();
  const pass = (): void => undefined;
  mountSurfaces(router, { admission: { middleware: pass } } as unknown as ServerDeps);
  return router.stack.flatMap(({ path, methods }) =>
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

test('what is described is what is mounted: every path with its methods, and no other', (t) => {
  t.deepEqual(operations.map(({ call }) => call).toSorted(), mountedCalls().toSorted());
});

test('every operation has a name of its own, and the interface its version', (t) => {
  t.is(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  t.is(described.info.version, '0.1.0');
});

test('the description is served to anybody', async (t) => {
  const { baseUrl } = await gateway.start();
  const { status, headers, text } = await httpCall(`${baseUrl}/openapi.json`);
  t.is(status, 200);
  t.regex(headers['content-type'] ?? '', /^application\/json\b/);
  t.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(described)));
});
