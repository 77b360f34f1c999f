import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import type { ByteEdit } from '../../src/wire/byte-edits.ts';
import { editJsonMembers, replaceValue } from '../../src/wire/json-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../src/wire/json-object-text.ts';
import { JsonScan } from '../../src/wire/json-scan.ts';
import { editedJsonText, scanJsonObject } from '../../src/wire/json-text.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { jsonObject } from './_json-documents.ts';

function scanned(bytes: Buffer): JsonObjectText {
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault') throw new Error(`${object.fault} at ${object.at} of ${bytes.toString()}`);
  return object;
}

/** Every value of a text with its place, as walking finds them. */
function* placesOf(holder: JsonObjectText, object: JsonObjectText): Generator<readonly [string, number, number]> {
  for (const member of object.members) {
    yield [`name ${object.key(member)}`, member.keyStart, member.keyEnd];
    yield* placesAt(holder, member);
  }
}

function* placesAt(holder: JsonObjectText, span: JsonSpan): Generator<readonly [string, number, number]> {
  yield [span.kind, span.valueStart, span.valueEnd];
  if (span.kind === 'object') yield* placesOf(holder, holder.object(span));
  if (span.kind === 'array') for (const element of holder.eachElement(span)) yield* placesAt(holder, element);
}

/** All strings of a text, wherever they stand. */
function stringsOf(object: JsonObjectText): readonly JsonSpan[] {
  return [...placesOf(object, object)].flatMap(([kind, valueStart, valueEnd]) =>
    kind === 'string' ? [{ kind, valueStart, valueEnd } as const] : [],
  );
}

function scansDuring(work: () => void): number {
  let scans = 0;
  JsonScan.onBegin = () => scans++;
  try {
    work();
  } finally {
    JsonScan.onBegin = null;
  }
  return scans;
}

const text = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.string({ minLength: 60, maxLength: 70 }),
  fc.string({ minLength: 200 }),
);
const long = (json: string): string => json.replaceAll('"a"', `"${'a'.repeat(80)}"`).replaceAll(' ', ' '.repeat(70));

test('a text that was scanned and edited repeatedly is the same as one scanned once', (t) => {
  const wish = fc.record({ place: fc.nat(), said: text, member: fc.constantFrom('brand new', 'model', '') });
  fc.assert(
    fc.property(
      jsonObject,
      fc.boolean(),
      fc.array(fc.array(wish, { maxLength: 6 }), { maxLength: 3 }),
      (json, isLong, rounds) => {
        let object = scanned(Buffer.from(isLong ? long(json) : json));
        for (const wishes of rounds) {
          let bytes = object.bytes;
          const scans = scansDuring(() => {
            bytes = editedJsonText(object, editsFor(object, wishes));
            object = scanned(bytes);
          });
          assert.equal(scans, 0);
          const anew = scanned(Buffer.from(bytes));
          assert.deepEqual([...placesOf(object, object)], [...placesOf(anew, anew)]);
          assert.deepEqual([object.start, object.end], [anew.start, anew.end]);
          assert.doesNotThrow(() => JSON.parse(bytes.toString()) as unknown);
        }
      },
    ),
    { numRuns: propertyRuns(600) },
  );
  t.pass();
});

/** Other texts for some strings, and members that come or go. */
function editsFor(
  object: JsonObjectText,
  wishes: readonly { readonly place: number; readonly said: string; readonly member: string }[],
): readonly ByteEdit[] {
  const strings = stringsOf(object);
  const edits = new Map<number, ByteEdit>();
  for (const { place, said } of wishes) {
    const span = strings[place % Math.max(1, strings.length)];
    if (span !== undefined) edits.set(span.valueStart, replaceValue(span, JSON.stringify(said)));
  }
  const [wish] = wishes;
  if (wish === undefined) return [];
  const removed = object.members[wish.place % 3];
  const changes = [
    ...(removed === undefined ? [] : [{ key: object.key(removed), json: null }]),
    ...(object.member(wish.member) === undefined ? [{ key: wish.member, json: '[1, {"x":"y"}]' }] : []),
  ];
  const members = editJsonMembers(object, changes);
  const isGone = ({ start, end }: ByteEdit): boolean =>
    members.some((edit) => edit.start <= start && end <= edit.end && edit.end > edit.start);
  return [...members, ...[...edits.values()].filter((edit) => !isGone(edit))];
}

test('a long value that is no string is scanned when it is read', (t) => {
  const object = scanned(Buffer.from('{"a":1}'));
  const list = JSON.stringify(Array.from({ length: 100 }, (_, place) => place));
  const bytes = editedJsonText(object, [{ start: 5, end: 6, replacement: list }]);
  t.is(
    scansDuring(() => scanned(bytes)),
    1,
  );
  t.is(
    scanned(bytes).elements(scanned(bytes).member('a') ?? { kind: 'array', valueStart: 0, valueEnd: 0 }).length,
    100,
  );
});
