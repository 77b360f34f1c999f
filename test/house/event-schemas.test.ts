import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { z } from 'zod';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { publications } from '../../src/domain/integration-event.ts';
import { read, root, sources } from './_project-files.ts';

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
    'docs/schemas has a schema for each published type: run npm run docs, and remove what it did not write',
  );
});

test('withheld fields are in no schema, and schemas are open to later fields', (t) => {
  for (const type of published) {
    const text = read(`docs/schemas/${type}.v1.json`);
    t.notRegex(text, /"(key_hash|key_prefix|instance_id)"|"additionalProperties": false/, type);
  }
});

test('asyncapi.yaml is AsyncAPI 3 and all of its references resolve', (t) => {
  const document: unknown = parse(read('docs/asyncapi.yaml'));
  t.is(at(document, ['asyncapi']), '3.0.0');
  const refs = refsIn(document);
  t.true(refs.length > published.length);
  for (const ref of refs) {
    if (ref.startsWith('#/')) t.truthy(at(document, ref.slice(2).split('/')), ref);
    else t.true(existsSync(join(root, 'docs', ref)), ref);
  }
});

/** The `reason` of an event, as its schema describes it; `null`: it has none, or one of a closed list. */
function writtenReasonOf(schema: z.ZodType): string | null {
  const reason = at(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), ['properties', 'reason']);
  if (typeof reason !== 'object' || reason === null || 'enum' in reason) return null;
  return 'description' in reason ? String(reason.description) : '';
}

/** Reasons that code writes, a word each. */
const reasonsInAWord = ['ReservationReleased', 'ReservationFlagged'];

test('the description of every written reason forbids the names of persons', (t) => {
  const reasons = Object.entries(eventCatalogue).flatMap(([type, schema]) => {
    const reason = writtenReasonOf(schema);
    return reason === null || reasonsInAWord.includes(type) ? [] : [{ type, reason }];
  });
  t.true(reasons.length >= 8);
  for (const { type, reason } of reasons) t.regex(reason, /names no person/, type);
});

/** The names of all members of a schema, at any depth. */
function membersIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Object.keys(at(schema, ['properties']) ?? {});
  return [...own, ...Object.values(schema).flatMap(membersIn)];
}

/** What a person is called, or where they are to be found. */
const personal = /login|user_?name|(first|last|full|display)_name|e_?mail|phone|address|(^|_)(ip|host)(_|$)/;

test('events identify people by ids alone: no member is named after a name or an address', (t) => {
  const members = Object.values(eventCatalogue).flatMap((schema) =>
    membersIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  );
  t.true(members.includes('user_id'));
  t.deepEqual(
    members.filter((member) => personal.test(member)),
    [],
    'events identify people by ids alone: replace the member by an id',
  );
});

test('no source file asks for a login or a remote address, which an event could hold', (t) => {
  // The log-in of the console is paced by a hash of the address, and taken by a link from this machine alone.
  const paced = 'src/console/sessions/session-site.ts';
  const asking = sources('src').filter(
    (path) => path !== paced && /import \{[^}]*\buserInfo\b[^}]*\} from 'node:os'|\.remoteAddress\b/.test(read(path)),
  );
  t.deepEqual(asking, [], 'no code reads a login or a remote address: identify the actor by ids');
});

test('every event is named in the past tense, except for parts of contents', (t) => {
  const named = Object.keys(eventCatalogue).filter(
    (type) => !/(ed|Began|JoinedGroup|Kept|LeftGroup|RanLow|Run|Set)$/.test(type),
  );
  t.deepEqual(named, ['ContentPart'], 'an event is named in the past tense: rename it');
});
