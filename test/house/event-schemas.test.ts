import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { publications } from '../../src/domain/integration-event.ts';
import { read, root } from './_project-files.ts';

const published = Object.entries(publications).flatMap(([type, publication]) => (publication === null ? [] : [type]));

/** Every `$ref` within a document. */
function refsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}

function at(document: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return document;
  return at((document as Readonly<Record<string, unknown>> | undefined)?.[first], rest);
}

test('every type that is published has a schema, and no other', (t) => {
  t.deepEqual(
    readdirSync(join(root, 'docs', 'schemas')).toSorted(),
    published.map((type) => `${type}.v1.json`).toSorted(),
  );
});

test('what is withheld is not in a schema, and schemas are open to later fields', (t) => {
  for (const type of published) {
    const text = read(`docs/schemas/${type}.v1.json`);
    t.notRegex(text, /"(key_hash|key_prefix|instance_id)"|"additionalProperties": false/, type);
  }
});

test('asyncapi.yaml is AsyncAPI 3 whose references all lead somewhere', (t) => {
  const document: unknown = parse(read('docs/asyncapi.yaml'));
  t.is(at(document, ['asyncapi']), '3.0.0');
  const refs = refsIn(document);
  t.true(refs.length > published.length);
  for (const ref of refs) {
    if (ref.startsWith('#/')) t.truthy(at(document, ref.slice(2).split('/')), ref);
    else t.true(existsSync(join(root, 'docs', ref)), ref);
  }
});
