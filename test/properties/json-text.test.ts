import assert from 'node:assert/strict';
import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { applyEdits } from '../../src/wire/byte-edits.ts';
import { editJsonMembers } from '../../src/wire/json-edits.ts';
import type { JsonObjectText } from '../../src/wire/json-object-text.ts';
import { endOfJsonString } from '../../src/wire/json-string.ts';
import { scanJsonObject } from '../../src/wire/json-text.ts';
import { anyCharacter } from '../_support/any-character.ts';
import { rewrittenBytes } from '../_support/held-tokens.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { collidingObject, jsonObject, jsonString, jsonText } from './_json-documents.ts';

function holds<Values extends [unknown, ...unknown[]]>(
  t: ExecutionContext,
  property: fc.IPropertyWithHooks<Values>,
  runs = 400,
): void {
  fc.assert(property, { numRuns: propertyRuns(runs) });
  t.pass();
}

function scanned(text: string): JsonObjectText {
  const object = scanJsonObject(Buffer.from(text));
  if (object.kind === 'json_fault') throw new Error(`${object.fault} at ${object.at} of ${text}`);
  return object;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members of all objects of a value. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const nested = Object.values(value).reduce((sum: number, inner) => sum + countMembers(inner), 0);
  return Array.isArray(value) ? nested : nested + Object.keys(value).length;
}

/** Members as the text spells them: colons outside strings. */
function countColons(text: string): number {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '').split(':').length - 1;
}

test('every valid object is accepted, and its members are those of JSON.parse in the order of the text', (t) => {
  holds(
    t,
    fc.property(jsonObject, (text) => {
      const object = scanned(text);
      const value = JSON.parse(text) as Record<string, unknown>;
      const keys = object.members.map((member) => object.key(member));
      assert.deepEqual(keys.toSorted(), Object.keys(value).toSorted());
      for (const member of object.members) {
        const key = object.key(member);
        assert.equal(object.member(key), member);
        assert.deepEqual(object.value(member), value[key]);
        assert.equal(object.string(key), typeof value[key] === 'string' ? value[key] : undefined);
      }
      assert.equal(object.member('a key of none'), undefined);
    }),
    400,
  );
});

test('nested objects and elements are those of JSON.parse, at every depth', (t) => {
  const check = (object: JsonObjectText, value: Record<string, unknown>): void => {
    assert.equal(object.members.length, Object.keys(value).length);
    for (const member of object.members) {
      const inner = value[object.key(member)];
      if (member.kind === 'object' && isRecord(inner)) check(object.object(member), inner);
      if (member.kind !== 'array' || !Array.isArray(inner)) continue;
      const elements = object.elements(member);
      assert.deepEqual(
        elements.map((element) => object.value(element)),
        inner,
      );
      for (const [i, element] of elements.entries()) {
        if (element.kind === 'object') check(object.object(element), inner[i] as Record<string, unknown>);
      }
    }
  };
  holds(
    t,
    fc.property(jsonObject, (text) => check(scanned(text), JSON.parse(text) as Record<string, unknown>)),
    400,
  );
});

test('a text with a few bytes changed is accepted exactly when JSON.parse accepts it and no key is duplicate', (t) => {
  const mutation = fc.record({
    place: fc.nat(),
    removed: fc.integer({ min: 0, max: 3 }),
    inserted: fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from('{}[]:,"\\u0eE+-.1tfn \n\u0000é')), maxLength: 3 }),
      fc.constantFrom('\ufeff', '"a":1,"a":2', ',"model":1', 'null', '-0', '00', '1.', '"\\x"', '//', "'", 'NaN'),
    ),
  });
  const verdicts = { accepted: 0, refused: 0 };
  holds(
    t,
    fc.property(jsonObject, fc.array(mutation, { minLength: 1, maxLength: 2 }), (text, mutations) => {
      let mutated = text;
      for (const { place, removed, inserted } of mutations) {
        const at = place % (mutated.length + 1);
        mutated = mutated.slice(0, at) + inserted + mutated.slice(at + removed);
      }
      // Cutting a pair of surrogates in two is the test's own doing; UTF-8 cannot spell what is left.
      const wellFormed = mutated.toWellFormed();
      const object = scanJsonObject(Buffer.from(wellFormed));
      const value = parsed(wellFormed);
      if (!isRecord(value)) {
        verdicts.refused++;
        assert.equal(object.kind, 'json_fault', wellFormed);
      } else if (countMembers(value) < countColons(wellFormed)) {
        assert.equal(object.kind === 'json_fault' && object.fault, 'duplicate_key', wellFormed);
      } else {
        verdicts.accepted++;
        assert.equal(object.kind, 'json_object', wellFormed);
      }
    }),
    6_000,
  );
  t.true(Math.min(verdicts.accepted, verdicts.refused) > 300, JSON.stringify(verdicts));
});

test('a duplicate key in one object is refused, at every depth and in any spelling', (t) => {
  const verdicts = { accepted: 0, refused: 0 };
  holds(
    t,
    fc.property(collidingObject, (text) => {
      const object = scanJsonObject(Buffer.from(text));
      const isDuplicate = countMembers(JSON.parse(text)) < countColons(text);
      verdicts[isDuplicate ? 'refused' : 'accepted']++;
      assert.equal(
        object.kind === 'json_fault' ? object.fault : 'accepted',
        isDuplicate ? 'duplicate_key' : 'accepted',
      );
    }),
    3_000,
  );
  t.true(Math.min(verdicts.accepted, verdicts.refused) > 300, JSON.stringify(verdicts));
});

test('the bytes of a string are accepted exactly when a fatal UTF-8 decoder accepts them', (t) => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lead = fc.constantFrom(
    0x41,
    0x80,
    0xc0,
    0xc1,
    0xc2,
    0xdf,
    0xe0,
    0xec,
    0xed,
    0xee,
    0xf0,
    0xf1,
    0xf4,
    0xf5,
    0xff,
  );
  const second = fc.constantFrom(0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0);
  const third = fc.constantFrom(0x41, 0x80, 0xbf, 0xc0);
  const sequence = fc
    .tuple(lead, second, third, third, fc.integer({ min: 1, max: 4 }))
    .map(([a, b, c, d, length]) => [a, b, c, d].slice(0, length));
  const body = fc.oneof(
    fc.array(sequence, { maxLength: 3 }).map((sequences) => Buffer.from(sequences.flat())),
    fc.string({ unit: anyCharacter }).map((text) => Buffer.from(JSON.stringify(text).replaceAll(/["\\]/g, ''))),
  );
  holds(
    t,
    fc.property(body, (bytes) => {
      const end = endOfJsonString(Buffer.concat([bytes, Buffer.from('"')]), 0);
      let isValid = true;
      try {
        decoder.decode(bytes);
      } catch {
        isValid = false;
      }
      assert.equal(end, isValid ? bytes.length + 1 : end);
      assert.equal(end > 0, isValid);
    }),
    10_000,
  );
});

/** A name or a value, without its quotes. */
const stringsOfJson = /"((?:[^"\\]|\\.)*)"(\s*:)?/gs;

/**
 * A string that begins like JSON counts as such, and the lines of a value count as those of a description where its name
 * is spelt with escapes or characters outside ASCII.
 */
function mayCountMore(text: string): boolean {
  const beginsLikeJson = /^(?:\s|\\[nrt]|\\u00(?:20|0[9ad]))*(?:[[{]|\\"|\\u00(?:22|5b|7b))/i;
  const strings = [...text.matchAll(stringsOfJson)];
  return strings.some(([, body = '', colon]) =>
    colon === undefined ? beginsLikeJson.test(body) : /[^ -~]|\\/.test(body),
  );
}

test('what a text may grow by is at least what its values, characters and JSON in strings do', (t) => {
  const nested = fc.tuple(jsonObject, jsonString, fc.constantFrom('', ' ', '\n\t')).map(([inner, text, space]) => {
    return `{"arguments":${JSON.stringify(space + inner)},"text":${text},"\ufdfa":[1e9,"\\ufdfa\u0f76"]}`;
  });
  holds(
    t,
    fc.property(fc.oneof(jsonObject, nested), (text) => {
      const { rewrittenBytesMax } = scanned(text);
      assert.ok(rewrittenBytesMax >= rewrittenBytes(text), text);
      assert.ok(rewrittenBytesMax <= rewrittenBytes(text) || mayCountMore(text), text);
    }),
  );
});

test('edits are those done on the parsed value, and every member they do not name keeps its bytes', (t) => {
  const change = fc.record({
    place: fc.nat({ max: 40 }),
    fresh: fc.constantFrom('brand new', '__proto__', 'é', 'model', '12'),
    json: fc.option(jsonText, { nil: null }),
  });
  holds(
    t,
    fc.property(jsonObject, fc.array(change, { maxLength: 30 }), (text, wishes) => {
      const object = scanned(text);
      const changes = new Map<string, string | null>();
      for (const { place, fresh, json } of wishes) {
        const member = object.members[place];
        changes.set(member === undefined ? fresh : object.key(member), json);
      }
      const edited = applyEdits(
        object.bytes,
        editJsonMembers(
          object,
          [...changes].map(([key, json]) => ({ key, json })),
        ),
      );
      const expected = new Map(object.members.map((member) => [object.key(member), object.text(member)]));
      for (const [key, json] of changes) {
        if (json === null) expected.delete(key);
        else expected.set(key, json);
      }
      const result = scanned(edited.toString());
      assert.deepEqual(
        result.members.map((member) => [result.key(member), result.text(member)]),
        [...expected],
      );
      const untouched = object.members.filter((member) => !changes.has(object.key(member)));
      for (const { keyStart, valueEnd } of untouched) {
        assert.ok(edited.includes(object.bytes.subarray(keyStart, valueEnd)));
      }
      assert.equal(edited.toString().split('{', 1)[0], text.split('{', 1)[0]);
      assert.equal(edited.toString().split('}').at(-1), text.split('}').at(-1));
    }),
    800,
  );
});

test('no edits leave every byte in place', (t) => {
  holds(
    t,
    fc.property(jsonObject, (text) => {
      const object = scanned(text);
      assert.equal(
        applyEdits(object.bytes, editJsonMembers(object, [{ key: 'not there', json: null }])).toString(),
        text,
      );
    }),
  );
});

test('a scanned string decodes as JSON.parse decodes it', (t) => {
  holds(
    t,
    fc.property(jsonString, (json) => {
      assert.equal(scanned(`{"a":${json}}`).string('a'), JSON.parse(json) as string);
    }),
    1_000,
  );
});
